// What the move would do at the place of a board that a person looks at: found for each place, shown as ghosts, said once.
import { watchLook } from '../rules/look';

// How a game foretells its moves: `Seen` is what it knows of one.
export interface Foresight<Move, Seen> {
  // Undefined if that cannot be told, or is too late.
  find(move: Move): Seen | undefined | Promise<Seen | undefined>;
  words(seen: Seen): string;
  // Draws the ghosts anew.
  show(): void;
  speak(text: string): void;
}

export class Looks<Move, Seen> {
  seen: Seen | undefined;
  #place: HTMLElement | undefined;
  #asked = 0; // the number of the last question: answers to older ones are dropped
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

  // After every change of the position: what was seen is past. The caller draws. A person who has looked at a place since
  // before the change gets the ghosts alone, so that the line under the board keeps what has happened.
  update(): void {
    this.seen = undefined;
    void this.#look(this.#place?.isConnected ? this.#place : undefined, false);
  }

  async #look(place: HTMLElement | undefined, aloud: boolean): Promise<void> {
    this.#place = place;
    this.#asked += 1;
    const mine = this.#asked;
    const move = place && this.#moveAt(place);
    const found = move && (await this.#foresight.find(move));
    if (mine !== this.#asked || (found === undefined && this.seen === undefined)) return;
    this.seen = found;
    this.#foresight.show();
    if (found !== undefined && aloud) this.#foresight.speak(this.#foresight.words(found));
  }
}
