// The bots' analysis of a record: asked for, fetched as it grows, and judged by the game.

import type { Judge, Judgement, Moment } from '../model/judge';
import { api, Refused } from '../net/api';
import type { Analysis, AnalysisItem } from '../protocol';
import type { Frame } from './frames';

const RUNNING_MS = 500;
const WAITING_MS = 2000;

export interface Judged extends Judgement {
  ply: number; // after the move
  seat: string;
}

// The moves with hints that are known so far, each with the ply after it, in order.
export function momentsOf(items: AnalysisItem[], frames: Frame[], simultaneous: boolean): [ply: number, Moment][] {
  return items.flatMap(({ ply, seat, hint }, i): [number, Moment][] => {
    const before = frames[ply];
    const after = frames[ply + 1];
    if (!hint || !before || !after || after.seat !== seat) return [];
    const rest = items.slice(i + 1, simultaneous ? undefined : i + 2);
    const next = rest.find((item) => !simultaneous || item.seat === seat)?.hint ?? undefined;
    return [[ply + 1, { seat, before: before.doc, after: after.doc, events: after.events, hint, next }]];
  });
}

// The judgements of what is known so far, in the order of the moves.
export function judgeAll(items: AnalysisItem[], frames: Frame[], judge: Judge | undefined, simultaneous: boolean): Judged[] {
  const judged: Judged[] = [];
  for (const [ply, moment] of momentsOf(items, frames, simultaneous)) {
    const words = judge?.(moment);
    if (words) judged.push({ ...words, ply, seat: moment.seat });
  }
  // The position in which a round ended before the game: nobody moved, but it tells how good the last move was.
  for (const { ply, seat, hint } of items) {
    const { doc } = frames[ply] ?? {};
    if (!hint || !doc || frames[ply + 1]) continue;
    const last = judge?.({ seat, before: doc, after: doc, events: [], hint, next: undefined });
    if (last) judged.push({ ...last, loss: 0, ply: ply + 1, seat });
  }
  return judged;
}

// What is known of the moves to come from a position: of the seat to move, or, where all move at once, of each seat's next
// move, before which nobody else changes its board.
export function hintsAt(items: AnalysisItem[], ply: number, simultaneous: boolean): AnalysisItem[] {
  const ahead = items.filter((item) => (simultaneous ? item.ply >= ply : item.ply === ply));
  return ahead.filter((item) => ahead.find(({ seat }) => seat === item.seat) === item);
}

// Fetches an analysis while it is made. `changed` is called with each answer, `failed` with the code of a refusal.
export class AnalysisSource {
  items: AnalysisItem[] = [];
  answer: Analysis | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private gone = false;
  private restarts = 0;

  constructor(
    private readonly id: string,
    private readonly changed: () => void,
    private readonly failed: (code: string) => void,
  ) {}

  // What there is already; `start`: begins one if there is none.
  async ask(start: boolean): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.take(await api.analysis(this.id, this.items.length, start));
    } catch (refusal) {
      if (this.gone) return;
      const code = refusal instanceof Refused ? refusal.code : 'internal';
      // A server that restarts goes on answering later.
      if (this.pending && code !== 'unsupported') this.later(WAITING_MS, false);
      else this.failed(code);
    }
  }

  get pending(): boolean {
    return this.answer?.state === 'waiting' || this.answer?.state === 'running';
  }

  destroy(): void {
    this.gone = true;
    clearTimeout(this.timer);
  }

  private take(answer: Analysis): void {
    if (this.gone) return;
    const lost = answer.state === 'none' && this.pending; // the server was restarted: it is made anew
    this.items = [...this.items.slice(0, answer.from ?? 0), ...(answer.items ?? [])];
    this.answer = answer;
    this.changed();
    if (lost && this.restarts < 3) {
      this.restarts += 1;
      this.later(0, true);
    } else if (this.pending) {
      this.later(answer.state === 'running' ? RUNNING_MS : WAITING_MS, false);
    }
  }

  private later(ms: number, start: boolean): void {
    this.timer = setTimeout(() => void this.ask(start), ms);
  }
}
