// The texts of the page that is shown instead of one whose server cannot be reached.
import { speaker } from '../i18n';

export const en = {
  'away.title': 'The server cannot be reached',
  'away.why': 'Check your connection. This page keeps trying, and goes on by itself as soon as the server answers.',
  'away.again': 'Try again',
  'away.trying': 'Trying …',
  'away.still': 'No answer yet. The next try comes by itself.',
  'away.noCode': 'A part of this page could not be loaded. Please reload it.',
};

export const ja: Record<keyof typeof en, string> = {
  'away.title': 'サーバーに接続できません',
  'away.why': '通信の状態をお確かめください。このページは自動で接続を試し続け、サーバーから応答があればそのまま先へ進みます。',
  'away.again': 'もう一度試す',
  'away.trying': '接続しています…',
  'away.still': 'まだ応答がありません。自動でもう一度試します。',
  'away.noCode': 'ページの一部を読み込めませんでした。ページを再読み込みしてください。',
};

export const { t } = speaker({ en, ja });
