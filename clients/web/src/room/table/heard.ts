// The sounds besides the moves: the viewer's turn, the end, and the viewer's clock when it runs out. Also announces the
// opponents at the start.
import { count } from '../../base/i18n';
import { type ClockFace, clockFace, mayMove, mySeat, simultaneous, timeLeft } from '../../model/facts';
import type { PageFacts } from '../../model/page-facts';
import type { RoomEvent } from '../../protocol';
import { play } from '../../sound/sound';
import { greet } from '../opponents';
import { showSaid } from './emotes';

export { Ears } from './ears';

export class Heard {
  #heard: ClockFace | undefined; // while it runs
  readonly #speak: (text: string) => void;

  constructor(speak: (text: string) => void) {
    this.#speak = speak;
  }

  turn(before: PageFacts | undefined, now: PageFacts, events: RoomEvent[] | undefined): void {
    greet(now);
    if (!events || !before) return;
    showSaid(events);
    if (now.doc.phase === 'over' && before.doc.phase === 'playing') play('end');
    else if (mayMove(now) && !simultaneous(now) && (!mayMove(before) || now.doc.ply !== before.doc.ply)) play('turn');
  }

  // The clock sounds once, in byo-yomi once per period; the start of a period is also spoken. `now`: server time.
  tick(facts: PageFacts, now: number): void {
    const face = runningFace(facts, now);
    const heard = this.#heard;
    if (face?.low && !heard?.low) play('low');
    if (face && heard && face.periods > 0 && face.periods !== heard.periods) this.#speak(count('turn.byoyomi', face.periods));
    this.#heard = face;
  }
}

function runningFace(facts: PageFacts, now: number): ClockFace | undefined {
  const { doc } = facts;
  const seat = mySeat(facts);
  if (doc.phase !== 'playing' || seat === undefined || doc.clock.running !== seat) return undefined;
  const left = timeLeft(doc, seat, now);
  return left === undefined ? undefined : clockFace(doc, left);
}
