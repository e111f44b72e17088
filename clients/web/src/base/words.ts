// Word lists of the protocol: names separated by spaces.
export function words(text: unknown): string[] {
  return typeof text === 'string' && text !== '' ? text.split(' ') : [];
}
