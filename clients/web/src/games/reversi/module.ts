// Reversi for two to five on the page.
import { h } from '../../dom';
import { t as common, language, listOf } from '../../i18n';
import type { PutEvent, ReversiHint, ReversiOptions, ReversiView, RoomDocument, RoomEvent } from '../../protocol';
import { legalForMe, mySeat, type RoomFacts, seatNumber, seatWho } from '../../room/facts';
import type { GameModule, GamePart, TableActions } from '../module';
import { Board } from './board';
import { rowsOf } from './cells';
import { discName, discTitle } from './colors';
import { flanked } from './plan';
import { count, type ReversiKey, t } from './texts';
import { bestOf, bestWords, chancesOf, chancesPanel } from './thoughts';

const ORDER = 'BWACY';

// A seat's colour letter. Before the first start there is no view; then it is the seat's index among the players of the
// options.
function seatColor(doc: RoomDocument, seat: string): string | undefined {
  const view = doc.view as ReversiView | undefined;
  if (view) return view.colors[seat];
  const options = doc.options as ReversiOptions;
  const players = options.board ? options.rotation + Object.values(options.cut_ins).join('') : ORDER;
  return [...ORDER].filter((letter) => players.includes(letter))[seatNumber(seat)];
}

function isPut(event: RoomEvent): event is PutEvent {
  return event.kind === 'put';
}

function part(actions: TableActions): GamePart {
  let facts: RoomFacts | undefined;
  const board = new Board((cell, legal) => void pick(cell, legal));
  const aside = h('div', { class: 'reversi-aside' });
  const element = h('div', { class: 'reversi' }, h('div', { class: 'board-frame' }, board.element), aside);
  let hint: { of: ReversiHint; ply: number | undefined; round: number } | undefined;

  async function pick(cell: string, legal: boolean): Promise<void> {
    if (!facts) return;
    const seat = mySeat(facts);
    if (seat === undefined || facts.doc.phase !== 'playing') return;
    if (!legal) {
      const mine = legalForMe(facts).length > 0;
      return actions.speak(mine ? t('board.notHere', { cell }) : common('board.notYourTurn'));
    }
    board.hold(cell, seatColor(facts.doc, seat) ?? 'B');
    const { ok } = await actions.move({ cell });
    board.release(cell, !ok);
  }

  // A hint is valid only for the position that it was requested for.
  function drawHint(): void {
    const doc = facts?.doc;
    if (hint && (doc?.ply !== hint.ply || doc?.round !== hint.round || doc?.phase !== 'playing')) hint = undefined;
    const of = hint?.of;
    board.hint(of ? bestOf(of) : []);
    aside.replaceChildren(...(of && facts ? chancesShown(of, facts) : []));
  }

  function chancesShown(of: ReversiHint, now: RoomFacts): HTMLElement[] {
    const who = (seat: string) => (seat === mySeat(now) ? common('seat.you') : seatWho(now, seat));
    const chances = chancesOf(of, (seat) => seatColor(now.doc, seat) ?? '', who);
    return chances.length > 0 ? [chancesPanel(chances, closeHint)] : [];
  }

  function closeHint(): void {
    hint = undefined;
    drawHint();
  }

  function update(now: RoomFacts, events?: RoomEvent[]): void {
    const rows = rowsOf(now.doc.view);
    if (rows) {
      const last = (now.doc.view as ReversiView).last;
      const state = { rows, legal: new Set(legalForMe(now)), last };
      const put = events?.find(isPut);
      if (put) board.play(state, put, seatColor(now.doc, put.seat) ?? '.');
      else if (events && rows.join() === rowsOf(facts?.doc.view)?.join()) board.refresh(state);
      else board.set(state);
    }
    facts = now;
    if (hint) drawHint();
  }

  return {
    element,
    update,
    showHint(found) {
      hint = { of: found as ReversiHint, ply: facts?.doc.ply, round: facts?.doc.round ?? 0 };
      drawHint();
      actions.speak(t(hint.of.best ? 'hint.best' : 'hint.cell', { cells: bestWords(hint.of) }));
    },
  };
}

function who(doc: RoomDocument, seat: string): string {
  return discTitle(seatColor(doc, seat));
}

// "黒3枚・灰1枚" or "4": the flipped discs. Discs that were flanked and kept their colour are not counted.
function flipped(put: PutEvent): string {
  const counts = Object.entries(put.turned ?? {});
  if (language() === 'en') {
    const total = counts.reduce((sum, [, n]) => sum + n, 0);
    return total === 0 ? '' : t('log.putCount', { n: total });
  }
  return counts.map(([letter, n]) => t('log.putCount', { color: discName(letter), n })).join('・');
}

function describePut(now: RoomFacts, put: PutEvent): string {
  const facts = { who: who(now.doc, put.seat), cell: put.cell };
  if (put.boom) {
    const gone = new Set([...flanked(put), ...put.lines.map((line) => line.to)]);
    return t('log.boom', { ...facts, n: gone.size });
  }
  const what = flipped(put);
  return what === '' ? t('log.putNone', facts) : t('log.put', { ...facts, what });
}

// "cuts in at move 30, 40", while that is still to come.
function notes(facts: RoomFacts, seat: string): string[] {
  const cutIns = (facts.doc.view as ReversiView | undefined)?.cut_ins ?? {};
  const plies = Object.entries(cutIns).filter(([ply, by]) => by === seat && Number(ply) > (facts.doc.ply ?? 0));
  return plies.length === 0 ? [] : [t('turn.cutIn', { plies: listOf(plies.map(([ply]) => ply)) })];
}

const HELP: ReversiKey[] = ['help.flip', 'help.special', 'help.permanent', 'help.end'];
const KEYS: ReversiKey[] = ['keys.arrows', 'keys.row', 'keys.corner', 'keys.legal', 'keys.play'];
const discs = (n: number) => ({ shown: n, said: count('score.discs', n) });

export const game: GameModule = {
  part,
  describe(event, now) {
    if (isPut(event)) return describePut(now, event);
    return event.kind === 'pass' || event.kind === 'stuck'
      ? t(`log.${event.kind}`, { who: who(now.doc, event.seat) })
      : undefined;
  },
  help: () => HELP.map((key) => t(key)),
  keys: () => KEYS.map((key) => t(key)),
  icon: (doc, seat) => h('span', { class: 'disc icon', 'data-look': seatColor(doc, seat), 'aria-hidden': 'true' }),
  seatName: (doc, seat) => discName(seatColor(doc, seat)),
  score(doc, seat) {
    const n = (doc.view as ReversiView | undefined)?.score[seat];
    return n === undefined ? undefined : discs(n);
  },
  result: discs,
  notes,
  hints: true,
  reason: (word) => (word === 'all_pass' || word === 'cutin_stuck' ? t(`reason.${word}`) : undefined),
};
