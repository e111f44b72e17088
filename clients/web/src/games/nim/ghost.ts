// The effect of taking a run in words.
import type { Run } from './rows';
import { count, t } from './texts';

// "Row 2: takes 3, 5 left". REQUIRES: the run can be taken. `misere`: the player who takes the last
// stone loses.
export function ghostWords(rows: string[], misere: boolean, run: Run): string {
  const stones = rows.reduce((sum, row) => sum + row.replaceAll('x', '').length, 0);
  const facts = { row: run.row + 1, n: run.count, left: stones - run.count };
  if (facts.left === 0) return count(misere ? 'ghost.loses' : 'ghost.wins', run.count, facts);
  return t('ghost.takes', facts);
}
