// In games where every player has a board: which one is shown large. Players see their own; spectators can choose.
import { mySeat, type RoomFacts, seatNames } from '../model/facts';

export class SeatFocus {
  #chosen: string | undefined;

  choose(seat: string): void {
    this.#chosen = seat;
  }

  // REQUIRES: the room has seats.
  seat(facts: RoomFacts): string {
    const names = seatNames(facts.doc);
    const mine = mySeat(facts);
    if (mine !== undefined) return mine;
    return this.#chosen !== undefined && names.includes(this.#chosen) ? this.#chosen : (names[0] as string);
  }
}
