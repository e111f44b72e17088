// For games in which every player has a board: the small boards on the cards of players whose board is not the large
// one.
import { afterPicture, h, setText } from '../base/dom';

interface Picture {
  readonly element: HTMLElement;
  destroy?(): void;
}

// Draws a seat's board, and describes it in a few words.
type Draw<Kind extends Picture> = (picture: Kind, seat: string) => string;

interface Mini<Kind extends Picture> {
  picture: Kind;
  element: HTMLElement;
  label: HTMLElement; // the board in a few words, for screen readers
  shown: boolean;
}

export class Minis<Kind extends Picture> {
  readonly #minis = new Map<string, Mini<Kind>>();
  #waiting: string[] = []; // seats whose boards should be shown
  readonly #make: () => Kind;
  readonly #draw: Draw<Kind>;
  readonly #choose: (seat: string) => void;

  // `choose` makes a board the large one; for spectators.
  constructor(make: () => Kind, draw: Draw<Kind>, choose: (seat: string) => void) {
    this.#make = make;
    this.#draw = draw;
    this.#choose = choose;
  }

  // The same element each time, while its viewer plays or watches: for spectators it is a button with that title.
  element(seat: string, title: string | undefined): HTMLElement {
    const known = this.#minis.get(seat);
    if (known && (known.element.tagName === 'BUTTON') === (title !== undefined)) return known.element;
    known?.picture.destroy?.();
    const picture = this.#make();
    const label = h('span', { class: 'hidden-text' });
    const button = { type: 'button', 'data-focus': `mini ${seat}`, title, onclick: () => this.#choose(seat) };
    const element =
      title === undefined
        ? h('span', { class: 'mini' }, picture.element, label)
        : h('button', { class: 'mini', ...button }, picture.element, label);
    this.#minis.set(seat, { picture, element, label, shown: false });
    if (this.#waiting.push(seat) === 1) afterPicture(() => this.#showNext());
    return element;
  }

  // The large board is drawn first, and then each of these in a separate frame.
  #showNext(): void {
    afterPicture(() => {
      const seat = this.#waiting.shift();
      const mini = seat !== undefined && this.#minis.get(seat);
      if (mini) this.#show(mini, seat, this.#draw);
      if (this.#waiting.length > 0) this.#showNext();
    });
  }

  // Redraws each after a change; `draw` may use more data.
  update(draw: Draw<Kind> = this.#draw): void {
    for (const [seat, mini] of this.#minis) if (mini.shown) this.#show(mini, seat, draw);
  }

  destroy(): void {
    for (const { picture } of this.#minis.values()) picture.destroy?.();
  }

  #show(mini: Mini<Kind>, seat: string, draw: Draw<Kind>): void {
    mini.shown = true;
    setText(mini.label, draw(mini.picture, seat));
  }
}
