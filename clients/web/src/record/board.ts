// The board of a record at one ply, the cards of its players, and the line in words.
import { h, setText } from '../base/dom';
import type { GamePart } from '../model/module';
import type { GameHint, RoomEvent } from '../protocol';
import { playerCards } from '../room/table/players';
import { play as playSound } from '../sound/sound';
import type { RecordFacts } from './facts';

export class Board {
  readonly spoken = h('p', { class: 'spoken', role: 'status' });
  readonly cards = playerCards(() => Date.now());
  private readonly part: GamePart;

  // `redraw`: the game wants its board drawn anew.
  constructor(
    private readonly record: RecordFacts,
    redraw: () => void,
  ) {
    this.part = record.loaded.module.part({
      move: async () => ({ ok: false, code: 'forbidden' }) as never,
      speak: () => {},
      serverNow: () => Date.now(),
      refresh: redraw,
      offer: () => {},
      preview: async () => undefined,
      play: playSound,
    });
  }

  get element(): HTMLElement {
    return this.part.element;
  }

  // `events` led here by one step, and may be animated.
  draw(ply: number, events: RoomEvent[] | undefined): void {
    const now = this.record.at(ply);
    this.part.update(now, events);
    this.cards.update(now, this.part);
    setText(this.spoken, this.record.wordsOf(ply));
  }

  // Whether the hint for a seat is on the board now.
  showHint(hint: GameHint, seat: string): boolean {
    return this.part.showHint?.(hint, seat) === true;
  }

  destroy(): void {
    this.part.destroy?.();
  }
}
