// A move of the 753 game in a few words. Pure.
import { speaker } from '../../base/i18n';
import type { NimMove } from '../../protocol';

export const en = {
  'judge.stone': 'stone {from} of row {row}',
  'judge.stones': '{from}-{to} of row {row}',
};

export const ja: Record<keyof typeof en, string> = {
  'judge.stone': '{row}段目の{from}番',
  'judge.stones': '{row}段目の{from}〜{to}番',
};

const { t } = speaker({ en, ja });

export function moveWords({ row, from, count }: NimMove): string {
  const facts = { row: row + 1, from: from + 1, to: from + count };
  return t(count === 1 ? 'judge.stone' : 'judge.stones', facts);
}
