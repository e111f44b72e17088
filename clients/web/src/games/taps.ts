// How a move is made on a board: by one tap, by two (the first shows what the move would do), or by a tap and a button.

import type { Preview } from '../protocol';
import { settings } from '../settings';
import type { TableActions } from './module';

export type Way = 'one' | 'two' | 'button';

// `by`: the event of the tap. Keys and screen readers send clicks without a pointer; a mouse hits even small squares.
export function wayOf(by: Event): Way {
  if (settings.taps !== 'auto') return settings.taps;
  const kind = 'pointerType' in by ? by.pointerType : undefined;
  if (kind === undefined) return matchMedia('(pointer: coarse)').matches ? 'two' : 'one';
  return kind === 'touch' ? 'two' : 'one';
}

// A move that has been chosen but not made yet.
export interface Chosen<Move extends object> {
  move: Move;
  name: string; // for the button
  preview: Preview | undefined;
}

export class Taps<Move extends object> {
  chosen: Chosen<Move> | undefined;

  // `show` is called when the choice or its preview has changed, `play` when the move is to be made.
  constructor(
    private readonly actions: Pick<TableActions, 'offer' | 'preview'>,
    private readonly label: (name: string) => string,
    private readonly show: () => void,
    private readonly play: (move: Move) => void,
  ) {}

  // A tap on a legal move. Returns true if the move was only chosen.
  tap(move: Move, name: string, by: Event): boolean {
    const way = wayOf(by);
    const again = JSON.stringify(this.chosen?.move) === JSON.stringify(move);
    if (way === 'one' || (way === 'two' && again)) {
      this.clear();
      this.play(move);
      return false;
    }
    this.choose(move, name, way);
    return true;
  }

  clear(): void {
    if (!this.chosen) return;
    this.chosen = undefined;
    this.actions.offer(undefined);
    this.show();
  }

  private choose(move: Move, name: string, way: Way): void {
    const chosen: Chosen<Move> = { move, name, preview: undefined };
    this.chosen = chosen;
    const act = () => {
      this.clear();
      this.play(move);
    };
    this.actions.offer(way === 'button' ? this.label(name) : undefined, act);
    this.show();
    void this.actions.preview(move).then((preview) => {
      if (this.chosen !== chosen || !preview) return;
      chosen.preview = preview;
      this.show();
    });
  }
}
