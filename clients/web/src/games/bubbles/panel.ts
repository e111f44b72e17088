// Below the field, for people who cannot see a canvas: the field as text, and a shot by its angle.

import { h, redraw, setText } from '../../dom';
import type { BubblesField } from '../../protocol';
import { type Aim, angleWords, landingWords, rowWords } from './aim';
import { colorName, count, t } from './texts';
import { gridOf } from './view';

export function textPanel(aim: Aim): { element: HTMLElement; update(field: BubblesField | undefined, mine: boolean): void } {
  let shown: BubblesField | undefined;
  const summary = h('p', {});
  const rows = h('ol', { class: 'bubble-rows' });
  const input = h('input', { class: 'field', type: 'number', min: -80, max: 80, step: 0.01, value: 0, name: 'angle' });
  const where = h('output', { class: 'hint' });
  const form = h(
    'form',
    { class: 'angle-form', novalidate: true },
    h('label', {}, h('span', {}, t('text.angle')), input),
    h('button', { class: 'button small', type: 'submit' }, t('text.shoot')),
    where,
  );
  const element = h('details', { class: 'panel bubble-text' }, h('summary', {}, t('text.title')), summary, rows, form);

  const draw = () => {
    if (!element.open || !shown) return;
    const { rows: lines } = gridOf(shown);
    const full = lines.map((row, r) => [r, row] as const).filter(([, row]) => /[a-h]/.test(row));
    setText(summary, count('text.now', shown.drop_in, { now: colorName(shown.now), next: colorName(shown.next) }));
    redraw(rows, JSON.stringify(lines), () =>
      full.length === 0
        ? [h('li', {}, t('text.empty'))]
        : full.map(([r, row]) => h('li', {}, t('text.row', { n: r + 1, cells: rowWords(row) }))),
    );
    const landing = aim.landing;
    setText(where, aim.field && landing ? `${angleWords(aim.angle)}: ${landingWords(aim.field, landing)}` : '');
  };
  element.addEventListener('toggle', draw);
  input.addEventListener('input', () => aim.turn(Number(input.value) * 100));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    aim.turn(Number(input.value) * 100);
    aim.shoot();
  });
  const update = (field: BubblesField | undefined, mine: boolean) => {
    shown = field;
    form.hidden = !mine;
    if (document.activeElement !== input) input.value = String(aim.angle / 100);
    draw();
  };
  return { element, update };
}
