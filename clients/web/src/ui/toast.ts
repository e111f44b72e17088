// Short messages at the edge of the page that disappear automatically.
import { h } from '../base/dom';

const SHOWN_MS = 5000;
const MOST = 3;
const place = h('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' });

export function mountToasts(): void {
  document.body.append(place);
}

export function toast(text: string, kind: 'info' | 'refusal' = 'info', ms = SHOWN_MS): HTMLElement {
  const element = h('div', { class: `toast ${kind}` }, text);
  place.append(element);
  while (place.childElementCount > MOST) place.firstElementChild?.remove();
  setTimeout(() => element.remove(), ms);
  return element;
}
