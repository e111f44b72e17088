// Everything visible of a room, in the current language: the bar, the seats or the table, and the panel beside it.
import { afterPicture, h, setText } from '../dom';
import { t } from '../i18n';
import type { Link, Status } from '../net/connection';
import type { RoomEvent } from '../protocol';
import { bar, iconButton } from '../ui/bar';
import { later } from '../ui/dialogs';
import { mayMove, presetTitle, simultaneous } from './facts';
import { connectionBanner } from './link/banner';
import { signal } from './link/signal';
import type { PageFacts } from './page-facts';
import { seats } from './seats/seats';
import { sidePanel } from './side/side';
import { type RoomActions, table } from './table/table';

export interface ViewActions {
  card(): void;
  request(type: string, fields?: object): Promise<boolean>;
  rename(nick: string): void;
  move: RoomActions['move'];
  preview: RoomActions['preview'];
  hint: RoomActions['hint'];
  leave(): Promise<void>;
  restart(): void;
  serverNow(): number;
  link(): Link;
  ping(): void;
  missed: RoomActions['missed'];
  zen(): void;
  failed(): void;
}

export interface View {
  element: HTMLElement;
  lost: boolean;
  update(facts: PageFacts, events?: RoomEvent[]): void;
  status(status: Status, ever: boolean): void;
  // The round trip has been measured.
  showLink(): void;
  showLog(lines: string[], cut: boolean): void;
  addLine(line: string): void;
  tell(line: string): void;
  // Shows all parts even without the game's code, which will not come.
  settle(): void;
  showZen(on: boolean): void;
  tick(): void;
  destroy(): void;
}

// For somebody who looks elsewhere; the code comes when there is something to tell, and is not missed if it does not.
const ATTENTION_MS = 1000; // after what the first move needs
let attention: Promise<typeof import('./attention') | undefined> | undefined;

export function tellAttention(words: string | undefined, code?: string): void {
  if (words !== undefined)
    attention ??= new Promise((done) => setTimeout(done, ATTENTION_MS)).then(() =>
      import('./attention').catch(() => undefined),
    );
  void attention?.then((loaded) => loaded?.attention(words, code));
}

export async function confirmed(what: 'leave' | 'resign'): Promise<boolean> {
  return (await (await later(() => import('../ui/dialog')))?.confirmed(what)) === true;
}

export function buildView(code: string, actions: ViewActions): View {
  const { request } = actions;
  const resign = async () => {
    if (await confirmed('resign')) await request('resign');
  };
  const middle = table({
    move: actions.move,
    preview: actions.preview,
    hint: actions.hint,
    rematch: () => void request('rematch', { accept: true }),
    resign,
    request: (type, fields) => void request(type, fields),
    serverNow: actions.serverNow,
    card: actions.card,
    missed: actions.missed,
    zen: actions.zen,
    settled: () => view.settle(),
  });
  const picker = seats({
    request: (type, fields) => void request(type, fields),
    rename: actions.rename,
    ready() {
      loading.hidden = true;
      side.element.hidden = false;
      element.setAttribute('data-seats', '');
    },
    failed: actions.failed,
  });
  const side = sidePanel({
    say: (text) => void request('say', { text }),
    result: middle.result,
    text: middle.text,
    onSelect: (id) => middle.showText(id === 'text'),
  });
  const banner = connectionBanner(actions.restart);
  const light = signal(actions.link, actions.ping);
  const title = h('span', { class: 'room-game' });
  const heading = h('h1', { class: 'room-name' }, title, ' ', h('span', { class: 'room-code' }, code));
  const loading = h('p', { class: 'loading quiet' }, t('room.loading'));
  const main = h(
    'main',
    { class: 'room', id: 'main' },
    h(
      'div',
      { class: 'room-main' },
      h('div', { class: 'banner-place' }, banner.element),
      loading,
      picker.element,
      middle.element,
    ),
    side.element,
  );
  const invite = iconButton('invite', t('room.invite'), async () => {
    (await later(() => import('./seats/invite')))?.openInvite(code);
  });
  const leave = iconButton('leave', t('room.leave'), () => void actions.leave());
  const element = h('div', { class: 'shell' }, bar(light.element, heading, invite, leave), main);
  picker.element.hidden = true;
  middle.element.hidden = true;
  // Until all is known that has a place of its own on the screen, what comes after it is not shown: it would move.
  side.element.hidden = true;

  let last: PageFacts | undefined;
  const drawSide = () => {
    if (!last) return;
    middle.updateResult(last);
    side.update(last, middle.hasText);
  };

  const view: View = {
    element,
    lost: false,
    update(facts, events) {
      const { doc } = facts;
      loading.hidden ||= doc.phase !== 'lobby';
      // The host has scrolled down to the start button.
      if (doc.phase !== 'lobby' && !picker.element.hidden) scrollTo(0, 0);
      picker.element.hidden = doc.phase !== 'lobby';
      middle.element.hidden = doc.phase === 'lobby';
      setText(title, presetTitle(facts.game, doc.options));
      element.toggleAttribute('data-table', doc.phase !== 'lobby');
      if (doc.phase === 'lobby') picker.update(facts);
      else middle.update(facts, events);
      // At the start and at the end much is new: what is beside the board comes after it.
      const change = last && last.doc.phase !== doc.phase;
      last = facts;
      if (change) afterPicture(drawSide);
      else drawSide();
      const mine = mayMove(facts) && !simultaneous(facts);
      tellAttention(mine ? t('turn.yours') : undefined, code);
      document.title = mine ? `${t('room.titleYourTurn')} — ${code}` : `${t('room.title', { code })} — ${t('app.name')}`;
    },
    status(status, ever) {
      view.lost = status.kind !== 'online' && ever;
      banner.update(status, ever, actions.link().trouble);
      const online = status.kind === 'online';
      light.show();
      element.toggleAttribute('data-offline', !online);
      if (status.kind === 'stopped') {
        loading.hidden = true;
        element.setAttribute('data-seats', '');
      }
      middle.tick(); // clocks stop or continue
    },
    showLink: light.show,
    showLog: side.log.show,
    addLine: side.log.add,
    tell: middle.tell,
    settle() {
      middle.settle();
      afterPicture(() => {
        side.element.hidden = false;
        drawSide();
        element.setAttribute('data-ready', ''); // all is there
      });
    },
    showZen: (on) => element.toggleAttribute('data-zen', on),
    tick: () => middle.tick(),
    destroy: () => middle.destroy(),
  };
  return view;
}
