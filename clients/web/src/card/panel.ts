// The card: the first steps in a game on a small board that plays by the real rules. It covers the page's edge and
// blocks nothing: the real board stays playable, and the first real move closes the card.

import { CARDS } from 'virtual:games';
import { h, setText } from '../base/dom';
import { persist } from '../net/persist';
import { loadStyle, STYLES } from '../net/style';
import { icon } from '../ui/icons';
import { keepOffBoard } from './beside';
import type { CardStep } from './card';
import { noteCard } from './seen';
import { type SmallGame, StepPlay } from './step-play';
import { t } from './texts';

export interface CardPanel {
  element: HTMLElement;
  close(): void;
}

export interface CardWish extends SmallGame {
  folded: boolean; // only a line that offers it, until it is asked for
  opened(): void; // the steps are shown
  closed(): void;
}

// Undefined: the game has no card. Rejected: its code could not be loaded.
export async function openCard(wish: CardWish): Promise<CardPanel | undefined> {
  const load = Object.hasOwn(CARDS, wish.id) ? CARDS[wish.id] : undefined;
  if (!load) return undefined;
  const [{ card }] = await Promise.all([persist(load), loadStyle(STYLES.card as string)]);
  noteCard(wish.id);
  return new Panel(wish, card.steps());
}

class Panel implements CardPanel {
  readonly element: HTMLElement;
  #at = 0;
  #stay = () => {};
  #play: StepPlay | undefined; // of the step that is shown
  readonly #wish: CardWish;
  readonly #steps: CardStep[];
  readonly #count = h('span', { class: 'hint' });
  readonly #say = h('p', { class: 'card-say' });
  readonly #place = h('div', { class: 'card-board' });
  readonly #told = h('p', { class: 'card-told', role: 'status' });
  readonly #offered = h('button', { class: 'button small primary', type: 'button' });
  readonly #next = h('button', { class: 'button small primary', type: 'button', onclick: () => this.#forward() });
  readonly #skip = h('button', { class: 'button small', type: 'button', onclick: () => this.close() }, t('skip'));
  readonly #actions = h('div', { class: 'actions' }, this.#skip, this.#next);
  readonly #body = h('div', { class: 'card-body' }, this.#say, this.#place, this.#told, this.#actions);
  readonly #offer: HTMLElement;
  readonly #timer = setInterval(() => this.#play?.tick(), 250);

  constructor(wish: CardWish, steps: CardStep[]) {
    this.#wish = wish;
    this.#steps = steps;
    this.#offer = this.#offerLine();
    this.element = h('section', { class: 'card', 'aria-label': t('title') }, this.#head(), this.#offer, this.#body);
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.close();
      event.stopPropagation(); // keys for this board must not reach the real one
    });
    this.#offer.hidden = !wish.folded;
    this.#body.hidden = wish.folded;
    if (wish.folded) this.#stay = keepOffBoard(this.element);
    if (!wish.folded) this.#open();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#stay();
    this.#play?.end();
    this.element.remove();
    this.#wish.closed();
  }

  #head(): HTMLElement {
    const label = { 'aria-label': t('close'), title: t('close') };
    const cross = h('button', { class: 'card-close', type: 'button', ...label, onclick: () => this.close() }, icon('close'));
    return h('header', { class: 'card-head' }, h('b', {}, t('title')), this.#count, cross);
  }

  #offerLine(): HTMLElement {
    const unfold = () => {
      this.#stay();
      this.#offer.hidden = true;
      this.#body.hidden = false;
      this.#open();
      this.#next.focus();
    };
    const start = h('button', { class: 'button small primary', type: 'button', onclick: unfold }, t('start'));
    return h('div', { class: 'card-offer' }, h('span', {}, t('invite', { n: this.#steps.length })), start);
  }

  #forward(): void {
    if (this.#play?.worked) this.#at += 1;
    if (this.#at >= this.#steps.length) return this.close();
    this.#show();
  }

  #open(): void {
    this.#wish.opened();
    this.#show();
  }

  #show(): void {
    this.#play?.end();
    const step = this.#steps[this.#at] as CardStep;
    setText(this.#count, t('step', { n: this.#at + 1, of: this.#steps.length }));
    setText(this.#say, step.say);
    setText(this.#told, '');
    setText(this.#next, t('again'));
    this.#next.classList.remove('primary');
    this.#place.replaceChildren();
    this.#play = new StepPlay(this.#wish, step, {
      place: this.#place,
      tell: (text) => setText(this.#told, text),
      offer: (label, act) => this.#offerMove(label, act),
      done: ({ done }) => this.#done(done),
    });
  }

  #offerMove(label: string | undefined, act?: () => void): void {
    this.#offered.onclick = () => act?.();
    setText(this.#offered, label ?? '');
    if (label === undefined) this.#offered.remove();
    else this.#actions.prepend(this.#offered);
  }

  #done(words: string): void {
    setText(this.#told, words);
    const last = this.#at + 1 === this.#steps.length;
    setText(this.#next, t(last ? 'finish' : 'next'));
    this.#next.classList.add('primary');
    this.#skip.hidden = last;
  }
}
