// The words of the rules of the 15-puzzle.
import { speaker } from '../../base/i18n';

export const en = {
  'help.goal': 'Put the tiles in order: 1 at the top left, the hole at the bottom right.',
  'help.slide': 'Choose a tile in line with the hole. It slides towards the hole, together with all tiles between.',
  'help.step': 'Every tile that moves counts as one step. Here 7 and 8 move, which is two steps.',
  'help.race':
    'All players have the same start and move at the same time. They are ranked in the order in which they finish; the number of steps does not matter.',
  'help.time': 'After the first finish, the others have {n} seconds left. Until then, there is no time limit.',
  'help.timeAlone': 'Alone, you have as much time as you like.',
  'help.limit': 'You may make {n} steps. If the puzzle is not solved by then, you are out.',
  'help.limit.one': 'You may make 1 step. If the puzzle is not solved by then, you are out.',
  'help.out':
    'If you run out of time or steps, you are out. You cannot move any more, and share the last place with all who are out.',
  'help.outAlone': 'Out means that the game is over and the puzzle is not solved.',
  'help.end': 'The game ends when every player has finished or is out. If nobody finishes, nobody wins.',
  'help.best': 'After you solve it, you see the number of steps in the shortest solution found.',
};

export const ja: Record<keyof typeof en, string> = {
  'help.goal': 'コマを順番に並べます。1が左上、空きが右下です。',
  'help.slide': '空きと一直線上のコマを選ぶと、間のコマもまとめて空きのほうへ動きます。',
  'help.step': '動いたコマ1枚を1手と数えます。図では7と8が動くので、2手です。',
  'help.race': '全員が同じ配置から始め、同時に動かします。順位は完成した順で、手数は関係しません。',
  'help.time': '1人目が完成すると、ほかの人の残り時間は{n}秒になります。それまで、時間の制限はありません。',
  'help.timeAlone': 'ひとりのときは、時間の制限はありません。',
  'help.limit': '手数の上限は{n}手です。その手数で完成しなければ、リタイアになります。',
  'help.limit.one': '手数の上限は1手です。それで完成しなければ、リタイアになります。',
  'help.out': '時間か手数がなくなった人はリタイアです。もう動かせず、リタイアした人は全員が最下位です。',
  'help.outAlone': 'リタイアになると、完成しないまま終わりです。',
  'help.end': '全員が完成かリタイアになると終わりです。だれも完成しなければ、勝者はいません。',
  'help.best': '完成すると、見つかった最短の手数がわかります。',
};

export const { t, count } = speaker({ en, ja });
