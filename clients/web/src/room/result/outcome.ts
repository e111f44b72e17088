// The outcome of a game in words: the winner. Pure. (The reason: ../events.ts.)
import { t } from '../../base/i18n';
import { mySeat, seatWho } from '../../model/facts';
import { type PageFacts, seatName } from '../../model/page-facts';

// Empty while there is no result.
export function headline(facts: PageFacts): string {
  const { result } = facts.doc;
  if (!result) return '';
  const own = facts.module?.headline?.(facts);
  if (own !== undefined) return own;
  if (result.lost) return t('result.lost');
  if (result.draw || !result.winner) return t('result.draw');
  if (result.winner === mySeat(facts)) return t('result.youWon');
  const name = seatName(facts, result.winner);
  const who = seatWho(facts, result.winner);
  if (name === '') return t('result.won', { who });
  return t('result.won', { who: t('result.who', { name: name.charAt(0).toLocaleUpperCase() + name.slice(1), who }) });
}
