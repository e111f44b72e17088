// The texts of the board in words, which are loaded with it.
import { speaker } from '../base/i18n';

export const en = {
  'text.move': 'Your move',
  'text.play': 'Play',
  'text.example': 'For example {example}',
  'text.bad': '"{text}" is not a move here. For example {example}.',
};

export const ja: Record<keyof typeof en, string> = {
  'text.move': 'あなたの手',
  'text.play': 'この手にする',
  'text.example': '例：{example}',
  'text.bad': '「{text}」は手として読めません。例：{example}',
};

export const { t } = speaker({ en, ja });
