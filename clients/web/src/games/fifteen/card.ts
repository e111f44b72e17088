// The first slides in the 15-puzzle.

import { speaker } from '../../base/i18n';
import type { Card, CardStep } from '../../card/card';
import type { Position } from '../../card/steps';
import type { FifteenView } from '../../protocol';

const en = {
  one: 'Put the tiles in order, the hole last. Tap the 8: it slides into the hole.',
  oneDone: 'In order: solved.',
  row: 'A tile in line with the hole pushes the tiles between. Tap the 8 again: two slide at once.',
  rowDone: 'Two steps in one tap. The arrow keys work, too.',
  race: 'Two taps to the end: which tile first?',
  raceDone: "In a race all have the same puzzle, and whoever is first in order wins. You see the others' boards beside yours.",
  raceNot: 'Go on: 1 to 8 in order, the hole last.',
};
const ja: Record<keyof typeof en, string> = {
  one: '数字を順に並べ、最後を空きにします。8をタップすると、空きへ動きます。',
  oneDone: '順にそろいました。完成です。',
  row: '空きと一直線上のコマは、間のコマもまとめて押せます。もう一度8をタップしましょう。2枚動きます。',
  rowDone: '1回で2手進みました。矢印キーでも動かせます。',
  race: 'あと2回で完成です。どのコマから動かしますか。',
  raceDone: 'レースでは全員が同じ問題を解き、いちばん早くそろえた人が勝ちます。ほかの人の盤も横に見えます。',
  raceNot: '続けましょう。1から8を順に、最後を空きに。',
};
const { t } = speaker({ en, ja });

const solved = ({ view }: Position) => (view as FifteenView).boards.s0?.done !== undefined;
const start = (tiles: number[]) => ({ seats: 1, options: { tiles, seats: 1 } });

export const card: Card = {
  steps: (): CardStep[] => [
    { ...start([1, 2, 3, 4, 5, 6, 7, 0, 8]), say: t('one'), done: t('oneDone'), goesOn: (now) => !solved(now) },
    { ...start([1, 2, 3, 4, 5, 6, 0, 7, 8]), say: t('row'), done: t('rowDone'), goesOn: (now) => !solved(now) },
    { ...start([1, 2, 3, 4, 0, 6, 7, 5, 8]), say: t('race'), done: t('raceDone'), goesOn: (now) => !solved(now) },
  ],
};
