// The changes since this viewer's own move, until the next one: the last move of each opponent has a numbered corner in that
// player's colour, and the changed discs have a ring.
import { seatNames } from '../../model/facts';
import type { DrawSince, Shown } from '../../model/module';
import { loadStyle, STYLES } from '../../net/style';
import type { PutEvent } from '../../protocol';
import { letterAt, rowsOf } from './cells';
import { isPut, seatColor } from './colors';

await loadStyle(STYLES.since as string).catch(() => {});

interface Corner {
  order: string;
  letter: string | undefined; // of the player
}

// The corners by cell. In a game for two the mark of the last move is enough.
function cornersOf(since: readonly Shown[]): Map<string, Corner> {
  const corners = new Map<string, Corner>();
  const doc = since.at(-1)?.doc;
  if (!doc || seatNames(doc).length < 3) return corners;
  const puts = since.flatMap(({ events }) => events.filter(isPut));
  const last = puts.filter((put, i) => !puts.slice(i + 1).some((later: PutEvent) => later.seat === put.seat));
  last.forEach(({ cell, seat }, i) => {
    corners.set(cell, { order: String(i + 1), letter: seatColor(doc, seat) });
  });
  return corners;
}

function set(cell: HTMLElement, name: 'order' | 'by' | 'changed', value: string | undefined): void {
  if (value === undefined) delete cell.dataset[name];
  else cell.dataset[name] = value;
}

export const drawSince: DrawSince = (part, since) => {
  const corners = cornersOf(since);
  const before = rowsOf(since[0]?.before.view) ?? [];
  const after = rowsOf(since.at(-1)?.doc.view) ?? [];
  for (const cell of part.querySelectorAll<HTMLElement>('.board [data-cell]')) {
    const name = cell.dataset.cell ?? '';
    const letter = letterAt(after, name);
    const corner = corners.get(name);
    set(cell, 'order', corner?.order);
    set(cell, 'by', corner?.letter);
    const changed = letter !== '.' && letter !== letterAt(before, name);
    set(cell, 'changed', changed ? '' : undefined);
  }
};
