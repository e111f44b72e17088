// What the plain board says.
import { speaker } from '../../i18n';

export const en = {
  'moves.label': 'Your moves',
  'moves.none': 'You have no move.',
  'moves.json': 'Your move, as JSON',
  'moves.send': 'Play',
  'moves.bad': 'A move is a JSON object, such as {example}.',
  'view.label': 'The position',
  'help.plain': 'This page has no board of its own for this game: it shows the position as a table and your moves as buttons.',
};

export const ja: typeof en = {
  'moves.label': '指せる手',
  'moves.none': '指せる手がありません。',
  'moves.json': '指し手（JSON）',
  'moves.send': '指す',
  'moves.bad': '指し手は{example}のようなJSONオブジェクトです。',
  'view.label': '局面',
  'help.plain': 'このゲーム専用の盤はまだありません。局面を表で、指せる手をボタンで示します。',
};

export type PlainKey = keyof typeof en;
export const { t, count } = speaker<PlainKey>({ en, ja });
