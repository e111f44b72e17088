// The card with the first steps in the room's game: by itself once for each game and device, when the first game begins; and
// when it is asked for.
import type { CardPanel } from '../card/panel';
import { cardSeen, noteCard } from '../card/seen';
import { mySeat } from '../model/facts';
import type { PageFacts } from '../model/page-facts';
import { persist } from '../net/persist';

const CARD_AFTER_MS = 1000; // the board comes first

export class FirstSteps {
  #card: CardPanel | 'asked' | undefined;
  #offered = false;
  #closed = false;
  readonly #host: HTMLElement;
  readonly #facts: () => PageFacts | undefined;

  constructor(host: HTMLElement, facts: () => PageFacts | undefined) {
    this.#host = host;
    this.#facts = facts;
  }

  offer(now: PageFacts): void {
    if (this.#offered || !now.module || now.doc.phase !== 'playing' || mySeat(now) === undefined) return;
    this.#offered = true;
    setTimeout(() => void this.show(true), CARD_AFTER_MS);
  }

  // `first`: by itself.
  async show(first: boolean): Promise<void> {
    const now = this.#closed ? undefined : this.#facts();
    if (this.#card || !now?.module || (first && cardSeen(now.doc.game))) return;
    this.#card = 'asked';
    const { openCard } = await persist(() => import('../card/panel')).catch(() => ({ openCard: undefined }));
    const small = !matchMedia('(min-width: 1100px) and (min-height: 620px)').matches;
    const { module, doc, game: entry } = now;
    const opened = await openCard?.({
      id: doc.game,
      entry,
      module,
      folded: first && small,
      closed: () => {
        this.#card = undefined;
      },
    });
    const wanted = this.#card === 'asked';
    this.#card = wanted ? opened : undefined;
    if (wanted && opened) this.#host.append(opened.element);
  }

  // A player who moves no longer needs it.
  end(id: string | undefined): void {
    if (this.#card === 'asked') this.#card = undefined;
    else this.hide();
    if (id) noteCard(id);
  }

  // One that is still being loaded comes all the same.
  hide(): void {
    if (this.#card !== 'asked') this.#card?.close();
  }

  close(): void {
    this.#closed = true;
    this.hide();
  }
}
