// What is said under the board. Those who look read each move; those who listen hear one sentence when it is their
// turn, with all moves since their own, because five moves one after the other are heard ten seconds late. Keys ask
// for the score, one's own pieces, a row, and what was missed.
import { h, setText } from '../../base/dom';
import { t } from '../../base/i18n';
import { isElsewhere, keyOf } from '../../base/keys';
import { reason, sentencesOf } from '../../model/describe';
import { mayMove, mySeat, simultaneous } from '../../model/facts';
import type { Ear } from '../../model/module';
import { type PageFacts, seatName } from '../../model/page-facts';
import { persist } from '../../net/persist';
import type { RoomEvent } from '../../protocol';
import { headline } from '../result/outcome';

const EAR_MS = 1500; // after what the first move needs
type What = 'score' | 'own' | 'row' | 'missed';

const KEYS: Record<string, What> = { s: 'score', o: 'own', r: 'row', w: 'missed' };

export class Voice {
  readonly element: HTMLElement;
  readonly #told = h('p', { class: 'told', 'aria-hidden': 'true' });
  readonly #spoken = h('p', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  readonly #call = h('p', { class: 'hidden-text call', role: 'status' });
  #ear: Ear | undefined;
  #asked: Promise<void> | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;
  readonly #facts: () => PageFacts | undefined;
  readonly #missed: () => RoomEvent[];

  constructor(facts: () => PageFacts | undefined, missed: () => RoomEvent[]) {
    this.#facts = facts;
    this.#missed = missed;
    this.element = h('div', { class: 'voice' }, this.#told, this.#spoken, this.#call);
    document.addEventListener('keydown', this.#onKey);
  }

  // At once, for all.
  speak(text: string): void {
    setText(this.#told, '');
    setText(this.#spoken, text);
  }

  // A move: shown to those who look; told at once to those who wait for no turn.
  tell(line: string): void {
    const now = this.#facts();
    if (!now || mySeat(now) === undefined || simultaneous(now)) return this.speak(line);
    setText(this.#spoken, '');
    setText(this.#told, line);
  }

  update(now: PageFacts): void {
    if (now.module && !this.#soon) this.#soon = setTimeout(() => void this.#load().then(() => this.#refresh()), EAR_MS);
    this.#refresh();
  }

  destroy(): void {
    clearTimeout(this.#soon);
    document.removeEventListener('keydown', this.#onKey);
  }

  #load(): Promise<void> {
    this.#asked ??= persist(async () => this.#facts()?.module?.ear?.()).then(
      (found) => {
        this.#ear = found;
      },
      () => {
        this.#asked = undefined;
      },
    );
    return this.#asked;
  }

  #refresh(): void {
    const now = this.#facts();
    if (now) setText(this.#call, this.#callFor(now));
  }

  #movesOf(now: PageFacts): string {
    const events = this.#missed();
    return this.#ear?.moves?.(events, now) ?? sentencesOf(events, now).join(' / ');
  }

  // The moves of the others since one's own, then whose turn it is, or who has won.
  #callFor(now: PageFacts): string {
    const over = now.doc.phase === 'over';
    if (!over && !mayMove(now)) return '';
    const moves = simultaneous(now) || mySeat(now) === undefined ? '' : this.#movesOf(now);
    const since = moves === '' ? '' : t('ear.since', { moves });
    if (over) return since + t('result.said', { head: headline(now), why: reason(now) });
    const name = seatName(now, mySeat(now) ?? '');
    const yours = t('turn.yours');
    const choices = this.#ear?.choices?.(now);
    const words = name === '' ? yours : t('turn.with', { words: yours, name });
    return since + (choices === undefined ? words : t('ear.turn', { words, choices }));
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const what = KEYS[keyOf(event)];
    if (!what || isElsewhere(event) || !this.#facts()?.module?.ear) return;
    event.preventDefault();
    void this.#ask(what);
  };

  async #ask(what: What): Promise<void> {
    await this.#load();
    const now = this.#facts();
    if (!now?.doc.view) return;
    if (what === 'missed') return this.#answer(this.#movesOf(now) || t('ear.nothing'));
    const words = what === 'row' ? this.#ear?.row(now, document.activeElement) : this.#ear?.[what]?.(now);
    this.#answer(words || t('ear.none'));
  }

  // The same answer again is said again only if the region changes.
  #answer(text: string): void {
    this.speak(this.#spoken.textContent === text ? `${text}\u200b` : text);
  }
}
