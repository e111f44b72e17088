// The stones of a room: runs that are chosen or planned, and hints.
import { h } from '../../base/dom';
import { t as common } from '../../base/i18n';
import { settings } from '../../base/settings';
import { legalForMe, mayMove, mySeat, type RoomFacts } from '../../model/facts';
import type { GamePart, TableActions, TextBoard } from '../../model/module';
import type { GameHint, NimHint, NimView, RoomEvent } from '../../protocol';
import { Planned, TOO_LATE } from '../hands';
import { ghostWords } from './ghost';
import { hintPanel } from './hint';
import { canTake, groupsOf, type Run, rowsOf } from './rows';
import { Stones } from './stones';
import { t } from './texts';

const TAKEN_MS = 450;

export class NimPart implements GamePart {
  readonly element: HTMLElement;
  readonly beside = h('div', { class: 'nim-aside' });
  #facts: RoomFacts | undefined;
  #hint: { of: NimHint; ply: number | undefined; round: number } | undefined;
  readonly #actions: TableActions;
  readonly #stones: Stones;
  readonly #planned: Planned<Run>;
  #resting: ReturnType<typeof setTimeout> | undefined;
  readonly #note = h('p', { class: 'nim-note' });

  constructor(actions: TableActions) {
    const { speak } = actions;
    this.#actions = actions;
    this.#stones = new Stones({
      take: (run) => this.#take(run),
      speak,
      waits: (run) => this.#waits(run),
      foretell: (run) => this.#foretell(run),
    });
    this.#planned = new Planned<Run>(
      () => this.#draw(),
      (run, now) => canTake(legalForMe(now), run),
      (run) => void this.#send(run, TOO_LATE),
      (run) => speak(common('play.unplanned', { move: runName(run) })),
    );
    const frame = h('div', { class: 'board-frame nim-frame' }, this.#note, this.#stones.element);
    this.element = h('div', { class: 'nim' }, frame);
  }

  update(now: RoomFacts, events?: RoomEvent[]): void {
    this.#facts = now;
    this.#draw();
    this.#planned.update(now);
    for (const event of events ?? []) {
      if (event.kind !== 'take') continue;
      this.#actions.play('take', { count: event.count, every: 60 });
      this.#rest(TAKEN_MS / (Number(settings.speed) || 1));
    }
    if (!events) this.#rest(0);
  }

  async text(): Promise<TextBoard> {
    return (await import('./words')).textBoard(this.#actions);
  }

  showHint(found: GameHint): boolean {
    const of = found as NimHint;
    this.#hint = { of, ply: this.#facts?.doc.ply, round: this.#facts?.doc.round ?? 0 };
    this.#draw();
    this.#actions.speak(hintWords(of));
    return this.#hint !== undefined;
  }

  destroy(): void {
    this.#planned.clear();
  }

  // A move stays visible for so long before the next one.
  #rest(ms: number): void {
    const { element } = this.#stones;
    clearTimeout(this.#resting);
    element.removeAttribute('aria-busy');
    if (ms === 0) return;
    element.setAttribute('aria-busy', 'true');
    this.#resting = setTimeout(() => element.removeAttribute('aria-busy'), ms);
  }

  #take(run: Run): void {
    const now = this.#facts;
    const { speak } = this.#actions;
    if (!now || mySeat(now) === undefined || now.doc.phase !== 'playing') return;
    if (mayMove(now)) return void this.#send(run);
    if (!Planned.allowed(now)) return speak(common('board.notYourTurn'));
    const planned = this.#planned.toggle(run, now);
    speak(common(planned ? 'play.planned' : 'play.unplanned', { move: runName(run) }));
  }

  async #send(run: Run, quiet?: string[]): Promise<void> {
    this.#stones.hold(run);
    await this.#actions.move(run, quiet);
    this.#stones.hold(undefined);
  }

  // With the setting "tap and button" a choice waits for the button.
  #waits(run: Run | undefined): boolean {
    const { offer, speak } = this.#actions;
    const now = this.#facts;
    const asks = run !== undefined && settings.taps === 'button' && now !== undefined && mayMove(now);
    offer(asks ? t('play.here', { move: runName(run) }) : undefined, () => this.#stones.accept());
    if (asks) speak(t('play.chosenButton', { move: this.#foretell(run) ?? runName(run) }));
    return asks;
  }

  // Only during the viewer's turn: the effect of a planned move is unknown.
  #foretell(run: Run): string | undefined {
    if (!this.#facts || !canTake(legalForMe(this.#facts), run)) return undefined;
    const view = viewOf(this.#facts);
    return ghostWords(rowsOf(view), view.misere, run);
  }

  #draw(): void {
    const now = this.#facts;
    if (!now) return;
    this.#drawHint(now);
    const view = viewOf(now);
    this.#note.textContent = view.misere ? t('turn.misere') : '';
    this.#note.hidden = !view.misere;
    const rows = rowsOf(view);
    const legal = Planned.allowed(now) ? groupsOf(rows) : legalForMe(now);
    this.#stones.set({ rows, legal, last: view.last, hinted: this.#hint?.of.move, planned: this.#planned.move });
  }

  #drawHint(now: RoomFacts): void {
    const { doc } = now;
    const hint = this.#hint;
    if (hint && (doc.ply !== hint.ply || doc.round !== hint.round || doc.phase !== 'playing')) this.#hint = undefined;
    const panel = this.#hint && hintPanel(this.#hint.of, viewOf(now).misere, () => this.#closeHint());
    if (panel || this.beside.firstChild) this.beside.replaceChildren(...(panel ? [panel] : []));
  }

  #closeHint(): void {
    this.#hint = undefined;
    this.#draw();
  }
}

function viewOf(facts: RoomFacts): NimView {
  return facts.doc.view as NimView;
}

function runName({ row, from, count }: Run): string {
  const facts = { row: row + 1, from: from + 1 };
  return count === 1 ? t('run.one', facts) : t('run.name', { ...facts, to: from + count });
}

function hintWords({ move }: NimHint): string {
  if (!move) return t('hint.none');
  const facts = { row: move.row + 1, from: move.from + 1 };
  return move.count === 1 ? t('hint.takeOne', facts) : t('hint.take', { ...facts, to: move.from + move.count });
}
