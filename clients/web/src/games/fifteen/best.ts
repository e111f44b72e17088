// The fewest steps of this person for each size, solved alone and without hints; kept in this browser.
import { readStored, store } from '../../base/identity';
import { mySeat, type RoomFacts, seatNames } from '../../model/facts';
import { boardOf, viewOf } from './view';

const keyOf = ({ doc }: RoomFacts) => `engawa.best.${viewOf(doc)?.size}`;

// Whether this viewer plays alone, that is, against the shortest solution.
export function isAlone(now: RoomFacts): boolean {
  return mySeat(now) !== undefined && seatNames(now.doc).length === 1;
}

// Undefined: none yet.
export function ownBest(now: RoomFacts): number | undefined {
  return Number(readStored(keyOf(now))) || undefined;
}

// `helped`: with a hint.
export function noteBest(now: RoomFacts, helped: boolean): void {
  const seat = mySeat(now);
  const board = seat === undefined ? undefined : boardOf(now.doc, seat);
  if (!isAlone(now) || helped || !board?.done) return;
  const best = ownBest(now);
  if (best === undefined || board.steps < best) store(keyOf(now), String(board.steps));
}
