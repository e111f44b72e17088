// The moves of a record in words, each a button that leads to its position. By keyboard the list is one stop: arrows go
// up and down in it.
import { h } from '../base/dom';
import type { Mark } from '../model/judge';
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

  list.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !buttons[now + step]) return;
    event.preventDefault();
    go(now + step);
  });

  function highlight(): void {
    const before = list.querySelector<HTMLElement>('[aria-current]');
    before?.removeAttribute('aria-current');
    before?.setAttribute('tabindex', '-1');
    const button = buttons[now];
    if (!button) return;
    button.setAttribute('aria-current', 'true');
    button.tabIndex = 0;
    if (list.contains(document.activeElement)) button.focus({ preventScroll: true });
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
        const content = [number, h('span', {}, text)];
        const button = h('button', { type: 'button', class: 'move-row', tabindex: -1, 'data-ply': ply }, ...content);
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
