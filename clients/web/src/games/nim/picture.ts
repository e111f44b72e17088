// A position of 753 as a small picture: the rows of stones, taken ones faint.

import { drawing, svg } from '../../base/svg';
import type { NimView } from '../../protocol';
import { rowsOf } from './rows';

export function picture(view: object): SVGElement {
  const rows = rowsOf(view as NimView);
  const width = Math.max(3, ...rows.map((row) => row.length));
  const stones = rows.flatMap((row, y) =>
    [...row].map((stone, x) =>
      svg('circle', {
        cx: x + 0.5 + (width - row.length) / 2,
        cy: y * 1.2 + 0.6,
        r: 0.38,
        fill: stone === 'o' ? '#e2ded6' : 'none',
        stroke: stone === 'o' ? '#1b1b1b' : 'var(--line)',
        'stroke-width': 0.08,
      }),
    ),
  );
  return drawing(width, Math.max(1.2, rows.length * 1.2), ...stones);
}
