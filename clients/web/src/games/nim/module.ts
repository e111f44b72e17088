// The 753 game on the page.
import { seatWho } from '../../model/facts';
import type { GameModule } from '../../model/module';
import { seatToken } from '../token';
import { NimPart } from './part';
import { type NimKey, t } from './texts';

const KEYS: NimKey[] = ['keys.arrows', 'keys.extend', 'keys.take'];

export const game: GameModule = {
  part: (actions) => new NimPart(actions),
  describe(event, now) {
    if (event.kind !== 'take') return undefined;
    const { row, from, count, seat } = event;
    const facts = { who: seatWho(now, seat), row: row + 1, from: from + 1 };
    return count === 1 ? t('log.takeOne', facts) : t('log.take', { ...facts, to: from + count, n: count });
  },
  help: async () => (await import('./help')).help,
  keys: () => KEYS.map((key) => t(key)),
  icon: (_doc, seat) => seatToken(seat),
  result: () => undefined,
  reason: (word) => (word === 'last_taken' ? t('reason.taken') : undefined),
  hints: true,
  ear: async () => (await import('./words')).ear,
};
