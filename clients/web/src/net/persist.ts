// A phone that changes its network breaks whatever it is loading at that moment; soon after, the same request comes through.
import { CODE_MS } from './limits';

const PAUSES_MS = [300, 1200];

// Code or a style that neither came nor failed. The browser goes on waiting and does not ask for it again, so trying again
// is of no use; only the page as a whole can be loaded anew.
export class Stalled extends Error {}

function inTime<Part>(part: Promise<Part>, limitMs: number | 'own'): Promise<Part> {
  if (limitMs === 'own') return part;
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Stalled()), limitMs);
    part.then(done, failed).finally(() => clearTimeout(timer));
  });
}

// Loads again after a failure, twice. For what changes nothing on the server: code, styles, GET. `own`: it has
// an end of its own.
export async function persist<Part>(load: () => Promise<Part>, limitMs: number | 'own' = CODE_MS): Promise<Part> {
  for (const pause of PAUSES_MS) {
    try {
      return await inTime(load(), limitMs);
    } catch (error) {
      if (error instanceof Stalled) throw error;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  return inTime(load(), limitMs);
}
