// The letters of discs in the document. Their names are in colors.ts, which small pictures need not load.

export type Disc = 'B' | 'W' | 'A' | 'C' | 'Y' | 'G' | 'R';
const DISCS: readonly Disc[] = ['B', 'W', 'A', 'C', 'Y', 'G', 'R'];

export function isDisc(letter: string | undefined): letter is Disc {
  return letter !== undefined && (DISCS as readonly string[]).includes(letter);
}
