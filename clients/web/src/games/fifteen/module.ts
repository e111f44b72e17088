// The 15-puzzle on the page: one's own board is large, the others' are small, next to their names.
import { h, redraw, setText } from '../../dom';
import { listOf, ordinal } from '../../i18n';
import type { FifteenBoard, FifteenHint, FifteenMove, RoomEvent } from '../../protocol';
import { gameTime, mayMove, mySeat, type RoomFacts, seatNames, seatWho } from '../../room/facts';
import { settings } from '../../settings';
import { words } from '../../words';
import { SeatFocus } from '../focus';
import { type Foresight, Looks, Taps } from '../hands';
import { bindFieldKeys } from '../keys';
import { Minis } from '../mini';
import type { GameModule, GamePart, Score, TableActions } from '../module';
import { seatToken } from '../token';
import { MiniBoard, TileBoard } from './board';
import { arrowWords, ghostWords } from './ghost';
import { count, type FifteenKey, t } from './texts';
import { inPlace, seconds, slide, slideOf, type Tiles, tilesOf } from './tiles';
import { boardOf, LIMITS, viewOf } from './view';
import { type Next, Way } from './way';

const SHOWN_STEPS = 12;

// Slides made here that are not confirmed yet are drawn on top of the server's state.
class Ahead {
  #waiting: { tile: number }[] = [];

  add(tile: number): { tile: number } {
    const entry = { tile };
    this.#waiting.push(entry);
    return entry;
  }

  drop(entry: { tile: number }): void {
    this.#waiting = this.#waiting.filter((other) => other !== entry);
  }

  confirmed(): void {
    this.#waiting.shift();
  }

  // After a gap it is unknown which of them the server has accepted.
  forget(): void {
    this.#waiting = [];
  }

  over(tiles: Tiles): Tiles {
    return this.#waiting.reduce((now, { tile }) => slide(now, tile) ?? now, tiles);
  }

  get steps(): number {
    return this.#waiting.length;
  }
}

function fact(label: string): { element: HTMLElement; value: HTMLElement } {
  const value = h('b', {});
  return { element: h('span', { class: 'fact' }, h('span', { class: 'hint' }, label), value), value };
}

function part(actions: TableActions): GamePart {
  let facts: RoomFacts | undefined;
  let way: Way | undefined; // of the last hint, while the player follows it, or of a record's position
  let asked: Tiles = []; // the board of the hint that is asked for
  const ahead = new Ahead();
  const focus = new SeatFocus();
  const board = new TileBoard(tap);
  const foresight: Foresight<FifteenMove, FifteenMove> = {
    find: (seen) => (slideOf(myTiles(), seen.tile) ? seen : undefined),
    words: ({ tile }) => ghostWords(myTiles(), tile),
    show: ghosts,
    speak: actions.speak,
  };
  const taps = new Taps(actions.offer, foresight, ({ tile }) => void move(tile), t);
  const looks = new Looks(board.element, '[data-tile]', moveAt, {
    ...foresight,
    speak: (text) => taps.chosen || actions.speak(text),
  });
  const unbind = bindFieldKeys(board.element, (event) => facts !== undefined && mayMove(facts) && board.key(event));
  const minis = new Minis<MiniBoard>(
    () => new MiniBoard(),
    (picture, seat) => drawMini(picture, seat),
    (seat) => {
      focus.choose(seat);
      actions.refresh();
    },
  );
  const steps = fact(t('facts.steps'));
  const home = fact(t('facts.inPlace'));
  const best = fact(t('facts.best'));
  const left = fact(t('facts.left'));
  const note = h('p', { class: 'fifteen-note', role: 'status' });
  const path = h('ol', { class: 'way', 'aria-label': t('hint.path') });
  const bar = h('div', { class: 'fifteen-facts' }, steps.element, home.element, best.element, left.element);
  const element = h('div', { class: 'fifteen' }, bar, h('div', { class: 'board-frame' }, board.element));
  const beside = h('div', { class: 'fifteen-beside' }, note, path);

  // As they are here, with the slides that are not confirmed yet.
  function myTiles(): Tiles {
    const seat = facts && mySeat(facts);
    return facts && seat !== undefined ? ahead.over(tilesOf(boardOf(facts.doc, seat))) : [];
  }

  function moveAt({ dataset: { tile } }: HTMLElement): FifteenMove | undefined {
    return facts && mayMove(facts) ? { tile: Number(tile) } : undefined;
  }

  function ghosts(): void {
    board.ghost((taps.chosen?.seen ?? looks.seen)?.tile);
  }

  // A race: by itself one tap slides, also on a phone, where tiles are large.
  function tap(tile: number, by?: Event): void {
    if (!facts || !mayMove(facts)) return;
    if (!slideOf(myTiles(), tile)) {
      taps.clear();
      return actions.speak(t('move.notInLine', { tile }));
    }
    taps.tap({ tile }, String(tile), by && settings.taps !== 'auto' ? settings.taps : 'one');
  }

  async function move(tile: number): Promise<void> {
    const entry = ahead.add(tile);
    draw(true);
    await actions.move({ tile }, ['illegal_move', 'game_over', 'not_your_turn']);
    ahead.drop(entry); // the step came before the answer; a refused tile slides back
    draw(true);
  }

  function drawMain(now: RoomFacts, slides: boolean): void {
    const seat = focus.seat(now);
    const view = boardOf(now.doc, seat);
    const mine = mySeat(now) === seat;
    const tiles = mine ? ahead.over(tilesOf(view)) : tilesOf(view);
    const label = mine ? t('board.label') : t('board.of', { who: seatWho(now, seat) });
    const next = view?.done || now.doc.phase === 'over' ? undefined : way?.from(tiles);
    if (!next) way = undefined;
    if (taps.chosen && !(mayMove(now) && slideOf(tiles, taps.chosen.move.tile))) taps.clear();
    board.set(tiles, { label, mine: mine && mayMove(now), hinted: next?.tile, slides });
    setText(steps.value, String(view?.steps ?? 0));
    setText(home.value, `${inPlace(tiles)} / ${tiles.length - 1}`);
    setText(note, next ? count(way?.proved ? 'hint.proved' : 'hint.found', next.steps, { tile: next.tile }) : '');
    drawPath(next);
    drawBest(now, view);
  }

  function drawPath(next: Next | undefined): void {
    const known = next?.ahead ?? [];
    path.hidden = known.length < 2;
    const more = (next?.steps ?? 0) > SHOWN_STEPS && h('li', { class: 'more' }, '…');
    redraw(path, known.join(), () => [...known.slice(0, SHOWN_STEPS).map((tile) => h('li', {}, tile)), more]);
  }

  // The shortest solution is shown only to players who have finished, and to spectators.
  function drawBest(now: RoomFacts, view: FifteenBoard | undefined): void {
    const optimal = viewOf(now.doc)?.optimal;
    const may = mySeat(now) === undefined || view?.done !== undefined || now.doc.phase === 'over';
    best.element.hidden = !optimal || !may;
    if (!optimal) return;
    setText(best.value, t('facts.optimal', { n: optimal.steps, how: t(optimal.proved ? 'facts.proved' : 'facts.found') }));
  }

  function draw(slides: boolean): void {
    if (!facts) return;
    drawMain(facts, slides);
    looks.update();
    ghosts();
    minis.update();
    tick();
  }

  function drawMini(picture: MiniBoard, seat: string): string {
    const tiles = tilesOf(facts && boardOf(facts.doc, seat));
    picture.set(tiles);
    return t('mini.facts', { n: inPlace(tiles), all: tiles.length - 1 });
  }

  function update(now: RoomFacts, events?: RoomEvent[]): void {
    facts = now;
    const mine = mySeat(now);
    if (mine === undefined) way = undefined;
    if (!events) ahead.forget();
    if (events?.some((event) => event.kind === 'slide' && event.seat === focus.seat(now))) actions.play('slide');
    for (const event of events ?? []) {
      if (event.kind !== 'slide' || event.seat !== mine) continue;
      ahead.confirmed();
      // What the next slide would do stays: on a slow line one is a slide ahead of the server's answer.
      if (!(taps.chosen ?? looks.seen))
        actions.speak(`${listOf(event.tiles.map(String))} · ${count('score.steps', event.steps)}`);
    }
    draw(events !== undefined);
  }

  // Who comes to the tiles by keyboard hears what the arrow keys would slide.
  board.element.addEventListener('focus', () => {
    if (facts && mayMove(facts) && board.element.matches(':focus-visible')) actions.speak(arrowWords(myTiles()));
  });
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !taps.chosen) return;
    taps.clear();
    event.stopPropagation();
  });

  // The time left for the others after the first has finished.
  function tick(): void {
    if (!facts) return;
    const first = Object.values(viewOf(facts.doc)?.boards ?? {}).find((other) => other.done?.place === 1)?.done;
    const now = gameTime(facts.doc, actions.serverNow());
    const running = facts.doc.phase === 'playing' && first !== undefined && now !== undefined;
    left.element.hidden = !running;
    if (!running) return;
    const limit = ('finish_s' in facts.doc.options ? facts.doc.options.finish_s : undefined) ?? LIMITS.finish_s;
    setText(left.value, String(Math.max(0, Math.ceil((first.ms + limit * 1000 - now) / 1000))));
  }

  // The card of a player whose board is not the large one has a small one; spectators can make it the large one.
  function mini(seat: string): HTMLElement | undefined {
    if (!facts || seat === focus.seat(facts)) return undefined;
    return minis.element(seat, mySeat(facts) === undefined ? t('mini.show', { who: seatWho(facts, seat) }) : undefined);
  }

  return {
    element,
    beside,
    update,
    tick,
    mini,
    destroy: unbind,
    text: async () => (await import('./words')).textBoard(actions, focus),
    askHint() {
      asked = myTiles();
    },
    showHint(found, seat) {
      if (!facts || (seat !== undefined && seat !== focus.seat(facts))) return false;
      way = new Way(found as FifteenHint, seat === undefined ? asked : tilesOf(boardOf(facts.doc, seat)));
      draw(false);
      return way !== undefined;
    },
  };
}

const KEYS: FifteenKey[] = ['keys.arrows', 'keys.line'];

function describe(event: RoomEvent, now: RoomFacts): string | undefined {
  const who = 'seat' in event && event.seat ? seatWho(now, event.seat) : '';
  const steps = 'steps' in event ? count('score.steps', event.steps) : '';
  switch (event.kind) {
    case 'slide':
      return t('log.slide', { who, tiles: listOf(event.tiles.map(String)), steps });
    case 'solved':
      return t('log.solved', { who, place: ordinal(event.place), steps, time: seconds(event.ms) });
    case 'out':
      return t('log.out', { who });
    case 'optimal':
      return t(event.proved ? 'log.optimal' : 'log.optimalFound', { steps });
    default:
      return undefined;
  }
}

function stepsOf(n: number): Score {
  return { shown: n, said: count('score.steps', n) };
}

export const game: GameModule = {
  part,
  describe,
  // Hundreds of slides would flood the log. The shortest solution is not told to players who are still solving.
  quiet: (event, facts) => {
    const { kind } = event;
    const mine = mySeat(facts);
    return kind === 'slide' || (kind === 'optimal' && mine !== undefined && boardOf(facts.doc, mine)?.done === undefined);
  },
  help: async () => (await import('./help')).help,
  keys: () => KEYS.map((key) => t(key)),
  icon: (_doc, seat) => seatToken(seat),
  score(doc, seat) {
    const board = boardOf(doc, seat);
    if (!board) return undefined;
    const tiles = tilesOf(board);
    return { ...stepsOf(board.steps), bar: inPlace(tiles) / (tiles.length - 1) };
  },
  result(score, doc, seat) {
    const { said } = stepsOf(score);
    const done = boardOf(doc, seat)?.done;
    const text = done ? t('score.time', { steps: said, time: seconds(done.ms) }) : said;
    return { shown: text, said: text };
  },
  notes(facts, seat) {
    const board = boardOf(facts.doc, seat);
    if (board?.done) return [t('note.place', { n: ordinal(board.done.place) })];
    return board?.out ? [t('note.out')] : [];
  },
  turn(facts) {
    const mine = mySeat(facts);
    const board = mine && boardOf(facts.doc, mine);
    if (!board) return count('turn.watch', words(facts.doc.to_act).length);
    if (board.done) return t(words(facts.doc.to_act).length > 0 ? 'turn.others' : 'turn.solved');
    return t(board.out ? 'turn.out' : 'turn.solve');
  },
  headline(facts) {
    if (facts.doc.result?.reason === 'out') return t('head.out');
    return seatNames(facts.doc).length === 1 && facts.doc.result?.reason === 'solved' ? t('head.solved') : undefined;
  },
  reason: (word) => (word === 'solved' || word === 'out' ? t(`reason.${word}`) : undefined),
  hints: true,
  ear: async () => (await import('./words')).ear,
  measure: {
    title: () => t('facts.inPlace'),
    value(doc, seat) {
      const board = boardOf(doc, seat);
      return board && inPlace(tilesOf(board));
    },
  },
};
