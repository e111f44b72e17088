// A nick as the server accepts it (protocol/README.md, Names): NFC, at most 16 characters as people count them and 40 code
// points. The server itself removes invisible characters.
const MOST = 16;
const MOST_POINTS = 40;

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('en') : undefined;

export function characters(text: string): string[] {
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text];
}

// The usable part of it; may be empty.
export function fitNick(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(/[\t-\r\p{Z}]+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  let kept = '';
  for (const next of characters(clean).slice(0, MOST)) {
    if ([...kept, ...next].length > MOST_POINTS) break;
    kept += next;
  }
  return kept.trim();
}
