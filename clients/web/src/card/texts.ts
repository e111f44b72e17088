// Texts common to all cards; each game has its own for the steps.
import { speaker } from '../base/i18n';

export const en = {
  title: 'How to play',
  step: '{n} / {of}',
  invite: 'New here? Try the rules in {n} short steps.',
  start: 'Try them',
  skip: 'Skip',
  next: 'Next',
  again: 'Again',
  finish: 'Play now',
  close: 'Close',
  failed: 'The steps could not be loaded.',
};

type Key = keyof typeof en;

export const ja: Record<Key, string> = {
  title: '遊び方',
  step: '{n} / {of}',
  invite: 'はじめての方へ。短い{n}ステップで遊び方がわかります。',
  start: '試してみる',
  skip: 'とばす',
  next: '次へ',
  again: 'もう一度',
  finish: '今すぐ遊ぶ',
  close: '閉じる',
  failed: '読み込めませんでした。',
};

export const { t } = speaker<Key>({ en, ja });
