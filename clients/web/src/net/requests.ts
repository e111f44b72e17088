// Requests that wait for their one answer. They outlive a socket: after a reconnect they are sent again with the same id, and the
// server answers a repeated id as it did the first time, so nothing happens twice.
import type { ErrorMessage, GameHint, Ok } from '../protocol';

export type Answer = { ok: true; seq: number; hint?: GameHint } | { ok: false; code: string; retryMs?: number };

interface Pending {
  frame: string;
  resolve(answer: Answer): void;
}

// An id must be unique per guest and room, across reloads and tabs: a random word per page, then a counter.
const PAGE = crypto.getRandomValues(new Uint32Array(2)).reduce((text, word) => text + word.toString(36), '');
let count = 0;
export function nextId(): string {
  count += 1;
  return `${PAGE}-${count}`;
}

export class Requests {
  private readonly pending = new Map<string, Pending>();

  // Returns the frame to send, and the promise of its answer.
  add(type: string, fields: object): { frame: string; answer: Promise<Answer> } {
    const id = nextId();
    const frame = JSON.stringify({ type, id, ...fields });
    const answer = new Promise<Answer>((resolve) => this.pending.set(id, { frame, resolve }));
    return { frame, answer };
  }

  // Every frame without an answer, oldest first.
  unanswered(): string[] {
    return [...this.pending.values()].map((request) => request.frame);
  }

  settle(message: Ok | ErrorMessage): boolean {
    const id = String(message.re ?? '');
    const request = this.pending.get(id);
    if (!request) return false;
    this.pending.delete(id);
    if (message.type === 'error') request.resolve({ ok: false, code: message.code, retryMs: message.retry_ms });
    else request.resolve({ ok: true, seq: message.seq, ...(message.hint ? { hint: message.hint } : {}) });
    return true;
  }

  // Gives up on all of them, for a connection that will not come back as this guest.
  refuseAll(code: string): void {
    for (const request of this.pending.values()) request.resolve({ ok: false, code });
    this.pending.clear();
  }
}
