// Compares a shot with the best bot's shot. Pure.
import { speaker } from '../../base/i18n';
import { words } from '../../base/words';
import type { Judgement, Moment } from '../../model/judge';
import type { BubblesHint, GameHint, ShotEvent } from '../../protocol';
import { angleWords } from './aim';
import { cellOf } from './model';

export const en = {
  'judge.best': 'Removes {n}: the best shot.',
  'judge.better': 'Removes {n}. The bot would shoot {angle} to row {row}, column {column}, and remove {m}.',
  'judge.move': '{angle}, to row {row}, column {column}; removes {m}',
};

export const ja: Record<keyof typeof en, string> = {
  'judge.best': '{n}個消しました。最善のショットです。',
  'judge.better': '{n}個消しました。ボットなら{angle}、{row}段目の{column}番へ撃ち、{m}個消します。',
  'judge.move': '{angle}、{row}段目の{column}番へ（{m}個消える）',
};

const { t } = speaker({ en, ja });

const MUCH = 20; // so many missed bubbles count as a total loss

function factsOf({ move, cell, popped, fallen }: BubblesHint) {
  const { row, column } = cellOf(cell);
  return { angle: angleWords(move.angle), row: row + 1, column: column + 1, m: popped + fallen };
}

export function judge({ seat, events, hint: given }: Moment): Judgement | undefined {
  const hint = given as BubblesHint;
  const shot = events.find((event): event is ShotEvent => event.kind === 'shot' && event.seat === seat);
  if (!shot) return undefined;
  const removed = words(shot.popped).length + words(shot.fallen).length;
  const facts = { n: removed, ...factsOf(hint) };
  if (hint.cell === shot.cell) return { words: t('judge.best', facts), loss: 0 };
  return { words: t('judge.better', facts), loss: Math.min(1, Math.max(0, facts.m - removed) / MUCH) };
}

export function bestMove(hint: GameHint): string {
  return t('judge.move', factsOf(hint as BubblesHint));
}
