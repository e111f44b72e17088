// What an analysis says of a move of reversi: the chance that it gave away. Pure.
import { percent } from '../../i18n';
import type { PutEvent, ReversiHint, RoomEvent } from '../../protocol';
import { finalChance, type Judgement, type Moment } from '../../record/judge';
import { t } from './texts';
import { bestOf } from './thoughts';

const cellOf = (events: RoomEvent[]) => events.find((event): event is PutEvent => event.kind === 'put')?.cell;

export function judge({ seat, after, events, hint: given, next }: Moment): Judgement {
  const hint = given as ReversiHint;
  const chances = hint.chances;
  const best = bestOf(hint)[0];
  const judgement: Judgement = { words: '', loss: 0, ...(chances && { chances }) };
  if (!best) return judgement;
  const chance = best.chance ?? 0;
  const words = { cell: best.cell, chance: percent(chance) };
  const then = (next as ReversiHint | undefined)?.chances?.[seat] ?? finalChance(after, seat);
  if (chances?.[seat] === undefined) return { ...judgement, words: t('judge.notCompeting', words) };
  if (best.cell === cellOf(events)) return { ...judgement, words: t('judge.best', words) };
  if (then === undefined) return { ...judgement, words: t('judge.better', words) };
  const loss = Math.max(0, chance - then);
  if (loss < 0.01) return { ...judgement, words: t('judge.asGood', words) };
  return { ...judgement, words: t('judge.lost', { ...words, loss: percent(loss) }), loss };
}
