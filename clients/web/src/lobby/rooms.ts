// The public rooms: the first ones live, with pictures; all of them page by page.
import { h, redraw, setText } from '../base/dom';
import { presetName } from '../games/names';
import { api } from '../net/api';
import { Connection } from '../net/connection';
import type { Game, LobbyDocument, Summary } from '../protocol';
import { explain } from '../ui/refusal';
import { act } from './choice';
import { whileSeen } from './live';
import { Miniatures } from './miniature';
import { count, dotted, type LobbyKey, t } from './texts';

const MOST_SHOWN = 8;
const EVERY_MS = 4000;
const PHASES = ['lobby', 'playing', 'over'];

// Rooms with an open seat come first, then running games. Empty rooms are left out: there is nobody to join and nothing
// to watch.
function inOrder(rooms: Summary[]): Summary[] {
  const weight = (room: Summary) => PHASES.indexOf(room.phase) * 2 + (room.seats.open > 0 ? 0 : 1);
  const alive = rooms.filter((room) => room.online > 0);
  return alive.sort((a, b) => weight(a) - weight(b) || a.code.localeCompare(b.code));
}

function row(room: Summary, games: Game[], mini: HTMLElement): HTMLElement {
  const canSit = room.phase === 'lobby' && room.seats.open > 0;
  const facts = [
    room.host !== undefined && room.host !== '' && t('lobby.host', { nick: room.host }),
    count('lobby.people', room.seats.human),
    room.seats.bot > 0 && count('lobby.bots', room.seats.bot),
    canSit && count('lobby.open', room.seats.open),
    room.phase === 'playing' && room.join === 'bots' && t('lobby.joinable'),
  ].filter((fact) => fact !== false);
  return h(
    'li',
    { class: 'room-row', 'data-room': room.code },
    mini,
    h(
      'span',
      { class: 'room-what' },
      h('span', { class: `phase ${room.phase}` }, t(`phase.${room.phase}` as LobbyKey)),
      h('b', {}, presetName(games, room.game, room.options.preset)),
      h('span', { class: 'hint' }, dotted(facts)),
    ),
    h(
      'a',
      {
        class: canSit ? 'button small primary' : 'button small',
        href: `/r/${room.code}`,
        'data-link': true,
        'data-focus': room.code,
      },
      t(canSit ? 'lobby.joinRoom' : 'lobby.watchRoom'),
      h('span', { class: 'hidden-text' }, ` ${room.code}`),
    ),
  );
}

// The first room that waits for players.
function waitingRoom(rooms: Summary[]): Summary | undefined {
  return rooms.find((room) => room.phase === 'lobby' && room.seats.open > 0 && room.seats.human > 0);
}

// `offer` is called with the room that waits for players, if any.
export function roomList(
  games: () => Game[],
  offer: (waiting: Summary | undefined) => void,
): { element: HTMLElement; redraw(): void; destroy(): void } {
  const list = h('ul', { class: 'rooms' });
  const note = h('p', { class: 'quiet', role: 'status' });
  const minis = new Miniatures();
  let pages: Summary[] | undefined; // all rooms so far, while the person browses them
  let next: string | undefined; // of the pages
  let shown: Summary[] = [];
  const more = h('button', { class: 'button small', type: 'button' });
  const live = h('button', { class: 'button small', type: 'button' }, t('rooms.live'));
  const element = h(
    'section',
    { class: 'panel rooms-panel' },
    h('h2', {}, t('lobby.rooms')),
    note,
    list,
    h('div', { class: 'actions start' }, more, live),
  );

  const draw = () => {
    const doc = connection?.replica.doc;
    const all = pages ?? inOrder(Object.values(doc?.rooms ?? {}));
    shown = pages ?? all.slice(0, MOST_SHOWN);
    if (!pages) offer(waitingRoom(all));
    const offline = !pages && (!doc || connection.status.kind !== 'online');
    const trouble = connection?.trouble;
    const lost = () => [t('lobby.roomsOffline'), trouble?.words()].filter(Boolean).join(' ');
    setText(note, offline ? lost() : all.length > 0 ? '' : t(pages ? 'rooms.none' : 'lobby.noRooms'));
    note.hidden = note.textContent === '';
    more.hidden = pages ? next === undefined : all.length <= MOST_SHOWN;
    setText(more, t(pages ? 'rooms.more' : 'rooms.all'));
    live.hidden = pages === undefined;
    const fresh = redraw(list, JSON.stringify([shown, games().length]), () =>
      shown.map((room) => row(room, games(), minis.of(room.code))),
    );
    if (fresh) void minis.draw(shown.slice(0, MOST_SHOWN));
  };
  more.addEventListener('click', () => {
    void act(more, async () => {
      const page = await api.rooms(next ?? '');
      pages = [...(pages ?? []), ...page.rooms];
      next = page.next;
      draw();
    });
  });
  live.addEventListener('click', () => {
    pages = next = undefined;
    draw();
  });
  const connection: Connection<LobbyDocument> = new Connection(
    '/lobby/ws',
    { onDocument: draw, onStatus: () => queueMicrotask(draw), explain },
    false,
  );
  const stop = whileSeen(list, EVERY_MS, () => minis.draw(shown.slice(0, MOST_SHOWN)));
  return {
    element,
    redraw: draw,
    destroy() {
      stop();
      connection.close();
    },
  };
}
