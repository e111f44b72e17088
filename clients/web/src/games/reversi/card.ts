// The first steps in reversi: a line, wildcard, bomb, cut-in.

import { speaker } from '../../base/i18n';
import type { Card, CardStep } from '../../card/card';
import type { RoomEvent } from '../../protocol';

const en = {
  flank:
    'You are black. Place a disc so that white discs lie between it and another black disc, in a straight line. You can play on the marked squares.',
  flanked: 'The enclosed discs become yours. In the end, the most discs win.',
  wild: "The green disc is a wildcard: it counts as everybody's. Use it as the other end of your line.",
  wilded: 'The wildcard held the line for you, and it stays green for the next player.',
  wildNot: 'That works without the wildcard. Try the other side of the white disc.',
  bomb: 'The red disc is a bomb. Enclose it, and see what happens.',
  boom: 'A bomb takes everything on the lines with it, your own disc too. Sometimes that is what you want.',
  bombNot: 'The bomb must lie on the line that you close. Try another square.',
  cut: 'Some players move only now and then: they cut in at fixed moves. Here cyan cuts in after your move.',
  cutDone: "Cyan has cut in, and its discs can never be flipped. The players' cards say when it comes.",
};
const ja: Record<keyof typeof en, string> = {
  flank: 'あなたは黒です。自分の石とで白をはさむように、印のあるマスに置きましょう。',
  flanked: 'はさんだ石が自分の色になりました。最後に石のいちばん多い人が勝ちます。',
  wild: '緑は「変化石」。だれの石としても使えます。緑を反対側の端にして、白をはさんでみましょう。',
  wilded: '変化石のおかげで返せました。変化石は緑のまま残り、次の人も使えます。',
  wildNot: 'そこでは変化石を使いません。白をはさんで、緑の反対側に置いてみましょう。',
  bomb: '赤は「ボム石」。はさむとどうなるでしょう。',
  boom: 'その一手でかかわった石が、自分の石もろとも消えました。ねらって使う手もあります。',
  bombNot: 'ボム石がはさまれていません。別のマスに置いてみましょう。',
  cut: 'ときどきしか打たない人もいます。決まった手番に「割り込み」ます。ここでは、あなたの次にシアンが割り込みます。',
  cutDone: 'シアンが割り込みました。シアンの石は返せません。いつ割り込むかは、プレイヤーの欄に出ます。',
};
const { t } = speaker({ en, ja });

const put = (events: RoomEvent[]) => events.find((event) => event.kind === 'put');
const wild = (events: RoomEvent[]) => put(events)?.lines.some((line) => line.wild) === true;
const boom = (events: RoomEvent[]) => put(events)?.boom === true;

export const card: Card = {
  steps: (): CardStep[] => [
    { options: { board: ['....', '.BW.', '.WB.', '....'], rotation: 'BW' }, seats: 2, say: t('flank'), done: t('flanked') },
    {
      options: { board: ['.....', '.WG..', '.....', '..WB.'], rotation: 'BW' },
      seats: 2,
      say: t('wild'),
      done: t('wilded'),
      almost: t('wildNot'),
      shows: (_, events) => wild(events),
    },
    {
      options: { board: ['.....', '.WRB.', '.WB..', '.....'], rotation: 'BW' },
      seats: 2,
      say: t('bomb'),
      done: t('boom'),
      almost: t('bombNot'),
      shows: (_, events) => boom(events),
    },
    {
      options: {
        board: ['.....', '.BW..', '.WB..', '..BC.', '.....'],
        rotation: 'BW',
        compete: 'BW',
        permanent: 'GC',
        cut_ins: { 2: 'C' },
      },
      seats: 3,
      say: t('cut'),
      done: t('cutDone'),
      reply: ({ legal, to_act }) => (to_act === 's2' ? { seat: 2, move: { cell: legal.split(' ')[0] } } : undefined),
    },
  ],
};
