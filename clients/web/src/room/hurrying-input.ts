// A tap or a key on the board while moves wait to be shown only shows them at once: the square under it may have become a legal
// move by now. It counts as a move if the viewer could already move.

const KINDS = ['pointerdown', 'keydown', 'click'];

export class HurryingInput {
  #swallows = false; // the click of a tap that has done so
  readonly #waits: () => boolean;
  readonly #mayMove: () => boolean;
  readonly #hurry: () => void;

  constructor(waits: () => boolean, mayMove: () => boolean, hurry: () => void) {
    this.#waits = waits;
    this.#mayMove = mayMove;
    this.#hurry = hurry;
    for (const kind of KINDS) document.addEventListener(kind, this.#onInput, true);
  }

  close(): void {
    for (const kind of KINDS) document.removeEventListener(kind, this.#onInput, true);
  }

  readonly #onInput = (event: Event): void => {
    if (event.type === 'click') return this.#onClick(event as MouseEvent);
    this.#swallows = false;
    if (!this.#waits() || !(event.target as Element).closest?.('.game-place')) return;
    if (!this.#mayMove()) {
      this.#swallows = event.type === 'pointerdown';
      const { key } = event as KeyboardEvent;
      if (this.#swallows) event.stopPropagation();
      else if (key === 'Enter' || key === ' ') drop(event);
    }
    this.#hurry();
  };

  // Keys and screen readers send clicks without a tap.
  #onClick(event: MouseEvent): void {
    if (this.#swallows && event.detail > 0) drop(event);
    this.#swallows = false;
  }
}

function drop(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
