// The board of a room: moves that are chosen, looked at or planned, and hints.
import { h } from '../../base/dom';
import { t as common, isolated } from '../../base/i18n';
import { legalForMe, mySeat, type RoomFacts, seatWho } from '../../model/facts';
import type { GamePart, TableActions, TextBoard } from '../../model/module';
import type { GameHint, Preview, ReversiHint, ReversiMove, ReversiView, RoomEvent } from '../../protocol';
import { type Foresight, Looks, Planned, Taps, TOO_LATE, wayOf } from '../hands';
import { Board } from './board';
import { letterAt, rowsOf } from './cells';
import { isPut, seatColor } from './colors';
import { ghost, ghostWords } from './ghost';
import { t } from './texts';
import { bestOf, bestWords, chancesOf, chancesPanel } from './thoughts';

export class ReversiPart implements GamePart {
  readonly element: HTMLElement;
  readonly beside = h('div', { class: 'reversi-aside' });
  #facts: RoomFacts | undefined;
  #hint: { of: ReversiHint; ply: number | undefined; round: number } | undefined;
  readonly #actions: TableActions;
  readonly #board: Board;
  readonly #taps: Taps<ReversiMove, Preview>;
  readonly #looks: Looks<ReversiMove, Preview>;
  readonly #planned: Planned<ReversiMove>;

  constructor(actions: TableActions) {
    const { speak } = actions;
    const foresight: Foresight<ReversiMove, Preview> = {
      find: actions.preview,
      words: ghostWords,
      show: () => this.#mark(),
      speak,
    };
    this.#actions = actions;
    this.#board = new Board((...picked) => this.#pick(...picked), actions.play);
    this.#taps = new Taps(actions.offer, foresight, (chosen) => void this.#send(chosen), t);
    this.#looks = new Looks(this.#board.element, '[data-cell]', (place) => this.#moveAt(place), {
      ...foresight,
      speak: (text) => this.#taps.chosen || speak(text),
    });
    this.#planned = new Planned<ReversiMove>(
      foresight.show,
      ({ cell }, now) => legalForMe(now).includes(cell),
      (plan) => void this.#send(plan, TOO_LATE),
      ({ cell }) => speak(common('play.unplanned', { move: cell })),
    );
    this.element = h('div', { class: 'reversi' }, h('div', { class: 'board-frame' }, this.#board.element));
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  update(now: RoomFacts, events?: RoomEvent[]): void {
    this.#show(now, events);
    this.#facts = now;
    if (this.#hint) this.#drawHint();
    const { chosen } = this.#taps;
    if (chosen && !legalForMe(now).includes(chosen.move.cell)) this.#taps.clear();
    this.#planned.update(now);
    this.#looks.update();
    this.#mark();
  }

  showHint(found: GameHint): boolean {
    const of = found as ReversiHint;
    this.#hint = { of, ply: this.#facts?.doc.ply, round: this.#facts?.doc.round ?? 0 };
    this.#drawHint();
    if (this.#hint) this.#actions.speak(t(of.best ? 'hint.best' : 'hint.cell', { cells: bestWords(of) }));
    return this.#hint !== undefined;
  }

  async text(): Promise<TextBoard> {
    return (await import('./words')).textBoard(this.#actions);
  }

  destroy(): void {
    this.#planned.clear();
  }

  #show(now: RoomFacts, events: RoomEvent[] | undefined): void {
    const rows = rowsOf(now.doc.view);
    if (!rows) return;
    const { last } = now.doc.view as ReversiView;
    const state = { rows, legal: new Set(legalForMe(now)), last };
    const put = events?.find(isPut);
    if (put) this.#board.play(state, put, seatColor(now.doc, put.seat) ?? '.');
    else if (events && rows.join() === rowsOf(this.#facts?.doc.view)?.join()) this.#board.refresh(state);
    else this.#board.set(state);
  }

  #moveAt({ dataset: { cell } }: HTMLElement): ReversiMove | undefined {
    return cell !== undefined && this.#facts && legalForMe(this.#facts).includes(cell) ? { cell } : undefined;
  }

  #mark(): void {
    const { chosen } = this.#taps;
    this.#board.mark({ chosen: chosen?.move.cell, planned: this.#planned.move?.cell });
    ghost(this.#board.element, chosen ? chosen.seen : this.#looks.seen);
  }

  #pick(cell: string, legal: boolean, by: Event): void {
    const now = this.#facts;
    const { speak } = this.#actions;
    if (!now || mySeat(now) === undefined || now.doc.phase !== 'playing') return;
    if (legal) return this.#taps.tap({ cell }, cell, wayOf(by));
    this.#taps.clear();
    const empty = letterAt(rowsOf(now.doc.view) ?? [], cell) === '.';
    if (empty && Planned.allowed(now)) {
      const planned = this.#planned.toggle({ cell }, now);
      return speak(common(planned ? 'play.planned' : 'play.unplanned', { move: cell }));
    }
    const mine = legalForMe(now).length > 0;
    speak(mine ? t('board.notHere', { cell }) : common('board.notYourTurn'));
  }

  async #send({ cell }: ReversiMove, quiet?: string[]): Promise<void> {
    if (!this.#facts) return;
    this.#board.hold(cell, seatColor(this.#facts.doc, mySeat(this.#facts) ?? '') ?? 'B');
    const { ok } = await this.#actions.move({ cell }, quiet);
    this.#board.release(cell, !ok);
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#taps.chosen) return;
    this.#taps.clear();
    event.stopPropagation();
  }

  // A hint is valid only for the position for which it was requested.
  #drawHint(): void {
    const doc = this.#facts?.doc;
    const hint = this.#hint;
    if (hint && (doc?.ply !== hint.ply || doc?.round !== hint.round || doc?.phase !== 'playing')) this.#hint = undefined;
    const of = this.#hint?.of;
    this.#board.hint(of ? bestOf(of) : []);
    this.beside.replaceChildren(...(of && this.#facts ? this.#chancesShown(of, this.#facts) : []));
  }

  #chancesShown(of: ReversiHint, now: RoomFacts): HTMLElement[] {
    const who = (seat: string) => (seat === mySeat(now) ? common('seat.you') : isolated(seatWho(now, seat)));
    const chances = chancesOf(of, (seat) => seatColor(now.doc, seat) ?? '', who);
    return chances.length > 0 ? [chancesPanel(chances, () => this.#closeHint())] : [];
  }

  #closeHint(): void {
    this.#hint = undefined;
    this.#drawHint();
  }
}
