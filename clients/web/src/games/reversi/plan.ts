// From a `put` event to the frames of the board: placed, then each line flips outward, one disc after the other; for a
// bomb: red, burst, gone. Pure: the player (player.ts) adds the timing, the board (board.ts) draws it.

import { words } from '../../base/words';
import type { PutEvent } from '../../protocol';
import type { Sound, SoundOptions } from '../../sound/sound';
import { cellName, letterAt, type Rows } from './cells';

// The look of a cell: a letter, or a disc seen from the side with `now` on its left half and `was` on its right.
export type Look = string | { now: string; was: string };

export interface Frame {
  looks: Map<string, Look>;
  ms: number; // until the next frame, at normal speed
  at?: string; // the played cell
  flankers?: ReadonlySet<string>; // the discs that enclose the lines with it
  boom?: boolean;
  glow?: ReadonlySet<string>; // discs that are about to fly apart
  burst?: ReadonlySet<string>; // discs that are flying apart
  sound?: [Sound, SoundOptions?];
}

const PUT_MS = 260;
const BOOM_MS = 240;
const BURST_MS = 300;
// Short lines flip slowly enough to be seen; long ones do not delay the game.
const LONGEST_STEP_MS = 120;
const ALL_STEPS_MS = 480;

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
  const all = new Set([put.cell, ...flanked(put), ...put.lines.map((line) => line.to)]);
  for (const cell of all) looks.set(cell, 'R');
  const red: Frame = { looks, ms: BOOM_MS, at: put.cell, boom: true, glow: all, sound: ['bomb'] };
  return [red, { looks, ms: BURST_MS, at: put.cell, boom: true, burst: all }, still(after)];
}

// One frame for each distance from the played disc: discs at that distance are seen from the side, nearer ones have
// flipped.
function flips(placed: Map<string, Look>, before: Rows, after: Rows, put: PutEvent): Frame[] {
  const lines = put.lines.map((line) => words(line.flip));
  const longest = Math.max(0, ...lines.map((line) => line.length));
  const ms = Math.min(LONGEST_STEP_MS, ALL_STEPS_MS / longest);
  const flankers = new Set(put.lines.map((line) => line.to));
  const frames: Frame[] = [];
  let looks = placed;
  for (let step = 0; step < longest; step += 1) {
    looks = new Map(looks);
    for (const line of lines) {
      const [cell, flat] = [line[step], line[step - 1]];
      if (cell) looks.set(cell, { now: letterAt(after, cell), was: letterAt(before, cell) });
      if (flat) looks.set(flat, letterAt(after, flat));
    }
    frames.push({ looks, ms, at: put.cell, flankers });
  }
  if (frames[0]) frames[0].sound = ['flip', { count: longest, every: ms }];
  return frames;
}

// `color`: the mover's letter. With `calm` (reduced motion) no disc turns sideways.
export function plan(before: Rows, after: Rows, put: PutEvent, color: string, calm: boolean): Frame[] {
  if (calm) return [{ ...still(after), sound: [put.boom ? 'bomb' : 'put'] }];
  if (put.boom) return bombPlan(before, after, put);
  const placed = discs(before);
  placed.set(put.cell, color);
  for (const line of put.lines) if (line.wild) placed.set(line.to, color);
  const flankers = new Set(put.lines.map((line) => line.to));
  const first: Frame = { looks: placed, ms: PUT_MS, at: put.cell, flankers, sound: ['put'] };
  return [first, ...flips(placed, before, after, put), still(after)];
}
