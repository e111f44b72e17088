// The moves of a record in words, each a button that leads to its position.
import { h } from '../dom';
import type { Mark } from './judge';
import { t } from './texts';

export interface MoveList {
  element: HTMLElement;
  // Adds the next moves; `words` of each.
  add(words: string[]): void;
  at(ply: number): void;
  mark(ply: number, mark: Mark): void;
}

export function moveList(go: (ply: number) => void): MoveList {
  const list = h('ol', { class: 'move-list', 'aria-label': t('moves.title') });
  const element = h('section', { class: 'panel moves-panel' }, h('h2', {}, t('moves.title')), list);
  const buttons: HTMLButtonElement[] = [];
  let now = 0;
  list.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-ply]');
    if (button) go(Number(button.dataset.ply));
  });

  function highlight(): void {
    list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const button = buttons[now];
    if (!button) return;
    button.setAttribute('aria-current', 'true');
    // Only the list scrolls, never the page.
    const row = button.parentElement as HTMLElement;
    const above = row.offsetTop - list.scrollTop;
    if (above < 0 || above + row.offsetHeight > list.clientHeight) list.scrollTop = row.offsetTop - list.clientHeight / 2;
  }

  return {
    element,
    add(words) {
      const rows = words.map((text) => {
        const ply = buttons.length;
        const number = h('span', { class: 'move-number' }, ply === 0 ? '' : ply);
        const button = h('button', { type: 'button', class: 'move-row', 'data-ply': ply }, number, h('span', {}, text));
        buttons.push(button);
        return h('li', {}, button);
      });
      list.append(...rows);
      if (now >= buttons.length - rows.length) highlight();
    },
    at(ply) {
      now = ply;
      highlight();
    },
    mark(ply, mark) {
      const button = buttons[ply];
      if (!button || button.dataset.mark === mark) return;
      button.dataset.mark = mark;
      button.querySelector('.move-mark')?.remove();
      if (mark !== '')
        button.append(
          h(
            'span',
            { class: 'move-mark' },
            h('span', { 'aria-hidden': 'true' }, mark),
            h('span', { class: 'hidden-text' }, t(`mark.${mark}`)),
          ),
        );
    },
  };
}
