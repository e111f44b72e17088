// Keys for a game whose field is one thing: they work on the field, and also while nothing on the page has the focus.

// `handle`: true when the key was for the game. Returns what stops it.
export function bindFieldKeys(field: HTMLElement, handle: (event: KeyboardEvent) => boolean): () => void {
  const listen = (event: KeyboardEvent) => {
    const here = document.activeElement === field || document.activeElement === document.body;
    if (!here || event.ctrlKey || event.altKey || event.metaKey) return;
    if (handle(event)) event.preventDefault();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
