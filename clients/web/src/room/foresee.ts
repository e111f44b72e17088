// What a move would do, from whoever can tell: the rules in the page, or the server. Nobody can before a source is set.
import type { Preview } from '../games/module';

export type Foresee = (move: unknown) => Promise<Preview | undefined>;

let source: Foresee | undefined;

export function foreseeWith(from: Foresee | undefined): void {
  source = from;
}

// Never rejects.
export async function foresee(move: unknown): Promise<Preview | undefined> {
  try {
    return await source?.(move);
  } catch {
    return undefined;
  }
}
