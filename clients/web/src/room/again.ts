// Replays the moves since this viewer's own on the board only: everything else stays as it is now. Any input ends
// it.
import { isElsewhere, keyOf } from '../base/keys';
import type { Shown } from '../model/module';
import { landed } from './landed';
import type { Stage } from './stage';

const ALL_MS = 2000; // for all moves
const LONGEST_MS = 700; // for one
const BEFORE_MS = 250; // the board as it was

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

export class Again {
  #run = 0;
  #running = false;
  readonly #stage: Stage;
  readonly #done: () => void;
  readonly #key = (event: KeyboardEvent): void => {
    if (keyOf(event) === 'w' && !isElsewhere(event)) this.#stage.view()?.middle.buttons.again.click();
  };

  // `done` is called when the board shows the present again.
  constructor(stage: Stage, done: () => void) {
    this.#stage = stage;
    this.#done = done;
    document.addEventListener('keydown', this.#key);
  }

  async play(since: readonly Shown[]): Promise<void> {
    const first = since[0];
    if (!first) return;
    this.stop();
    this.#run += 1;
    const mine = this.#run;
    this.#running = true;
    document.addEventListener('pointerdown', this.stop, true);
    document.addEventListener('keydown', this.stop, true);
    this.#place()?.setAttribute('data-again', '');
    this.#draw(first.before);
    await pause(BEFORE_MS);
    for (const { doc, events } of since) {
      if (mine !== this.#run) return;
      this.#draw(doc, events);
      await Promise.all([landed(this.#place()), pause(Math.min(LONGEST_MS, ALL_MS / since.length))]);
    }
    if (mine === this.#run) this.stop();
  }

  readonly stop = (): void => {
    if (!this.#running) return;
    this.#run += 1;
    this.#running = false;
    document.removeEventListener('pointerdown', this.stop, true);
    document.removeEventListener('keydown', this.stop, true);
    this.#place()?.removeAttribute('data-again');
    this.#draw();
    this.#done();
  };

  close(): void {
    this.stop();
    document.removeEventListener('keydown', this.#key);
  }

  // Without a document: the present one.
  #draw(doc?: Shown['doc'], events?: Shown['events']): void {
    const facts = this.#stage.facts(doc);
    if (facts) this.#stage.view()?.middle.part?.update(facts, events);
  }

  #place(): Element | undefined {
    return this.#stage.view()?.middle.element;
  }
}
