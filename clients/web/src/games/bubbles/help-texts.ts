// The words of the rules of the bubble shooter. Words in quotation marks appear on the page (texts.ts, "facts").
import { speaker } from '../../base/i18n';

export const en = {
  'help.shoot':
    'Aim and shoot. The bubble sticks where it touches another bubble or the ceiling; it bounces off the side walls.',
  'help.pop':
    'If your bubble makes a group of three or more of its colour, the group pops. Bubbles that no longer hang on the ceiling fall.',
  'help.waits': 'A group that came with a new row pops only when you add a bubble of its colour.',
  'help.row': 'After every {n} shots of yours, a new row comes from above. "New row in" counts the shots until then.',
  'help.hurry': 'If you wait {n} seconds after your last bubble has landed, the next one is shot straight up automatically.',
  'help.alone':
    'Clear the field to win. The field holds {n} rows: if a bubble is below the dashed line after your shot, you lose.',
  'help.out': 'The field holds {n} rows. If a bubble is below the dashed line after your shot, you are out.',
  'help.attack':
    'A shot that pops bubbles is an attack of strength popped + fallen − 3. Three popped make 0; four popped and six fallen make 7.',
  'help.attackEvery':
    'A shot that pops bubbles is an attack of strength popped + 2 × fallen. Three popped make 3; four popped and six fallen make 16.',
  'help.cancel':
    'Your attack first cancels the bubbles waiting for you under "Incoming", one for one. Only the rest is sent as garbage.',
  'help.sendOne': 'The rest of the attack goes to your opponent.',
  'help.sendAll': 'The rest goes to the players still in the game: one bubble each in seat order, beginning after you.',
  'help.garbage': 'Garbage comes after your own next shot, at most {n} bubbles at a time. It never pops when it comes.',
  'help.end': 'The last player in the game wins. The others are ranked by how long they stayed.',
};

export const ja: Record<keyof typeof en, string> = {
  'help.shoot': 'ねらって撃ちます。玉は、ほかの玉か天井に触れるとくっつき、横の壁では跳ね返ります。',
  'help.pop': '撃った玉を含めて、同じ色が3個以上つながると消えます。天井につながらなくなった玉は落ちます。',
  'help.waits': '新しい段でそろった色は、同じ色の玉を撃ってくっつけるまで消えません。',
  'help.row': '自分が{n}発撃つたびに、上から新しい段が来ます。あと何発かは「次の段まで」に出ます。',
  'help.hurry': '前の玉がくっついてから{n}秒撃たないと、真上に自動で発射します。',
  'help.alone': '全部消すと勝ちです。フィールドは{n}段で、撃ったあと、点線より下に玉があると負けです。',
  'help.out': 'フィールドは{n}段で、撃ったあと、点線より下に玉があると脱落です。',
  'help.attack': '玉を消すと攻撃になります。強さは、消した数＋落とした数−3です。3個消すだけでは0、4個消して6個落とすと7です。',
  'help.attackEvery': '玉を消すと攻撃になります。強さは、消した数＋落とした数×2です。3個消すと3、4個消して6個落とすと16です。',
  'help.cancel': '攻撃は、まず自分に来る「おじゃま玉」を同じ数だけ相殺します。残りだけが、おじゃま玉として送られます。',
  'help.sendOne': '相殺した残りは、相手に行きます。',
  'help.sendAll': '相殺した残りは、まだ残っている人に、自分の次の席から席順に1個ずつ配られます。',
  'help.garbage': 'おじゃま玉は、自分が次に撃ったあとに来ます。一度に来るのは{n}個までです。来たときには消えません。',
  'help.end': '最後まで残った人が勝ちます。ほかの人の順位は、あとまで残った順です。',
};

export const { t } = speaker({ en, ja });
