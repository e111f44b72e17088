// The effect of a move at the place of a board that a person looks at: computed for each place, drawn as ghosts, said
// once.
import { watchLook } from '../rules/look';

// How a game predicts its moves: `Seen` is its prediction of one.
export interface Foresight<Move, Seen> {
  // Undefined if the effect is unknown, or known too late.
  find(move: Move): Seen | undefined | Promise<Seen | undefined>;
  words(seen: Seen): string;
  // Redraws the ghosts.
  show(): void;
  speak(text: string): void;
}

export class Looks<Move, Seen> {
  seen: Seen | undefined;
  #place: HTMLElement | undefined;
  #asked = 0; // number of the last request: answers to older ones are dropped
  #untold = false; // the person looked, and the answer is still on its way
  readonly #moveAt: (place: HTMLElement) => Move | undefined;
  readonly #foresight: Foresight<Move, Seen>;

  // `selector`: the places of the board; `moveAt`: the move that this viewer may make there now.
  constructor(
    board: HTMLElement,
    selector: string,
    moveAt: (place: HTMLElement) => Move | undefined,
    foresight: Foresight<Move, Seen>,
  ) {
    this.#moveAt = moveAt;
    this.#foresight = foresight;
    watchLook(board, selector, (place) => void this.#look(place, true));
  }

  // After every change of the position, which makes the prediction invalid. The caller draws. If the person was told of
  // the place before the change, only ghosts are drawn, so that the line under the board keeps its text.
  update(): void {
    this.seen = undefined;
    void this.#look(this.#place?.isConnected ? this.#place : undefined, this.#untold);
  }

  async #look(place: HTMLElement | undefined, aloud: boolean): Promise<void> {
    this.#place = place;
    this.#asked += 1;
    const mine = this.#asked;
    this.#untold = aloud;
    const move = place && this.#moveAt(place);
    const found = move && (await this.#foresight.find(move));
    if (mine !== this.#asked) return;
    this.#untold = false;
    if (found === undefined && this.seen === undefined) return;
    this.seen = found;
    this.#foresight.show();
    if (found !== undefined && aloud) this.#foresight.speak(this.#foresight.words(found));
  }
}
