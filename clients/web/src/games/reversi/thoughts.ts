// The server's search results in words, and every player's chance to win as a bar in their colours.
import { h } from '../../base/dom';
import { listOf, percent } from '../../base/i18n';
import type { ReversiHint } from '../../protocol';
import type { Hinted } from './board';
import { discName } from './colors';
import { t } from './texts';

export interface Chance {
  color: string; // letter of the seat's discs
  who: string;
  share: number;
}

// In the order of the seats; empty if the hint has no chances.
export function chancesOf(hint: ReversiHint, colorOf: (seat: string) => string, whoIs: (seat: string) => string): Chance[] {
  const seats = Object.keys(hint.chances ?? {}).sort();
  return seats.map((seat) => ({ color: colorOf(seat), who: whoIs(seat), share: hint.chances?.[seat] ?? 0 }));
}

// The best cells to play, best first; only a cell if its chance is unknown.
export function bestOf(hint: ReversiHint): Hinted[] {
  if (!hint.best) return [{ cell: hint.move.cell, chance: undefined }];
  return hint.best.map(({ move, chance }) => ({ cell: move.cell, chance }));
}

// "e3 33%, f7 31%".
export function bestWords(hint: ReversiHint): string {
  const words = ({ cell, chance }: Hinted) => (chance === undefined ? cell : `${cell} ${percent(chance)}`);
  return listOf(bestOf(hint).map(words));
}

function segment({ color, share }: Chance): HTMLElement {
  const part = h('span');
  part.style.background = `var(--disc-${color})`;
  part.style.flexGrow = String(Math.max(share, 0.001));
  return part;
}

function line({ color, who, share }: Chance): HTMLElement {
  return h(
    'li',
    {},
    h('span', { class: 'disc icon', 'data-look': color, 'aria-hidden': 'true' }),
    h('span', { class: 'hidden-text' }, `${discName(color)}, ${who}: `),
    h('b', {}, percent(share)),
  );
}

// REQUIRES: chances.
export function chancesPanel(chances: Chance[], close: () => void): HTMLElement {
  return h(
    'section',
    { class: 'panel chances', 'aria-label': t('hint.chances') },
    h(
      'div',
      { class: 'chances-head' },
      h('span', { class: 'quiet' }, t('hint.chances')),
      h('button', { class: 'button small', type: 'button', onclick: close }, t('hint.close')),
    ),
    h('div', { class: 'chance-bar', 'aria-hidden': 'true' }, ...chances.map(segment)),
    h('ul', {}, ...chances.map(line)),
  );
}
