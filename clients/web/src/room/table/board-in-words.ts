// The place of the board as text. Its code is loaded when the person opens it, and it is drawn from then on.
import { h } from '../../base/dom';
import type { GamePart, TextBoard } from '../../model/module';
import type { PageFacts } from '../../model/page-facts';
import { persist } from '../../net/persist';

export class BoardInWords {
  readonly element = h('section', { class: 'text-board' });
  #shown = false;
  #board: TextBoard | 'asked' | undefined;
  #facts: PageFacts | undefined;
  #part: GamePart | undefined;

  show(shown: boolean): void {
    this.#shown = shown;
    this.#draw();
  }

  update(facts: PageFacts, part: GamePart | undefined): void {
    this.#facts = facts;
    this.#part = part;
    this.#draw();
  }

  #draw(): void {
    const board = this.#board;
    if (!this.#shown || !this.#facts || !this.#part?.text) return;
    if (board === undefined) void this.#load(this.#part);
    else if (board !== 'asked') board.update(this.#facts);
  }

  async #load(part: GamePart): Promise<void> {
    this.#board = 'asked';
    this.#board = await persist(async () => part.text?.()).catch(() => undefined);
    if (!this.#board) return;
    this.element.replaceChildren(this.#board.element);
    this.#draw();
  }
}
