// Beside the board: a hint in words, and the tiles of its solution.
import { h, redraw, setText } from '../../base/dom';
import { count, t } from './texts';
import type { Next } from './way';

const SHOWN_STEPS = 12;

export class WayPanel {
  readonly element: HTMLElement;
  readonly #note = h('p', { class: 'fifteen-note', role: 'status' });
  readonly #path = h('ol', { class: 'way', 'aria-label': t('hint.path') });

  constructor() {
    this.element = h('div', { class: 'fifteen-beside' }, this.#note, this.#path);
  }

  // `proved`: no solution is shorter.
  update(next: Next | undefined, proved: boolean): void {
    setText(this.#note, next ? count(proved ? 'hint.proved' : 'hint.found', next.steps, { tile: next.tile }) : '');
    const known = next?.ahead ?? [];
    this.#path.hidden = known.length < 2;
    const more = (next?.steps ?? 0) > SHOWN_STEPS && h('li', { class: 'more' }, '…');
    redraw(this.#path, known.join(), () => [...known.slice(0, SHOWN_STEPS).map((tile) => h('li', {}, tile)), more]);
  }
}
