// The seats before the game. Most people come to a game that runs already, so the code of the seats is loaded when it
// is needed.
import { h } from '../../base/dom';
import type { PageFacts } from '../../model/page-facts';
import { persist } from '../../net/persist';
import type { PickerActions } from './picker';

// The element is hidden while there is a game.
interface Actions extends PickerActions {
  // The seats are there, and what comes after them has its place.
  ready(): void;
  // The code could not be loaded.
  failed(): void;
}

// Such a game starts in a moment, and nobody needs the seats.
const MOMENT_MS = 1000;

function beginsByItself({ doc }: PageFacts): boolean {
  return doc.start === 'full' && !Object.values(doc.seats).some((seat) => seat.kind === 'open');
}

export function seats(actions: Actions): { element: HTMLElement; update(facts: PageFacts): void } {
  const element = h('div', { class: 'seats-place' });
  let last: PageFacts | undefined;
  let show: ((facts: PageFacts) => void) | undefined;
  const load = async () => {
    const { seatPicker } = await persist(() => import('./picker'));
    const picker = seatPicker(actions);
    element.append(picker.element);
    show = picker.update;
    if (last) show(last);
    actions.ready();
  };
  let asked = false;
  const ask = () => {
    if (asked || element.hidden) return;
    asked = true;
    load().catch(() => element.hidden || actions.failed());
  };
  const update = (facts: PageFacts) => {
    const first = last === undefined;
    last = facts;
    show?.(facts);
    if (!beginsByItself(facts)) ask();
    else if (first) setTimeout(ask, MOMENT_MS);
  };
  return { element, update };
}
