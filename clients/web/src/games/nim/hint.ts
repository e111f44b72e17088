// Draws the hint: the length of every group in binary, one below the other, with the odd columns highlighted.
import { h } from '../../base/dom';
import type { NimHint } from '../../protocol';
import { t } from './texts';

const pad = (length: number, width: number) => length.toString(2).padStart(width, '0');

// The effect of the move on each group, as lengths: the remains of the group that it takes from, and the other groups
// unchanged.
export function afterMove(hint: NimHint): number[][] {
  const { move } = hint;
  return hint.groups.map(({ row, from, length }) => {
    if (!move || move.row !== row || move.from < from || move.from >= from + length) return [length];
    return [move.from - from, from + length - move.from - move.count].filter((part) => part > 0);
  });
}

function afterCell(parts: number[], width: number, changed: boolean): HTMLElement {
  const text = parts.length === 0 ? '–' : parts.map((part) => pad(part, width)).join(' + ');
  return h('td', { class: changed ? 'after changed' : 'after' }, text);
}

function bits(digits: (string | number)[], odd: string): HTMLElement[] {
  return digits.map((digit, i) =>
    h('td', { class: odd[i] === '1' ? 'bit odd' : 'bit', 'data-bit': digit }, h('span', {}, digit)),
  );
}

function verdict({ win, leaves }: NimHint, misere: boolean): string {
  if (!win) return t(misere ? 'hint.loseMisere' : 'hint.lose');
  return t(leaves === 'odd' ? 'hint.winOdd' : 'hint.win');
}

export function hintPanel(hint: NimHint, misere: boolean, close: () => void): HTMLElement {
  const after = afterMove(hint);
  const width = hint.binary.length;
  const lines = hint.groups.map(({ row, from, length, binary }, i) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, t('hint.where', { row: row + 1, from: from + 1, to: from + length })),
      h('td', { class: 'length' }, length),
      ...bits([...binary], hint.binary),
      hint.move && afterCell(after[i] ?? [], width, after[i]?.join() !== String(length)),
    ),
  );
  const ones = h(
    'tr',
    { class: 'ones' },
    h('th', { scope: 'row' }, t('hint.ones')),
    h('td', { class: 'length' }),
    ...bits(hint.columns ?? [...hint.binary], hint.binary),
    hint.move && h('td', { class: 'after' }, t(hint.leaves === 'odd' ? 'hint.leavesOdd' : 'hint.leavesEven')),
  );
  const head = h(
    'tr',
    {},
    h('th', { scope: 'col' }, t('hint.group')),
    h('th', { scope: 'col' }, t('hint.length')),
    ...[...hint.binary].map((_, i) => h('th', { scope: 'col' }, 2 ** (width - 1 - i))),
    hint.move && h('th', { scope: 'col' }, t('hint.after')),
  );
  return h(
    'div',
    { class: 'panel nim-hint' },
    h('table', {}, h('caption', {}, t('hint.title')), h('thead', {}, head), h('tbody', {}, ...lines), h('tfoot', {}, ones)),
    h('p', { class: hint.win ? 'verdict win' : 'verdict' }, verdict(hint, misere)),
    h('button', { class: 'button small', type: 'button', onclick: close }, t('hint.close')),
  );
}
