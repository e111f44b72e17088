// The solution from a hint: how far the player has followed it, and the next steps. Pure.
import type { FifteenHint } from '../../protocol';
import { slide, type Tiles } from './tiles';

export interface Next {
  tile: number;
  ahead: number[]; // the tiles of the known steps, `tile` first
  steps: number; // steps left
}

interface Stop {
  board: string;
  tile: number; // the tile that slides from here
  steps: number; // single steps from the start to here
}

const nameOf = (tiles: Tiles) => tiles.join(' ');

export class Way {
  readonly proved: boolean;
  readonly #stops: Stop[] = [];
  readonly #steps: number;

  // `start`: the board of the hint. The solution ends at the first tile that cannot slide.
  constructor(hint: FifteenHint, start: Tiles) {
    this.proved = hint.proved;
    this.#steps = hint.steps;
    let board = start;
    let steps = 0;
    for (const tile of hint.path ?? [hint.move.tile]) {
      const after = slide(board, tile);
      if (!after) return;
      this.#stops.push({ board: nameOf(board), tile, steps });
      steps += after.filter((now, i) => now !== 0 && now !== board[i]).length;
      board = after;
    }
  }

  // Undefined if the board is not on the path, or at the end of the known part.
  from(tiles: Tiles): Next | undefined {
    const at = this.#stops.findIndex((stop) => stop.board === nameOf(tiles));
    const stop = this.#stops[at];
    if (!stop) return undefined;
    return { tile: stop.tile, ahead: this.#stops.slice(at).map(({ tile }) => tile), steps: this.#steps - stop.steps };
  }
}
