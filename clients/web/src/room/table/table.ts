// The middle of the room page: turn, players, the game's own part, the spoken line, and the player's actions. Built
// once, then updated.
import { afterPicture, h } from '../../base/dom';
import { mayMove, simultaneous } from '../../model/facts';
import type { GameModule, GamePart, TableActions } from '../../model/module';
import type { PageFacts } from '../../model/page-facts';
import { persist } from '../../net/persist';
import type { GameHint, RoomEvent } from '../../protocol';
import { play } from '../../sound/sound';
import { resultPanel } from '../result/panel';
import { BoardInWords } from './board-in-words';
import { arrowsToBoard, boardPlace, focusOn } from './board-place';
import { type ButtonActions, Buttons } from './buttons';
import type { Heard } from './heard';
import { playerCards, turnLine } from './players';
import { Voice } from './voice';

const HEARD_AFTER_MS = 1000; // the board comes first

export interface RoomActions extends ButtonActions, Omit<TableActions, 'speak' | 'refresh' | 'offer' | 'play'> {
  // Undefined if it was refused; the page has then shown that.
  hint(): Promise<GameHint | undefined>;
  // The events since this viewer's last move.
  missed(): RoomEvent[];
  // The game's part is on the screen.
  settled(): void;
}

export class Table {
  readonly element: HTMLElement;
  #facts: PageFacts | undefined;
  #module: GameModule | undefined;
  part: GamePart | undefined;
  #gone = false;
  #settled = false;
  readonly #turn: ReturnType<typeof turnLine>;
  readonly #players: ReturnType<typeof playerCards>;
  readonly #said: Voice;
  readonly buttons: Buttons;
  #heard: Heard | undefined; // loaded after the board
  #loading: Promise<void> | undefined;
  #hear: Parameters<Heard['turn']> | undefined; // the last change, for when it is
  readonly #result: ReturnType<typeof resultPanel>;
  readonly #words = new BoardInWords();
  readonly #place = arrowsToBoard(boardPlace());
  readonly #beside = h('div', { class: 'beside', hidden: true });
  readonly #actions: RoomActions;

  constructor(actions: RoomActions) {
    this.#actions = actions;
    const now = () => actions.serverNow();
    this.#turn = turnLine(now);
    this.#players = playerCards(now);
    this.#result = resultPanel(actions.request);
    this.#said = new Voice(() => this.#facts, actions.missed);
    this.buttons = new Buttons(actions, () => void this.#askHint());
    setTimeout(() => void this.#loadHeard(), HEARD_AFTER_MS);
    this.element = h(
      'div',
      { class: 'table' },
      this.#turn.element,
      this.#players.element,
      this.#place,
      this.#said.element,
      this.buttons.element,
      this.#beside,
    );
  }

  // Shown beside the table.
  get result(): HTMLElement {
    return this.#result.element;
  }

  // The board in words.
  get text(): HTMLElement {
    return this.#words.element;
  }

  get hasText(): boolean {
    return this.part?.text !== undefined;
  }

  update(now: PageFacts, events?: RoomEvent[], quick?: boolean): void {
    this.element.dataset.phase = now.doc.phase;
    this.element.dataset.game = now.doc.game;
    this.#turn.update(now);
    this.#draw(now, quick ? undefined : events);
    if (this.part || this.#settled) this.#players.update(now, this.part);
    this.buttons.update(now);
    this.#hear = [this.#facts, now, events];
    this.#heard?.turn(...this.#hear);
    this.#facts = now;
    this.#said.refresh();
    this.#words.update(now, this.part);
  }

  updateResult(now: PageFacts): void {
    this.#result.update(now);
  }

  // A line of the log has been added.
  tell(line: string): void {
    this.#said.tell(line);
  }

  // The players are shown even without the game's part.
  settle(): void {
    this.#settled = true;
    if (this.#facts) this.#players.update(this.#facts, this.part);
  }

  // Draws the board as text from now on, while it is open.
  showText(shown: boolean): void {
    this.#words.show(shown);
  }

  // It may send a request.
  async key(event: KeyboardEvent): Promise<void> {
    await this.#loadHeard();
    this.#said.ears?.key(event);
  }

  tick(): void {
    this.#turn.tick();
    this.#players.tick();
    this.part?.tick?.();
    if (this.#facts) this.#heard?.tick(this.#facts, this.#actions.serverNow());
  }

  destroy(): void {
    this.#gone = true;
    this.buttons.destroy();
    this.#said.ears?.close();
    this.part?.destroy?.();
  }

  #loadHeard(): Promise<void> {
    this.#loading ??= persist(() => import('./heard')).then(
      ({ Heard, Ears }) => {
        if (this.#gone) return;
        this.#said.ears = new Ears(this.#said);
        this.#said.refresh();
        this.#heard = new Heard((text) => this.#said.speak(text));
        if (this.#hear) this.#heard.turn(...this.#hear);
      },
      () => {}, // nothing is spoken
    );
    return this.#loading;
  }

  // The first parts are drawn in separate frames, so that none takes long: whose turn it is; once the game's code has been
  // loaded, the players; the board; and then everything else.
  #draw(now: PageFacts, events: RoomEvent[] | undefined): void {
    const { module } = now;
    if (module && !this.#module) {
      this.#module = module;
      afterPicture(() => this.#begin(module));
    }
    this.#place.hidden = this.part === undefined;
    if (now.doc.view) this.part?.update(now, events);
  }

  #begin(game: GameModule): void {
    if (this.#gone) return;
    const part = game.part(this.#actionsOfGame());
    this.part = part;
    this.#beside.hidden = part.beside === undefined;
    if (part.beside) this.#beside.append(part.beside);
    this.#refresh();
    afterPicture(() => {
      this.#place.append(part.element);
      focusOn(this.#place);
      // A canvas is painted one frame later.
      afterPicture(() => afterPicture(() => this.#gone || this.#actions.settled()));
    });
  }

  #actionsOfGame(): TableActions {
    return {
      ...this.#actions,
      speak: (text) => this.#said.speak(text),
      refresh: () => this.#refresh(),
      offer: (label, act) => this.buttons.offer(label, act),
      play,
    };
  }

  #refresh(): void {
    if (this.#facts) this.update(this.#facts);
  }

  async #askHint(): Promise<void> {
    const { hint } = this.buttons;
    hint.disabled = true;
    const asked = this.#facts?.doc.ply;
    this.part?.askHint?.();
    const found = await this.#actions.hint();
    const now = this.#facts;
    hint.disabled = now === undefined || !mayMove(now);
    if (found && now?.doc.phase === 'playing' && (now.doc.ply === asked || simultaneous(now))) this.part?.showHint?.(found);
  }
}
