// Names of cells ("f7": columns from a, rows from 1 at the top) and the rows of a view.

export type Rows = string[]; // one letter per cell: H hole, . empty, else a disc

// The rows of `view.rows`: {r1: "...", r2: ...}, in order. Undefined if the view is not a board.
export function rowsOf(view: object | undefined): Rows | undefined {
  const rows = view && 'rows' in view ? view.rows : undefined;
  if (typeof rows !== 'object' || rows === null) return undefined;
  const texts: Rows = [];
  for (let i = 1; ; i += 1) {
    const row = (rows as Record<string, unknown>)[`r${i}`];
    if (typeof row !== 'string') break;
    texts.push(row);
  }
  return texts.length > 0 ? texts : undefined;
}

export function cellName(column: number, row: number): string {
  return String.fromCharCode(97 + column) + (row + 1);
}

export function columnOf(cell: string): number {
  return cell.charCodeAt(0) - 97;
}

export function rowOf(cell: string): number {
  return Number(cell.slice(1)) - 1;
}

export function letterAt(rows: Rows, cell: string): string {
  return rows[rowOf(cell)]?.[columnOf(cell)] ?? 'H';
}
