// A graph in words and numbers: its turning points as buttons, and its values as a table.
import { h } from '../base/dom';
import type { GraphData, Line } from './graph-data';
import { t } from './texts';
import type { TurningPoint } from './turning';

const MOST_ROWS = 40;

// At most about MOST_ROWS plies, the first and the last among them.
function rowPlies(plies: number): number[] {
  const step = Math.max(1, Math.ceil(plies / MOST_ROWS));
  const found: number[] = [];
  for (let ply = 0; ply < plies; ply += step) found.push(ply);
  return [...found, plies];
}

export function tableOf({ lines, plies, show }: GraphData): HTMLElement {
  const rows = rowPlies(plies).map((ply) => {
    const cells = lines.map(({ values }) => h('td', {}, values[ply] === undefined ? '–' : show(values[ply] as number)));
    return h('tr', {}, h('th', { scope: 'row' }, ply), ...cells);
  });
  const heads = lines.map((line) => h('th', { scope: 'col' }, line.name));
  const head = h('tr', {}, h('th', { scope: 'col' }, t('graph.ply')), ...heads);
  return h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows));
}

export function turnList(turns: TurningPoint[], lines: Line[], go: (ply: number) => void): HTMLElement {
  if (turns.length === 0) return h('p', { class: 'quiet' }, t('graph.noTurns'));
  const item = ({ ply, seat }: TurningPoint) => {
    const line = lines.find((one) => one.seat === seat) as Line;
    const text = t('graph.leads', { ply, who: line.name });
    const button = { class: 'button small', type: 'button', onclick: () => go(ply) };
    return h('li', {}, h('button', button, line.icon(), text));
  };
  return h('ol', { class: 'turning' }, ...turns.map(item));
}
