// Reversi for two to five on the page.
import { h } from '../../dom';
import { t as common, isolated, language, listOf } from '../../i18n';
import type {
  Preview,
  PutEvent,
  ReversiHint,
  ReversiMove,
  ReversiOptions,
  ReversiView,
  RoomDocument,
  RoomEvent,
} from '../../protocol';
import { legalForMe, mySeat, type RoomFacts, seatWho } from '../../room/facts';
import { words } from '../../words';
import { type Foresight, Looks, Planned, Taps, TOO_LATE, wayOf } from '../hands';
import type { GameModule, GamePart, TableActions } from '../module';
import { Board } from './board';
import { letterAt, rowsOf } from './cells';
import { discName, discTitle, isPut, ORDER, seatColor } from './colors';
import { ghost, ghostWords } from './ghost';
import { flanked } from './plan';
import { count, type ReversiKey, t } from './texts';
import { bestOf, bestWords, chancesOf, chancesPanel } from './thoughts';

function part(actions: TableActions): GamePart {
  let facts: RoomFacts | undefined;
  const board = new Board(pick, actions.play);
  const foresight: Foresight<ReversiMove, Preview> = {
    find: actions.preview,
    words: ghostWords,
    show: mark,
    speak: actions.speak,
  };
  const taps = new Taps(actions.offer, foresight, (chosen) => void send(chosen), t);
  const looks = new Looks(board.element, '[data-cell]', moveAt, {
    ...foresight,
    speak: (text) => taps.chosen || actions.speak(text),
  });
  const planned = new Planned<ReversiMove>(
    mark,
    ({ cell }, now) => legalForMe(now).includes(cell),
    (plan) => void send(plan, TOO_LATE),
    ({ cell }) => actions.speak(common('play.unplanned', { move: cell })),
  );
  const aside = h('div', { class: 'reversi-aside' });
  const element = h('div', { class: 'reversi' }, h('div', { class: 'board-frame' }, board.element));
  let hint: { of: ReversiHint; ply: number | undefined; round: number } | undefined;

  function moveAt({ dataset: { cell } }: HTMLElement): ReversiMove | undefined {
    return cell !== undefined && facts && legalForMe(facts).includes(cell) ? { cell } : undefined;
  }

  function mark(): void {
    board.mark({ chosen: taps.chosen?.move.cell, planned: planned.move?.cell });
    ghost(board.element, taps.chosen ? taps.chosen.seen : looks.seen);
  }

  function pick(cell: string, legal: boolean, by: Event): void {
    if (!facts) return;
    if (mySeat(facts) === undefined || facts.doc.phase !== 'playing') return;
    if (legal) return taps.tap({ cell }, cell, wayOf(by));
    taps.clear();
    const empty = letterAt(rowsOf(facts.doc.view) ?? [], cell) === '.';
    if (empty && Planned.allowed(facts)) {
      const now = planned.toggle({ cell }, facts);
      return actions.speak(common(now ? 'play.planned' : 'play.unplanned', { move: cell }));
    }
    const mine = legalForMe(facts).length > 0;
    actions.speak(mine ? t('board.notHere', { cell }) : common('board.notYourTurn'));
  }

  async function send({ cell }: ReversiMove, quiet?: string[]): Promise<void> {
    if (!facts) return;
    board.hold(cell, seatColor(facts.doc, mySeat(facts) ?? '') ?? 'B');
    const { ok } = await actions.move({ cell }, quiet);
    board.release(cell, !ok);
  }

  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !taps.chosen) return;
    taps.clear();
    event.stopPropagation();
  });

  // A hint is valid only for the position that it was requested for.
  function drawHint(): void {
    const doc = facts?.doc;
    if (hint && (doc?.ply !== hint.ply || doc?.round !== hint.round || doc?.phase !== 'playing')) hint = undefined;
    const of = hint?.of;
    board.hint(of ? bestOf(of) : []);
    aside.replaceChildren(...(of && facts ? chancesShown(of, facts) : []));
  }

  function chancesShown(of: ReversiHint, now: RoomFacts): HTMLElement[] {
    const who = (seat: string) => (seat === mySeat(now) ? common('seat.you') : isolated(seatWho(now, seat)));
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
    if (taps.chosen && !legalForMe(now).includes(taps.chosen.move.cell)) taps.clear();
    planned.update(now);
    looks.update();
    mark();
  }

  return {
    element,
    beside: aside,
    update,
    showHint(found) {
      hint = { of: found as ReversiHint, ply: facts?.doc.ply, round: facts?.doc.round ?? 0 };
      drawHint();
      if (hint) actions.speak(t(hint.of.best ? 'hint.best' : 'hint.cell', { cells: bestWords(hint.of) }));
      return hint !== undefined;
    },
    text: async () => (await import('./words')).textBoard(actions),
    destroy: () => planned.clear(),
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

const SOON = 5; // moves

// "cuts in at move 30, 40", while that is still to come; "cuts in 2 moves from now", when it is near.
function notes(facts: RoomFacts, seat: string): string[] {
  const cutIns = (facts.doc.view as ReversiView | undefined)?.cut_ins ?? {};
  const ply = facts.doc.ply ?? 0;
  const plies = Object.keys(cutIns)
    .map(Number)
    .filter((at) => cutIns[at] === seat && at > ply);
  const near = plies.filter((at) => at - ply <= SOON).map((at) => count('turn.cutInSoon', at - ply));
  const far = plies.filter((at) => at - ply > SOON);
  return [...near, ...(far.length === 0 ? [] : [t('turn.cutIn', { plies: listOf(far.map(String)) })])];
}

const KEYS: ReversiKey[] = ['keys.arrows', 'keys.row', 'keys.corner', 'keys.legal', 'keys.play'];
const discs = (n: number) => ({ shown: n, said: count('score.discs', n) });

// The seats in the order of their next moves, if everybody can move. Seats that cut in move only then.
function order(doc: RoomDocument): string[] {
  const view = doc.view as ReversiView | undefined;
  const now = words(doc.to_act)[0];
  if (!view || now === undefined) return [];
  const cuts = view.cut_ins ?? {};
  const { rotation } = doc.options as ReversiOptions;
  const turns = [...(rotation ?? ORDER)].flatMap((letter) => {
    const seat = Object.keys(view.colors).find((one) => view.colors[one] === letter);
    return seat === undefined || (!rotation && Object.values(cuts).includes(seat)) ? [] : [seat];
  });
  const at = turns.indexOf(now);
  const after = at < 0 ? [] : [...turns.slice(at + 1), ...turns.slice(0, at)];
  const cut = cuts[String((doc.ply ?? 0) + 1)];
  return [now, ...(cut === undefined ? [] : [cut]), ...after];
}

export const game: GameModule = {
  part,
  describe(event, now) {
    if (isPut(event)) return describePut(now, event);
    return event.kind === 'pass' || event.kind === 'stuck'
      ? t(`log.${event.kind}`, { who: who(now.doc, event.seat) })
      : undefined;
  },
  help: async () => (await import('./help')).help,
  keys: () => KEYS.map((key) => t(key)),
  icon: (doc, seat) => h('span', { class: 'disc icon', 'data-look': seatColor(doc, seat), 'aria-hidden': 'true' }),
  seatName: (doc, seat) => discName(seatColor(doc, seat)),
  score(doc, seat) {
    const n = (doc.view as ReversiView | undefined)?.score[seat];
    if (n === undefined) return undefined;
    const all = Object.values((doc.view as ReversiView).score).reduce((sum, one) => sum + one, 0);
    return { ...discs(n), bar: all === 0 ? 0 : n / all, color: `var(--disc-${seatColor(doc, seat)})` };
  },
  order,
  ear: async () => (await import('./ear')).ear,
  result: discs,
  notes,
  hints: true,
  measure: { title: () => t('graph.title'), value: (doc, seat) => (doc.view as ReversiView | undefined)?.score[seat] },
  color: (doc, seat) => `var(--disc-${seatColor(doc, seat) ?? 'A'})`,
  reason: (word) => (word === 'all_pass' || word === 'cutin_stuck' ? t(`reason.${word}`) : undefined),
};
