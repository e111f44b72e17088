// The course of a round: a line for every seat, the turning points, and the same numbers as a table.
import { h } from '../base/dom';
import { t } from './texts';
import { type Series, type TurningPoint, turningPoints } from './turning';

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

// A value's height: the highest is at the top, and a little room is left for the width of the lines.
function scaleOf(lines: Line[]): (value: number) => number {
  const [low, high] = extent(lines);
  return (value) => HEIGHT - 6 - ((HEIGHT - 12) * (value - low)) / (high - low);
}

// One seat's line, and the wider one under it that keeps it apart from the others.
function strokes(line: Line, i: number, d: string): SVGElement[] {
  const path = shape('path', { d, class: 'graph-line', 'stroke-dasharray': DASHES[i % DASHES.length] ?? '' });
  if (line.color) (path as SVGPathElement).style.stroke = line.color;
  else path.setAttribute('data-token', String(i % 5));
  return [shape('path', { d, class: 'graph-under' }), path];
}

// At most about MOST_ROWS plies, the first and the last among them.
function rowPlies(plies: number): number[] {
  const step = Math.max(1, Math.ceil(plies / MOST_ROWS));
  const found: number[] = [];
  for (let ply = 0; ply < plies; ply += step) found.push(ply);
  return [...found, plies];
}

function tableOf({ lines, plies, show }: GraphData): HTMLElement {
  const rows = rowPlies(plies).map((ply) => {
    const cells = lines.map(({ values }) => h('td', {}, values[ply] === undefined ? '–' : show(values[ply] as number)));
    return h('tr', {}, h('th', { scope: 'row' }, ply), ...cells);
  });
  const heads = lines.map((line) => h('th', { scope: 'col' }, line.name));
  const head = h('tr', {}, h('th', { scope: 'col' }, t('graph.ply')), ...heads);
  return h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows));
}

export class Graph {
  readonly element: HTMLElement;
  private readonly title = h('h2', {});
  private readonly svg = shape('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    class: 'graph',
    'aria-hidden': 'true',
  });
  private readonly cursor = shape('line', { class: 'graph-cursor', y1: 0, y2: HEIGHT });
  private readonly legend = h('ul', { class: 'graph-legend' });
  private readonly none = h('p', { class: 'quiet' }, t('graph.noTurns'));
  private readonly turns = h('ol', { class: 'turning' });
  private readonly table = h('div', { class: 'graph-table' });
  private readonly details = h('details', {}, h('summary', {}, t('graph.table')), this.table);
  private data: GraphData | undefined;
  private ply = 0;

  // `go`: the person wants to see this ply.
  constructor(private readonly go: (ply: number) => void) {
    this.element = h(
      'section',
      { class: 'panel graph-panel', hidden: true },
      this.title,
      this.svg as unknown as HTMLElement,
      this.legend,
      h('h3', {}, t('graph.turns')),
      this.none,
      this.turns,
      this.details,
    );
    this.svg.addEventListener('click', (event) => this.onClick(event as MouseEvent));
    this.details.addEventListener('toggle', () => this.drawTable());
  }

  // Undefined: there is nothing to show.
  draw(data: GraphData | undefined): void {
    this.data = data;
    this.element.hidden = data === undefined;
    if (!data) return;
    this.title.textContent = data.title;
    const turns = turningPoints(data.lines, data.plies);
    this.drawLines(data.lines, turns);
    this.drawTurns(data.lines, turns);
    this.legend.replaceChildren(
      ...data.lines.map((line) => h('li', {}, line.icon(), h('span', { class: 'ellipsis' }, line.name))),
    );
    this.drawTable();
    this.at(this.ply);
  }

  at(ply: number): void {
    this.ply = ply;
    this.cursor.setAttribute('x1', String(this.x(ply)));
    this.cursor.setAttribute('x2', String(this.x(ply)));
  }

  private x(ply: number): number {
    return this.data && this.data.plies > 0 ? (WIDTH * ply) / this.data.plies : 0;
  }

  private onClick({ clientX }: MouseEvent): void {
    const box = this.svg.getBoundingClientRect();
    if (this.data) this.go(Math.round(((clientX - box.left) / box.width) * this.data.plies));
  }

  private drawLines(lines: Line[], turns: TurningPoint[]): void {
    const x = (ply: number) => this.x(ply);
    const y = scaleOf(lines);
    this.svg.replaceChildren(
      ...turns.map(({ ply }) => shape('line', { class: 'graph-turn', x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT })),
      ...lines.flatMap((line, i) => strokes(line, i, pathOf(line.values, x, y))),
      this.cursor,
    );
  }

  private drawTurns(lines: Line[], turns: TurningPoint[]): void {
    this.none.hidden = turns.length > 0;
    this.turns.replaceChildren(
      ...turns.map(({ ply, seat }) => {
        const line = lines.find((one) => one.seat === seat) as Line;
        const text = t('graph.leads', { ply, who: line.name });
        const go = () => this.go(ply);
        return h('li', {}, h('button', { class: 'button small', type: 'button', onclick: go }, line.icon(), text));
      }),
    );
  }

  // Nobody may ever open it.
  private drawTable(): void {
    if (this.details.open && this.data) this.table.replaceChildren(tableOf(this.data));
  }
}
