// Mistakes of the 753 game as a lesson: every position is won or lost, and each winning move is known. Pure.
import { listOf, speaker } from '../../base/i18n';
import type { Moment, Verdict } from '../../model/judge';
import type { GameHint, GameMove, NimHint, NimMove, Preview, RoomEvent, TakeEvent } from '../../protocol';
import { moveWords } from './move-words';

export const en = {
  'lesson.wins': '{move}: now every answer loses against perfect play.',
  'lesson.loses': '{move}: after that the opponent can still win.',
  'lesson.why': 'After {played} the opponent could win with {moves}. After {best} no answer wins.',
  'lesson.whyShort': '{played} left a won position to the opponent. After {best} no answer wins.',
};

export const ja: Record<keyof typeof en, string> = {
  'lesson.wins': '{move}：これで相手のどの手にも勝てます。',
  'lesson.loses': '{move}：このあと、まだ相手が勝てます。',
  'lesson.why': '{played}のあと、相手には{moves}という勝つ手がありました。{best}なら、相手に勝つ手はありません。',
  'lesson.whyShort': '{played}は、相手に勝ちの局面を渡しました。{best}なら、相手に勝つ手はありません。',
};

const { t } = speaker({ en, ja });

const MOST_SHOWN = 2;

function takenIn(events: RoomEvent[]): string {
  const take = events.find((event): event is TakeEvent => event.kind === 'take');
  return take ? moveWords(take) : '';
}

const winning = (hint: GameHint): NimMove[] => {
  const { move, winning: all } = hint as NimHint;
  return all ?? (move ? [move] : []);
};

export function played({ events }: Moment): string {
  return takenIn(events);
}

export function best(hint: GameHint): GameMove | undefined {
  return (hint as NimHint).move;
}

export function tried({ hint }: Moment, move: GameMove, preview: Preview): Verdict {
  const words = JSON.stringify(moveWords(move as NimMove));
  const good = winning(hint).some((one) => JSON.stringify(moveWords(one)) === words);
  return { good, words: t(good ? 'lesson.wins' : 'lesson.loses', { move: takenIn(preview.events) }) };
}

export function why({ events, next }: Moment, preview: Preview): string {
  const facts = { played: takenIn(events), best: takenIn(preview.events) };
  const moves = next ? winning(next).slice(0, MOST_SHOWN).map(moveWords) : [];
  return moves.length > 0 ? t('lesson.why', { ...facts, moves: listOf(moves) }) : t('lesson.whyShort', facts);
}
