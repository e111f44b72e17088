// The list of the moves. It stays scrolled to its end unless the person has scrolled up.
import { afterPicture, h } from '../../base/dom';
import { t } from '../../base/i18n';
import { MOST_LINES } from './log';

function scrollToEnd(list: HTMLElement): void {
  list.scrollTop = list.scrollHeight;
}

// In the next frame: reading the height now would force a layout while more of the page will change.
export function scrollSoon(list: HTMLElement): void {
  requestAnimationFrame(() => scrollToEnd(list));
}

export interface LogPanel {
  element: HTMLElement;
  // Sets all lines; `cut`: there are earlier ones.
  show(lines: string[], cut: boolean): void;
  add(line: string): void;
}

export function logPanel(): LogPanel {
  const list = h('ol', { class: 'log-lines', tabindex: 0, 'aria-label': t('log.title') });
  const empty = h('p', { class: 'quiet' }, t('log.empty'));
  const earlier = h('p', { class: 'quiet', hidden: true }, t('log.cut'));
  const element = h('section', { class: 'log' }, empty, earlier, list);
  let atEnd = true;
  const append = (lines: string[]) => {
    list.append(...lines.map((line) => h('li', {}, line)));
    while (list.childElementCount > MOST_LINES) {
      list.firstElementChild?.remove();
      earlier.hidden = false;
    }
    empty.hidden = list.childElementCount > 0 || !earlier.hidden;
    if (atEnd) scrollSoon(list);
  };
  // Read on scrolling and not for each line, because reading it forces a layout.
  list.addEventListener('scroll', () => {
    if (list.clientHeight > 0) atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
  });
  // A list that was hidden has lost its place.
  new ResizeObserver(() => atEnd && scrollToEnd(list)).observe(list);
  let coming: string[] = []; // one frame after the move itself
  return {
    element,
    show(lines, cut) {
      coming = [];
      list.replaceChildren();
      earlier.hidden = !cut;
      atEnd = true;
      append(lines);
    },
    add(line) {
      if (coming.push(line) === 1) afterPicture(() => append(coming.splice(0)));
    },
  };
}
