// The mistakes of a player as a lesson: the position before each one is on the board, and the person looks for a better move.
import { h, setText } from '../base/dom';
import { isolated } from '../base/i18n';
import type { LessonModule, Moment } from '../model/judge';
import type { PageFacts } from '../model/page-facts';
import { type Json, mergePatch } from '../net/merge';
import type { Answer } from '../net/requests';
import type { GameMove, Preview, RoomDocument } from '../protocol';
import { icon } from '../ui/icons';
import type { Board, Practice } from './board';
import type { RecordFacts } from './facts';
import { t } from './lesson-texts';
import { Rehearsal } from './rehearsal';

const LEARNER = 'g_lesson'; // who sits on the seat meanwhile

export interface Mistake {
  ply: number; // after the move
  moment: Moment;
}

// What a lesson needs of its page.
export interface Classroom {
  record: RecordFacts;
  board: Board;
  words: LessonModule;
  mistakes: Mistake[];
  mine: boolean; // the person has made them
  go(ply: number): void; // leads there
  ended(): void;
}

// Undefined: the page has no rules of this game, or the seat has made no mistakes.
export async function openLesson(room: Classroom): Promise<Lesson | undefined> {
  const rehearsal = await Rehearsal.of(room.record.loaded.replay);
  return rehearsal && room.mistakes.length > 0 ? new Lesson(room, rehearsal) : undefined;
}

function button(name: string, text: string, act: () => void): HTMLButtonElement {
  return h('button', { class: 'button', type: 'button', 'data-do': `lesson-${name}`, onclick: act }, text);
}

export class Lesson implements Practice {
  readonly element: HTMLElement;
  now: PageFacts;
  private readonly title = h('h2', {});
  private readonly words = h('p', { class: 'lesson-words', role: 'status' });
  private readonly said = h('p', { class: 'lesson-said quiet', role: 'status' });
  private readonly offered = button('play', '', () => this.act?.());
  private readonly showButton = button('show', t('lesson.show'), () => this.show());
  private readonly whyButton = button('why', t('lesson.why'), () => this.explain());
  private readonly nextButton = button('next', t('lesson.next'), () => this.next());
  private act: (() => void) | undefined;
  private index = 0;
  private answered = false;

  constructor(
    private readonly room: Classroom,
    private readonly rehearsal: Rehearsal,
  ) {
    this.now = this.question();
    this.nextButton.classList.add('primary');
    const named = { type: 'button', 'aria-label': t('lesson.leave'), title: t('lesson.leave') };
    const leave = h('button', { class: 'lesson-close', ...named, onclick: () => this.room.ended() }, icon('close'));
    const head = h('div', { class: 'lesson-head' }, this.title, leave);
    const buttons = [this.offered, this.showButton, this.whyButton, this.nextButton];
    const actions = h('div', { class: 'lesson-actions' }, ...buttons);
    this.element = h('section', { class: 'panel lesson' }, head, this.words, this.said, actions);
  }

  // The ply that the record shows meanwhile: the mistake itself.
  get ply(): number {
    return this.mistake.ply;
  }

  // REQUIRES: `element` is on the page.
  begin(): void {
    const { mistakes, record, board, words, mine } = this.room;
    const { ply, moment } = this.mistake;
    this.rehearsal.goTo(ply - 1);
    this.answered = false;
    this.now = this.question();
    this.offer(undefined);
    this.showButton.hidden = false;
    setText(this.title, t('lesson.title', { n: this.index + 1, all: mistakes.length }));
    setText(this.nextButton, t(this.index + 1 < mistakes.length ? 'lesson.next' : 'lesson.done'));
    const facts = { ply, move: words.played(moment), who: isolated(record.nameOf(moment.seat)) };
    this.tell(t(mine ? 'lesson.yours' : 'lesson.theirs', facts));
    board.lend(this);
    this.room.go(ply);
  }

  async move(move: GameMove): Promise<Answer> {
    const preview = this.answered ? undefined : this.preview(move);
    if (!preview) return { ok: false, code: 'illegal_move' };
    const { good, words } = this.room.words.tried(this.mistake.moment, move, preview);
    this.tell(t(good ? 'lesson.found' : 'lesson.tryAgain', { words }));
    if (!good) return { ok: false, code: 'illegal_move' };
    this.play(preview);
    return { ok: true, seq: 0 };
  }

  preview(move: GameMove): Preview | undefined {
    return this.rehearsal.preview(move);
  }

  speak(text: string): void {
    if (!this.answered) setText(this.said, text);
  }

  offer(label: string | undefined, act?: () => void): void {
    this.act = act;
    this.offered.hidden = label === undefined;
    setText(this.offered, label ?? '');
  }

  private get mistake(): Mistake {
    return this.room.mistakes[this.index] as Mistake;
  }

  // The position before the mistake, with the person on its seat.
  private question(): PageFacts {
    const { ply, moment } = this.mistake;
    const facts = this.room.record.at(ply - 1);
    const seat = { ...facts.doc.seats[moment.seat], kind: 'human', guest: LEARNER, online: true };
    const seats = { ...facts.doc.seats, [moment.seat]: seat } as RoomDocument['seats'];
    return { ...facts, doc: { ...facts.doc, seats }, guest: LEARNER };
  }

  private tell(text: string): void {
    setText(this.words, text);
    setText(this.said, '');
  }

  // Plays it on the board, where nobody moves any more until the next mistake.
  private play({ set, events }: Preview): void {
    const { board } = this.room;
    const doc = mergePatch(this.now.doc as unknown as Json, set as unknown as Json) as unknown as PageFacts['doc'];
    this.answered = true;
    this.now = { ...this.now, doc, guest: undefined };
    this.showButton.hidden = true;
    this.offer(undefined);
    board.draw(this.ply, events);
    if (board.element.contains(document.activeElement)) this.whyButton.focus({ preventScroll: true });
  }

  private bestPreview(): Preview | undefined {
    const best = this.room.words.best(this.mistake.moment.hint);
    return best && this.preview(best);
  }

  private show(): void {
    const { moment } = this.mistake;
    const best = this.room.words.best(moment.hint);
    const preview = best && this.preview(best);
    if (!best || !preview) return;
    this.tell(t('lesson.shown', { words: this.room.words.tried(moment, best, preview).words }));
    const focused = document.activeElement === this.showButton;
    this.play(preview);
    if (focused) this.whyButton.focus({ preventScroll: true });
  }

  private explain(): void {
    const best = this.bestPreview();
    if (!best) return;
    const who = (seat: string) => isolated(this.room.record.nameOf(seat));
    this.tell(this.room.words.why(this.mistake.moment, best, who));
    if (!this.answered) this.play(best);
  }

  private next(): void {
    if (this.index + 1 >= this.room.mistakes.length) return this.room.ended();
    this.index += 1;
    this.begin();
    this.room.board.element.closest<HTMLElement>('.game-place')?.focus({ preventScroll: true });
  }
}
