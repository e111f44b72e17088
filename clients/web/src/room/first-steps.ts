// The card with the first steps in the room's game: automatically once for each game and device, when the first game begins;
// and on request.

import { h } from '../base/dom';
import { speaker } from '../base/i18n';
import type { CardPanel } from '../card/panel';
import { cardSeen, noteCard } from '../card/seen';
import { mySeat } from '../model/facts';
import type { PageFacts } from '../model/page-facts';
import { persist } from '../net/persist';
import { later } from '../ui/dialogs';

const { t } = speaker({
  en: { waits: 'The clock waits while you read.', start: 'Start' },
  ja: { waits: '読んでいる間、時間は進みません。', start: '始める' },
});

const CARD_AFTER_MS = 1000; // the board comes first

export class FirstSteps {
  #card: CardPanel | 'asked' | undefined;
  #offered = false;
  #closed = false;
  readonly #host: HTMLElement;
  #waits = false; // the clock stands still while the steps are read
  readonly #cover = h('div', { class: 'card-cover' });
  readonly #facts: () => PageFacts | undefined;
  readonly #pause: (paused: boolean) => Promise<boolean>;

  // `pause`: pauses the game; false if it cannot.
  constructor(host: HTMLElement, facts: () => PageFacts | undefined, pause: (paused: boolean) => Promise<boolean>) {
    this.#host = host;
    this.#facts = facts;
    this.#pause = pause;
  }

  // The room has been shown for a while.
  begin(): void {
    const now = this.#facts();
    if (now) this.offer(now, 0);
  }

  offer(now: PageFacts, after = CARD_AFTER_MS): void {
    if (now.doc.elapsed?.at !== undefined) this.#cover.remove(); // it runs again, e.g. because a person joined
    if (this.#offered || !now.module || now.doc.phase !== 'playing' || mySeat(now) === undefined) return;
    this.#offered = true;
    setTimeout(() => void this.show(true), after);
  }

  // `first`: opened automatically.
  async show(first: boolean): Promise<void> {
    const now = this.#closed ? undefined : this.#facts();
    if (this.#card || !now?.module || (first && cardSeen(now.doc.game))) return;
    this.#card = 'asked';
    const small = !matchMedia('(min-width: 1100px) and (min-height: 620px)').matches;
    const { module, doc, game: entry } = now;
    const open = async () =>
      (await import('../card/panel')).openCard({
        id: doc.game,
        entry,
        module,
        folded: first && small,
        opened: () => this.#opened(now),
        closed: () => this.#ended(),
      });
    const opened = await (first ? persist(open).catch(() => undefined) : later(open));
    const wanted = this.#card === 'asked';
    this.#card = wanted ? opened : undefined;
    if (wanted && opened) this.#host.append(opened.element);
  }

  // Pauses the clock of a game of speed while the steps are read; the server allows it only to a person who plays alone.
  // Repeated after a reconnect.
  async wait(): Promise<void> {
    if (this.#waits && (await this.#pause(true)) && this.#waits) this.#boardFrame()?.append(this.#cover);
  }

  #boardFrame(): Element | null {
    return this.#host.querySelector('.game-place :is(.board-frame, .bubble-frame)');
  }

  #opened({ doc }: PageFacts): void {
    this.#waits = doc.phase === 'playing' && doc.settings.countdown_ms !== undefined;
    this.#cover.replaceChildren(
      t('waits'),
      h('button', { class: 'button primary', type: 'button', onclick: () => this.hide() }, t('start')),
    );
    void this.wait();
  }

  #ended(): void {
    this.#card = undefined;
    this.#cover.remove();
    if (this.#waits) void this.#pause(false);
    this.#waits = false;
  }

  // A player who moves no longer needs it.
  end(id: string | undefined): void {
    if (this.#card === 'asked') this.#card = undefined;
    else this.hide();
    if (id) noteCard(id);
  }

  // A card that is still being loaded is shown anyway.
  hide(): void {
    if (this.#card !== 'asked') this.#card?.close();
  }

  close(): void {
    this.#closed = true;
    this.hide();
  }
}
