// This person's games, kept in this browser only: the most recent ones with their records, and the number of wins in each game.
import { readStored, store } from '../base/identity';
import type { RoomDocument } from '../protocol';
import { mySeat } from './facts';

export interface OwnGame {
  code: string;
  round: number;
  game: string;
  preset?: string;
  at: number; // local time
  record?: string; // once it is over; absent while it is being played
  rank?: number;
  of?: number; // players
  gone?: true; // the room was closed before the end
}

export interface OwnStatistics {
  played: number;
  won: number;
}

interface Kept {
  games: OwnGame[]; // newest first
  counts: Record<string, OwnStatistics>;
}

const KEY = 'engawa.games';
const MOST = 40;

export function ownGames(): Kept {
  try {
    const kept = JSON.parse(readStored(KEY) ?? '') as Partial<Kept>;
    if (Array.isArray(kept.games) && typeof kept.counts === 'object' && kept.counts) return kept as Kept;
  } catch {
    // Nothing yet, or written by something else.
  }
  return { games: [], counts: {} };
}

function keep(kept: Kept): void {
  store(KEY, JSON.stringify({ ...kept, games: kept.games.slice(0, MOST) }));
}

let noted = ''; // the last round that was noted, because a step seldom changes it

// Notes the round of this document if its viewer plays in it, once at its start and once at its end.
export function noteGame(doc: RoomDocument, guest: string | undefined): void {
  const seat = mySeat({ doc, guest });
  if (seat === undefined || doc.phase === 'lobby') return;
  const now = [doc.code, doc.round, doc.phase, seat, doc.result?.record].join();
  if (now === noted) return;
  noted = now;
  const kept = ownGames();
  const known = kept.games.find((one) => one.code === doc.code && one.round === doc.round);
  if (known && (known.record !== undefined || doc.phase === 'playing')) return;
  const others = kept.games.filter((one) => one !== known);
  if (doc.phase === 'playing') {
    const preset = doc.options.preset === undefined ? {} : { preset: doc.options.preset };
    const { code, round, game } = doc;
    return keep({ ...kept, games: [{ code, round, game, ...preset, at: Date.now() }, ...others] });
  }
  const { result } = doc;
  if (!known || !result) return;
  const rank = result.ranking.find((entry) => entry.seat === seat)?.rank;
  const before = kept.counts[doc.game] ?? { played: 0, won: 0 };
  const won = result.winner === seat ? 1 : 0;
  const over = {
    ...known,
    at: Date.now(),
    record: result.record,
    of: result.ranking.length,
    ...(rank === undefined ? {} : { rank }),
  };
  const counts = { ...kept.counts, [doc.game]: { played: before.played + 1, won: before.won + won } };
  keep({ games: [over, ...others], counts });
}

const FIRST_GAMES = 3;

// Whether this is one of the first games in this browser: bots then move slowly, so that a beginner can follow.
export function isNewcomer(): boolean {
  return Object.values(ownGames().counts).reduce((all, { played }) => all + played, 0) < FIRST_GAMES;
}

// The last unfinished game, as far as this browser knows.
export function runningGame(): OwnGame | undefined {
  return ownGames().games.find((one) => one.record === undefined && !one.gone);
}

export function noteGone({ code, round }: OwnGame): void {
  const kept = ownGames();
  keep({ ...kept, games: kept.games.map((one) => (one.code === code && one.round === round ? { ...one, gone: true } : one)) });
}

export function clearOwnGames(): void {
  noted = '';
  store(KEY, undefined);
}
