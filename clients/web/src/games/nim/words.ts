// The stones in words; a move is typed as "1 2-4": row, first stone, last stone.
import { listOf } from '../../base/i18n';
import type { RoomFacts } from '../../model/facts';
import type { Ear, TableActions, TextBoard } from '../../model/module';
import type { NimView } from '../../protocol';
import { textBoard as board } from '../text';
import { groupsOf, rowsOf } from './rows';
import { t } from './texts';

function rowWords(rows: string[], y: number): string {
  const groups = groupsOf(rows).filter((group) => group.startsWith(`${y}:`));
  const runs = groups.map((group) => {
    const [from, to] = (group.split(':')[1] ?? '').split('-').map((n) => Number(n) + 1);
    return from === to ? String(from) : `${from}-${to}`;
  });
  return t('text.row', { n: y + 1, stones: runs.length === 0 ? t('text.none') : listOf(runs) });
}

function rowsIn({ doc }: RoomFacts): string[] {
  const rows = rowsOf(doc.view as NimView);
  return rows.map((_, y) => rowWords(rows, y));
}

export const ear: Ear = {
  row(facts, focused) {
    const row = focused instanceof HTMLElement ? focused.dataset.row : undefined;
    const all = rowsIn(facts);
    return row === undefined ? all.join('; ') : (all[Number(row)] ?? '');
  },
};

export function textBoard(actions: TableActions): TextBoard {
  return board(actions, {
    example: '1 2-4',
    rows: rowsIn,
    about: () => t('text.about'),
    read(text) {
      const found = /^(\d+)[\s:,]+(\d+)(?:\s*[-~〜]\s*(\d+))?$/.exec(text);
      if (!found) return undefined;
      const [row, from, to] = [found[1], found[2], found[3] ?? found[2]].map(Number) as [number, number, number];
      return row > 0 && from > 0 && to >= from ? { row: row - 1, from: from - 1, count: to - from + 1 } : undefined;
    },
  });
}
