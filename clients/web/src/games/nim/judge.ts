// The theory of each position of a round of the 753 game: won or lost, and the winning moves. Pure.
import { listOf } from '../../i18n';
import type { NimHint, NimMove } from '../../protocol';
import { finalChance, type Judgement, type Moment } from '../../record/judge';
import { t } from './texts';

const MOST_SHOWN = 3;

function moveWords({ row, from, count }: NimMove): string {
  const facts = { row: row + 1, from: from + 1, to: from + count };
  return t(count === 1 ? 'judge.stone' : 'judge.stones', facts);
}

export function judge({ seat, before, after, hint: given, next }: Moment): Judgement {
  const hint = given as NimHint;
  const chances: Record<string, number> = {};
  for (const name of Object.keys(before.seats)) chances[name] = (name === seat) === hint.win ? 1 : 0;
  if (!hint.win) return { words: t('judge.lostAnyway'), loss: 0, chances };
  const all = hint.winning ?? (hint.move ? [hint.move] : []);
  const shown = listOf(all.slice(0, MOST_SHOWN).map(moveWords));
  const moves = all.length > MOST_SHOWN ? t('judge.andMore', { moves: shown }) : shown;
  const won = next ? !(next as NimHint).win : finalChance(after, seat) !== 0;
  return { words: t(won ? 'judge.kept' : 'judge.lost', { moves }), loss: won ? 0 : 1, chances };
}
