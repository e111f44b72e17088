// Where a player of the 15-puzzle lost steps against par: the extra steps of each slide. Pure.
import { speaker } from '../../base/i18n';
import type { Judgement, Moment } from '../../model/judge';
import type { FifteenHint, GameHint } from '../../protocol';
import { boardOf } from './view';

export const en = {
  'judge.left': 'The shortest solution found here: {n} steps, beginning with {tile}.',
  'judge.left.one': 'The last step: {tile}.',
  'judge.lost': 'Lost {n} steps here. {words}',
  'judge.move': 'slide {tile}, {n} steps to the end',
  'judge.move.one': 'slide {tile}, the last step',
};

export const ja: Record<keyof typeof en, string> = {
  'judge.left': 'ここから見つかった最短は{n}手（{tile}から）です。',
  'judge.left.one': 'あと1手（{tile}）です。',
  'judge.lost': 'ここで{n}手損をしました。{words}',
  'judge.move': '{tile}を動かす（完成まで{n}手）',
  'judge.move.one': '{tile}を動かす（これで完成）',
};

const { t, count } = speaker({ en, ja });

const MUCH = 20; // so many lost steps count as a total loss

export function judge({ seat, before, after, hint: given, next }: Moment): Judgement | undefined {
  const hint = given as FifteenHint;
  const was = boardOf(before, seat);
  const is = boardOf(after, seat);
  if (!was || !is) return undefined;
  const left = is.done ? 0 : (next as FifteenHint | undefined)?.steps;
  const words = count('judge.left', hint.steps, { tile: hint.move.tile });
  if (left === undefined) return { words, loss: 0 };
  const lost = is.steps - was.steps + left - hint.steps;
  if (lost <= 0) return { words, loss: 0 };
  return { words: t('judge.lost', { words, n: lost }), loss: Math.min(1, lost / MUCH) };
}

export function bestMove(hint: GameHint): string {
  const { move, steps } = hint as FifteenHint;
  return count('judge.move', steps, { tile: move.tile });
}
