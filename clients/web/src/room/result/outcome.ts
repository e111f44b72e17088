// The outcome of a game in words: the winner, and how this viewer did. Pure. (The reason: ../events.ts.)
import { ordinal, t } from '../../base/i18n';
import { mySeat, seatWho } from '../../model/facts';
import { type PageFacts, seatName } from '../../model/page-facts';

export const capital = (name: string) => name.charAt(0).toLocaleUpperCase() + name.slice(1);

// The place of a seat among three or more.
export function rankOf({ doc, module }: PageFacts, seat: string): number | undefined {
  const { result } = doc;
  if (doc.phase !== 'over' || !result || result.lost || result.ranking.length < 3 || !module) return undefined;
  return result.ranking.find((entry) => entry.seat === seat)?.rank;
}

// "You came 3rd of 5"; empty for the winner and for spectators, and if only one other played.
export function ownPlace(facts: PageFacts): string {
  const { result } = facts.doc;
  const seat = mySeat(facts);
  const rank = seat === undefined ? undefined : rankOf(facts, seat);
  return rank === undefined || rank === 1 || !result
    ? ''
    : t('result.youCame', { n: ordinal(rank), all: result.ranking.length });
}

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
  return t('result.won', { who: t('result.who', { name: capital(name), who }) });
}
