// How a move is made on a board: by one tap, by two (the first shows the effect), or by a tap and a button.

import { settings } from '../base/settings';
import type { TableActions } from '../model/module';
import type { Foresight } from './looks';

type TapKey = 'play.here' | 'play.chosen' | 'play.chosenButton';
export type Way = 'one' | 'two' | 'button';

// `by`: the event of the tap. Keys and screen readers send clicks without a pointer; a mouse hits even small squares.
export function wayOf(by: Event): Way {
  if (settings.taps !== 'auto') return settings.taps;
  const kind = 'pointerType' in by ? by.pointerType : undefined;
  if (kind === undefined) return matchMedia('(pointer: coarse)').matches ? 'two' : 'one';
  return kind === 'touch' ? 'two' : 'one';
}

// A move that has been chosen but not made yet.
export interface Chosen<Move extends object, Seen> {
  move: Move;
  seen: Seen | undefined; // its effect
}

export class Taps<Move extends object, Seen> {
  chosen: Chosen<Move, Seen> | undefined;
  readonly #offer: TableActions['offer'];
  readonly #foresight: Foresight<Move, Seen>;
  readonly #play: (move: Move) => void;
  readonly #t: (key: TapKey, parameters: { move: string }) => string;

  // `foresight.show` is called when the choice or its known effect has changed, `play` to make the move; `t` has the game's own
  // texts.
  constructor(
    offer: TableActions['offer'],
    foresight: Foresight<Move, Seen>,
    play: (move: Move) => void,
    t: (key: TapKey, parameters: { move: string }) => string,
  ) {
    this.#offer = offer;
    this.#foresight = foresight;
    this.#play = play;
    this.#t = t;
  }

  // A tap on a legal move, which has that name.
  tap(move: Move, name: string, way: Way): void {
    const again = JSON.stringify(this.chosen?.move) === JSON.stringify(move);
    if (way !== 'one' && !(way === 'two' && again)) return void this.#choose(move, name, way);
    this.clear();
    this.#play(move);
  }

  clear(): void {
    if (!this.chosen) return;
    this.chosen = undefined;
    this.#offer(undefined);
    this.#foresight.show();
  }

  // Says how to make the move, and its effect as soon as that is known.
  async #choose(move: Move, name: string, way: Way): Promise<void> {
    const chosen: Chosen<Move, Seen> = { move, seen: undefined };
    const { find, show, speak, words } = this.#foresight;
    this.chosen = chosen;
    this.#offer(way === 'button' ? this.#t('play.here', { move: name }) : undefined, () => {
      this.clear();
      this.#play(move);
    });
    show();
    const how = (what: string) => speak(this.#t(way === 'two' ? 'play.chosen' : 'play.chosenButton', { move: what }));
    how(name);
    const seen = await find(move);
    if (this.chosen !== chosen || seen === undefined) return;
    chosen.seen = seen;
    show();
    how(words(seen));
  }
}
