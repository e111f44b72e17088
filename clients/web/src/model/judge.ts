// What an analysis says of a move. The page knows no game: each game's module makes a judgement of the server's hints.
import type { GameHint, GameMove, Preview, RoomDocument, RoomEvent } from '../protocol';

// A move with the hint for its position.
export interface Moment {
  seat: string;
  before: RoomDocument;
  after: RoomDocument;
  events: RoomEvent[]; // of the move
  hint: GameHint;
  // The hint that shows what the move was worth: the one for the next position, or in simultaneous games for the
  // same seat's next position. Undefined: none (yet).
  next: GameHint | undefined;
}

export interface Judgement {
  words: string; // the best move, and how good this move was
  loss: number; // the share that the move gave away, 0 to 1; 1 is everything
  chances?: Record<string, number>; // before the move, by seat
}

export type Judge = (moment: Moment) => Judgement | undefined;

// What a lesson says of a move that somebody tries instead of the one that was played.
export interface Verdict {
  good: boolean; // better than the played one
  words: string;
}

// A game's `lesson.ts`: its judgements as a lesson. The moments are mistakes.
export interface LessonModule {
  // The played move in a word or two.
  played(moment: Moment): string;
  best(hint: GameHint): GameMove | undefined;
  // `preview`: what the tried move does.
  tried(moment: Moment, move: GameMove, preview: Preview): Verdict;
  // Why the played move was a mistake, and what the best one does. `who`: a seat in words.
  why(moment: Moment, best: Preview, who: (seat: string) => string): string;
}

// A game's `judge.ts`.
export interface JudgeModule {
  judge: Judge;
  // The advised move in a few words; undefined: no move is better than the others.
  bestMove(hint: GameHint): string | undefined;
  // In games with turns.
  lesson?: LessonModule;
}

// The words for a loss, as chess players mark moves; from 5, 10 and 20 per cent on.
export type Mark = '' | '?!' | '?' | '??';

export function markOf(loss: number): Mark {
  if (loss >= 0.2) return '??';
  if (loss >= 0.1) return '?';
  return loss >= 0.05 ? '?!' : '';
}

// A finished round as a chance to win: 1 for a sole winner, a share of 1 for a tie.
export function finalChance(doc: RoomDocument, seat: string): number | undefined {
  const { result } = doc;
  if (!result) return undefined;
  const firsts = result.ranking.filter((place) => place.rank === 1);
  return !result.lost && firsts.some((place) => place.seat === seat) ? 1 / firsts.length : 0;
}
