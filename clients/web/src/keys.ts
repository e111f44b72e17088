// What a key of the keyboard means to the page.

// The key as it is written on the keys of most people: on a keyboard of other letters (Cyrillic, Greek, Hebrew, Arabic, Thai, ...)
// the Latin letter or the digit of the same place. Letters in small. Empty while text is being composed, and with Ctrl, Alt or
// Meta, whose combinations belong to the browser.
export function keyOf(event: KeyboardEvent): string {
  const { key, code } = event;
  if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.altKey || event.metaKey) return '';
  if (event.getModifierState('AltGraph')) return '';
  if (key.length > 2 || /^[\x20-\x7e]$|\p{Script=Latin}/u.test(key)) return key.length > 2 ? key : key.toLowerCase();
  const place = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  if (place) return (place[1] ?? place[2] ?? '').toLowerCase();
  return key.normalize('NFKC').toLowerCase(); // full-width letters
}

// Whether the key was meant for a field of text or for a dialog.
export function isElsewhere(event: KeyboardEvent): boolean {
  return (event.target as Element).closest?.('input, textarea, select, dialog, [contenteditable]') != null;
}
