// The 15-puzzle on the page.
import { listOf, ordinal } from '../../base/i18n';
import { words } from '../../base/words';
import { mySeat, type RoomFacts, seatNames, seatWho } from '../../model/facts';
import type { GameModule, Score } from '../../model/module';
import type { RoomEvent } from '../../protocol';
import { seatToken } from '../token';
import { isAlone, ownBest } from './best';
import { FifteenPart } from './part';
import { count, type FifteenKey, t } from './texts';
import { inPlace, seconds, tilesOf } from './tiles';
import { boardOf, viewOf } from './view';

const KEYS: FifteenKey[] = ['keys.arrows', 'keys.line'];

function describe(event: RoomEvent, now: RoomFacts): string | undefined {
  const who = 'seat' in event && event.seat ? seatWho(now, event.seat) : '';
  const steps = 'steps' in event ? count('score.steps', event.steps) : '';
  switch (event.kind) {
    case 'slide':
      return t('log.slide', { who, tiles: listOf(event.tiles.map(String)), steps });
    case 'solved':
      return t('log.solved', { who, place: ordinal(event.place), steps, time: seconds(event.ms) });
    case 'out':
      return t('log.out', { who });
    case 'optimal':
      return t(event.proved ? 'log.optimal' : 'log.optimalFound', { steps });
    default:
      return undefined;
  }
}

function stepsOf(n: number): Score {
  return { shown: n, said: count('score.steps', n) };
}

// A single player races against the shortest solution and their own best.
function task(facts: RoomFacts): string {
  const optimal = viewOf(facts.doc)?.optimal;
  if (!isAlone(facts) || !optimal) return t('turn.solve');
  const best = ownBest(facts);
  const what = count(optimal.proved ? 'turn.alone' : 'turn.enough', optimal.steps);
  return best === undefined ? what : t('turn.best', { what, n: best });
}

function solvedAlone(facts: RoomFacts): string {
  const seat = mySeat(facts);
  const n = seat && boardOf(facts.doc, seat)?.steps;
  const optimal = viewOf(facts.doc)?.optimal;
  if (!n || !optimal?.proved) return t('head.solved');
  return count('head.alone', n, { short: optimal.steps, best: ownBest(facts) ?? n });
}

export const game: GameModule = {
  part: (actions) => new FifteenPart(actions),
  describe,
  // Hundreds of slides would flood the log. Players who are still solving do not learn the shortest solution.
  quiet: (event, facts) => {
    const { kind } = event;
    const mine = mySeat(facts);
    if (isAlone(facts)) return kind === 'slide';
    return kind === 'slide' || (kind === 'optimal' && mine !== undefined && boardOf(facts.doc, mine)?.done === undefined);
  },
  help: async () => (await import('./help')).help,
  keys: () => KEYS.map((key) => t(key)),
  icon: (_doc, seat) => seatToken(seat),
  score(doc, seat) {
    const board = boardOf(doc, seat);
    return board && stepsOf(board.steps);
  },
  result(score, doc, seat) {
    const { said } = stepsOf(score);
    const done = boardOf(doc, seat)?.done;
    const text = done ? t('score.time', { steps: said, time: seconds(done.ms) }) : said;
    return { shown: text, said: text };
  },
  notes(facts, seat) {
    const board = boardOf(facts.doc, seat);
    if (board?.done) return [t('note.place', { n: ordinal(board.done.place) })];
    return board?.out ? [t('note.out')] : [];
  },
  turn(facts) {
    const mine = mySeat(facts);
    const board = mine && boardOf(facts.doc, mine);
    if (!board) return count('turn.watch', words(facts.doc.to_act).length);
    if (board.done) return t(words(facts.doc.to_act).length > 0 ? 'turn.others' : 'turn.solved');
    return board.out ? t('turn.out') : task(facts);
  },
  headline(facts) {
    if (facts.doc.result?.reason === 'out') return t('head.out');
    return seatNames(facts.doc).length === 1 && facts.doc.result?.reason === 'solved' ? solvedAlone(facts) : undefined;
  },
  reason: (word) => (word === 'solved' || word === 'out' ? t(`reason.${word}`) : undefined),
  hints: true,
  ear: async () => (await import('./words')).ear,
  measure: {
    title: () => t('facts.inPlace'),
    value(doc, seat) {
      const board = boardOf(doc, seat);
      return board && inPlace(tilesOf(board));
    },
  },
};
