// The keyboard on the board: one tab stop, arrow keys inside (the grid pattern of the ARIA practices).
import { keyOf } from '../../base/keys';
import { cellName, columnOf, rowOf } from './cells';

type Cells = ReadonlyMap<string, HTMLButtonElement>;
type Legal = ReadonlySet<string>;

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

// The next cell in a direction; holes are skipped.
function step(cells: Cells, from: string, [dx, dy]: [number, number]): string | undefined {
  let x = columnOf(from) + dx;
  let y = rowOf(from) + dy;
  for (let i = 0; i < 16; i += 1, x += dx, y += dy) {
    const cell = cellName(x, y);
    if (cells.has(cell)) return cell;
  }
  return undefined;
}

function inRow(cells: Cells, row: number): string[] {
  return [...cells.keys()].filter((cell) => rowOf(cell) === row);
}

function nextLegal(cells: Cells, legal: Legal, from: string, by: 1 | -1): string | undefined {
  const all = [...cells.keys()];
  const start = all.indexOf(from);
  for (let i = 1; i <= all.length; i += 1) {
    const cell = all[(start + by * i + all.length * 2) % all.length];
    if (cell && legal.has(cell)) return cell;
  }
  return undefined;
}

function target(cells: Cells, legal: Legal, from: string, event: KeyboardEvent): string | undefined {
  const arrow = ARROWS[event.key];
  if (arrow) return step(cells, from, arrow);
  const line = event.ctrlKey ? [...cells.keys()] : inRow(cells, rowOf(from));
  if (event.key === 'Home') return line[0];
  if (event.key === 'End') return line.at(-1);
  const key = keyOf(event);
  if (key === 'n') return nextLegal(cells, legal, from, 1);
  return key === 'b' ? nextLegal(cells, legal, from, -1) : undefined;
}

export function bindKeys(grid: HTMLElement, cells: Cells, legal: () => Legal): void {
  grid.addEventListener('keydown', (event) => {
    const from = (event.target as HTMLElement).dataset.cell;
    if (!from) return;
    const to = target(cells, legal(), from, event);
    if (to) cells.get(to)?.focus();
    if (to || ARROWS[event.key]) event.preventDefault();
  });
  // The focused cell is the tab stop, however it got the focus.
  grid.addEventListener('focusin', (event) => {
    const focused = event.target as HTMLElement;
    if (!focused.dataset.cell) return;
    for (const button of cells.values()) button.tabIndex = button === focused ? 0 : -1;
  });
}
