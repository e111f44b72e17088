// The public rooms, live.
import { h, redraw, setText } from '../dom';
import { count, t, titleOf } from '../i18n';
import { Connection } from '../net/connection';
import type { Game, LobbyDocument, Summary } from '../protocol';
import type { TextKey } from '../texts/en';

const MOST_SHOWN = 50;
const PHASES = ['lobby', 'playing', 'over'];

// Rooms with an open seat come first, then running games. Empty rooms are left out: there is nobody to join and nothing
// to watch.
function inOrder(rooms: Summary[]): Summary[] {
  const weight = (room: Summary) => PHASES.indexOf(room.phase) * 2 + (room.seats.open > 0 ? 0 : 1);
  const alive = rooms.filter((room) => room.online > 0);
  return alive.sort((a, b) => weight(a) - weight(b) || a.code.localeCompare(b.code)).slice(0, MOST_SHOWN);
}

function row(room: Summary, games: Game[]): HTMLElement {
  const game = games.find((entry) => entry.id === room.game);
  const preset = game?.presets.find((entry) => entry.id === room.options.preset);
  const canSit = room.phase === 'lobby' && room.seats.open > 0;
  const facts = [
    count('lobby.people', room.seats.human),
    room.seats.bot > 0 && count('lobby.bots', room.seats.bot),
    canSit && count('lobby.open', room.seats.open),
    room.phase === 'playing' && room.join === 'bots' && t('lobby.joinable'),
  ].filter((fact) => fact !== false);
  return h(
    'li',
    { class: 'room-row', 'data-room': room.code },
    h('span', { class: `phase ${room.phase}` }, t(`phase.${room.phase}` as TextKey)),
    h(
      'span',
      { class: 'room-what' },
      h('b', {}, [titleOf(game, room.game), titleOf(preset)].filter((title) => title !== '').join(' · ')),
      room.host !== undefined && h('span', { class: 'hint' }, t('lobby.host', { nick: room.host })),
    ),
    h('span', { class: 'room-facts hint' }, facts.join(' · ')),
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

export function roomList(games: () => Game[]): { element: HTMLElement; redraw(): void; destroy(): void } {
  const list = h('ul', { class: 'rooms' });
  const note = h('p', { class: 'quiet', role: 'status' });
  const element = h('section', { class: 'panel' }, h('h2', {}, t('lobby.rooms')), note, list);
  const draw = () => {
    const doc = connection?.replica.doc;
    const rooms = inOrder(Object.values(doc?.rooms ?? {}));
    setText(
      note,
      !doc || connection.status.kind === 'waiting' ? t('lobby.roomsOffline') : rooms.length === 0 ? t('lobby.noRooms') : '',
    );
    note.hidden = note.textContent === '';
    redraw(list, JSON.stringify([rooms, games().length]), () => rooms.map((room) => row(room, games())));
  };
  const connection: Connection<LobbyDocument> = new Connection(
    '/lobby/ws',
    { onDocument: draw, onStatus: () => queueMicrotask(draw) },
    false,
  );
  return { element, redraw: draw, destroy: () => connection.close() };
}
