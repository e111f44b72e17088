// A position of reversi as a small picture.
import { drawing, svg } from '../svg';
import { rowsOf } from './cells';
import { isDisc } from './discs';

export function picture(view: object): SVGElement {
  const rows = rowsOf(view) ?? [];
  const parts: SVGElement[] = [];
  let squares = '';
  rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      if (letter !== 'H') squares += `M${x} ${y}h1v1h-1z`;
      if (!isDisc(letter)) return;
      parts.push(
        svg('circle', {
          cx: x + 0.5,
          cy: y + 0.5,
          r: 0.38,
          fill: `var(--disc-${letter})`,
          stroke: '#1b1b1b',
          'stroke-width': 0.07,
        }),
      );
    });
  });
  const board = svg('path', { d: squares, fill: 'var(--tatami)', stroke: 'var(--tatami-edge)', 'stroke-width': 0.08 });
  const last = 'last' in view && typeof view.last === 'string' ? mark(view.last) : [];
  return drawing(rows[0]?.length ?? 1, Math.max(1, rows.length), board, ...parts, ...last);
}

function mark(cell: string): SVGElement[] {
  const cx = cell.charCodeAt(0) - 96.5;
  const cy = Number(cell.slice(1)) - 0.5;
  return [svg('circle', { cx, cy, r: 0.46, fill: 'none', stroke: 'var(--focus)', 'stroke-width': 0.1 })];
}
