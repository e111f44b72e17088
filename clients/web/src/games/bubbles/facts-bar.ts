// The numbers above the field.
import { h, setText } from '../../base/dom';
import { gameTime, type RoomFacts, seatNames } from '../../model/facts';
import type { BubblesField } from '../../protocol';
import { fact } from '../fact';
import { t } from './texts';

const HURRY_SHOWN_MS = 5000;

export class FactsBar {
  readonly element: HTMLElement;
  readonly #drop = fact(t('facts.drop'));
  readonly #queue = fact(t('facts.queue'));
  readonly #removed = fact(t('facts.removed'));
  readonly #hurry = fact(t('facts.hurry'));

  constructor() {
    this.#hurry.element.classList.add('hurry');
    const all = [this.#drop, this.#queue, this.#removed, this.#hurry];
    this.element = h('div', { class: 'bubble-facts' }, ...all.map(({ element }) => element));
  }

  update(now: RoomFacts, view: BubblesField): void {
    setText(this.#drop.value, String(view.drop_in));
    setText(this.#queue.value, String(view.queue));
    this.#queue.element.hidden = seatNames(now.doc).length === 1;
    setText(this.#removed.value, String(view.popped + view.fallen));
  }

  tick({ doc }: RoomFacts, view: BubblesField | undefined, serverNow: number): void {
    const now = gameTime(doc, serverNow);
    const left = view && now !== undefined && doc.phase === 'playing' && !view.out ? view.hurry - now : undefined;
    this.#hurry.element.classList.toggle('near', left !== undefined && left < HURRY_SHOWN_MS);
    setText(this.#hurry.value, left === undefined ? '–' : t('facts.seconds', { n: Math.max(0, Math.ceil(left / 1000)) }));
  }
}
