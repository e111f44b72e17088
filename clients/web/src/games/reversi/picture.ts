// A position of reversi as a small picture.
import { drawing, svg } from '../../base/svg';
import { rowsOf } from './cells';
import { type Disc, isDisc } from './discs';

export function picture(view: object): SVGElement {
  const rows = rowsOf(view) ?? [];
  const parts: SVGElement[] = [];
  let squares = '';
  rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      if (letter !== 'H') squares += `M${x} ${y}h1v1h-1z`;
      if (isDisc(letter)) parts.push(...piece(letter, x, y));
    });
  });
  const board = svg('path', { d: squares, fill: 'var(--tatami)', stroke: 'var(--tatami-edge)', 'stroke-width': 0.08 });
  const last = 'last' in view && typeof view.last === 'string' ? mark(view.last) : [];
  return drawing(rows[0]?.length ?? 1, Math.max(1, rows.length), board, ...parts, ...last);
}

// At the centre of a square.
const MARKS: Partial<Record<Disc, string>> = {
  G: 'M0.00 -0.25L0.06 -0.09L0.24 -0.08L0.10 0.03L0.15 0.20L0.00 0.11L-0.15 0.20L-0.10 0.03L-0.24 -0.08L-0.06 -0.09z',
  R: 'M-.15 -.15L.15 .15M.15 -.15L-.15 .15',
};

// Wildcards and bombs belong to nobody: they are squares with their mark, so that they differ from players' discs at any size.
function piece(letter: Disc, x: number, y: number): SVGElement[] {
  const look = { fill: `var(--disc-${letter})`, stroke: '#1b1b1b', 'stroke-width': 0.07 };
  const d = MARKS[letter];
  if (d === undefined) return [svg('circle', { cx: x + 0.5, cy: y + 0.5, r: 0.38, ...look })];
  const square = svg('rect', { x: x + 0.2, y: y + 0.2, width: 0.6, height: 0.6, rx: 0.08, ...look });
  const sign = { d, transform: `translate(${x + 0.5} ${y + 0.5})`, class: 'mark', 'data-mark': letter };
  const drawn: Record<string, string | number> =
    letter === 'G' ? { fill: '#fff' } : { fill: 'none', stroke: '#fff', 'stroke-width': 0.1 };
  return [square, svg('path', { ...sign, ...drawn })];
}

function mark(cell: string): SVGElement[] {
  const cx = cell.charCodeAt(0) - 96.5;
  const cy = Number(cell.slice(1)) - 0.5;
  return [svg('circle', { cx, cy, r: 0.46, fill: 'none', stroke: 'var(--focus)', 'stroke-width': 0.1 })];
}
