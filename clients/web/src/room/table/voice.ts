// The line under the board. Players who see it read each move; players who listen hear one sentence when it is their
// turn, with all moves since their own, because five separate sentences would end ten seconds late (ears.ts).
import { h, setText } from '../../base/dom';
import { t } from '../../base/i18n';
import { reason } from '../../model/describe';
import { mySeat, simultaneous } from '../../model/facts';
import type { PageFacts } from '../../model/page-facts';
import type { RoomEvent } from '../../protocol';
import { headline } from '../result/outcome';

// Additional parts for players who listen.
interface Ears {
  call(now: PageFacts): string; // when it is the viewer's turn
  key(event: KeyboardEvent): void;
  close(): void;
}

// The winner and, once its words have been loaded, the reason.
export function ending(now: PageFacts): string {
  const why = reason(now);
  return why === '' ? headline(now) : t('result.said', { head: headline(now), why });
}

export class Voice {
  readonly element: HTMLElement;
  ears: Ears | undefined; // loaded after the board
  readonly facts: () => PageFacts | undefined;
  readonly missed: () => RoomEvent[];
  readonly spoken = h('p', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  readonly #told = h('p', { class: 'told', 'aria-hidden': 'true' });
  readonly #call = h('p', { class: 'hidden-text call', role: 'status' });

  constructor(facts: () => PageFacts | undefined, missed: () => RoomEvent[]) {
    this.facts = facts;
    this.missed = missed;
    this.element = h('div', { class: 'voice' }, this.#told, this.spoken, this.#call);
  }

  // Said at once, to all.
  speak(text: string): void {
    setText(this.#told, '');
    setText(this.spoken, text);
  }

  // A move: shown under the board; spoken at once for viewers who wait for no turn.
  tell(line: string): void {
    const now = this.facts();
    if (!now || mySeat(now) === undefined || simultaneous(now)) this.speak(line);
    else {
      setText(this.spoken, '');
      setText(this.#told, line);
    }
    this.refresh(); // at the end the result stays, also if the words of the last move come after it
  }

  refresh(): void {
    const now = this.facts();
    if (!now) return;
    setText(this.#call, this.ears?.call(now) ?? '');
    if (now.doc.phase !== 'over' || mySeat(now) === undefined) return;
    setText(this.#told, ending(now));
    setText(this.spoken, ''); // both have the same place
  }
}
