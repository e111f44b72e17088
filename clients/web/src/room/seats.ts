// The seats before the game. Most people come to a game that runs already, so the code of the seats is loaded when it
// is needed.
import { h } from '../dom';
import type { RoomFacts } from './facts';
import type { PickerActions } from './picker';

interface Actions extends PickerActions {
  // The seats are there, and what comes after them has its place.
  ready(): void;
  // The code could not be loaded.
  failed(): void;
}

export function seats(actions: Actions): { element: HTMLElement; update(facts: RoomFacts): void } {
  const element = h('div', { class: 'seats-place' });
  let last: RoomFacts;
  let show: ((facts: RoomFacts) => void) | undefined;
  const load = async () => {
    const { seatPicker } = await import('./picker');
    const picker = seatPicker(actions);
    element.append(picker.element);
    show = picker.update;
    show(last);
    actions.ready();
  };
  let asked = false;
  const update = (facts: RoomFacts) => {
    last = facts;
    show?.(facts);
    if (asked) return;
    asked = true;
    load().catch(actions.failed);
  };
  return { element, update };
}
