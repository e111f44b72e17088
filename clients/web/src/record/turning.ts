// The turning points of a round, by numbers for every seat and ply: where somebody takes the lead and keeps it. Pure.

export interface Series {
  seat: string;
  values: (number | undefined)[]; // by ply
}

export interface TurningPoint {
  ply: number;
  seat: string; // who leads from here on
}

const MOST = 8;

// The seat with more than every other; undefined: none.
function leaderAt(series: Series[], ply: number): string | undefined {
  let leader: string | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const { seat, values } of series) {
    const value = values[ply];
    if (value === undefined || value < most) continue;
    leader = value > most ? seat : undefined;
    most = value;
  }
  return leader;
}

// A lead counts if it lasts for a whole round of moves, or to the end. The longest ones, in order.
export function turningPoints(series: Series[], plies: number): TurningPoint[] {
  const found: (TurningPoint & { length: number })[] = [];
  let last: string | undefined;
  for (let ply = 0; ply <= plies; ) {
    const seat = leaderAt(series, ply);
    let end = ply + 1;
    while (end <= plies && leaderAt(series, end) === seat) end += 1;
    const length = end - ply;
    if (seat !== undefined && seat !== last && (length >= series.length || end > plies)) {
      if (last !== undefined || ply > 0) found.push({ ply, seat, length });
      last = seat;
    }
    ply = end;
  }
  const longest = [...found].sort((a, b) => b.length - a.length).slice(0, MOST);
  return found.filter((point) => longest.includes(point)).map(({ ply, seat }) => ({ ply, seat }));
}
