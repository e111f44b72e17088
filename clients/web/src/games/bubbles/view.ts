// The fields in the form of the document.
import type { BubblesField, BubblesView, RoomDocument } from '../../protocol';
import type { Field } from './model';

export function fieldOf(doc: RoomDocument, seat: string): BubblesField | undefined {
  return (doc.view as BubblesView | undefined)?.fields[seat];
}

export function gridOf(view: BubblesField): Field {
  const rows: string[] = [];
  for (let i = 0; ; i += 1) {
    const row = view.rows[`r${i}`];
    if (row === undefined) return { shift: view.shift, rows };
    rows.push(row);
  }
}
