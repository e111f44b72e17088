// The spoken sentences for players who listen: whose turn it is, and answers to keys: the score, their pieces, a row, and
// missed moves. The game's texts arrive some time after this code.
import { speaker, t } from '../../base/i18n';
import { keyOf } from '../../base/keys';
import { sentencesOf } from '../../model/describe';
import { mayMove, mySeat, simultaneous } from '../../model/facts';
import type { Ear } from '../../model/module';
import { type PageFacts, seatName } from '../../model/page-facts';
import { persist } from '../../net/persist';
import { ownPlace } from '../result/outcome';
import { ending, type Voice } from './voice';

const { t: word } = speaker({
  en: {
    since: 'Since your move: {moves}. ',
    turn: '{words}, {choices}',
    nothing: 'Nothing has happened since your move.',
    none: 'Nothing to report here.',
  },
  ja: {
    since: 'あなたの手のあと：{moves}。',
    turn: '{words}、{choices}',
    nothing: 'あなたの手のあと、まだ何も起きていません。',
    none: '読み上げる内容はありません。',
  },
});

const EAR_MS = 500; // after the sounds for all
type What = 'score' | 'own' | 'row' | 'missed';

const KEYS: Record<string, What> = { s: 'score', o: 'own', r: 'row', w: 'missed' };

export class Ears {
  #ear: Ear | undefined;
  #asked: Promise<void> | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;
  readonly #voice: Voice;

  constructor(voice: Voice) {
    this.#voice = voice;
  }

  close(): void {
    clearTimeout(this.#soon);
  }

  key(event: KeyboardEvent): void {
    const what = KEYS[keyOf(event)];
    if (what && this.#voice.facts()?.module?.ear) void this.#ask(what);
  }

  // The moves of the others since the viewer's own, then whose turn it is, or who has won.
  call(now: PageFacts): string {
    if (now.module) this.#soon ??= setTimeout(() => void this.#load().then(() => this.#voice.refresh()), EAR_MS);
    const over = now.doc.phase === 'over';
    const own = ownPlace(now);
    if (!over && !mayMove(now)) return '';
    const moves = simultaneous(now) || mySeat(now) === undefined ? '' : this.#movesOf(now);
    const since = moves === '' ? '' : word('since', { moves });
    if (over) return since + (own === '' ? ending(now) : t('result.said', { head: own, why: ending(now) }));
    const name = seatName(now, mySeat(now) ?? '');
    const yours = t('turn.yours');
    const choices = this.#ear?.choices?.(now);
    const words = name === '' ? yours : t('turn.with', { words: yours, name });
    return since + (choices === undefined ? words : word('turn', { words, choices }));
  }

  #load(): Promise<void> {
    this.#asked ??= persist(async () => this.#voice.facts()?.module?.ear?.()).then(
      (found) => {
        this.#ear = found;
      },
      () => {
        this.#asked = undefined;
      },
    );
    return this.#asked;
  }

  #movesOf(now: PageFacts): string {
    const events = this.#voice.missed();
    return this.#ear?.moves?.(events, now) ?? sentencesOf(events, now).join(' / ');
  }

  async #ask(what: What): Promise<void> {
    await this.#load();
    const now = this.#voice.facts();
    if (!now?.doc.view) return;
    if (what === 'missed') return this.#answer(this.#movesOf(now) || word('nothing'));
    const words = what === 'row' ? this.#ear?.row(now, document.activeElement) : this.#ear?.[what]?.(now);
    this.#answer(words || word('none'));
  }

  // Screen readers repeat the same answer only if the region changes.
  #answer(text: string): void {
    const { spoken } = this.#voice;
    this.#voice.speak(spoken.textContent === text ? `${text}\u200b` : text);
  }
}
