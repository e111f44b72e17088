// The meaning of keyboard keys on the page.

// The key as most keyboards name it: on a keyboard with other letters (Cyrillic, Greek, Hebrew, Arabic, Thai, ...)
// the Latin letter or digit in the same place. Letters in small. Empty while text is being composed, and with Ctrl, Alt or
// Meta, whose combinations belong to the browser.
export function keyOf(event: KeyboardEvent): string {
  if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.altKey || event.metaKey) return '';
  if (event.key.length > 2) return event.key; // with a name
  const key = event.key.normalize('NFKC').toLowerCase(); // also of full width
  if (event.getModifierState('AltGraph')) return '';
  if (/^[ -~]|\p{Script=Latin}/u.test(key)) return key;
  const place = /^(?:Key|Digit)(.)$/.exec(event.code)?.[1];
  return (place ?? key).toLowerCase();
}

// Whether the key was meant for a text field or a dialog.
export function isElsewhere(event: KeyboardEvent): boolean {
  return (event.target as Element).closest?.('input, textarea, select, dialog, [contenteditable]') != null;
}
