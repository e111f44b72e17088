// The rows of stones as the document has them, and runs of stones that can be taken. Rows and cells count from 0.

export interface Run {
  row: number;
  from: number;
  count: number;
}

export interface NimView {
  rows: Record<string, string>; // r0, r1, ...: o untaken, x taken
  misere: boolean;
  last?: Run;
}

export interface TakeEvent extends Run {
  kind: 'take';
  seat: string;
}

export interface NimHint {
  groups: { row: number; from: number; length: number; binary: string }[];
  xor: number;
  binary: string;
  win: boolean;
  move?: Run;
}

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

// The run between two cells of one row, both included.
export function between(row: number, a: number, b: number): Run {
  return { row, from: Math.min(a, b), count: Math.abs(a - b) + 1 };
}

// `legal` is "0:0-1 0:3-5": row, first and last cell of every group. A run can be taken when it lies within one of them.
export function canTake(legal: string[], run: Run): boolean {
  return legal.some((group) => {
    const [row, from, to] = group.split(/[:-]/).map(Number);
    return row === run.row && (from ?? 0) <= run.from && run.from + run.count - 1 <= (to ?? -1);
  });
}
