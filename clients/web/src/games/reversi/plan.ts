// From a `put` event to the frames of the board: placed, sideways, flipped; for a bomb: red, gone. Pure: the player
// (player.ts) adds the timing, the board (board.ts) draws it.
import type { PutEvent } from '../../protocol';
import { words } from '../../words';
import { cellName, letterAt, type Rows } from './cells';

// The look of a cell: a letter, or a disc seen from the side with `now` on its left half and `was` on its right.
export type Look = string | { now: string; was: string };

export interface Frame {
  looks: Map<string, Look>;
  ms: number; // until the next frame, at normal speed
  at?: string; // the played cell
  boom?: boolean;
}

export const PHASE_MS = 350;

export function flanked(put: PutEvent): string[] {
  return put.lines.flatMap((line) => words(line.flip));
}

function discs(rows: Rows): Map<string, Look> {
  const looks = new Map<string, Look>();
  rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      if (letter !== 'H') looks.set(cellName(x, y), letter);
    });
  });
  return looks;
}

export function still(rows: Rows): Frame {
  return { looks: discs(rows), ms: 0 };
}

function bombPlan(before: Rows, after: Rows, put: PutEvent): Frame[] {
  const looks = discs(before);
  for (const cell of [put.cell, ...flanked(put), ...put.lines.map((line) => line.to)]) looks.set(cell, 'R');
  return [{ looks, ms: PHASE_MS, at: put.cell, boom: true }, still(after)];
}

// `color`: the mover's letter. With `calm` (reduced motion) no disc turns sideways.
export function plan(before: Rows, after: Rows, put: PutEvent, color: string, calm: boolean): Frame[] {
  if (put.boom) return bombPlan(before, after, put);
  const placed = discs(before);
  placed.set(put.cell, color);
  for (const line of put.lines) if (line.wild) placed.set(line.to, color);
  const sideways = new Map(placed);
  for (const cell of flanked(put)) sideways.set(cell, { now: letterAt(after, cell), was: letterAt(before, cell) });
  const first = { looks: placed, ms: PHASE_MS, at: put.cell };
  const second = { looks: sideways, ms: PHASE_MS, at: put.cell };
  return calm ? [still(after)] : [first, second, still(after)];
}
