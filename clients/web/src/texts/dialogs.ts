// The texts of dialogs that any page may open.
import { speaker } from '../base/i18n';

export const en = {
  'keys.title': 'Keys',
  'keys.score': 'S: the score',
  'keys.own': 'O: your own pieces',
  'keys.rowAround': 'R: this row',
  'keys.missed': 'W: what happened since your move',
  'keys.zen': 'Z: show only the board',
  'keys.mute': 'M: sound on or off',
  'keys.help': '?: show this list',
  'help.title': 'Rules: {game}',
  'sure.leave': 'Leave the game? A bot will play for you. You can come back and take your seat again.',
  'sure.leaveDo': 'Leave',
  'sure.resign': 'Resign this game?',
  'sure.resignDo': 'Resign',
  'help.card': 'Try the rules, step by step',
  'dialog.close': 'Close',
  'dialog.cancel': 'Cancel',
};

export const ja: Record<keyof typeof en, string> = {
  'keys.title': 'キー操作',
  'keys.score': 'S：得点',
  'keys.own': 'O：自分の石',
  'keys.rowAround': 'R：この行',
  'keys.missed': 'W：あなたの手のあとに起きたこと',
  'keys.zen': 'Z：盤だけを表示',
  'keys.mute': 'M：音を出す・消す',
  'keys.help': '?：この一覧を表示',
  'help.title': 'ルール：{game}',
  'sure.leave': '退室しますか？ 代わりにボットが打ちます。あとで戻って、席に着き直せます。',
  'sure.leaveDo': '退室する',
  'sure.resign': '投了しますか？',
  'sure.resignDo': '投了する',
  'help.card': '遊び方を順に試す',
  'dialog.close': '閉じる',
  'dialog.cancel': 'キャンセル',
};

// The keyboard keys of a room that belong to no game.
export type KeyOfRoom = 'score' | 'own' | 'rowAround' | 'missed' | 'zen' | 'mute';

export const { t } = speaker({ en, ja });
