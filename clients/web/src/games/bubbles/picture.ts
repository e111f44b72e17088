// A position of the bubble shooter as a small picture: the first field that is still in the game.
import { drawing, svg } from '../../base/svg';

interface Field {
  shift: number;
  rows: Record<string, string>;
  now: string;
  out?: object;
}

const ROW = 0.866;

function bubble(cx: number, cy: number, color: string): SVGElement {
  return svg('circle', {
    cx,
    cy,
    r: 0.46,
    fill: /[a-h]/.test(color) ? `var(--bubble-${color})` : 'none',
    stroke: '#1b1b1b',
    'stroke-width': 0.07,
  });
}

export function picture(view: object): SVGElement {
  const { fields, rows: height } = view as { fields: Record<string, Field>; rows: number };
  const field = Object.values(fields).find((one) => !one.out) ?? Object.values(fields)[0];
  const parts: SVGElement[] = [];
  for (const [name, row] of Object.entries(field?.rows ?? {})) {
    const r = Number(name.slice(1));
    const x = 0.5 + ((r + (field?.shift ?? 0)) % 2) / 2;
    [...row].forEach((color, c) => {
      if (color !== '.') parts.push(bubble(x + c, 0.5 + r * ROW, color));
    });
  }
  const bottom = height * ROW + 1;
  if (field) parts.push(bubble(4, bottom - 0.5, field.now));
  const back = svg('rect', { width: 8, height: bottom, rx: 0.3, fill: 'var(--paper-deep)' });
  return drawing(8, bottom, back, ...parts);
}
