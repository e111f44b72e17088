// The board of reversi as text; a move is typed as its cell.
import { listOf } from '../../base/i18n';
import { legalForMe } from '../../model/facts';
import type { TableActions, TextBoard } from '../../model/module';
import { textBoard as board } from '../text';
import { letterAt, rowsOf } from './cells';
import { rowWords } from './ear';
import { t } from './texts';

export function textBoard(actions: TableActions): TextBoard {
  return board(actions, {
    example: 'e3',
    rows({ doc }) {
      const rows = rowsOf(doc.view) ?? [];
      return rows.map((_, y) => rowWords(rows, y));
    },
    about: (facts) => t('text.legal', { cells: listOf(legalForMe(facts)) }),
    read(text, { doc }) {
      const cell = text.toLowerCase();
      const known = /^[a-z]\d{1,2}$/.test(cell) && letterAt(rowsOf(doc.view) ?? [], cell) !== 'H';
      return known ? { cell } : undefined;
    },
  });
}
