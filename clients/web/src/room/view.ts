// Everything visible of a room, in the current language: the bar, the seats or the table, and the panel beside it.
import { afterPicture, h, oncePerPicture, setText } from '../base/dom';
import { t } from '../base/i18n';
import { mayMove, presetTitle, simultaneous } from '../model/facts';
import type { PageFacts } from '../model/page-facts';
import type { Link, Status } from '../net/connection';
import type { RoomEvent } from '../protocol';
import { bar, iconButton } from '../ui/bar';
import { later } from '../ui/dialogs';
import { connectionBanner } from './link/banner';
import { signal } from './link/signal';
import { seats } from './seats/seats';
import { type Side, sidePanel } from './side/side';
import { type RoomActions, Table } from './table/table';

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
  // The game's part is on the screen.
  settled(): void;
  again: RoomActions['again'];
}

// For a person who looks elsewhere; the code is loaded when it is needed, and a failure is ignored.
const ATTENTION_MS = 1000; // loaded after everything that the first move needs
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

export class RoomView {
  readonly element: HTMLElement;
  lost = false;
  readonly #code: string;
  readonly #actions: ViewActions;
  readonly #title = h('span', { class: 'room-game' });
  readonly #loading = h('p', { class: 'loading quiet' }, t('room.loading'));
  readonly #light: ReturnType<typeof signal>;
  readonly #banner: ReturnType<typeof connectionBanner>;
  readonly #picker: ReturnType<typeof seats>;
  readonly middle: Table;
  readonly #side: Side;
  #last: PageFacts | undefined;
  // The parts beside the board are drawn one picture after it, so that neither takes long.
  readonly #drawLater = oncePerPicture(() => this.#drawSide());

  constructor(code: string, actions: ViewActions) {
    this.#code = code;
    this.#actions = actions;
    this.middle = tableWith(actions, () => this.settle());
    this.#picker = seatsWith(actions, () => this.#seatsReady());
    this.#side = this.#sideOf(this.middle);
    this.#banner = connectionBanner(actions.restart);
    this.#light = signal(actions.link, actions.ping);
    const bar = topBar(code, this.#title, this.#light.element, actions);
    this.element = h('div', { class: 'shell' }, bar, this.#main());
    this.#picker.element.hidden = true;
    this.middle.element.hidden = true;
    // Until the size of every part above is known, the parts below are hidden, because they would move.
    this.#side.element.hidden = true;
  }

  // `quick`: the board shows the end at once.
  update(facts: PageFacts, events?: RoomEvent[], quick?: boolean): void {
    const { doc } = facts;
    const picker = this.#picker;
    const { middle } = this;
    const lobby = doc.phase === 'lobby';
    this.#loading.hidden ||= !lobby;
    // The host has scrolled down to the start button.
    if (!lobby && !picker.element.hidden) scrollTo(0, 0);
    picker.element.hidden = !lobby;
    middle.element.hidden = lobby;
    setText(this.#title, presetTitle(facts.game, doc.options));
    this.element.toggleAttribute('data-table', !lobby);
    if (lobby) picker.update(facts);
    else middle.update(facts, events, quick);
    this.#last = facts;
    this.#drawLater();
    showTurn(facts, this.#code); // now: a page that is hidden has no pictures
  }

  // `ever`: there was a connection before.
  status(status: Status, ever: boolean): void {
    const online = status.kind === 'online';
    this.lost = !online && ever;
    this.#banner.update(status, ever, this.#actions.link().trouble);
    this.#light.show();
    this.element.toggleAttribute('data-offline', !online);
    if (status.kind === 'stopped') {
      this.#loading.hidden = true;
      this.element.setAttribute('data-seats', '');
    }
    this.middle.tick(); // clocks stop or continue
  }

  // The round trip has been measured.
  showLink(): void {
    this.#light.show();
  }

  showLog(lines: string[], cut: boolean): void {
    this.#side.log.show(lines, cut);
  }

  addLine(line: string): void {
    this.#side.log.add(line);
  }

  tell(line: string): void {
    this.middle.tell(line);
  }

  // Shows all parts even though the game's code could not be loaded.
  settle(): void {
    this.middle.settle();
    afterPicture(() => {
      this.#side.element.hidden = false;
      this.#drawSide();
      this.element.setAttribute('data-ready', ''); // all parts are shown
      this.#actions.settled();
    });
  }

  showZen(on: boolean): void {
    this.element.toggleAttribute('data-zen', on);
  }

  tick(): void {
    this.middle.tick();
  }

  destroy(): void {
    this.middle.destroy();
  }

  #main(): HTMLElement {
    const banner = h('div', { class: 'banner-place' }, this.#banner.element);
    const middle = h('div', { class: 'room-main' }, banner, this.#loading, this.#picker.element, this.middle.element);
    return h('main', { class: 'room', id: 'main' }, middle, this.#side.element);
  }

  #sideOf(middle: Table): Side {
    return sidePanel({
      say: (text) => void this.#actions.request('say', { text }),
      result: middle.result,
      text: middle.text,
      onSelect: (id) => middle.showText(id === 'text'),
    });
  }

  #seatsReady(): void {
    this.#loading.hidden = true;
    this.#side.element.hidden = false;
    this.element.setAttribute('data-seats', '');
  }

  #drawSide(): void {
    if (!this.#last) return;
    this.middle.updateResult(this.#last);
    this.#side.update(this.#last, this.middle.hasText);
  }
}

// `settled`: the game's part is on the screen.
function tableWith(actions: ViewActions, settled: () => void): Table {
  const { request } = actions;
  return new Table({
    ...actions,
    rematch: () => void request('rematch', { accept: true }),
    async resign() {
      if (await confirmed('resign')) await request('resign');
    },
    request: (type, fields) => void request(type, fields),
    settled,
  });
}

function seatsWith({ request, rename, failed }: ViewActions, ready: () => void): ReturnType<typeof seats> {
  return seats({ request: (type, fields) => void request(type, fields), rename, ready, failed });
}

function topBar(code: string, title: HTMLElement, light: HTMLElement, actions: ViewActions): HTMLElement {
  const heading = h('h1', { class: 'room-name' }, title, ' ', h('span', { class: 'room-code' }, code));
  const invite = iconButton('invite', t('room.invite'), async () => {
    (await later(() => import('./seats/invite')))?.openInvite(code);
  });
  const leave = iconButton('leave', t('room.leave'), () => void actions.leave());
  return bar(light, heading, invite, leave);
}

// Signals this viewer's turn, in the title and to a person who looks elsewhere.
function showTurn(facts: PageFacts, code: string): void {
  const mine = mayMove(facts) && !simultaneous(facts);
  tellAttention(mine ? t('turn.yours') : undefined, code);
  document.title = mine ? `${t('room.titleYourTurn')} — ${code}` : `${t('room.title', { code })} — ${t('app.name')}`;
}
