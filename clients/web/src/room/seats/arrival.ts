// A guest who opens the link of a room before its game gets the first open seat at once. Only on arrival: a guest who
// then stands up stays standing.

import { mySeat, type RoomFacts, seatNames, seatNumber } from '../../model/facts';
import type { Answer } from '../../net/requests';

export class Arrival {
  #done = false;
  readonly #sit: (seat: number) => Promise<Answer>;

  constructor(sit: (seat: number) => Promise<Answer>) {
    this.#sit = sit;
  }

  // With every document until the guest is known.
  see(facts: RoomFacts): void {
    if (this.#done || facts.guest === undefined) return;
    this.#done = true;
    const { doc, guest } = facts;
    if (doc.phase !== 'lobby' || mySeat(facts) !== undefined || doc.kicked?.[guest]) return;
    void this.#takeFirst(seatNames(doc).filter((seat) => doc.seats[seat]?.kind === 'open'));
  }

  // Somebody else may be quicker: then the next open seat.
  async #takeFirst(free: string[]): Promise<void> {
    for (const seat of free) {
      const answer = await this.#sit(seatNumber(seat));
      if (answer.ok || answer.code !== 'seat_taken') return;
    }
  }
}
