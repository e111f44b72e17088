// The rules in the page at a position of a record, so that other moves can be tried there.
import { ask } from '../net/ask';
import type { GameMove, Preview, Replay } from '../protocol';
import { loadRules, type Rules } from '../rules/wasm';

// The seed of a finished round: its record ends with it.
async function seedOf(id: string): Promise<string> {
  const response = await ask(`/api/records/${id}`);
  if (!response.ok) throw new Error(`${response.status}`);
  const last = (await response.text()).trimEnd().split('\n').at(-1);
  return String(JSON.parse(last ?? '').seed);
}

export class Rehearsal {
  private constructor(
    private readonly rules: Rules,
    private readonly replay: Replay,
    private readonly seed: string,
  ) {}

  // Undefined: the page has no rules of this game. Rejects if something could not be loaded.
  static async of(replay: Replay): Promise<Rehearsal | undefined> {
    const [rules, seed] = await Promise.all([loadRules(replay.game), seedOf(replay.record)]);
    return rules && new Rehearsal(rules, replay, seed);
  }

  // To the position after so many moves. REQUIRES: a game with turns.
  goTo(ply: number): void {
    this.rules.start(this.replay.options, this.seed);
    for (const { move, seat, set } of this.replay.steps) {
      if (!move || (set?.ply ?? 0) > ply) continue;
      this.rules.play(move, { seat: Number(seat?.slice(1)) });
    }
  }

  // What a move would do there; undefined: the rules do not allow it.
  preview(move: GameMove): Preview | undefined {
    try {
      const { set, events } = this.rules.preview(move);
      return { ply: this.rules.position().ply, set, events } as Preview;
    } catch {
      return undefined;
    }
  }
}
