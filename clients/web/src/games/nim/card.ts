// The first steps in 753: take a run, the last stone wins, even columns.

import { speaker } from '../../base/i18n';
import type { Card, CardStep } from '../../card/card';
import type { Position } from '../../card/steps';
import type { NimView } from '../../protocol';
import { rowsOf } from './rows';

const en = {
  take: 'Take one or more neighbouring stones from one row: tap the first and the last of them (one stone: twice), or drag.',
  taken: 'That is a move. What is taken leaves a gap: stones on its two sides are no longer neighbours.',
  last: 'Whoever takes the last stone wins. Take them all.',
  lastTaken: 'You win. (In the other variant, whoever takes the last stone loses.)',
  lastMore: 'There are stones left. Take all of them in one go.',
  even: 'The secret: leave the other player two equal groups, and answer every move on the other side. Make 3 and 2 equal.',
  evenMade: 'Now you can copy every move, so the last stone is yours.',
  evenNot: 'Not equal yet. Take one stone from the end of the longer row.',
  columns:
    'With more groups, write their sizes in binary, one below the other: 1 = 001, 2 = 010, 4 = 100. Leave an even number of ones in every column.',
  columnsMade: '1 = 001, 2 = 010, 3 = 011: every column is even. From such a position, nobody can win against you.',
  columnsNot: 'Some column still has an odd number of ones. Try to make 1, 2 and 3.',
};
const ja: Record<keyof typeof en, string> = {
  take: '同じ段の、隣り合う石を1個以上取ります。最初と最後の石をタップします（1個なら2回）。指やマウスで引いて選ぶこともできます。',
  taken: 'これで1手です。取った跡はすき間になり、その両側の石はもう、隣どうしではありません。',
  last: '最後の石を取った人の勝ちです。全部取ってみましょう。',
  lastTaken: '勝ちました。（最後の石を取ると負けになるルールもあります。）',
  lastMore: 'まだ石が残っています。一度に全部取ってみましょう。',
  even: '必勝のこつ：同じ数のまとまりを2つ残せば、あとは相手のまねをするだけです。3個と2個を、同じ数にしてください。',
  evenMade: 'あとは相手と同じように取れば、最後の石はあなたのものです。',
  evenNot: 'まだ同じ数ではありません。長い段の端から1個取ってください。',
  columns:
    'まとまりが増えたら、石の数を二進数で縦に並べます（1＝001、2＝010、4＝100）。どの桁も、1の個数が偶数になるように残しましょう。',
  columnsMade: '1＝001、2＝010、3＝011。どの桁も偶数です。この形を渡せば、相手は勝てません。',
  columnsNot: '1の個数が奇数の桁があります。1・2・3の形を目指しましょう。',
};
const { t } = speaker({ en, ja });

const groups = ({ view }: Position) =>
  rowsOf(view as NimView).flatMap((row) =>
    row
      .split('x')
      .map((group) => group.length)
      .filter((length) => length > 0),
  );
const balanced = (position: Position) => groups(position).reduce((xor, length) => xor ^ length, 0) === 0;

export const card: Card = {
  steps: (): CardStep[] => [
    { options: { rows: [5, 3] }, seats: 2, say: t('take'), done: t('taken') },
    {
      options: { rows: [3] },
      seats: 2,
      say: t('last'),
      done: t('lastTaken'),
      almost: t('lastMore'),
      shows: (now) => groups(now).length === 0,
    },
    { options: { rows: [3, 2] }, seats: 2, say: t('even'), done: t('evenMade'), almost: t('evenNot'), shows: balanced },
    {
      options: { rows: [1, 2, 4] },
      seats: 2,
      say: t('columns'),
      done: t('columnsMade'),
      almost: t('columnsNot'),
      shows: balanced,
    },
  ],
};
