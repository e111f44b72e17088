// The boards of a room: the viewer's own is large, the others' are small, next to their names.
import { h } from '../../base/dom';
import { listOf } from '../../base/i18n';
import { settings } from '../../base/settings';
import { mayMove, mySeat, type RoomFacts, seatWho } from '../../model/facts';
import type { GamePart, TableActions, TextBoard } from '../../model/module';
import type { FifteenHint, FifteenMove, GameHint, RoomEvent } from '../../protocol';
import { Countdown } from '../countdown';
import { SeatFocus } from '../focus';
import { type Foresight, Looks, Taps } from '../hands';
import { bindFieldKeys } from '../keys';
import { Minis } from '../mini';
import { Ahead } from './ahead';
import { noteBest } from './best';
import { MiniBoard, TileBoard } from './board';
import { FactsBar } from './facts-bar';
import { arrowWords, ghostWords } from './ghost';
import { count, t } from './texts';
import { inPlace, slideOf, type Tiles, tilesOf } from './tiles';
import { boardOf } from './view';
import { Way } from './way';
import { WayPanel } from './way-panel';

export class FifteenPart implements GamePart {
  readonly element: HTMLElement;
  #facts: RoomFacts | undefined;
  #way: Way | undefined; // of the last hint, while the player follows it, or of a record's position
  #helped = 0; // the round of the last hint
  #asked: Tiles = []; // the board of the requested hint
  readonly #ahead = new Ahead();
  readonly #focus = new SeatFocus();
  readonly #bar = new FactsBar();
  readonly #panel = new WayPanel();
  readonly #board = new TileBoard((tile, by) => this.#tap(tile, by));
  readonly #actions: TableActions;
  readonly #countdown: Countdown;
  readonly #taps: Taps<FifteenMove, FifteenMove>;
  readonly #looks: Looks<FifteenMove, FifteenMove>;
  readonly #unbind: () => void;
  readonly #minis = new Minis<MiniBoard>(
    () => new MiniBoard(),
    (picture, seat) => this.#drawMini(picture, seat),
    (seat) => {
      this.#focus.choose(seat);
      this.#actions.refresh();
    },
  );

  constructor(actions: TableActions) {
    const board = this.#board.element;
    const { speak } = actions;
    const foresight: Foresight<FifteenMove, FifteenMove> = {
      find: (seen) => (slideOf(this.#myTiles(), seen.tile) ? seen : undefined),
      words: ({ tile }) => ghostWords(this.#myTiles(), tile),
      show: () => this.#ghosts(),
      speak,
    };
    this.#actions = actions;
    this.#countdown = new Countdown(actions);
    this.#taps = new Taps(actions.offer, foresight, ({ tile }) => void this.#move(tile), t);
    this.#looks = new Looks(board, '[data-tile]', (place) => this.#moveAt(place), {
      ...foresight,
      speak: (text) => this.#taps.chosen || speak(text),
    });
    this.#unbind = bindFieldKeys(board, (event) => this.#mayMove() && this.#board.key(event));
    // A person who focuses the tiles by keyboard hears which tiles the arrow keys would slide.
    board.addEventListener('focus', () => {
      if (this.#mayMove() && board.matches(':focus-visible')) speak(arrowWords(this.#myTiles()));
    });
    this.element = h(
      'div',
      { class: 'fifteen' },
      this.#bar.element,
      h('div', { class: 'board-frame' }, board, this.#countdown.element),
    );
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  get beside(): HTMLElement {
    return this.#panel.element;
  }

  update(now: RoomFacts, events?: RoomEvent[]): void {
    const before = this.#confirmed();
    this.#facts = now;
    this.#countdown.update(now);
    noteBest(now, this.#helped === now.doc.round);
    if (mySeat(now) === undefined) this.#way = undefined;
    if (!events && this.#confirmed() !== before) this.#ahead.forget(); // else it is only redrawn
    this.#hear(now, events ?? []);
    this.#draw(events !== undefined);
  }

  tick(): void {
    if (this.#facts) this.#bar.tick(this.#facts, this.#actions.serverNow());
  }

  // The card of a player whose board is not the large one has a small one; spectators can make it the large one.
  mini(seat: string): HTMLElement | undefined {
    const now = this.#facts;
    if (!now || seat === this.#focus.seat(now)) return undefined;
    return this.#minis.element(seat, mySeat(now) === undefined ? t('mini.show', { who: seatWho(now, seat) }) : undefined);
  }

  async text(): Promise<TextBoard> {
    return (await import('./words')).textBoard(this.#actions, this.#focus);
  }

  askHint(): void {
    this.#asked = this.#myTiles();
    this.#helped = this.#facts?.doc.round ?? 0;
  }

  showHint(found: GameHint, seat?: string): boolean {
    const now = this.#facts;
    if (!now || (seat !== undefined && seat !== this.#focus.seat(now))) return false;
    this.#way = new Way(found as FifteenHint, seat === undefined ? this.#asked : tilesOf(boardOf(now.doc, seat)));
    this.#draw(false);
    return this.#way !== undefined;
  }

  destroy(): void {
    this.#countdown.destroy();
    this.#unbind();
  }

  // The tiles with the slides that are not confirmed yet.
  #myTiles(): Tiles {
    const seat = this.#facts && mySeat(this.#facts);
    return this.#facts && seat !== undefined ? this.#ahead.over(tilesOf(boardOf(this.#facts.doc, seat))) : [];
  }

  // The viewer's own board as confirmed by the server.
  #confirmed(): string {
    const seat = this.#facts && mySeat(this.#facts);
    return this.#facts && seat !== undefined ? `${this.#facts.doc.round} ${tilesOf(boardOf(this.#facts.doc, seat))}` : '';
  }

  #mayMove(): boolean {
    return this.#facts !== undefined && mayMove(this.#facts) && !this.#countdown.on;
  }

  #moveAt({ dataset: { tile } }: HTMLElement): FifteenMove | undefined {
    return this.#mayMove() ? { tile: Number(tile) } : undefined;
  }

  #ghosts(): void {
    this.#board.ghost((this.#taps.chosen?.seen ?? this.#looks.seen)?.tile);
  }

  // The game is a race, so by default one tap slides, also on a phone, where tiles are large.
  #tap(tile: number, by?: Event): void {
    if (!this.#mayMove()) return;
    if (!slideOf(this.#myTiles(), tile)) {
      this.#taps.clear();
      return this.#actions.speak(t('move.notInLine', { tile }));
    }
    this.#taps.tap({ tile }, String(tile), by && settings.taps !== 'auto' ? settings.taps : 'one');
  }

  async #move(tile: number): Promise<void> {
    const entry = this.#ahead.add(tile);
    this.#draw(true);
    await this.#actions.move({ tile }, ['illegal_move', 'game_over', 'not_your_turn', 'too_soon']);
    this.#ahead.drop(entry); // the step came before the answer; a refused tile slides back
    this.#draw(true);
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#taps.chosen) return;
    this.#taps.clear();
    event.stopPropagation();
  }

  #hear(now: RoomFacts, events: RoomEvent[]): void {
    const { play, speak } = this.#actions;
    const slides = events.filter((event) => event.kind === 'slide');
    if (slides.some(({ seat }) => seat === this.#focus.seat(now))) play('slide');
    for (const { seat, tiles, steps } of slides) {
      if (seat !== mySeat(now)) continue;
      this.#ahead.confirmed();
      // The effect of the next slide stays visible: on a slow line the player is a slide ahead of the server's answer.
      if (!(this.#taps.chosen ?? this.#looks.seen)) speak(`${listOf(tiles.map(String))} · ${count('score.steps', steps)}`);
    }
  }

  #draw(slides: boolean): void {
    if (!this.#facts) return;
    this.#drawMain(this.#facts, slides);
    this.#looks.update();
    this.#ghosts();
    this.#minis.update();
    this.tick();
  }

  #drawMain(now: RoomFacts, slides: boolean): void {
    const seat = this.#focus.seat(now);
    const view = boardOf(now.doc, seat);
    const mine = mySeat(now) === seat;
    const tiles = mine ? this.#ahead.over(tilesOf(view)) : tilesOf(view);
    const label = mine ? t('board.label') : t('board.of', { who: seatWho(now, seat) });
    const next = view?.done || now.doc.phase === 'over' ? undefined : this.#way?.from(tiles);
    if (!next) this.#way = undefined;
    const { chosen } = this.#taps;
    if (chosen && !(mayMove(now) && slideOf(tiles, chosen.move.tile))) this.#taps.clear();
    this.#board.set(tiles, { label, mine: mine && mayMove(now), hinted: next?.tile, slides });
    this.#panel.update(next, this.#way?.proved === true);
    this.#bar.update(now, view, tiles);
  }

  #drawMini(picture: MiniBoard, seat: string): string {
    const tiles = tilesOf(this.#facts && boardOf(this.#facts.doc, seat));
    picture.set(tiles);
    return t('mini.facts', { n: inPlace(tiles), all: tiles.length - 1 });
  }
}
