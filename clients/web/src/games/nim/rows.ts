// The rows of stones in the form of the document, and runs of stones that can be taken. Rows and cells count from 0.
import type { NimMove, NimView } from '../../protocol';

export type Run = NimMove;

export function rowsOf(view: NimView): string[] {
  const rows: string[] = [];
  for (let i = 0; ; i += 1) {
    const row = view.rows[`r${i}`];
    if (row === undefined) return rows;
    rows.push(row);
  }
}

export function holds(run: Run | undefined, row: number, cell: number): boolean {
  return run !== undefined && run.row === row && cell >= run.from && cell < run.from + run.count;
}

// The groups of a position in the form of `legal`.
export function groupsOf(rows: string[]): string[] {
  return rows.flatMap((row, y) =>
    [...row.matchAll(/o+/g)].map(({ index = 0, 0: all }) => `${y}:${index}-${index + all.length - 1}`),
  );
}

// The run between two cells of one row, both included.
export function between(row: number, a: number, b: number): Run {
  return { row, from: Math.min(a, b), count: Math.abs(a - b) + 1 };
}

// `legal` is "0:0-1 0:3-5": row, first and last cell of every group. A run can be taken if it lies within one of them.
export function canTake(legal: string[], run: Run): boolean {
  return legal.some((group) => {
    const [row, from, to] = group.split(/[:-]/).map(Number);
    return row === run.row && (from ?? 0) <= run.from && run.from + run.count - 1 <= (to ?? -1);
  });
}
