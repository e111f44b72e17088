// The course of a round: a line for every seat, the turning points, and the same numbers as a table.
import { h } from '../dom';
import { t } from './texts';
import { type Series, turningPoints } from './turning';

export interface Line extends Series {
  name: string;
  color: string | undefined;
  icon: () => HTMLElement;
}

export interface GraphData {
  title: string;
  lines: Line[];
  plies: number;
  show: (value: number) => string;
}

export interface Graph {
  element: HTMLElement;
  draw(data: GraphData | undefined): void;
  at(ply: number): void;
}

const WIDTH = 600;
const HEIGHT = 180;
const MOST_ROWS = 40; // of the table
const DASHES = ['', '10 4', '3 3', '12 3 3 3', '6 6'];
const SVG = 'http://www.w3.org/2000/svg';

function shape(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

function extent(lines: Line[]): [number, number] {
  let low = 0;
  let high = 1;
  for (const { values } of lines)
    for (const value of values) {
      if (value === undefined) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  return [low, high];
}

// Steps, as scores are: a value holds until the next ply.
function pathOf(values: Line['values'], x: (ply: number) => number, y: (value: number) => number): string {
  let path = '';
  values.forEach((value, ply) => {
    if (value !== undefined) path += `${path === '' ? 'M' : 'L'}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`;
  });
  return path;
}

export function scoreGraph(go: (ply: number) => void): Graph {
  const svg = shape('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    class: 'graph',
    'aria-hidden': 'true',
  });
  const legend = h('ul', { class: 'graph-legend' });
  const points = h('ol', { class: 'turning' });
  const table = h('div', { class: 'graph-table' });
  const details = h('details', {}, h('summary', {}, t('graph.table')), table);
  const title = h('h2', {});
  const none = h('p', { class: 'quiet' }, t('graph.noTurns'));
  const head = h('h3', {}, t('graph.turns'));
  const element = h(
    'section',
    { class: 'panel graph-panel', hidden: true },
    title,
    svg as unknown as HTMLElement,
    legend,
    head,
    none,
    points,
    details,
  );
  const cursor = shape('line', { class: 'graph-cursor', y1: 0, y2: HEIGHT });
  let data: GraphData | undefined;
  let now = 0;

  const x = (ply: number) => (data && data.plies > 0 ? (WIDTH * ply) / data.plies : 0);
  svg.addEventListener('click', (event) => {
    const box = svg.getBoundingClientRect();
    if (data) go(Math.round((((event as MouseEvent).clientX - box.left) / box.width) * data.plies));
  });

  function place(): void {
    cursor.setAttribute('x1', String(x(now)));
    cursor.setAttribute('x2', String(x(now)));
  }

  function drawLines({ lines }: GraphData): void {
    const [low, high] = extent(lines);
    const y = (value: number) => HEIGHT - 6 - ((HEIGHT - 12) * (value - low)) / (high - low);
    svg.replaceChildren();
    const turns = data ? turningPoints(lines, data.plies) : [];
    for (const { ply } of turns) svg.append(shape('line', { class: 'graph-turn', x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT }));
    lines.forEach((line, i) => {
      const d = pathOf(line.values, x, y);
      svg.append(shape('path', { d, class: 'graph-under' }));
      const path = shape('path', { d, class: 'graph-line', 'stroke-dasharray': DASHES[i % DASHES.length] ?? '' });
      if (line.color) (path as SVGPathElement).style.stroke = line.color;
      else path.setAttribute('data-token', String(i % 5));
      svg.append(path);
    });
    svg.append(cursor);
    none.hidden = turns.length > 0;
    points.replaceChildren(
      ...turns.map(({ ply, seat }) => {
        const line = lines.find((one) => one.seat === seat) as Line;
        const text = t('graph.leads', { ply, who: line.name });
        return h('li', {}, h('button', { class: 'button small', type: 'button', onclick: () => go(ply) }, line.icon(), text));
      }),
    );
  }

  function drawTable({ lines, plies, show }: GraphData): void {
    const step = Math.max(1, Math.ceil(plies / MOST_ROWS));
    const rows: HTMLElement[] = [];
    for (let ply = 0; ply <= plies; ply = ply < plies ? Math.min(plies, ply + step) : ply + 1) {
      const cells = lines.map(({ values }) => h('td', {}, values[ply] === undefined ? '–' : show(values[ply] as number)));
      rows.push(h('tr', {}, h('th', { scope: 'row' }, ply), ...cells));
    }
    const heads = lines.map((line) => h('th', { scope: 'col' }, line.name));
    table.replaceChildren(
      h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('graph.ply')), ...heads)), h('tbody', {}, ...rows)),
    );
  }

  details.addEventListener('toggle', () => {
    if (details.open && data) drawTable(data);
  });

  return {
    element,
    draw(next) {
      data = next;
      element.hidden = next === undefined;
      if (!next) return;
      title.textContent = next.title;
      drawLines(next);
      legend.replaceChildren(
        ...next.lines.map((line) => h('li', {}, line.icon(), h('span', { class: 'ellipsis' }, line.name))),
      );
      if (details.open) drawTable(next);
      place();
    },
    at(ply) {
      now = ply;
      place();
    },
  };
}
