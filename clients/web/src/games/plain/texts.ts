// The texts of the plain board.
import { speaker } from '../../base/i18n';

export const en = {
  'moves.label': 'Your moves',
  'moves.none': 'You have no legal move.',
  'moves.json': 'Your move, as JSON',
  'moves.send': 'Play',
  'moves.bad': 'A move is a JSON object, such as {example}.',
  'view.label': 'The position',
  seat: 'seat {seat}',
  'help.plain': 'This page has no board of its own for this game: it shows the position as a table and your moves as buttons.',
};

export const ja: typeof en = {
  'moves.label': '打てる手',
  'moves.none': '打てる手がありません。',
  'moves.json': '手（JSON）',
  'moves.send': '打つ',
  'moves.bad': '手は{example}のようなJSONオブジェクトです。',
  'view.label': '局面',
  seat: '席{seat}',
  'help.plain': 'このゲーム専用の盤はまだありません。局面を表で、打てる手をボタンで示します。',
};

export type PlainKey = keyof typeof en;
export const { t, count } = speaker<PlainKey>({ en, ja });
