// What a game gives to the page. A game is a folder here with a `module.ts` that exports such a `game`, `texts.ts`
// and a style; they come when a room of it is opened.
import type { Answer } from '../net/requests';
import type { GameHint, RoomDocument, RoomEvent } from '../protocol';
import type { RoomFacts } from '../room/facts';

// What a game may ask of the page.
export interface TableActions {
  // Sends a move for the present ply. A refusal is told to the person, but for the codes in `quiet`.
  move(move: object, quiet?: string[]): Promise<Answer>;
  // The line under the board, which screen readers speak.
  speak(text: string): void;
  serverNow(): number;
  // Draws the whole table anew, without a step.
  refresh(): void;
}

// The part of the page where one room's game is drawn and played. It is made anew when the language changes.
export interface GamePart {
  readonly element: HTMLElement;
  // The document as it is now. With `events` it came by one step, and what happened may be shown; without, it is all new.
  update(facts: RoomFacts, events?: RoomEvent[]): void;
  // Four times a second.
  tick?(): void;
  // A small picture of a seat's board for the player's card, the same element each time; undefined: none.
  mini?(seat: string): HTMLElement | undefined;
  // Draws a hint, as the server gave it.
  showHint?(hint: GameHint): void;
  destroy?(): void;
}

export interface Score {
  shown: string | number;
  said: string; // the whole of it, for who hears it
}

export interface GameModule {
  part(actions: TableActions): GamePart;
  // An event of the game's own in words; undefined: not one of its own, or it needs no words.
  // What the event itself does not say is as it was then: who sat where; of the game only what does not change in a round.
  describe(event: RoomEvent, now: RoomFacts): string | undefined;
  // An event that has words but is left out of the log, and is not spoken.
  quiet?(event: RoomEvent, facts: RoomFacts): boolean;
  // The rules in a few sentences, and the keys.
  help(): string[];
  keys(): string[];
  // Beside a player's name, and what the table calls the player by ("black"), if anything.
  icon(doc: RoomDocument, seat: string): HTMLElement;
  seatName?(doc: RoomDocument, seat: string): string | undefined;
  // While the game runs, and in the result.
  score?(doc: RoomDocument, seat: string): Score | undefined;
  result(score: number, doc: RoomDocument, seat: string): Score | undefined;
  notes?(facts: RoomFacts, seat: string): string[];
  // The line on top, where another than "your turn" is wanted.
  turn?(facts: RoomFacts): string | undefined;
  // Who has won, where "X wins" would be wrong (a puzzle that one person lost).
  headline?(facts: RoomFacts): string | undefined;
  // Why the game ended, by the result's `reason`.
  reason(word: string): string | undefined;
  hints?: boolean;
}
