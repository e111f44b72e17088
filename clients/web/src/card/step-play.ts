// One step of a card in play: its small board, the person's moves, and the reply. It ends when another one is shown:
// later results are dropped.

import type { RoomFacts } from '../model/facts';
import type { GameModule, GamePart } from '../model/module';
import type { Answer } from '../net/requests';
import type { Game, RoomEvent } from '../protocol';
import type { CardStep } from './card';
import { openSteps, type Steps } from './steps';
import { cardFacts } from './table';
import { t } from './texts';

const REPLY_MS = 900; // so that the person sees whose move it was

export interface SmallGame {
  id: string;
  entry: Game | undefined;
  module: GameModule;
}

// The changes of a step outside its board.
export interface Surroundings {
  place: HTMLElement; // of the board
  tell(text: string): void;
  offer(label: string | undefined, act?: () => void): void;
  done(step: CardStep): void;
}

export class StepPlay {
  worked = false; // the person has solved it
  #ended = false;
  #board: GamePart | undefined;
  readonly #of: SmallGame;
  readonly #step: CardStep;
  readonly #around: Surroundings;

  constructor(of: SmallGame, step: CardStep, around: Surroundings) {
    this.#of = of;
    this.#step = step;
    this.#around = around;
    openSteps(of.id, step.options).then(
      (game) => this.#ended || this.#show(game),
      () => around.tell(t('failed')),
    );
  }

  tick(): void {
    this.#board?.tick?.();
  }

  end(): void {
    this.#ended = true;
    this.#board?.destroy?.();
  }

  #show(game: Steps): void {
    const { tell, offer, place } = this.#around;
    const board = this.#of.module.part({
      speak: (text) => void (text !== '' && !this.worked && tell(text)),
      serverNow: () => Date.now(),
      refresh: () => board.update(this.#facts(game)),
      offer,
      preview: async (move) => game.preview?.({ seat: 0, move }),
      play: () => {},
      move: (move) => this.#move(game, board, move),
    });
    this.#board = board;
    place.replaceChildren(board.element);
    board.update(this.#facts(game));
  }

  #facts(game: Steps): RoomFacts {
    return cardFacts(this.#of.id, this.#of.entry, this.#step, game.position);
  }

  async #move(game: Steps, board: GamePart, move: object): Promise<Answer> {
    if (this.#ended) return { ok: false, code: 'stale' };
    const played = await game.play({ seat: 0, move });
    if ('refused' in played) return { ok: false, code: played.refused };
    if (!this.#ended) {
      board.update(this.#facts(game), played.events);
      this.#judge(game, board, played.events);
    }
    return { ok: true, seq: 0 };
  }

  #judge(game: Steps, board: GamePart, events: RoomEvent[]): void {
    const step = this.#step;
    if (step.goesOn?.(game.position)) return;
    if (step.shows && !step.shows(game.position, events)) return this.#around.tell(step.almost ?? '');
    const reply = step.reply?.(game.position);
    if (!reply) return this.#finish();
    setTimeout(async () => {
      if (this.#ended) return;
      const played = await game.play(reply);
      if (this.#ended) return;
      if (!('refused' in played)) board.update(this.#facts(game), played.events);
      this.#finish();
    }, REPLY_MS);
  }

  #finish(): void {
    this.worked = true;
    this.#around.done(this.#step);
  }
}
