// Requests that wait for their answer. They outlive a socket: after a reconnect they are sent again with the same id,
// and the server repeats its first answer to that id, so nothing happens twice. The server does not store a refusal
// that means "later": the request stays here, and is sent again with the same id after the given time.
import { RETRY } from 'virtual:retry';
import type { ErrorMessage, GameHint, LogPage, Ok, Preview } from '../protocol';

export type Answer = { ok: true; seq: number; hint?: GameHint; log?: LogPage; preview?: Preview } | Refusal;
// `reason`, `until`: of a mute by the operator.
type Refusal = { ok: false; code: string } & Partial<Pick<ErrorMessage, 'reason' | 'until'>>;

interface Pending {
  frame: string;
  resolve(answer: Answer): void;
  tries: number;
  pausing: boolean; // until its time has passed
}

const MOST_TRIES = 6;
const LONGEST_PAUSE_MS = 15_000;
// The refusals that mean "later".
export const PASSING = new Set(RETRY);

// An id must be unique per guest and room, across reloads and tabs: a random word per page, then a counter.
const PAGE = crypto.getRandomValues(new Uint32Array(2)).reduce((text, word) => text + word.toString(36), '');
let count = 0;
export function nextId(): string {
  count += 1;
  return `${PAGE}-${count}`;
}

export class Requests {
  readonly #pending = new Map<string, Pending>();
  readonly #again: (frame: string) => void;

  // `again`: sends a frame whose waiting time is over, if there is a connection.
  constructor(again: (frame: string) => void) {
    this.#again = again;
  }

  // Returns the frame to send, and a promise of its answer.
  add(type: string, fields: object): { frame: string; answer: Promise<Answer> } {
    const id = nextId();
    const frame = JSON.stringify({ type, id, ...fields });
    const answer = new Promise<Answer>((resolve) => this.#pending.set(id, { frame, resolve, tries: 1, pausing: false }));
    return { frame, answer };
  }

  // Every unanswered frame that may be sent now, oldest first.
  unanswered(): string[] {
    return [...this.#pending.values()].filter((request) => !request.pausing).map((request) => request.frame);
  }

  settle(message: Ok | ErrorMessage): boolean {
    const id = String(message.re ?? '');
    const request = this.#pending.get(id);
    if (!request) return false;
    if (message.type === 'error' && PASSING.has(message.code) && request.tries < MOST_TRIES) {
      this.#postpone(id, request, message.retry_ms);
      return true;
    }
    this.#pending.delete(id);
    if (message.type === 'error') request.resolve({ ...message, ok: false });
    else {
      const { seq, hint, log, preview } = message;
      request.resolve({ ok: true, seq, ...(hint && { hint }), ...(log && { log }), ...(preview && { preview }) });
    }
    return true;
  }

  // An estimate, if the server gives no time.
  #postpone(id: string, request: Pending, retryMs: number | undefined): void {
    const pause = retryMs ?? 200 * 2 ** request.tries;
    request.tries += 1;
    request.pausing = true;
    setTimeout(
      () => {
        request.pausing = false;
        if (this.#pending.get(id) === request) this.#again(request.frame);
      },
      Math.min(pause, LONGEST_PAUSE_MS),
    );
  }

  // Rejects all of them, because this guest's connection will not return.
  refuseAll(code: string): void {
    for (const request of this.#pending.values()) request.resolve({ ok: false, code });
    this.#pending.clear();
  }
}
