// The discs: their letters in the document, their names, and their marks.
import { type ReversiKey, t } from './texts';

export type Disc = 'B' | 'W' | 'A' | 'C' | 'Y' | 'G' | 'R';
export const DISCS: readonly Disc[] = ['B', 'W', 'A', 'C', 'Y', 'G', 'R'];

export function isDisc(letter: string | undefined): letter is Disc {
  return letter !== undefined && (DISCS as readonly string[]).includes(letter);
}

export function discName(letter: string | undefined): string {
  return isDisc(letter) ? t(`disc.${letter}` as ReversiKey) : t('cell.empty');
}

// At the start of an English sentence.
export function discTitle(letter: string | undefined): string {
  const name = discName(letter);
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}
