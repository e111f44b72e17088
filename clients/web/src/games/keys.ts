// Keys for a game whose field is a single element: they act on the field, also while nothing on the page has the focus.

// `handle`: returns true if the key was for the game. Returns a function that stops the listening.
export function bindFieldKeys(field: HTMLElement, handle: (event: KeyboardEvent) => boolean): () => void {
  const listen = (event: KeyboardEvent) => {
    const here = document.activeElement === field || document.activeElement === document.body;
    if (!here || event.ctrlKey || event.altKey || event.metaKey) return;
    if (handle(event)) event.preventDefault();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
