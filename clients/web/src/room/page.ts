// The page of one room: holds the connection and what must outlive a redraw (the log), and puts the parts together.
import { h } from '../dom';
import { errorText, t } from '../i18n';
import { api } from '../net/api';
import { Connection, type Status } from '../net/connection';
import { identity } from '../net/identity';
import type { Game, RoomDocument, RoomEvent, Step } from '../protocol';
import { go, type Page } from '../router';
import { bar, iconButton } from '../ui/bar';
import { confirmDialog } from '../ui/dialog';
import { toast } from '../ui/toast';
import { connectionBanner } from './banner';
import { describe } from './describe';
import { mySeat, presetTitle, type RoomFacts } from './facts';
import { openInvite } from './invite';
import { seatPicker } from './picker';
import { chatPanel, type Line, logPanel } from './side';
import { table } from './table';

const TICK_MS = 250;

export function roomPage(code: string): Page {
  const host = h('div', { class: 'room-page' });
  const lines: Line[] = [];
  let guest: string | undefined;
  let game: Game | undefined;
  let everOnline = false;
  let view: View | undefined;
  const connection = new Connection<RoomDocument>(
    `/rooms/${code}/ws`,
    { onDocument, onStatus, onGuest, onNotice, onRefusal },
    true,
  );
  const timer = setInterval(() => view?.tick(), TICK_MS);

  const facts = (doc = connection.replica.doc): RoomFacts | undefined => doc && { doc, guest, game };
  const actions: ViewActions = {
    request,
    rename(nick) {
      identity.nick = nick;
      connection.restart();
    },
    async move(cell) {
      const ply = connection.replica.doc?.ply ?? 0;
      return request('move', { ply, move: { cell } });
    },
    leave,
    restart: () => connection.restart(),
    serverNow: () => connection.serverNow(),
  };

  async function request(type: string, fields: object = {}): Promise<boolean> {
    const answer = await connection.request(type, fields);
    if (!answer.ok) toast(errorText(answer.code), 'refusal');
    return answer.ok;
  }

  async function leave(): Promise<void> {
    const now = facts();
    const seated = now && mySeat(now) !== undefined;
    if (seated && now.doc.phase === 'playing' && !(await confirmDialog(t('room.leaveSure')))) return;
    if (seated && now.doc.phase === 'lobby')
      await Promise.race([connection.request('stand'), new Promise((r) => setTimeout(r, 500))]);
    go('/');
  }

  function onDocument(doc: RoomDocument, before: RoomDocument | undefined, step?: Step): void {
    const now = facts(doc) as RoomFacts;
    const then = facts(before) ?? now;
    const events = step?.events;
    view?.update(now, events);
    const fresh: Line[] = [];
    for (const event of events ?? []) {
      if (describe(event, then, now) !== undefined) fresh.push(() => describe(event, then, now) ?? '');
    }
    if (fresh.length === 0) return;
    lines.push(...fresh);
    view?.tell(fresh);
  }

  function onStatus(status: Status): void {
    if (status.kind === 'online') {
      if (everOnline && view?.lost) toast(t('net.back'));
      everOnline = true;
    }
    view?.status(status, everOnline, connection?.roundTripMs);
  }

  function onGuest(id: string): void {
    if (id === guest) return;
    guest = id;
    const now = facts();
    if (now) view?.update(now);
  }

  function onNotice(notice: { kind: string; in_s: number }): void {
    if (notice.kind === 'draining') toast(t('net.draining', { n: notice.in_s }));
  }

  function onRefusal(refusal: string): void {
    toast(errorText(refusal), 'refusal');
  }

  function relabel(): void {
    view = buildView(code, lines, actions);
    host.replaceChildren(view.element);
    view.status(connection.status, everOnline, connection.roundTripMs);
    const now = facts();
    if (now) view.update(now);
  }

  relabel();
  api.games().then(
    (games) => {
      game = games.find((entry) => entry.id === (connection.replica.doc?.game ?? 'reversi'));
      const now = facts();
      if (now) view?.update(now, []);
    },
    () => {}, // names of bots are then shown as the server calls them
  );

  return {
    element: host,
    relabel,
    destroy() {
      clearInterval(timer);
      connection.close();
      document.title = t('app.name');
    },
  };
}

interface ViewActions {
  request(type: string, fields?: object): Promise<boolean>;
  rename(nick: string): void;
  move(cell: string): Promise<boolean>;
  leave(): Promise<void>;
  restart(): void;
  serverNow(): number;
}

interface View {
  element: HTMLElement;
  lost: boolean;
  update(facts: RoomFacts, events?: RoomEvent[]): void;
  status(status: Status, ever: boolean, roundTripMs?: number): void;
  tell(lines: Line[]): void;
  tick(): void;
}

// Everything that one sees, in the present language.
function buildView(code: string, lines: Line[], actions: ViewActions): View {
  const { request } = actions;
  const resign = async () => {
    if (await confirmDialog(t('play.resignSure'))) await request('resign');
  };
  const middle = table({
    move: actions.move,
    rematch: () => void request('rematch', { accept: true }),
    resign,
    serverNow: actions.serverNow,
  });
  const picker = seatPicker({ request: (type, fields) => void request(type, fields), rename: actions.rename });
  const chat = chatPanel((text) => void request('say', { text }));
  const log = logPanel(lines);
  const banner = connectionBanner(actions.restart);
  const light = h('span', { class: 'light' });
  const heading = h('h1', { class: 'room-name' });
  const loading = h('p', { class: 'loading quiet' }, t('room.loading'));
  const main = h(
    'main',
    { class: 'room', id: 'main' },
    h('div', { class: 'room-main' }, loading, picker.element, middle.element),
    h('aside', { class: 'side' }, chat.element, log.element),
  );
  const invite = iconButton('invite', t('room.invite'), () => openInvite(code));
  const leave = iconButton('leave', t('room.leave'), () => void actions.leave());
  const element = h('div', { class: 'shell' }, bar(light, heading, invite, leave), banner.element, main);
  picker.element.hidden = true;
  middle.element.hidden = true;

  const view: View = {
    element,
    lost: false,
    update(facts, events) {
      const { doc } = facts;
      loading.hidden = true;
      picker.element.hidden = doc.phase !== 'lobby';
      middle.element.hidden = doc.phase === 'lobby';
      heading.replaceChildren(
        h('span', { class: 'room-game' }, presetTitle(facts.game, doc.options)),
        ' ',
        h('span', { class: 'room-code' }, code),
      );
      if (doc.phase === 'lobby') picker.update(facts);
      else middle.update(facts, events);
      chat.update(facts);
      const seat = mySeat(facts);
      const mine = doc.phase === 'playing' && seat !== undefined && doc.to_act === seat;
      document.title = mine ? `${t('room.titleYourTurn')} — ${code}` : `${t('room.title', { code })} — ${t('app.name')}`;
    },
    status(status, ever, roundTripMs) {
      view.lost = status.kind !== 'online' && ever;
      banner.update(status, ever);
      const online = status.kind === 'online';
      light.className = `light ${status.kind}`;
      light.title = online ? (roundTripMs === undefined ? t('net.onlinePlain') : t('net.online', { ms: roundTripMs })) : '';
      element.toggleAttribute('data-offline', !online);
      if (status.kind === 'stopped') loading.hidden = true;
    },
    tell(fresh) {
      for (const line of fresh) log.add(line);
      middle.speak(fresh.map((line) => line()).join(' / '));
    },
    tick: () => middle.tick(),
  };
  return view;
}
