// The first steps in a game: small positions in which one move shows one rule. A game's card is `card.ts` in its folder.
import type { RoomEvent } from '../protocol';
import type { Position, Tried } from './steps';

export interface CardStep {
  options: object; // of the small game; its seat 0 is the person's
  seats: number;
  say: string; // the task
  done: string; // the explanation afterwards
  // Whether a legal move solves the step; absent: every move does. If not, the step begins again.
  shows?(position: Position, events: RoomEvent[]): boolean;
  almost?: string; // when it does not
  // For a position that needs several moves: whether another one is needed.
  goesOn?(position: Position): boolean;
  // Another player's move after the person's.
  reply?(position: Position): Tried | undefined;
}

export interface Card {
  // In the current language.
  steps(): CardStep[];
}
