// The place of a board. It takes the focus when its board comes and nothing else has it, so that the next Tab is on the board. A
// focused square would show the effect of a move there, although the person did not ask for it.
import { h } from '../../base/dom';
import { t } from '../../base/i18n';

export function boardPlace(...children: HTMLElement[]): HTMLElement {
  return h('div', { class: 'game-place', role: 'group', tabindex: -1, 'aria-label': t('board.label') }, ...children);
}

// In a game an arrow key moves the focus to the board; in a record it goes to the next move.
export function arrowsToBoard(place: HTMLElement): HTMLElement {
  place.addEventListener('keydown', (event) => {
    if (event.target === place && event.key.startsWith('Arrow')) place.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  return place;
}

export function focusOn(place: HTMLElement): void {
  if (document.activeElement === document.body) place.focus({ preventScroll: true });
}
