// The field as text, for people who cannot see a canvas; a shot is entered as its angle.

import { h, redraw, setText } from '../../base/dom';
import type { RoomFacts } from '../../model/facts';
import type { Ear, TextBoard } from '../../model/module';
import type { BubblesField } from '../../protocol';
import { SeatFocus } from '../focus';
import { type Aim, angleWords, landingWords, rowWords } from './aim';
import type { Field } from './model';
import { colorName, count, t } from './texts';
import { fieldOf, gridOf } from './view';

export type Panel = TextBoard;

function filled({ rows }: Field): string[] {
  return rows.flatMap((row, r) => (/[a-h]/.test(row) ? [t('text.row', { n: r + 1, cells: rowWords(row) })] : []));
}

export const ear: Ear = {
  row(facts) {
    const field = fieldOf(facts.doc, new SeatFocus().seat(facts));
    return field ? filled(gridOf(field)).join('; ') || t('text.empty') : '';
  },
};

export function textPanel(aim: Aim, fieldIn: (facts: RoomFacts) => BubblesField | undefined): Panel {
  const summary = h('p', {});
  const rows = h('ol', { class: 'bubble-rows text-rows' });
  const input = h('input', { class: 'field', type: 'number', min: -80, max: 80, step: 0.01, value: 0, name: 'angle' });
  const where = h('output', { class: 'hint' });
  const form = h(
    'form',
    { class: 'angle-form', novalidate: true },
    h('label', {}, h('span', {}, t('text.angle')), input),
    h('button', { class: 'button small', type: 'submit' }, t('text.shoot')),
    where,
  );
  const element = h('div', { class: 'text-parts' }, summary, rows, form);

  const draw = (shown: BubblesField) => {
    const grid = gridOf(shown);
    const full = filled(grid);
    setText(summary, count('text.now', shown.drop_in, { now: colorName(shown.now), next: colorName(shown.next) }));
    const lines = full.length === 0 ? [t('text.empty')] : full;
    redraw(rows, JSON.stringify(lines), () => lines.map((line) => h('li', {}, line)));
    const landing = aim.landing;
    setText(where, aim.field && landing ? `${angleWords(aim.angle)}: ${landingWords(aim.field, landing)}` : '');
  };
  input.addEventListener('input', () => aim.turn(Number(input.value) * 100));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    aim.turn(Number(input.value) * 100);
    aim.shoot();
  });
  const update = (facts: RoomFacts) => {
    form.hidden = aim.field === undefined;
    if (document.activeElement !== input) input.value = String(aim.angle / 100);
    const field = fieldIn(facts);
    if (field) draw(field);
  };
  return { element, update };
}
