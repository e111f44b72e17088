// Shows plans one after the other. It never delays anybody: input looks at the document, not at the animation, and when
// more than three plans wait, or the page is hidden, the board jumps to the end. After a jump it keeps jumping until
// the moves come slowly again, so that a burst ends in the right board and not in a queue of its last four moves.
import type { Frame } from './plan';

const MOST_WAITING = 3;
const BURST_MS = 500;

export class Player {
  #waiting: Frame[][] = [];
  #running: Frame[] = [];
  #burstUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #show: (frame: Frame) => void;
  readonly #onIdle: () => void;
  readonly #speed: () => number;

  constructor(show: (frame: Frame) => void, onIdle: () => void, speed: () => number) {
    this.#show = show;
    this.#onIdle = onIdle;
    this.#speed = speed;
  }

  get busy(): boolean {
    return this.#timer !== undefined;
  }

  play(frames: Frame[]): void {
    if (this.#speed() === 0 || document.hidden) return this.finish(frames);
    const now = Date.now();
    if (this.#waiting.length >= MOST_WAITING || now < this.#burstUntil) {
      this.#burstUntil = now + BURST_MS;
      return this.finish(frames);
    }
    this.#waiting.push(frames);
    if (!this.busy) this.#next();
  }

  // Drops the current plan and shows the last of `frames` now.
  finish(frames: Frame[]): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.#running = [];
    const last = frames.at(-1);
    if (last) this.#show(last);
    this.#onIdle();
  }

  // Shows the end of all waiting plans.
  hurry(): void {
    const last = this.#waiting.at(-1) ?? this.#running;
    if (this.busy) this.finish(last);
  }

  #next(): void {
    this.#timer = undefined;
    if (this.#running.length === 0) this.#running = this.#waiting.shift() ?? [];
    const frame = this.#running[0];
    if (!frame) return this.#onIdle();
    this.#show(frame);
    this.#running = this.#running.slice(1);
    const ms = frame.ms / (this.#speed() || 1);
    // The end of a plan is shown until the next one begins, so it needs no duration.
    if (this.#running.length === 0 && this.#waiting.length === 0) return this.#onIdle();
    this.#timer = setTimeout(() => this.#next(), ms);
  }
}
