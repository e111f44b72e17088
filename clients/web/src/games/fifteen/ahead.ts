// The person's slides that the server has not confirmed yet: they are drawn on top of its state.
import { slide, type Tiles } from './tiles';

interface Entry {
  tile: number;
}

export class Ahead {
  #waiting: Entry[] = [];

  add(tile: number): Entry {
    const entry = { tile };
    this.#waiting.push(entry);
    return entry;
  }

  drop(entry: Entry): void {
    this.#waiting = this.#waiting.filter((other) => other !== entry);
  }

  confirmed(): void {
    this.#waiting.shift();
  }

  // After a gap in the steps it is unknown which of them the server has accepted.
  forget(): void {
    this.#waiting = [];
  }

  over(tiles: Tiles): Tiles {
    return this.#waiting.reduce((now, { tile }) => slide(now, tile) ?? now, tiles);
  }
}
