// The exact value of each position of a round of the 753 game: won or lost, and the winning moves.
// Pure.
import { listOf, speaker } from '../../base/i18n';
import { finalChance, type Judgement, type LessonModule, type Moment } from '../../model/judge';
import type { GameHint, NimHint } from '../../protocol';
import { best, played, tried, why } from './lesson';
import { moveWords } from './move-words';

export const en = {
  'judge.andMore': '{moves} and more',
  'judge.kept': 'Won position, and the move keeps it. Winning moves: {moves}.',
  'judge.lost': 'Threw away the win. Winning moves: {moves}.',
  'judge.lostAnyway': 'Lost position: against perfect play, every move loses.',
};

export const ja: Record<keyof typeof en, string> = {
  'judge.andMore': '{moves}など',
  'judge.kept': '勝ちの局面で、勝ちを保つ手です。勝てる手：{moves}。',
  'judge.lost': '勝ちを逃しました。勝てる手：{moves}。',
  'judge.lostAnyway': '負けの局面です。相手が最善を尽くせば、どの手でも勝てません。',
};

const { t } = speaker({ en, ja });

const MOST_SHOWN = 3;

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

// In a lost position every move is as good as the others.
export function bestMove(hint: GameHint): string | undefined {
  const { move } = hint as NimHint;
  return move && moveWords(move);
}

export const lesson: LessonModule = { best, played, tried, why };
