// The numbers behind the picture of a graph: bands that add up to a whole, the scale of lines, and where names stand. Pure.
import type { Series } from './turning';

// Known at every ply: a value holds until the next one that is known.
function filled({ values }: Series): number[] {
  let last = values.find((value) => value !== undefined) ?? 0;
  return values.map((value) => {
    last = value ?? last;
    return last;
  });
}

// For each series the upper edge of its band at every ply, from 0 (the top) to 1; the first one is at the top, and each band
// ends where the next one begins. Where all are nothing they share the whole.
export function upperEdges(series: Series[]): number[][] {
  const all = series.map(filled);
  const edges: number[][] = series.map(() => []);
  for (let ply = 0; ply < (all[0]?.length ?? 0); ply += 1) {
    const sum = all.reduce((total, values) => total + Math.max(0, values[ply] ?? 0), 0);
    let at = 0;
    all.forEach((values, i) => {
      edges[i]?.push(at);
      at += sum > 0 ? Math.max(0, values[ply] ?? 0) / sum : 1 / all.length;
    });
  }
  return edges;
}

// The least and the greatest value of all, 0 and 1 at least.
export function extent(series: Series[]): [low: number, high: number] {
  let low = 0;
  let high = 1;
  for (const { values } of series)
    for (const value of values) {
      if (value === undefined) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  return [low, high];
}

// Places from 0 to 1 as near to the wanted ones as they can be without lying on each other; their order stays.
export function spread(wanted: number[], apart: number): number[] {
  const gap = Math.min(apart, 1 / Math.max(1, wanted.length));
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  const found: number[] = [...wanted];
  order.forEach((i, rank) => {
    const before = order[rank - 1];
    found[i] = Math.max(wanted[i] ?? 0, before === undefined ? gap / 2 : (found[before] ?? 0) + gap);
  });
  [...order].reverse().forEach((i, rank) => {
    found[i] = Math.min(found[i] ?? 0, 1 - gap * (rank + 0.5));
  });
  return found;
}

// The plies that an axis names: round steps, at most about `most` of them.
export function ticks(plies: number, most: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => plies / size <= most) ?? Math.ceil(plies / most);
  return Array.from({ length: Math.floor(plies / step) + 1 }, (_, i) => i * step);
}
