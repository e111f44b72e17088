// Mistakes of reversi as a lesson: what another move would have been worth, and who gained by the mistake. Pure.
import { percent, speaker } from '../../base/i18n';
import { finalChance, type Moment, type Verdict } from '../../model/judge';
import type { GameHint, GameMove, Preview, PutEvent, ReversiHint, ReversiMove } from '../../protocol';
import { isPut } from './colors';
import { ghostWords } from './ghost';
import { bestOf } from './thoughts';

export const en = {
  'lesson.best': '{what}. The best move here: chance to win {chance}, not {after} as after {played}.',
  'lesson.better': '{what}. Better: chance to win {chance}, not {after} as after {played}. The best: {best}, {most}.',
  'lesson.noBetter': '{what}. Chance to win {chance}: no better than {played}.',
  'lesson.notAmong': '{what}. It is not among the best moves here.',
  'lesson.gaveAway': '{played} gave away {loss}.',
  'lesson.gained': '{played} gave away {loss}. Most of it went to {who}: {before}, then {after}.',
  'lesson.instead': '{what}, and keeps a chance to win of {chance}.',
};

export const ja: Record<keyof typeof en, string> = {
  'lesson.best': '{what}。最善の手です。勝率は{chance}（{played}なら{after}）。',
  'lesson.better': '{what}。よくなりました。勝率は{chance}（{played}なら{after}）。最善は{best}（{most}）。',
  'lesson.noBetter': '{what}。勝率は{chance}で、{played}よりよくなりません。',
  'lesson.notAmong': '{what}。ここでの有力な手ではありません。',
  'lesson.gaveAway': '{played}で勝率を{loss}失いました。',
  'lesson.gained': '{played}で勝率を{loss}失いました。いちばん得をしたのは{who}です（{before}から{after}へ）。',
  'lesson.instead': '{what}。勝率{chance}を保てます。',
};

const { t } = speaker({ en, ja });

const ENOUGH = 0.01; // of a chance, to be better

// Everybody's chance after the played move.
function chancesAfter({ hint, after, next }: Moment): Record<string, number> {
  const known = (next as ReversiHint | undefined)?.chances;
  if (known) return known;
  const seats = Object.keys((hint as ReversiHint).chances ?? {});
  return Object.fromEntries(seats.map((seat) => [seat, finalChance(after, seat) ?? 0]));
}

export function played({ events }: Moment): string {
  return events.find((event): event is PutEvent => isPut(event))?.cell ?? '';
}

export function best(hint: GameHint): GameMove | undefined {
  const cell = bestOf(hint as ReversiHint)[0]?.cell;
  return cell === undefined ? undefined : { cell };
}

export function tried(moment: Moment, move: GameMove, preview: Preview): Verdict {
  const what = ghostWords(preview);
  const all = bestOf(moment.hint as ReversiHint);
  const rank = all.findIndex(({ cell }) => cell === (move as ReversiMove).cell);
  const chance = all[rank]?.chance;
  const then = chancesAfter(moment)[moment.seat] ?? 0;
  if (rank < 0 || chance === undefined) return { good: rank === 0, words: t('lesson.notAmong', { what }) };
  const words = { what, chance: percent(chance), after: percent(then), played: played(moment) };
  if (rank === 0) return { good: true, words: t('lesson.best', words) };
  if (chance < then + ENOUGH) return { good: false, words: t('lesson.noBetter', words) };
  const most = { best: all[0]?.cell ?? '', most: percent(all[0]?.chance ?? 0) };
  return { good: true, words: t('lesson.better', { ...words, ...most }) };
}

export function why(moment: Moment, preview: Preview, who: (seat: string) => string): string {
  const { hint, seat } = moment;
  const before = (hint as ReversiHint).chances ?? {};
  const after = chancesAfter(moment);
  const gain = (one: string) => (after[one] ?? 0) - (before[one] ?? 0);
  const others = Object.keys(before).filter((one) => one !== seat && gain(one) > ENOUGH);
  const first = others.sort((a, b) => gain(b) - gain(a))[0];
  const chance = bestOf(hint as ReversiHint)[0]?.chance ?? 0;
  const loss = percent(Math.max(0, chance - (after[seat] ?? 0)));
  const facts = { played: played(moment), loss };
  const lost =
    first === undefined
      ? t('lesson.gaveAway', facts)
      : t('lesson.gained', {
          ...facts,
          who: who(first),
          before: percent(before[first] ?? 0),
          after: percent(after[first] ?? 0),
        });
  return `${lost} ${t('lesson.instead', { what: ghostWords(preview), chance: percent(chance) })}`;
}
