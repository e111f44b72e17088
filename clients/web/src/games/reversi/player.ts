// Shows a plan, frame after frame. It delays no input: input uses the document, not the animation, and a plan that arrives
// during another one replaces it.
import type { Frame } from './plan';

export class Player {
  #running: Frame[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #show: (frame: Frame) => void;
  readonly #onIdle: () => void;
  readonly #speed: () => number;

  constructor(show: (frame: Frame) => void, onIdle: () => void, speed: () => number) {
    this.#show = show;
    this.#onIdle = onIdle;
    this.#speed = speed;
  }

  play(frames: Frame[]): void {
    clearTimeout(this.#timer);
    this.#running = this.#speed() === 0 || document.hidden ? frames.slice(-1) : frames;
    this.#next();
  }

  // Shows the end now.
  hurry(): void {
    if (this.#running.length > 0) this.play(this.#running.slice(-1));
  }

  #next(): void {
    const [frame, ...rest] = this.#running;
    this.#running = rest;
    if (frame) this.#show(frame);
    if (rest.length === 0) return this.#onIdle();
    this.#timer = setTimeout(() => this.#next(), (frame?.ms ?? 0) / (this.#speed() || 1));
  }
}
