// A nick as the server takes it (protocol/text.cpp): NFC, at most 16 characters as people count them and 64 bytes.
const MOST = 16;
const MOST_BYTES = 64;

// Until Unicode 15.1, and so in servers on Debian 12, letters of India that are written as one count as several. Whoever
// counts like that is content with less, and so is everybody else.
const JOINED = /([\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d][\p{M}\u200d]*)(?=\p{Lo})/gu;

// One that joins two pictures is kept, and no other.
const JOINER = /(\p{Extended_Pictographic}[\p{M}\p{Emoji_Modifier}]*\u200d(?=\p{Extended_Pictographic}))|\u200d/gu;

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('en') : undefined;

export function characters(text: string): string[] {
  if (!segmenter) return [...text];
  return [...segmenter.segment(text)].flatMap(({ segment }) => segment.replace(JOINED, '$1\0').split('\0'));
}

// As much of it as may be used; empty: nothing.
export function fitNick(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(/[\t-\r\p{Z}]+/gu, ' ')
    .replace(/\p{Cc}|\p{Co}|(?!\u200d)\p{Cf}/gu, '')
    .replace(JOINER, '$1')
    .trim();
  let kept = '';
  for (const next of characters(clean).slice(0, MOST)) {
    if (new TextEncoder().encode(kept + next).length > MOST_BYTES) break;
    kept += next;
  }
  return kept.trim();
}
