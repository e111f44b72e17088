// The verdict of an analysis on a move of reversi: the chance to win that it gave away. Pure.
import { percent, speaker } from '../../base/i18n';
import { finalChance, type Judgement, type LessonModule, type Moment } from '../../model/judge';
import type { GameHint, PutEvent, ReversiHint, RoomEvent } from '../../protocol';
import { best, played, tried, why } from './lesson';
import { bestOf } from './thoughts';

export const en = {
  'judge.best': '{cell} was the best move (chance to win {chance}).',
  'judge.better': 'Best: {cell} (chance to win {chance}).',
  'judge.asGood': 'As good as the best move, {cell} (chance to win {chance}).',
  'judge.lost': 'Gave away {loss}. Best: {cell} (chance to win {chance}).',
  'judge.notCompeting': 'Best: {cell}.',
  'judge.move': '{cell} (chance to win {chance})',
};

export const ja: Record<keyof typeof en, string> = {
  'judge.best': '{cell}は最善の手です（勝率{chance}）。',
  'judge.better': '最善の手は{cell}（勝率{chance}）。',
  'judge.asGood': '最善の手{cell}（勝率{chance}）と同じくらいよい手です。',
  'judge.lost': '勝率を{loss}失いました。最善の手は{cell}（勝率{chance}）。',
  'judge.notCompeting': '最善の手は{cell}。',
  'judge.move': '{cell}（勝率{chance}）',
};

const { t } = speaker({ en, ja });

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

export function bestMove(hint: GameHint): string | undefined {
  const best = bestOf(hint as ReversiHint)[0];
  if (best?.chance === undefined) return best?.cell;
  return t('judge.move', { cell: best.cell, chance: percent(best.chance) });
}

export const lesson: LessonModule = { best, played, tried, why };
