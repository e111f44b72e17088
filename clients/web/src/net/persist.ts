// A phone that changes its network breaks off everything that it is loading; soon afterwards the same request succeeds.
import { CODE_MS } from './limits';

const PAUSES_MS = [300, 1200];

// Code or a style that neither arrived nor failed. The browser keeps waiting and does not request it again, so trying
// again is useless; only a reload of the whole page helps.
export class Stalled extends Error {}

function inTime<Part>(part: Promise<Part>, limitMs: number | 'own'): Promise<Part> {
  if (limitMs === 'own') return part;
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Stalled()), limitMs);
    part.then(done, failed).finally(() => clearTimeout(timer));
  });
}

// Loads again after a failure, twice. Only for requests that change nothing on the server: code, styles, GET.
// `own`: the request has its own time limit.
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
