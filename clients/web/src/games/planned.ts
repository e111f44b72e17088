// A move planned for one's next turn, in games of two: one, which can be cancelled. It is sent when the turn comes, and
// forgotten without a word if it is not legal then.
import { mayMove, mySeat, type RoomFacts, seatNames, simultaneous } from '../room/facts';

export class Planned<Move extends object> {
  move: Move | undefined;
  private round = 0;

  // `show` is called when the plan has changed.
  constructor(
    private readonly show: () => void,
    private readonly legal: (move: Move, facts: RoomFacts) => boolean,
    private readonly send: (move: Move) => void,
  ) {}

  // Whether this viewer may plan now.
  static allowed(facts: RoomFacts): boolean {
    const seat = mySeat(facts);
    const here = seat !== undefined && facts.doc.phase === 'playing' && !facts.doc.seats[seat]?.left;
    return (
      here && !facts.doc.seats[seat]?.resigned && !mayMove(facts) && !simultaneous(facts) && seatNames(facts.doc).length === 2
    );
  }

  // Plans the move, or cancels the plan if it was this move. Returns whether there is a plan now.
  toggle(move: Move, facts: RoomFacts): boolean {
    const again = JSON.stringify(this.move) === JSON.stringify(move);
    this.move = again ? undefined : move;
    this.round = facts.doc.round;
    this.show();
    return !again;
  }

  clear(): void {
    if (!this.move) return;
    this.move = undefined;
    this.show();
  }

  // After every change of the document.
  update(facts: RoomFacts): void {
    const { move } = this;
    if (!move || Planned.allowed(facts)) return;
    const mine = mayMove(facts) && facts.doc.round === this.round && this.legal(move, facts);
    this.clear();
    if (mine) this.send(move);
  }
}
