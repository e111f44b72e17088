// The texts of all dialogs' own buttons.
import { speaker } from '../i18n';

export const en = {
  'help.card': 'Try the rules, step by step',
  'dialog.close': 'Close',
  'dialog.cancel': 'Cancel',
};

export const ja: Record<keyof typeof en, string> = {
  'help.card': '遊び方を順に試す',
  'dialog.close': '閉じる',
  'dialog.cancel': 'キャンセル',
};

export const { t } = speaker({ en, ja });
