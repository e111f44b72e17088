// The mark of a seat in games without colours: its number on a round token.
import { h } from '../base/dom';

export function seatToken(seat: string): HTMLElement {
  const n = Number(seat.slice(1));
  return h('span', { class: 'token', 'data-token': n % 5, 'aria-hidden': 'true' }, n + 1);
}
