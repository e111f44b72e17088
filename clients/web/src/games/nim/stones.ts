// The rows of stones: real buttons. A run is chosen by dragging, by tapping its first and last stone, or by keys. The
// effect of a chosen or pointed-at run is shown before it is taken: its stones become ghosts, and a sentence says what
// would be left.
import { h } from '../../base/dom';
import { Looks } from '../hands';
import { between, canTake, holds, type Run } from './rows';
import { count, t } from './texts';

export interface StonesState {
  rows: string[];
  legal: string[]; // groups, if this viewer may move
  last: Run | undefined;
  hinted: Run | undefined;
  planned: Run | undefined; // for the viewer's next turn
}

export interface StonesActions {
  take(run: Run): void;
  speak(text: string): void;
  // Called with each complete choice, and without one when it is dropped. If it returns true, the choice stays until `accept`.
  waits(run: Run | undefined): boolean;
  // The effect of taking the run now; undefined: this viewer cannot.
  foretell(run: Run): string | undefined;
}

interface Cell {
  row: number;
  cell: number;
}

export class Stones {
  readonly element = h('div', { class: 'stones', role: 'grid', 'aria-label': t('board.label') });
  #state: StonesState = { rows: [], legal: [], last: undefined, hinted: undefined, planned: undefined };
  #shape = '';
  #buttons: HTMLButtonElement[][] = [];
  #anchor: Cell | undefined; // the start of the run
  #chosen: Run | undefined;
  #pending: Run | undefined;
  #dragging: Cell | undefined;
  readonly #looks: Looks<Run, Run>;
  readonly #actions: StonesActions;

  constructor(actions: StonesActions) {
    this.#actions = actions;
    this.#looks = new Looks<Run, Run>(this.element, '.stone', (place) => this.#runAt(place), {
      find: (run) => run,
      words: (run) => actions.foretell(run) ?? '',
      show: () => this.#paint(),
      speak: (text) => this.#chosen || actions.speak(text),
    });
    this.element.addEventListener('pointerdown', (event) => this.#down(event));
    this.element.addEventListener('pointermove', (event) => this.#move(event));
    this.element.addEventListener('pointerup', (event) => this.#up(event));
    this.element.addEventListener('pointercancel', () => this.#letGo());
    // Screen readers send a click without a pointer.
    this.element.addEventListener('click', (event) => {
      const at = this.#cellOf(event.target);
      if (at && event.detail === 0) this.#tap(at);
    });
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('focusin', (event) => this.#rove(event.target));
  }

  set(state: StonesState): void {
    this.#state = state;
    this.#build();
    if (this.#chosen && !canTake(state.legal, this.#chosen)) this.#forget();
    this.#looks.update();
    this.#paint();
  }

  // Takes the waiting choice.
  accept(): void {
    const run = this.#chosen;
    this.#letGo();
    if (run) this.#actions.take(run);
  }

  // Shows a run as taken until the server has answered.
  hold(run: Run | undefined): void {
    this.#pending = run;
    this.#paint();
  }

  #build(): void {
    const shape = this.#state.rows.map((row) => row.length).join();
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.element.style.setProperty('--longest', String(Math.max(...this.#state.rows.map((row) => row.length))));
    this.element.style.setProperty('--lines', String(this.#state.rows.length));
    this.#buttons = this.#state.rows.map((row, y) =>
      [...row].map((_, x) =>
        h(
          'button',
          { class: 'stone', type: 'button', role: 'gridcell', 'data-row': y, 'data-stone': x, tabindex: -1 },
          h('i', { 'aria-hidden': 'true' }),
        ),
      ),
    );
    this.element.replaceChildren(
      ...this.#buttons.map((row, y) => h('div', { class: 'stone-row', role: 'row', 'aria-rowindex': y + 1 }, ...row)),
    );
    const first = this.#buttons[0]?.[0];
    if (first) first.tabIndex = 0;
  }

  #paint(): void {
    const { rows, legal, last, hinted, planned } = this.#state;
    const ghost = this.#ghost();
    this.element.toggleAttribute('data-mine', legal.length > 0);
    this.#buttons.forEach((row, y) => {
      row.forEach((button, x) => {
        const taken = rows[y]?.[x] !== 'o';
        const chosen = holds(this.#chosen, y, x);
        button.classList.toggle('taken', taken || holds(this.#pending, y, x));
        button.classList.toggle('chosen', chosen);
        button.classList.toggle('last', holds(last, y, x));
        button.classList.toggle('hinted', holds(hinted, y, x));
        button.classList.toggle('planned', holds(planned, y, x));
        button.toggleAttribute('data-ghost', holds(ghost, y, x));
        button.setAttribute('aria-selected', String(chosen));
        let name = t(taken ? 'cell.taken' : 'cell.name', { row: y + 1, cell: x + 1 });
        if (holds(last, y, x)) name = t('cell.last', { name });
        if (holds(hinted, y, x)) name = t('cell.hinted', { name });
        if (holds(planned, y, x)) name = t('cell.planned', { name });
        if (chosen) name = t('cell.chosen', { name });
        if (button.getAttribute('aria-label') !== name) button.setAttribute('aria-label', name);
      });
    });
  }

  // The stones that would be taken.
  #ghost(): Run | undefined {
    const run = this.#pending ? undefined : (this.#chosen ?? this.#looks.seen);
    return run && this.#actions.foretell(run) !== undefined ? run : undefined;
  }

  #runAt(place: HTMLElement): Run | undefined {
    const at = this.#cellOf(place);
    const run = at && between(at.row, at.cell, at.cell);
    return run && this.#actions.foretell(run) !== undefined ? run : undefined;
  }

  #cellOf(target: EventTarget | null): Cell | undefined {
    const button = target instanceof Element ? target.closest<HTMLElement>('.stone') : null;
    return button ? { row: Number(button.dataset.row), cell: Number(button.dataset.stone) } : undefined;
  }

  // Chooses from the anchor to `to`, if that is one run that can be taken.
  #stretch(to: Cell): boolean {
    if (!this.#anchor || this.#anchor.row !== to.row) return false;
    const run = between(to.row, this.#anchor.cell, to.cell);
    if (!canTake(this.#state.legal, run)) return false;
    if (JSON.stringify(run) === JSON.stringify(this.#chosen)) return true;
    this.#chosen = run;
    this.#paint();
    return true;
  }

  // The choice in words.
  #what(): string {
    const run = this.#chosen;
    return (run && this.#actions.foretell(run)) ?? count('pick.chosen', run?.count ?? 0);
  }

  #begin(at: Cell): boolean {
    this.#anchor = at;
    return this.#stretch(at);
  }

  #forget(): void {
    if (this.#chosen) this.#actions.waits(undefined);
    this.#anchor = undefined;
    this.#chosen = undefined;
    this.#dragging = undefined;
  }

  #letGo(): void {
    this.#forget();
    this.#paint();
  }

  #take(): void {
    if (this.#chosen && this.#actions.waits(this.#chosen)) this.#dragging = undefined;
    else this.accept();
  }

  #why({ row, cell }: Cell): string {
    if (this.#state.legal.length === 0) return '';
    return t(this.#state.rows[row]?.[cell] === 'o' ? 'pick.apart' : 'pick.gone');
  }

  #tap(at: Cell): void {
    if (this.#state.legal.length === 0) return this.#actions.take(between(at.row, at.cell, at.cell)); // says that it is not our turn
    if (this.#anchor && this.#stretch(at)) return this.#take();
    if (this.#begin(at)) this.#actions.speak(t('pick.end', { what: this.#what() }));
    else {
      this.#letGo();
      this.#actions.speak(this.#why(at));
    }
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#dragging = this.#cellOf(event.target);
    // Otherwise the browser would bind a touch to the stone where it began, and report no other stones that it passes.
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId))
      event.target.releasePointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    if (this.#state.legal.length === 0) return;
    const at = this.#cellOf(event.target);
    if (!at) return;
    const from = this.#dragging;
    const before = this.#chosen;
    if (
      from &&
      (from.row !== at.row || from.cell !== at.cell) &&
      !(this.#anchor?.row === from.row && this.#anchor.cell === from.cell)
    )
      this.#begin(from);
    if (this.#anchor && this.#stretch(at) && this.#chosen !== before) this.#actions.speak(this.#what());
  }

  #up(event: PointerEvent): void {
    const from = this.#dragging;
    this.#dragging = undefined;
    if (!from) return;
    const at = this.#cellOf(event.target);
    if (at && at.row === from.row && at.cell === from.cell) return this.#tap(at);
    if (this.#chosen && this.#chosen.count > 1) return this.#take();
    this.#letGo();
  }

  #rove(target: EventTarget | null): void {
    if (!this.#cellOf(target)) return;
    for (const row of this.#buttons) for (const button of row) button.tabIndex = button === target ? 0 : -1;
  }

  #key(event: KeyboardEvent): void {
    const at = this.#cellOf(event.target);
    if (!at || event.ctrlKey || event.altKey || event.metaKey) return;
    const dx = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const dy = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
    if (event.key === 'Enter' || event.key === ' ') this.#takeByKey(at);
    else if (event.key === 'Escape') this.#letGo();
    else if (event.key === 'Home') this.#walk(at.row, 0);
    else if (event.key === 'End') this.#walk(at.row, Number.MAX_SAFE_INTEGER);
    else if (dx !== 0 && event.shiftKey) this.#extend(at, dx);
    else if (dx !== 0 || dy !== 0) this.#walk(at.row + dy, at.cell + dx);
    else return;
    event.preventDefault();
  }

  // Focus away from a choice, which is then dropped: Enter would not take it.
  #walk(row: number, cell: number): void {
    this.#focus(row, cell);
    const at = this.#cellOf(document.activeElement);
    if (this.#chosen && at && !holds(this.#chosen, at.row, at.cell)) this.#letGo();
  }

  #focus(row: number, cell: number): void {
    const cells = this.#buttons[Math.max(0, Math.min(row, this.#buttons.length - 1))] ?? [];
    cells[Math.max(0, Math.min(cell, cells.length - 1))]?.focus();
  }

  #extend(at: Cell, dx: number): void {
    if (!this.#chosen || !this.#anchor || !holds(this.#chosen, at.row, at.cell)) this.#begin(at);
    const to = { row: at.row, cell: at.cell + dx };
    if (!this.#stretch(to)) return this.#actions.speak(this.#why(to));
    this.#focus(to.row, to.cell);
    this.#actions.speak(t('pick.keys', { what: this.#what() }));
  }

  #takeByKey(at: Cell): void {
    if (this.#chosen && holds(this.#chosen, at.row, at.cell)) return this.#take();
    this.#letGo();
    if (this.#state.legal.length > 0 && !this.#begin(at)) {
      this.#letGo();
      return this.#actions.speak(this.#why(at));
    }
    this.#chosen ??= between(at.row, at.cell, at.cell);
    this.#take();
  }
}
