// The shown move in a graph: a vertical thread that is dragged by a pointer or moved by keys.
import { h } from '../base/dom';
import { t } from './texts';

const FAR = 10; // moves

export class Thread {
  readonly element: HTMLElement;
  private plies = 0;
  private turns: number[] = []; // plies where the lead changes
  private ply = 0;

  // `plot`: all of the graph's place, in which a pointer draws the thread to itself. `go`: the person wants to see this ply;
  // `words`: it, for screen readers.
  constructor(
    private readonly plot: HTMLElement,
    private readonly go: (ply: number) => void,
    private readonly words: (ply: number) => string,
  ) {
    const slider = { role: 'slider', tabindex: 0, 'aria-valuemin': 0, 'aria-label': t('graph.thread') };
    this.element = h('div', { class: 'graph-thread', ...slider }, h('span', { class: 'graph-handle' }));
    this.element.addEventListener('keydown', (event) => this.onKey(event));
    plot.addEventListener('pointerdown', (event) => this.take(event));
    plot.addEventListener('pointermove', (event) => plot.hasPointerCapture(event.pointerId) && this.draw(event));
  }

  set(plies: number, turns: number[]): void {
    this.plies = plies;
    this.turns = turns;
    this.element.setAttribute('aria-valuemax', String(plies));
    this.at(this.ply);
  }

  at(ply: number): void {
    this.ply = ply;
    this.element.style.left = `${this.plies > 0 ? (100 * ply) / this.plies : 0}%`;
    this.element.setAttribute('aria-valuenow', String(ply));
    this.element.setAttribute('aria-valuetext', this.words(ply));
  }

  private take(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault(); // no text is selected
    this.plot.setPointerCapture(event.pointerId);
    this.element.focus({ preventScroll: true });
    this.draw(event);
  }

  private draw({ clientX }: PointerEvent): void {
    const { left, width } = this.plot.getBoundingClientRect();
    const ply = Math.round(((clientX - left) / width) * this.plies);
    const there = Math.max(0, Math.min(this.plies, ply));
    if (there !== this.ply) this.go(there);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { ply, plies } = this;
    const leads: Record<string, number> = {
      ArrowLeft: ply - 1,
      ArrowDown: ply - 1,
      ArrowRight: ply + 1,
      ArrowUp: ply + 1,
      PageUp: this.turns.find((one) => one > ply) ?? ply + FAR,
      PageDown: this.turns.filter((one) => one < ply).at(-1) ?? ply - FAR,
      Home: 0,
      End: plies,
    };
    const there = leads[event.key];
    if (there === undefined) return;
    event.preventDefault();
    this.go(Math.max(0, Math.min(plies, there)));
  }
}
