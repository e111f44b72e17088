// The hint drawn: the length of every group in binary, one below the other, and the columns with an odd number of ones lit.
import { h } from '../../dom';
import type { NimHint } from '../../protocol';
import { t } from './texts';

function bits(binary: string, odd: string): HTMLElement[] {
  return [...binary].map((bit, i) =>
    h('td', { class: odd[i] === '1' ? 'bit odd' : 'bit', 'data-bit': bit }, h('span', {}, bit)),
  );
}

function verdict(hint: NimHint, misere: boolean): string {
  if (misere) return t(hint.win ? 'hint.winMisere' : 'hint.loseMisere');
  return t(hint.win ? 'hint.win' : 'hint.lose');
}

export function hintPanel(hint: NimHint, misere: boolean, close: () => void): HTMLElement {
  const lines = hint.groups.map(({ row, from, length, binary }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, t('hint.where', { row: row + 1, from: from + 1, to: from + length })),
      h('td', { class: 'length' }, length),
      ...bits(binary, hint.binary),
    ),
  );
  const sum = h(
    'tr',
    { class: 'xor' },
    h('th', { scope: 'row' }, t('hint.xor')),
    h('td', { class: 'length' }, hint.xor),
    ...bits(hint.binary, hint.binary),
  );
  const head = h(
    'tr',
    {},
    h('th', { scope: 'col' }, t('hint.group')),
    h('th', { scope: 'col' }, t('hint.length')),
    ...[...hint.binary].map((_, i) => h('th', { scope: 'col' }, 2 ** (hint.binary.length - 1 - i))),
  );
  return h(
    'div',
    { class: 'panel nim-hint' },
    h('table', {}, h('caption', {}, t('hint.title')), h('thead', {}, head), h('tbody', {}, ...lines), h('tfoot', {}, sum)),
    h('p', { class: hint.win ? 'verdict win' : 'verdict' }, verdict(hint, misere)),
    h('button', { class: 'button small', type: 'button', onclick: close }, t('hint.close')),
  );
}
