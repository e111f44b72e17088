// A shot, and what the best bot would have shot. Pure.
import { speaker } from '../../i18n';
import type { BubblesHint, ShotEvent } from '../../protocol';
import type { Judgement, Moment } from '../../record/judge';
import { words } from '../../words';
import { angleWords } from './aim';
import { cellOf } from './model';

export const en = {
  'judge.best': 'Removes {n}: the best shot.',
  'judge.better': 'Removes {n}. The bot would shoot {angle} to row {row}, place {column}, and remove {m}.',
};

export const ja: Record<keyof typeof en, string> = {
  'judge.best': '{n}個消しました。最善のショットです。',
  'judge.better': '{n}個消しました。ボットなら{angle}、{row}段目の{column}番へ撃ち、{m}個消します。',
};

const { t } = speaker({ en, ja });

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
