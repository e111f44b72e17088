// The flight of a shot, step by step the same as the server's (games/bubbles/flight.cpp), to show the landing place of
// a shot. Lengths are in units of 1/4096 of a bubble's diameter. Everything stays below 2^53, so numbers are exact.
import { SINE } from './sine';

const PITCH = 4096; // between the centres of neighbouring cells of a row
export const RADIUS = 2048;
export const ROW_PITCH = 3547;
const COLUMNS = 8; // of an even row; an odd one has one less
export const WIDTH = COLUMNS * PITCH;
export const LOSE_ROW = 12;
export const MAX_ANGLE = 8000; // hundredths of a degree from straight up
export const START_X = WIDTH / 2;
export const START_Y = RADIUS + ROW_PITCH * (LOSE_ROW + 1);
const CONTACT = 3482;
const STEP = PITCH / 16;
const STEP_MS = 4;
const SCALE = 2 ** 20;

export interface Field {
  shift: number;
  rows: readonly string[]; // from the top; a-h or .
}

export interface Cell {
  row: number;
  column: number;
}

export interface Landing {
  cell: Cell;
  path: [x: number, y: number, ms: number][]; // start, bounces, landing
}

// Whether the row is shifted right by half a bubble.
function isOdd(row: number, shift: number): boolean {
  return (row + shift) % 2 === 1;
}

function columnsOf(row: number, shift: number): number {
  return isOdd(row, shift) ? COLUMNS - 1 : COLUMNS;
}

export function centerX({ row, column }: Cell, shift: number): number {
  return RADIUS + PITCH * column + (isOdd(row, shift) ? RADIUS : 0);
}

export function centerY(row: number): number {
  return RADIUS + ROW_PITCH * row;
}

export function at(field: Field, { row, column }: Cell): string {
  return field.rows[row]?.[column] ?? '.';
}

export function cellName({ row, column }: Cell): string {
  return `r${row}c${column}`;
}

export function cellOf(name: string): Cell {
  const [row, column] = name.slice(1).split('c').map(Number);
  return { row: row ?? 0, column: column ?? 0 };
}

// The existing neighbours of a cell.
export function neighbors({ row, column }: Cell, shift: number): Cell[] {
  const side = isOdd(row, shift) ? 0 : -1;
  const around: [number, number][] = [
    [row - 1, column + side],
    [row - 1, column + side + 1],
    [row, column - 1],
    [row, column + 1],
    [row + 1, column + side],
    [row + 1, column + side + 1],
  ];
  return around.filter(([r, c]) => r >= 0 && c >= 0 && c < columnsOf(r, shift)).map(([r, c]) => ({ row: r, column: c }));
}

function distance(cell: Cell, shift: number, x: number, y: number): number {
  return (x - centerX(cell, shift)) ** 2 + (y - centerY(cell.row)) ** 2;
}

// At this height and below, nothing can be touched: neither a bubble nor the ceiling.
function freeBelow(field: Field): number {
  const lowest = field.rows.reduce((found, row, r) => (/[a-h]/.test(row) ? r : found), -1);
  return lowest < 0 ? RADIUS + 1 : centerY(lowest) + CONTACT;
}

// A touched bubble is less than a pitch away, so only two rows can contain it.
function touches({ rows, shift }: Field, x: number, y: number): boolean {
  const above = Math.max(0, Math.floor((y - RADIUS) / ROW_PITCH));
  for (let row = above; row <= above + 1; row += 1) {
    const text = rows[row] ?? '';
    const dy = y - centerY(row);
    const first = RADIUS + (isOdd(row, shift) ? RADIUS : 0);
    for (let column = 0; column < text.length; column += 1) {
      const dx = x - first - PITCH * column;
      if (text[column] !== '.' && dx * dx + dy * dy < CONTACT * CONTACT) return true;
    }
  }
  return false;
}

// The nearest free cell on the ceiling or next to a bubble; ties: the smaller row, then the smaller column.
function nearestFree(field: Field, x: number, y: number): Cell {
  const middle = Math.max(0, Math.floor((y - RADIUS) / ROW_PITCH));
  let best: Cell = { row: 0, column: 0 };
  let nearest = Number.POSITIVE_INFINITY;
  for (let row = Math.max(0, middle - 2); row <= middle + 2; row += 1) {
    for (let column = 0; column < columnsOf(row, field.shift); column += 1) {
      const cell = { row, column };
      const far = distance(cell, field.shift, x, y);
      if (far >= nearest || at(field, cell) !== '.') continue;
      if (row > 0 && !neighbors(cell, field.shift).some((next) => at(field, next) !== '.')) continue;
      nearest = far;
      best = cell;
    }
  }
  return best;
}

// REQUIRES: an integer |angle| <= MAX_ANGLE, and no bubble in row LOSE_ROW or below.
export function fly(field: Field, angle: number): Landing {
  const size = Math.abs(angle);
  let dx = Math.sign(angle) * STEP * (SINE[size] as number);
  const dy = STEP * (SINE[9000 - size] as number);
  const ceiling = RADIUS * SCALE;
  const left = RADIUS * SCALE;
  const right = (WIDTH - RADIUS) * SCALE;
  let x = START_X * SCALE;
  let y = START_Y * SCALE;
  const free = freeBelow(field);
  const path: Landing['path'] = [[START_X, START_Y, 0]];
  for (let steps = 1; ; steps += 1) {
    x += dx;
    y -= dy;
    if (x < left || x > right) {
      const wall = x < left ? left : right;
      x = 2 * wall - x;
      dx = -dx;
      path.push([wall / SCALE, Math.floor(y / SCALE), steps * STEP_MS]);
    }
    const here = [Math.floor(x / SCALE), Math.floor(y / SCALE)] as const;
    if (y > ceiling && (here[1] >= free || !touches(field, ...here))) continue;
    path.push([...here, steps * STEP_MS]);
    return { cell: nearestFree(field, ...here), path };
  }
}

function connected(start: Cell[], shift: number, joins: (cell: Cell) => boolean): Map<string, Cell> {
  const found = new Map(start.map((cell) => [cellName(cell), cell]));
  const open = [...start];
  for (let cell = open.pop(); cell; cell = open.pop()) {
    for (const next of neighbors(cell, shift)) {
      if (found.has(cellName(next)) || !joins(next)) continue;
      found.set(cellName(next), next);
      open.push(next);
    }
  }
  return found;
}

// The effect of a bubble in the cell where it lands: three or more connected bubbles of a colour pop, and bubbles that
// are no longer connected fall.
export function land(field: Field, cell: Cell, color: string): { popped: Cell[]; fallen: Cell[] } {
  const group = connected([cell], field.shift, (next) => at(field, next) === color);
  if (group.size < 3) return { popped: [], fallen: [] };
  const stays = (next: Cell) => at(field, next) !== '.' && !group.has(cellName(next));
  const all = field.rows.flatMap((row, r) => [...row].map((_, column) => ({ row: r, column }))).filter(stays);
  const hanging = connected(
    all.filter(({ row }) => row === 0),
    field.shift,
    stays,
  );
  return { popped: [...group.values()], fallen: all.filter((next) => !hanging.has(cellName(next))) };
}
