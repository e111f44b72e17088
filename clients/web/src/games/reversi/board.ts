// The board: a grid of real buttons, drawn by writing only the differences. It knows cells, discs and legal moves, but
// no rules.
import { h } from '../../base/dom';
import { percent } from '../../base/i18n';
import { reducedMotion, settings } from '../../base/settings';
import type { PutEvent } from '../../protocol';
import type { Sound, SoundOptions } from '../../sound/sound';
import { cellName, letterAt, type Rows } from './cells';
import { discName } from './colors';
import { bindKeys } from './keys';
import { type Frame, type Look, plan, still } from './plan';
import { Player } from './player';
import { t } from './texts';

export interface BoardState {
  rows: Rows;
  legal: ReadonlySet<string>; // this viewer's legal moves
  last: string | undefined;
}

export interface Hinted {
  cell: string;
  chance: number | undefined; // to win after it
}

// A move that this viewer has chosen or planned, but not made.
export interface Marked {
  chosen: string | undefined;
  planned: string | undefined;
}

const CHANGED_MS = 1000;

export class Board {
  readonly element = h('div', { class: 'board', role: 'grid' });
  #cells = new Map<string, HTMLButtonElement>();
  readonly #described = new Map<string, string>(); // the known facts of each cell
  readonly #drawn = new Map<string, string>(); // its look
  #shape = '';
  #hinted: Hinted[] = [];
  #marked: Marked = { chosen: undefined, planned: undefined };
  #state: BoardState = { rows: [], legal: new Set(), last: undefined };
  readonly #player = new Player(
    (frame) => this.#show(frame),
    () => this.#rest(),
    () => Number(settings.speed),
  );
  readonly #onPick: (cell: string, legal: boolean, by: Event) => void;
  readonly #hear: (sound: Sound, options?: SoundOptions) => void;

  // `hear` is called with the sound of each frame.
  constructor(
    onPick: (cell: string, legal: boolean, by: Event) => void,
    hear: (sound: Sound, options?: SoundOptions) => void = () => {},
  ) {
    this.#onPick = onPick;
    this.#hear = hear;
    this.element.addEventListener('click', (event) => {
      const cell = (event.target as Element).closest<HTMLElement>('[data-cell]')?.dataset.cell;
      if (!cell) return;
      this.#player.hurry();
      this.#onPick(cell, this.#state.legal.has(cell), event);
    });
    bindKeys(this.element, this.#cells, () => this.#state.legal);
  }

  // Draws everything immediately, without a move to show.
  set(state: BoardState): void {
    this.#write(state);
    this.#player.play([still(state.rows)]);
  }

  // The cells' meaning has changed, but no disc: an animation in progress continues.
  refresh(state: BoardState): void {
    this.#write(state);
  }

  // Everything after a move: the cells' meaning changes now, their look follows in phases.
  play(state: BoardState, put: PutEvent, color: string): void {
    const before = this.#state.rows;
    this.#write(state);
    const calm = reducedMotion();
    this.element.setAttribute('aria-busy', 'true');
    this.#player.play(plan(before, state.rows, put, color, calm));
    if (calm) this.#outline(before, state.rows);
  }

  // Shows the person's own disc until the server has answered.
  hold(cell: string, color: string): void {
    this.#cells.get(cell)?.setAttribute('data-pending', color);
  }

  release(cell: string, refused: boolean): void {
    const button = this.#cells.get(cell);
    button?.removeAttribute('data-pending');
    if (!refused || !button) return;
    button.classList.add('refused');
    setTimeout(() => button.classList.remove('refused'), 500);
  }

  mark(marked: Marked): void {
    this.#marked = marked;
    for (const [cell, button] of this.#cells) this.#describe(cell, button);
  }

  // The best cells to play, best first, until changed.
  hint(best: Hinted[]): void {
    this.#hinted = best;
    for (const [cell, button] of this.#cells) {
      const rank = best.findIndex((one) => one.cell === cell);
      const chance = best[rank]?.chance;
      button.classList.toggle('hinted', rank === 0);
      button.classList.toggle('hinted-too', rank > 0);
      setData(button, 'chance', chance === undefined ? undefined : percent(chance).replace('%', ''));
      this.#describe(cell, button);
    }
  }

  #write(state: BoardState): void {
    this.#state = state;
    this.#build(state.rows);
    this.element.toggleAttribute('data-mine', state.legal.size > 0);
    for (const [cell, button] of this.#cells) this.#describe(cell, button);
  }

  // The cell's contents and meaning, for the style sheet and in words.
  #describe(cell: string, button: HTMLButtonElement): void {
    const letter = letterAt(this.#state.rows, cell);
    const legal = this.#state.legal.has(cell);
    const last = this.#state.last === cell;
    const chosen = this.#marked.chosen === cell;
    const planned = this.#marked.planned === cell;
    const hint = this.#hinted.find((one) => one.cell === cell);
    // Most cells have not changed, and are not touched after a move.
    const key = [letter, legal, last, chosen, planned, hint && (hint.chance ?? '?')].join();
    if (this.#described.get(cell) === key) return;
    this.#described.set(cell, key);
    setData(button, 'disc', letter === '.' ? undefined : letter);
    for (const [mark, on] of Object.entries({ legal, last, chosen, planned })) button.classList.toggle(mark, on);
    let name = t('cell.name', { cell, what: discName(letter) });
    if (legal) name = t('cell.legal', { name });
    if (last) name = t('cell.last', { name });
    if (chosen) name = t('cell.chosen', { name });
    if (planned) name = t('cell.planned', { name });
    if (hint)
      name = hint.chance === undefined ? t('cell.hinted', { name }) : t('cell.chance', { name, chance: percent(hint.chance) });
    button.setAttribute('aria-label', name);
  }

  // Creates the cells if the shape of the board has changed.
  #build(rows: Rows): void {
    const shape = rows.map((row) => row.replace(/[^H]/g, '.')).join('/');
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.#cells.clear();
    this.#described.clear();
    this.#drawn.clear();
    const columns = rows[0]?.length ?? 0;
    this.element.style.setProperty('--columns', String(columns));
    this.element.style.setProperty('--rows', String(rows.length));
    this.element.setAttribute('aria-label', t('board.label'));
    // Holes are not cells: without explicit numbers a screen reader would count the columns of a diamond from one in each row.
    this.element.setAttribute('aria-colcount', String(columns));
    this.element.setAttribute('aria-rowcount', String(rows.length));
    const header = h('div', { class: 'board-row', 'aria-hidden': 'true' }, h('span', { class: 'coordinate' }));
    for (let x = 0; x < columns; x += 1) header.append(h('span', { class: 'coordinate' }, cellName(x, 0).slice(0, 1)));
    this.element.replaceChildren(header, ...rows.map((row, y) => this.#buildRow(row, y)));
    const first = this.#cells.values().next().value;
    if (first) first.tabIndex = 0;
  }

  #buildRow(row: string, y: number): HTMLElement {
    const element = h(
      'div',
      { class: 'board-row', role: 'row', 'aria-rowindex': y + 1 },
      h('span', { class: 'coordinate', 'aria-hidden': 'true' }, y + 1),
    );
    [...row].forEach((letter, x) => {
      if (letter === 'H') {
        element.append(h('span', { class: 'hole', 'aria-hidden': 'true' }));
        return;
      }
      const cell = cellName(x, y);
      const disc = h('span', { class: 'disc', 'aria-hidden': 'true' });
      const place = { role: 'gridcell', 'aria-colindex': x + 1, 'data-cell': cell };
      const button = h('button', { type: 'button', class: 'cell', ...place, tabindex: -1 }, disc);
      this.#cells.set(cell, button);
      element.append(button);
    });
    return element;
  }

  #show(frame: Frame): void {
    this.element.classList.toggle('boom', frame.boom === true);
    for (const [cell, button] of this.#cells) {
      const look = frame.looks.get(cell) ?? '.';
      const playing = frame.at === cell;
      const marks = {
        playing,
        bomb: playing && frame.boom,
        flanking: frame.flankers?.has(cell),
        glow: frame.glow?.has(cell),
        burst: frame.burst?.has(cell),
      };
      const key = JSON.stringify([look, marks]);
      if (this.#drawn.get(cell) === key) continue;
      this.#drawn.set(cell, key);
      drawDisc(button.firstElementChild as HTMLElement, look);
      for (const [mark, on] of Object.entries(marks)) button.classList.toggle(mark, on === true);
    }
    if (frame.sound) this.#hear(...frame.sound);
  }

  #rest(): void {
    this.element.removeAttribute('aria-busy');
  }

  // Without motion: changed squares keep an outline for a second.
  #outline(before: Rows, after: Rows): void {
    const changed = [...this.#cells].filter(([cell]) => letterAt(before, cell) !== letterAt(after, cell));
    for (const [, button] of changed) button.classList.add('changed');
    setTimeout(() => {
      for (const [, button] of changed) button.classList.remove('changed');
    }, CHANGED_MS);
  }
}

function setData(element: HTMLElement, name: string, value: string | undefined): void {
  if (element.dataset[name] === value) return;
  if (value === undefined) delete element.dataset[name];
  else element.dataset[name] = value;
}

function drawDisc(disc: HTMLElement, look: Look): void {
  const side = typeof look === 'string' ? undefined : look;
  setData(disc, 'look', typeof look === 'string' && look !== '.' ? look : undefined);
  setData(disc, 'now', side?.now);
  setData(disc, 'was', side?.was);
}
