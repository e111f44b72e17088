// One move planned for the viewer's next turn, which can be cancelled. It is sent when the turn comes, and silently
// dropped if it is not legal then.
import { mayMove, mySeat, type RoomFacts, simultaneous } from '../model/facts';

// The refusals of a planned move that are not shown: a stand-in has meanwhile moved for the player, or the round is over.
export const TOO_LATE = ['stale', 'illegal_move', 'not_your_turn', 'game_over'];

export class Planned<Move extends object> {
  move: Move | undefined;
  #round = 0;
  readonly #show: () => void;
  readonly #legal: (move: Move, facts: RoomFacts) => boolean;
  readonly #send: (move: Move) => void;
  readonly #cancelled: (move: Move) => void;

  // `show` is called when the plan has changed; `send` when the move is to be made; `cancelled` after Escape.
  constructor(
    show: () => void,
    legal: (move: Move, facts: RoomFacts) => boolean,
    send: (move: Move) => void,
    cancelled: (move: Move) => void,
  ) {
    this.#show = show;
    this.#legal = legal;
    this.#send = send;
    this.#cancelled = cancelled;
  }

  // Whether this viewer may plan now.
  static allowed(facts: RoomFacts): boolean {
    const seat = mySeat(facts);
    const here = seat !== undefined && facts.doc.phase === 'playing' && !facts.doc.seats[seat]?.left;
    return here && !facts.doc.seats[seat]?.resigned && !mayMove(facts) && !simultaneous(facts);
  }

  // Plans the move, or cancels the plan if it was this move. Returns whether there is a plan now.
  toggle(move: Move, facts: RoomFacts): boolean {
    const again = JSON.stringify(this.move) === JSON.stringify(move);
    this.#round = facts.doc.round;
    this.#change(again ? undefined : move);
    return !again;
  }

  clear(): void {
    if (this.move) this.#change(undefined);
  }

  // After every change of the document.
  update(facts: RoomFacts): void {
    const { move } = this;
    if (!move || (Planned.allowed(facts) && facts.doc.round === this.#round)) return;
    const mine = mayMove(facts) && facts.doc.round === this.#round && this.#legal(move, facts);
    this.clear();
    if (mine) this.#send(move);
  }

  #change(move: Move | undefined): void {
    this.move = move;
    // Wherever the focus is, because some browsers do not focus a clicked button.
    if (move) document.addEventListener('keydown', this.#onKey, true);
    else document.removeEventListener('keydown', this.#onKey, true);
    this.#show();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const { move } = this;
    if (event.key !== 'Escape' || !move || (event.target as Element).closest?.('input, textarea, select, dialog')) return;
    event.stopPropagation(); // this Escape means nothing else
    this.clear();
    this.#cancelled(move);
  };
}
