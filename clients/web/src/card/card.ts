// The first steps in a game: small positions in which one move shows one rule. A game's card is `card.ts` in its folder.
import type { RoomEvent } from '../protocol';
import type { Position, Tried } from './steps';

export interface CardStep {
  options: object; // of the small game; its seat 0 is the person's
  seats: number;
  say: string; // what to do
  done: string; // what has happened
  // Whether a legal move has shown what the step is about; absent: every move. If not, the step begins again.
  shows?(position: Position, events: RoomEvent[]): boolean;
  almost?: string; // when it has not
  // A position that needs several moves: whether there is more to do.
  goesOn?(position: Position): boolean;
  // Another player's move after the person's.
  reply?(position: Position): Tried | undefined;
}

export interface Card {
  // In the current language.
  steps(): CardStep[];
}
