// The middle of the room page: turn, players, board, the spoken line, and what a player can do. Builds once, then updates.
import { Board } from '../board/board';
import { rowsOf } from '../board/cells';
import { discName } from '../colors';
import { h, setText } from '../dom';
import { t } from '../i18n';
import type { RoomEvent } from '../protocol';
import { openKeys } from '../ui/dialogs';
import { icon } from '../ui/icons';
import { isPut } from './describe';
import { legalForMe, mySeat, type RoomFacts, seatColor } from './facts';
import { playerCards, turnLine } from './players';
import { resultPanel } from './result';

export interface TableActions {
  move(cell: string): Promise<boolean>;
  rematch(): void;
  resign(): void;
  serverNow(): number;
}

export interface Table {
  element: HTMLElement;
  update(facts: RoomFacts, events?: RoomEvent[]): void;
  speak(text: string): void;
  tick(): void;
}

export function table(actions: TableActions): Table {
  let facts: RoomFacts | undefined;
  const turn = turnLine(() => actions.serverNow());
  const players = playerCards();
  const result = resultPanel(actions.rematch);
  const spoken = h('p', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  const call = h('p', { class: 'hidden-text', role: 'status' }); // "your turn", for who does not see it
  const board = new Board((cell, legal) => pick(cell, legal));
  const unknown = h('p', { class: 'panel', hidden: true }, t('room.unknownGame'));
  const watching = h('span', { class: 'badge' }, t('room.spectating'));
  const resign = h(
    'button',
    { class: 'button small', type: 'button', onclick: actions.resign },
    icon('flag'),
    t('play.resign'),
  );
  const keys = h(
    'button',
    { class: 'button small keys-button', type: 'button', onclick: openKeys },
    icon('keys'),
    t('play.keys'),
  );
  const under = h('div', { class: 'under-board' }, watching, resign, keys);
  const frame = h('div', { class: 'board-frame' }, board.element);
  const element = h(
    'div',
    { class: 'table' },
    turn.element,
    result.element,
    players.element,
    frame,
    unknown,
    spoken,
    call,
    under,
  );

  async function pick(cell: string, legal: boolean): Promise<void> {
    if (!facts) return;
    const seat = mySeat(facts);
    if (seat === undefined || facts.doc.phase !== 'playing') return;
    if (!legal)
      return setText(
        spoken,
        legalForMe(facts).size > 0 ? t('board.notHere', { cell: cell.toUpperCase() }) : t('board.notYourTurn'),
      );
    board.hold(cell, seatColor(facts.doc, seat) ?? 'B');
    const taken = await actions.move(cell);
    board.release(cell, !taken);
  }

  function draw(now: RoomFacts, events: RoomEvent[] | undefined): void {
    const rows = rowsOf(now.doc.view);
    frame.hidden = rows === undefined;
    unknown.hidden = rows !== undefined;
    if (!rows) return;
    const last = typeof now.doc.view?.last === 'string' ? now.doc.view.last : undefined;
    const state = { rows, legal: legalForMe(now), last };
    const put = events?.find(isPut);
    if (put) board.play(state, put, seatColor(now.doc, put.seat) ?? '.');
    else if (events && rows.join() === rowsOf(facts?.doc.view)?.join()) board.refresh(state);
    else board.set(state);
  }

  function update(now: RoomFacts, events?: RoomEvent[]): void {
    const seat = mySeat(now);
    const playing = now.doc.phase === 'playing';
    element.dataset.phase = now.doc.phase;
    turn.update(now);
    players.update(now);
    players.element.hidden = !playing;
    result.update(now);
    draw(now, events);
    watching.hidden = seat !== undefined;
    resign.hidden = !playing || seat === undefined || now.doc.seats[seat]?.resigned === true;
    const mine = seat !== undefined && legalForMe(now).size > 0;
    setText(call, mine ? t('turn.yours', { color: discName(seatColor(now.doc, seat)) }) : '');
    facts = now;
  }

  return { element, update, speak: (text) => setText(spoken, text), tick: turn.tick };
}
