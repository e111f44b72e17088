// The place of a board that a person looks at: the one under the mouse or the focused one, whichever came last (a mouse
// lies still while the keyboard is used). Touch only taps, so it does not count. A pointer that crosses the board
// quickly is ignored.

const DWELL_MS = 80;

// Calls `show` with the place (an element that matches `selector`) or undefined.
export function watchLook(board: HTMLElement, selector: string, show: (place: HTMLElement | undefined) => void): void {
  let pointed: HTMLElement | undefined;
  let focused: HTMLElement | undefined;
  let byKeys = false;
  let shown: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const placeOf = (target: EventTarget | null) =>
    target instanceof Element ? (target.closest<HTMLElement>(selector) ?? undefined) : undefined;

  function turn(): void {
    clearTimeout(timer);
    timer = undefined;
    const place = byKeys ? (focused ?? pointed) : (pointed ?? focused);
    if (place === shown) return;
    if (place === undefined) {
      shown = undefined;
      return show(undefined);
    }
    timer = setTimeout(() => {
      shown = place;
      show(place);
    }, DWELL_MS);
  }

  board.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    pointed = placeOf(event.target);
    byKeys = false;
    turn();
  });
  board.addEventListener('pointerleave', () => {
    pointed = undefined;
    turn();
  });
  board.addEventListener('focusin', (event) => {
    // A click also moves the focus, although the mouse continues.
    byKeys = event.target instanceof Element && event.target.matches(':focus-visible');
    focused = byKeys ? placeOf(event.target) : undefined;
    turn();
  });
  board.addEventListener('focusout', () => {
    focused = undefined;
    turn();
  });
}
