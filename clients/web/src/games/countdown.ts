// "3, 2, 1" over the board of a game of speed. The server decides when the game's time begins; nobody can move before.
import { h, setText } from '../base/dom';
import type { RoomFacts } from '../model/facts';
import type { TableActions } from '../model/module';

export class Countdown {
  on = false; // nobody moves yet
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #actions: TableActions;
  readonly element = h('b', { class: 'countdown', hidden: true, 'aria-live': 'polite' });

  constructor(actions: TableActions) {
    this.#actions = actions;
  }

  update(now: RoomFacts): void {
    clearTimeout(this.#timer);
    const { phase, elapsed, settings } = now.doc;
    // Records have no settings.
    const counted = phase === 'playing' && settings?.countdown_ms !== undefined;
    const left = counted ? (elapsed?.at ?? 0) - this.#actions.serverNow() : 0;
    const was = this.on;
    this.on = left > 0 || (counted && elapsed?.at === undefined);
    this.element.hidden = left <= 0;
    setText(this.element, `${Math.ceil(left / 1000)}`);
    if (left > 0) this.#timer = setTimeout(() => this.update(now), left % 1000 || 1000);
    else if (was && !this.on) this.#actions.refresh();
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }
}
