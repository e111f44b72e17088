// The course of a round as a picture: bands of a whole or lines, with turning points, names and axes, and a thread at the
// shown move; the same in words and numbers below.
import { h } from '../base/dom';
import { percent } from '../base/i18n';
import { svg } from '../base/svg';
import { extent, spread, ticks, upperEdges } from './bands';
import type { GraphData, Line } from './graph-data';
import { tableOf, turnList } from './graph-table';
import { t } from './texts';
import { Thread } from './thread';
import { turningPoints } from './turning';

const WIDTH = 600;
const HEIGHT = 200;
const NAMES_APART = 0.12; // of the height
const MOST_TICKS = 5;
const DASHES = ['', '10 4', '3 3', '12 3 3 3', '6 6'];

// Where a line, or the upper edge of a band, is at each ply: from 0 at the top to 1; undefined: nowhere.
type Edge = (number | undefined)[];

function points(edge: Edge, plies: number): string[] {
  const x = (ply: number) => (plies > 0 ? (WIDTH * ply) / plies : 0).toFixed(1);
  return edge.flatMap((at, ply) => (at === undefined ? [] : `${x(ply)} ${(at * HEIGHT).toFixed(1)}`));
}

function paint(element: SVGElement, property: 'fill' | 'stroke', { color }: Line, i: number): SVGElement {
  if (color) element.style[property] = color;
  else element.setAttribute('data-token', String(i % 5));
  return element;
}

// A band from its own edge down to the next one's, and the line between it and the one above.
function bandShapes({ lines, plies }: GraphData, edges: Edge[]): SVGElement[] {
  const shapes = lines.map((line, i) => {
    const upper = points(edges[i] ?? [], plies);
    const lower = points(edges[i + 1] ?? (edges[i] ?? []).map(() => 1), plies).reverse();
    return paint(svg('path', { d: `M${[...upper, ...lower].join('L')}Z`, class: 'graph-band' }), 'fill', line, i);
  });
  const between = edges.map((edge) => svg('path', { d: `M${points(edge, plies).join('L')}`, class: 'graph-line between' }));
  return [...shapes, ...between];
}

// A line for each seat, and a wider one under it that keeps it apart from the others.
function lineShapes({ lines, plies }: GraphData, edges: Edge[]): SVGElement[] {
  return lines.flatMap((line, i) => {
    const d = `M${points(edges[i] ?? [], plies).join('L')}`;
    const path = svg('path', { d, class: 'graph-line', 'stroke-dasharray': DASHES[i % DASHES.length] ?? '' });
    return [svg('path', { d, class: 'graph-under' }), paint(path, 'stroke', line, i)];
  });
}

function edgesOf({ lines, parts }: GraphData): Edge[] {
  if (parts) return upperEdges(lines);
  const [low, high] = extent(lines);
  const height = (value: number) => 1 - (0.96 * (value - low)) / (high - low) - 0.02;
  return lines.map(({ values }) => values.map((value) => (value === undefined ? undefined : height(value))));
}

// Where the name of each seat stands: at the end of its line, or of the middle of its band.
function namesAt({ parts }: GraphData, edges: Edge[]): number[] {
  const ends = edges.map((edge) => edge.filter((at) => at !== undefined).at(-1) ?? 1);
  return spread(parts ? ends.map((end, i) => (end + (ends[i + 1] ?? 1)) / 2) : ends, NAMES_APART);
}

function placed(tag: 'span' | 'li', at: { left?: number; top?: number }, ...content: (Node | string)[]): HTMLElement {
  const element = h(tag, {}, ...content);
  for (const [side, share] of Object.entries(at)) element.style.setProperty(side, `${(100 * share).toFixed(2)}%`);
  return element;
}

export class Graph {
  readonly element: HTMLElement;
  private readonly title = h('h2', {});
  private readonly svg = svg('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    class: 'graph',
    'aria-hidden': 'true',
  });
  private readonly heights = h('div', { class: 'graph-heights', 'aria-hidden': 'true' });
  private readonly moves = h('div', { class: 'graph-moves', 'aria-hidden': 'true' });
  private readonly marks = h('div', { class: 'graph-marks', 'aria-hidden': 'true' });
  private readonly names = h('ul', { class: 'graph-names' });
  private readonly plot = h('div', { class: 'graph-plot' }, this.svg as unknown as HTMLElement, this.marks);
  private readonly more = h('div', { class: 'graph-more' });
  private readonly details = h('details', {}, h('summary', {}, t('graph.more')), this.more);
  private readonly thread: Thread;
  private data: GraphData | undefined;

  // `choice`: stands beside the title. `go`: the person wants to see this ply; `words`: what happened there.
  constructor(
    choice: HTMLElement,
    private readonly go: (ply: number) => void,
    words: (ply: number) => string,
  ) {
    this.thread = new Thread(this.plot, go, words);
    this.plot.append(this.thread.element);
    const frame = h('div', { class: 'graph-frame' }, this.heights, this.plot, this.names, this.moves);
    const head = h('div', { class: 'graph-head' }, this.title, choice);
    this.element = h('section', { class: 'panel graph-panel', hidden: true }, head, frame, this.details);
    this.details.addEventListener('toggle', () => this.drawMore());
  }

  // Undefined: there is nothing to show.
  draw(data: GraphData | undefined): void {
    this.data = data;
    this.element.hidden = data === undefined;
    if (!data) return;
    const { title, lines, plies, parts } = data;
    this.title.textContent = title;
    const edges = edgesOf(data);
    const turns = turningPoints(lines, plies);
    this.svg.replaceChildren(...(parts ? bandShapes : lineShapes)(data, edges));
    const mark = (seat: string, ply: number) => {
      const i = lines.findIndex((line) => line.seat === seat);
      return placed('span', { left: ply / plies, top: edges[i]?.[ply] ?? 0 }, lines[i]?.icon() ?? '');
    };
    this.marks.replaceChildren(...turns.map(({ seat, ply }) => mark(seat, ply)));
    this.drawAxes(data, edges);
    this.thread.set(
      plies,
      turns.map(({ ply }) => ply),
    );
    this.drawMore();
  }

  at(ply: number): void {
    this.thread.at(ply);
  }

  private drawAxes(data: GraphData, edges: Edge[]): void {
    const { lines, plies, parts, show } = data;
    const [low, high] = extent(lines);
    const heights = parts ? [1, 0.5, 0] : [high, low];
    const top = (value: number) => (parts ? 1 - value : (high - value) / (high - low));
    this.heights.replaceChildren(
      ...heights.map((value) => placed('span', { top: top(value) }, (parts ? percent : show)(value))),
    );
    const numbers = ticks(plies, MOST_TICKS).filter((ply) => ply > 0);
    this.moves.replaceChildren(
      h('span', { class: 'graph-unit' }, t('graph.ply')),
      ...numbers.map((ply) => placed('span', { left: ply / plies }, String(ply))),
    );
    const at = namesAt(data, edges);
    const name = ({ icon, who, name: full }: Line) => [
      icon(),
      h('span', { class: 'ellipsis', 'aria-hidden': 'true' }, who),
      h('span', { class: 'hidden-text' }, full),
    ];
    this.names.replaceChildren(...lines.map((line, i) => placed('li', { top: at[i] ?? 0 }, ...name(line))));
  }

  // Nobody may ever open it.
  private drawMore(): void {
    if (!this.details.open || !this.data) return;
    const { lines, plies } = this.data;
    const turns = turnList(turningPoints(lines, plies), lines, this.go);
    const table = h('div', { class: 'graph-table', tabindex: 0 }, tableOf(this.data));
    this.more.replaceChildren(h('h3', {}, t('graph.turns')), turns, table);
  }
}
