// What is said under the board. Those who look read each move; those who listen hear one sentence when it is their
// turn, with all moves since their own, because five moves one after the other are heard ten seconds late. Keys ask
// for the score, one's own pieces, a row, and what was missed.
import { h, setText } from '../../dom';
import type { Ear } from '../../games/module';
import { t } from '../../i18n';
import { isElsewhere, keyOf } from '../../keys';
import { persist } from '../../net/persist';
import type { RoomEvent } from '../../protocol';
import { reason, sentencesOf } from '../describe';
import { mayMove, mySeat, simultaneous } from '../facts';
import { type PageFacts, seatName } from '../page-facts';
import { headline } from '../result/outcome';

export interface Voice {
  element: HTMLElement;
  // At once, for all.
  speak(text: string): void;
  // A move: shown to those who look; told at once to those who wait for no turn.
  tell(line: string): void;
  update(now: PageFacts): void;
  destroy(): void;
}

const EAR_MS = 1500; // after what the first move needs
const KEYS: Record<string, 'score' | 'own' | 'row' | 'missed'> = { s: 'score', o: 'own', r: 'row', w: 'missed' };

export function voice(facts: () => PageFacts | undefined, missed: () => RoomEvent[]): Voice {
  const told = h('p', { class: 'told', 'aria-hidden': 'true' });
  const spoken = h('p', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  const call = h('p', { class: 'hidden-text call', role: 'status' });
  const element = h('div', { class: 'voice' }, told, spoken, call);
  let ear: Ear | undefined;
  let asked: Promise<void> | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;

  const speak = (text: string) => {
    setText(told, '');
    setText(spoken, text);
  };
  // The same answer again is said again only if the region changes.
  const answer = (text: string) => speak(spoken.textContent === text ? `${text}\u200b` : text);

  const load = (): Promise<void> => {
    asked ??= persist(async () => facts()?.module?.ear?.()).then(
      (found) => {
        ear = found;
      },
      () => {
        asked = undefined;
      },
    );
    return asked;
  };

  function movesOf(now: PageFacts): string {
    const events = missed();
    return ear?.moves?.(events, now) ?? sentencesOf(events, now).join(' / ');
  }

  // The moves of the others since one's own, then whose turn it is, or who has won.
  function callFor(now: PageFacts): string {
    const over = now.doc.phase === 'over';
    if (!over && !mayMove(now)) return '';
    const moves = simultaneous(now) || mySeat(now) === undefined ? '' : movesOf(now);
    const since = moves === '' ? '' : t('ear.since', { moves });
    if (over) return since + t('result.said', { head: headline(now), why: reason(now) });
    const name = seatName(now, mySeat(now) ?? '');
    const yours = t('turn.yours');
    const choices = ear?.choices?.(now);
    const words = name === '' ? yours : t('turn.with', { words: yours, name });
    return since + (choices === undefined ? words : t('ear.turn', { words, choices }));
  }

  const refresh = () => {
    const now = facts();
    if (now) setText(call, callFor(now));
  };

  async function ask(what: 'score' | 'own' | 'row' | 'missed'): Promise<void> {
    await load();
    const now = facts();
    if (!now?.doc.view) return;
    if (what === 'missed') return answer(movesOf(now) || t('ear.nothing'));
    answer((what === 'row' ? ear?.row(now, document.activeElement) : ear?.[what]?.(now)) || t('ear.none'));
  }

  const onKey = (event: KeyboardEvent) => {
    const what = KEYS[keyOf(event)];
    if (!what || isElsewhere(event) || !facts()?.module?.ear) return;
    event.preventDefault();
    void ask(what);
  };
  document.addEventListener('keydown', onKey);

  return {
    element,
    speak,
    tell(line) {
      const now = facts();
      if (!now || mySeat(now) === undefined || simultaneous(now)) return speak(line);
      setText(spoken, '');
      setText(told, line);
    },
    update(now) {
      if (now.module && !soon) soon = setTimeout(() => void load().then(refresh), EAR_MS);
      refresh();
    },
    destroy() {
      clearTimeout(soon);
      document.removeEventListener('keydown', onKey);
    },
  };
}
