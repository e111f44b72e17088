// The effect of a move on the board: drawn as ghosts on its cells, and in words.
import type { Preview, PutEvent, ReversiViewPatch } from '../../protocol';
import { letterAt, rowOf } from './cells';
import { flanked } from './plan';
import { count, t } from './texts';

const GONE = 'x';

function putOf(preview: Preview): PutEvent | undefined {
  return preview.events.find((event): event is PutEvent => event.kind === 'put');
}

// The letter of a cell after the move; undefined if its row stays as it is.
function letterAfter(preview: Preview, cell: string): string | undefined {
  const rows = (preview.set.view as ReversiViewPatch | undefined)?.rows as Record<string, string> | undefined;
  const row = rows?.[`r${rowOf(cell) + 1}`];
  return row === undefined ? undefined : letterAt([row], `${cell.charAt(0)}1`);
}

function ghostOf(cell: HTMLElement, preview: Preview, put: PutEvent | undefined): string | undefined {
  const name = cell.dataset.cell ?? '';
  if (name === put?.cell && put.boom) return GONE;
  const after = letterAfter(preview, name);
  if (after === undefined || after === (cell.dataset.disc ?? '.')) return undefined;
  return after === '.' ? GONE : after;
}

// Sets `data-ghost` on every cell that would change: the letter that it would have, or x if its disc would vanish.
// Undefined removes all ghosts.
export function ghost(board: HTMLElement, preview: Preview | undefined): void {
  if (!preview && !board.querySelector('[data-ghost]')) return;
  const put = preview && putOf(preview);
  for (const cell of board.querySelectorAll<HTMLElement>('[data-cell]')) {
    const now = preview && ghostOf(cell, preview, put);
    if (cell.dataset.ghost === now) continue;
    if (now === undefined) delete cell.dataset.ghost;
    else cell.dataset.ghost = now;
  }
}

// "f5: flips 7 discs", "f5: sets off a bomb, 9 discs vanish".
export function ghostWords(preview: Preview): string {
  const put = putOf(preview);
  if (!put) return '';
  const { cell } = put;
  if (put.boom) return count('ghost.boom', new Set([...flanked(put), ...put.lines.map((line) => line.to)]).size, { cell });
  const flips = Object.values(put.turned ?? {}).reduce((sum, n) => sum + n, 0);
  return flips === 0 ? t('ghost.none', { cell }) : count('ghost.flips', flips, { cell });
}
