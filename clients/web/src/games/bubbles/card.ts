// The first shots: aim and pop, drop hanging bubbles, bounce.

import { speaker } from '../../base/i18n';
import type { Card, CardStep } from '../../card/card';
import type { RoomEvent } from '../../protocol';

const en = {
  aim: 'Move over the field to aim, and tap to shoot. Hit the two bubbles of the colour you have: three in a group pop.',
  popped: 'Three touching bubbles of the same colour pop.',
  aimNot: "Look at your bubble's colour and shape, and aim at the same two.",
  fall: 'What hangs on popped bubbles falls, too. Pop the pair of your colour above.',
  fallen: 'Down it comes. In a game against others, bubbles beyond three that you pop and drop go to them.',
  fallNot: 'Not popped. Aim beside the hanging bubble, at the pair of your colour above it.',
  wall: 'Shots bounce off the walls: behind the front there is your colour. Pop any group.',
  walled: 'That is all you need. New rows come from above: do not let them reach the line.',
};
const ja: Record<keyof typeof en, string> = {
  aim: 'フィールドの上でねらいを決め、タップで撃ちます。自分の玉と同じ色の2個に当てましょう。3個つながると消えます。',
  popped: '同じ色が3個つながって消えました。',
  aimNot: '自分の玉の色と形を見て、同じ2個をねらいましょう。',
  fall: '消えた玉にぶら下がっていた玉も落ちます。上にある、同じ色の2個を消しましょう。',
  fallen: '落ちました。対戦では、消した玉と落とした玉が3個を超えた分だけ、相手におじゃま玉を送れます。',
  fallNot: '消えませんでした。ぶら下がる玉の横から、上の同じ色の2個をねらいましょう。',
  wall: '玉は壁で跳ね返ります。どれでもよいので、同じ色をそろえて消しましょう。',
  walled: 'これだけ覚えれば大丈夫。上から新しい段が降りてきます。線まで届かないように。',
};
const { t } = speaker({ en, ja });

const shot = (events: RoomEvent[]) => events.find((event) => event.kind === 'shot');
const popped = (events: RoomEvent[]) => shot(events)?.popped !== undefined;
const start = (field: string[]) => ({ seats: 1, options: { seats: 1, colors: 3, hurry_s: 60, field } });

// There is a pair of every colour that may be drawn.
export const card: Card = {
  steps: (): CardStep[] => [
    { ...start(['aa.bb.cc']), say: t('aim'), done: t('popped'), almost: t('aimNot'), shows: (_, events) => popped(events) },
    {
      ...start(['aa.bb.cc', 'b..c..a']),
      say: t('fall'),
      done: t('fallen'),
      almost: t('fallNot'),
      shows: (_, events) => popped(events) && shot(events)?.fallen !== undefined,
    },
    {
      ...start(['abcabcab', 'aabbcca']),
      say: t('wall'),
      done: t('walled'),
      almost: t('aimNot'),
      shows: (_, events) => popped(events),
    },
  ],
};
