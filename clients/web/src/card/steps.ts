// A game for trying out moves: positions and moves under the real rules, in no room. The page's own rules play it, or the
// server (POST /api/games/GAME/try) if the page has none.
import { api, Refused } from '../net/api';
import { type Json, mergePatch } from '../net/merge';
import type { Preview, RoomEvent } from '../protocol';
import { loadRules, type Rules, RulesRefusal } from '../rules/wasm';

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
  // The effect of a move; absent where only the server could compute it.
  preview?(tried: Tried): Preview | undefined;
}

const SEED = '0'; // the server's, for moves that are only tried out

export async function openSteps(game: string, options: object): Promise<Steps> {
  const rules = await loadRules(game).catch(() => undefined);
  return rules ? stepsHere(rules, options) : stepsOfServer(game, options);
}

function stepsHere(rules: Rules, options: object): Steps {
  const steps: Steps = {
    position: rules.start(options, SEED),
    async play({ seat, move }) {
      try {
        const { set, events } = rules.play(move, { seat });
        steps.position = rules.position();
        return { set, events };
      } catch (refusal) {
        if (refusal instanceof RulesRefusal) return { refused: refusal.code };
        throw refusal;
      }
    },
    preview({ seat, move }) {
      try {
        const { set, events } = rules.preview(move, { seat });
        return { ply: steps.position.ply, set, events } as Preview;
      } catch {
        return undefined;
      }
    },
  };
  return steps;
}

async function stepsOfServer(game: string, options: object): Promise<Steps> {
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
