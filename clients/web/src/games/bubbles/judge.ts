// A shot, and what the best bot would have shot. Pure.
import type { BubblesHint, ShotEvent } from '../../protocol';
import type { Judgement, Moment } from '../../record/judge';
import { words } from '../../words';
import { angleWords } from './aim';
import { cellOf } from './model';
import { t } from './texts';

const MUCH = 20; // bubbles missed that count as everything

export function judge({ seat, events, hint: given }: Moment): Judgement | undefined {
  const hint = given as BubblesHint;
  const shot = events.find((event): event is ShotEvent => event.kind === 'shot' && event.seat === seat);
  if (!shot) return undefined;
  const { row, column } = cellOf(hint.cell);
  const removed = words(shot.popped).length + words(shot.fallen).length;
  const best = hint.popped + hint.fallen;
  const facts = { n: removed, m: best, angle: angleWords(hint.move.angle), row: row + 1, column: column + 1 };
  if (hint.cell === shot.cell) return { words: t('judge.best', facts), loss: 0 };
  return { words: t('judge.better', facts), loss: Math.min(1, Math.max(0, best - removed) / MUCH) };
}
