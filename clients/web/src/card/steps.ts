// A game that is only tried out: positions and moves on the real rules, in no room. Here the server plays them
// (POST /api/games/GAME/try); anything that plays the same rules can stand behind the same interface.
import { api, Refused } from '../net/api';
import { type Json, mergePatch } from '../net/merge';
import type { RoomEvent } from '../protocol';

// The game's part of a room's document.
export interface Position {
  ply: number;
  to_act: string;
  legal: string;
  view: object;
}

export interface Tried {
  seat: number;
  move: object;
}

export type Played = { set: Partial<Position>; events: RoomEvent[] } | { refused: string };

export interface Steps {
  position: Position; // now
  // After a refusal nothing has changed.
  play(tried: Tried): Promise<Played>;
}

export async function openSteps(game: string, options: object): Promise<Steps> {
  const moves: Tried[] = [];
  const send = (list: Tried[]) => api.tryMoves(game, { options: options as Record<string, unknown>, moves: list as never });
  const { ply, to_act, legal, view } = await send([]);
  const steps: Steps = {
    position: { ply, to_act, legal, view },
    async play(tried) {
      try {
        const answer = await send([...moves, tried]);
        const set = (answer.set ?? {}) as Partial<Position>;
        moves.push(tried);
        steps.position = mergePatch(steps.position as unknown as Json, set as unknown as Json) as unknown as Position;
        return { set, events: (answer.events ?? []) as RoomEvent[] };
      } catch (refusal) {
        if (refusal instanceof Refused) return { refused: refusal.code };
        throw refusal;
      }
    },
  };
  return steps;
}
