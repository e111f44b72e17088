// A game's part of the page. A game is a folder here with a `module.ts` that exports such a `game`, a `texts.ts`
// and a style; they are loaded when a room with that game is opened.

import type { Answer } from '../net/requests';
import type { GameHint, Preview, RoomDocument, RoomEvent } from '../protocol';
import type { Sound, SoundOptions } from '../sound/sound';
import type { RoomFacts } from './facts';
import type { Help } from './help';

// The page's functions for a game.
export interface TableActions {
  // Sends a move for the current ply. The page shows a refusal to the person, except for the codes in `quiet`.
  move(move: object, quiet?: string[]): Promise<Answer>;
  // The line under the board, which screen readers speak.
  speak(text: string): void;
  serverNow(): number;
  // Redraws the whole table although no step has arrived.
  refresh(): void;
  // A button under the board that makes the chosen move; undefined removes it.
  offer(label: string | undefined, act?: () => void): void;
  // The effect of a move; undefined if it is unknown.
  preview(move: object): Promise<Preview | undefined>;
  play(sound: Sound, options?: SoundOptions): void;
}

// The board in words, and a field to type a move into.
export interface TextBoard {
  readonly element: HTMLElement;
  update(facts: RoomFacts): void;
}

// The part of the page in which one room's game is drawn and played. It is recreated when the language changes.
export interface GamePart {
  readonly element: HTMLElement;
  // Shown next to the board, such as the reasons for a hint.
  readonly beside?: HTMLElement;
  // The current document. With `events` it results from one step, and the events may be animated; without, the whole
  // document is new.
  update(facts: RoomFacts, events?: RoomEvent[]): void;
  // Four times a second.
  tick?(): void;
  // A small picture of a seat's board for the player's card, the same element each time; undefined: none.
  mini?(seat: string): HTMLElement | undefined;
  // This viewer asks for a hint, which will be about the board as it is now.
  askHint?(): void;
  // Draws a hint from the server, for this viewer or, in a record, for the seat that it is about. Returns whether it is on
  // the board: it may be for another position by now, or for a board that is not the large one.
  showHint?(hint: GameHint, seat?: string): boolean;
  // The board in words; its code is loaded on demand.
  text?(): Promise<TextBoard>;
  destroy?(): void;
}

export interface Score {
  shown: string | number;
  said: string; // the full text, for screen readers
  share?: number; // of all scores, from 0 to 1: one bar shows all shares
  color?: string; // in that bar, as CSS
}

// Short answers in words: the score, the viewer's pieces, the row of the focused place, the legal moves, and several
// moves of others in one list.
export interface Ear {
  score?(facts: RoomFacts): string;
  own?(facts: RoomFacts): string;
  row(facts: RoomFacts, focused: Element | null): string;
  choices?(facts: RoomFacts): string;
  moves?(events: RoomEvent[], facts: RoomFacts): string;
}

// A move that was shown: the documents before and after it, and its player.
export interface Shown {
  before: RoomDocument;
  doc: RoomDocument;
  events: RoomEvent[];
}

// The moves since this viewer's own, oldest first.
export type DrawSince = (part: HTMLElement, since: readonly Shown[]) => void;

export interface GameModule {
  part(actions: TableActions): GamePart;
  // An event of this game in words; undefined: another event, or one that needs no words. `facts`
  // has the seats of that time; of the game it has only data that does not change during a round.
  describe(event: RoomEvent, now: RoomFacts): string | undefined;
  // Whether an event that has words is left out of the log and is not spoken.
  quiet?(event: RoomEvent, facts: RoomFacts): boolean;
  // The rules; their code is loaded on demand.
  help(): Promise<Help>;
  keys(): string[];
  // Next to a player's name; and the game's own name for the player ("black"), if any.
  icon(doc: RoomDocument, seat: string): HTMLElement;
  seatName?(doc: RoomDocument, seat: string): string | undefined;
  // During the game, and in the result.
  score?(doc: RoomDocument, seat: string): Score | undefined;
  result(score: number, doc: RoomDocument, seat: string): Score | undefined;
  notes?(facts: RoomFacts, seat: string): string[];
  // The line at the top, if it is not "your turn".
  turn?(facts: RoomFacts): string | undefined;
  // The seats in the order of their next moves, the one to move first.
  order?(doc: RoomDocument): string[];
  // Marks the changes since this viewer's last move on the part; loaded after the board.
  since?(): Promise<DrawSince>;
  // Answers for players who listen; their code is loaded with the first one.
  ear?(): Promise<Ear>;
  // The headline of the result, if "X wins" would be wrong (for example for an unsolved puzzle).
  headline?(facts: RoomFacts): string | undefined;
  // The reason for the end of the game, from the result's `reason`.
  reason(word: string, facts: RoomFacts): string | undefined;
  hints?: boolean;
  // For records: the number that the graph shows (`parts`: of a whole, as discs are), and the colour of a seat in it. What
  // an analysis says of a move is in `judge.ts` of the game's folder, which is optional.
  measure?: { title(): string; value(doc: RoomDocument, seat: string): number | undefined; parts?: boolean };
  color?(doc: RoomDocument, seat: string): string | undefined;
}
