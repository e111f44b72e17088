// The board of a record at one ply, the cards of its players, and the line in words.
import { h, setText } from '../base/dom';
import type { GamePart } from '../model/module';
import type { PageFacts } from '../model/page-facts';
import type { Answer } from '../net/requests';
import type { GameHint, GameMove, Preview, RoomEvent } from '../protocol';
import { playerCards } from '../room/table/players';
import { play as playSound } from '../sound/sound';
import type { RecordFacts } from './facts';

// Somebody who plays on the board of a record, at a position of their own.
export interface Practice {
  now: PageFacts;
  move(move: GameMove): Promise<Answer>;
  preview(move: GameMove): Preview | undefined;
  speak(text: string): void;
  offer(label: string | undefined, act?: () => void): void;
}

export class Board {
  readonly spoken = h('p', { class: 'spoken', role: 'status' });
  readonly cards = playerCards(() => Date.now());
  private readonly part: GamePart;
  private practice: Practice | undefined;

  // `redraw`: the game wants its board drawn anew.
  constructor(
    private readonly record: RecordFacts,
    redraw: () => void,
  ) {
    this.part = record.loaded.module.part({
      move: async (move) => (await this.practice?.move(move as GameMove)) ?? { ok: false, code: 'forbidden' },
      speak: (text) => this.practice?.speak(text),
      serverNow: () => Date.now(),
      refresh: redraw,
      offer: (...offered) => this.practice?.offer(...offered),
      preview: async (move) => this.practice?.preview(move as GameMove),
      play: playSound,
    });
  }

  get element(): HTMLElement {
    return this.part.element;
  }

  // `events` led here by one step, and may be animated.
  draw(ply: number, events: RoomEvent[] | undefined): void {
    const now = this.practice?.now ?? this.record.at(ply);
    this.part.update(now, events);
    this.cards.update(now, this.part);
    setText(this.spoken, this.record.wordsOf(ply));
  }

  // Whether the hint for a seat is on the board now.
  showHint(hint: GameHint, seat: string): boolean {
    return this.part.showHint?.(hint, seat) === true;
  }

  // From now on the board is theirs; undefined: the record's again, with the next drawing.
  lend(practice: Practice | undefined): void {
    this.practice = practice;
  }

  destroy(): void {
    this.part.destroy?.();
  }
}
