// The words of the rules of the 753 game.
import { speaker } from '../../base/i18n';

export const en = {
  'help.name': 'The game is named after its rows: 7, 5 and 3 stones at the start.',
  'help.rows': 'At the start, the rows have {rows} stones.',
  'help.rows.one': 'At the start, there is one row of {rows} stones.',
  'help.puzzle': 'The rows are drawn anew for each game, so that the player who begins can always win.',
  'help.take':
    'Take one or more adjacent stones from one row. Taking from the middle splits a group in two: you cannot take from both sides of a gap.',
  'help.turns': 'The player at seat 1 begins, and then you take turns. Passing is not allowed.',
  'help.last': 'Whoever takes the last stone wins.',
  'help.lastMisere': 'This is the misère variant: whoever takes the last stone loses.',
  'help.xor':
    'To win, write the numbers of stones of all groups in binary, one below the other. After your move, every column must have an even number of ones.',
  'help.xorMisere':
    'To win, write the numbers of stones of all groups in binary. After your move, every column must have an even number of ones, as long as a group of two or more is left.',
  'help.example':
    'For example, take one stone from the end of the 7. The groups are then 6, 5 and 3, with two ones in every column.',
  'help.singles': 'If your move leaves only single stones, leave an odd number of them.',
  'help.exampleMisere':
    'For example, take two from groups of 3, 1 and 1. Three single stones are left, and your opponent must take the last one.',
};

export const ja: Record<keyof typeof en, string> = {
  'help.name': 'ゲームの名前は、最初の石の数から来ています。7個・5個・3個の3段です。',
  'help.rows': '最初の石は、上の段から{rows}個です。',
  'help.rows.one': '最初の石は、1段に{rows}個です。',
  'help.puzzle': '段は毎回ランダムに決まり、先に取る人が必ず勝てる形になっています。',
  'help.take':
    '1つの段から、隣り合った石を1個以上取ります。真ん中から取ると、まとまりが2つに分かれます。すき間をまたいで取ることはできません。',
  'help.turns': '1番の席の人から、交互に取ります。パスはできません。',
  'help.last': '最後の石を取った人が勝ちます。',
  'help.lastMisere': '逆のルール（ミゼール）です。最後の石を取った人が負けます。',
  'help.xor': '勝つには、すべてのまとまりの石の数を、二進数で縦に並べます。取ったあと、どの桁も1の数が偶数になるようにします。',
  'help.xorMisere':
    '勝つには、すべてのまとまりの石の数を、二進数で縦に並べます。取ったあとに2個以上のまとまりが残るなら、どの桁も1の数を偶数にします。',
  'help.example': '例えば、7個の段の端から1個取ります。まとまりは6個・5個・3個になり、どの桁も1が2つずつです。',
  'help.singles': '取ったあとに1個だけのまとまりしか残らないなら、その数を奇数にします。',
  'help.exampleMisere':
    '例えば、3個・1個・1個のまとまりなら、3個から2個取ります。1個だけのまとまりが3つ残り、最後の石は相手が取ることになります。',
};

export const { t, count } = speaker({ en, ja });
