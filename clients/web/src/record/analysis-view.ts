// What the analysis says of a record: of the shown move, of all moves in the list and the panel, and in the graph.

import { h } from '../base/dom';
import { t as common } from '../base/i18n';
import { botTitle } from '../model/bots';
import { finalChance, markOf } from '../model/judge';
import { hasRules } from '../rules/wasm';
import { toast } from '../ui/toast';
import { type AnalysisSource, hintsAt, type Judged, judgeAll, momentsOf } from './analysis';
import type { Board } from './board';
import { Course } from './course';
import type { RecordFacts } from './facts';
import { type Lesson, openLesson } from './lesson';
import type { Navigator } from './navigator';
import { AnalysisPanel, bestShown, judgementShown } from './panel';

export class AnalysisView {
  readonly verdict = h('div', { class: 'judgement' });
  readonly lessonPlace = h('div', { class: 'lesson-place' });
  readonly course: Course;
  readonly panel: AnalysisPanel;
  private judged: Judged[] = [];
  private gone = false;
  private fresh: boolean; // nobody has gone anywhere yet
  private lesson: Lesson | undefined; // under way

  constructor(
    private readonly record: RecordFacts,
    private readonly source: AnalysisSource | undefined,
    private readonly board: Board,
    private readonly navigator: Navigator,
  ) {
    this.fresh = navigator.at === record.plies;
    const go = (ply: number) => navigator.go(ply);
    const start = () => void source?.ask(true);
    this.course = new Course(record, source, go, (ply) => navigator.wordsOf(ply));
    this.panel = new AnalysisPanel(record.loaded.replay.record, record.people, record.whose(), {
      start,
      go,
      learn: (seat) => void this.learn(seat, false),
    });
    this.panel.teaches = this.teaches;
  }

  // Before a ply is drawn: who goes elsewhere leaves the lesson.
  leaving(ply: number): void {
    if (this.lesson && this.lesson.ply !== ply) this.closeLesson();
  }

  at(ply: number): void {
    this.fresh &&= ply === this.record.plies;
    this.course.at(ply);
    this.panel.at(ply);
    this.drawVerdict();
  }

  // The analysis has changed, or all positions are made.
  update(): void {
    const { frames, judge, game } = this.record.loaded;
    if (!frames.done || !this.source) return;
    const { answer, items } = this.source;
    this.judged = judgeAll(items, frames.list, judge?.judge, this.record.simultaneous);
    this.course.judge(this.judged);
    const bot = answer?.bot ? botTitle(game, answer.bot, answer.level ?? 1) : '';
    this.panel.show({ state: answer?.state ?? 'none', n: items.length, all: answer?.of ?? 0, bot }, this.judged);
    for (const one of this.judged) this.navigator.moves.mark(one.ply, markOf(one.loss));
    if (answer?.state === 'done') this.course.draw();
    this.drawVerdict();
    if (answer) this.openAtMistake(answer.state === 'done');
  }

  // The page of a record that has an analysis opens at the first mistake of who looks at it.
  private openAtMistake(done: boolean): void {
    const whose = this.record.whose();
    const first = this.judged.find(({ loss, seat }) => markOf(loss) !== '' && seat === whose);
    if (this.fresh && done && first) {
      this.navigator.go(first.ply);
      void this.learn(whose, true);
    }
    this.fresh = false;
  }

  // Whether mistakes of this game can be worked through: its rules are here, and its moves come one after the other.
  private get teaches(): boolean {
    const { judge, replay } = this.record.loaded;
    return judge?.lesson !== undefined && !this.record.simultaneous && hasRules(replay.game);
  }

  // `byItself`: nobody has asked for it, so that nothing is said if it cannot be loaded, and who has gone elsewhere
  // meanwhile stays there.
  private async learn(seat: string, byItself: boolean): Promise<void> {
    const { record, board, navigator, source } = this;
    const { frames, judge } = record.loaded;
    if (!this.teaches || !judge?.lesson) return;
    const { lesson: words } = judge;
    const { at } = navigator;
    const wrong = new Set(this.judged.filter((one) => one.seat === seat && markOf(one.loss) !== '').map(({ ply }) => ply));
    const moments = momentsOf(source?.items ?? [], frames.list, false).filter(([ply]) => wrong.has(ply));
    const mistakes = moments.map(([ply, moment]) => ({ ply, moment }));
    const go = (ply: number) => navigator.go(ply);
    const room = { record, board, words, mistakes, mine: record.mine() === seat, go, ended: () => this.endLesson() };
    const lesson = await openLesson(room).catch(() => undefined);
    if (!lesson && !byItself) toast(common('error.offline'), 'refusal');
    if (!lesson || this.gone || (byItself && navigator.at !== at)) return;
    this.closeLesson();
    this.lesson = lesson;
    this.lessonPlace.replaceChildren(lesson.element);
    this.lessonPlace.closest('main')?.setAttribute('data-lesson', '');
    lesson.begin();
  }

  // By the person, who stays at the mistake.
  private endLesson(): void {
    const focused = this.lessonPlace.contains(document.activeElement);
    this.closeLesson();
    this.navigator.redraw();
    if (focused) this.panel.focusLesson();
  }

  private closeLesson(): void {
    this.lesson = undefined;
    this.board.lend(undefined);
    this.lessonPlace.closest('main')?.removeAttribute('data-lesson');
    this.lessonPlace.replaceChildren();
  }

  destroy(): void {
    this.gone = true;
  }

  private drawVerdict(): void {
    if (this.lesson) return; // it would tell the answer
    const index = this.judged.findIndex(({ ply }) => ply === this.navigator.at);
    const one = this.judged[index];
    const next = this.record.simultaneous ? undefined : this.judged[index + 1]?.chances;
    const best = this.drawBest();
    const words = judgementShown(one, next ?? this.finalChances(one), this.record.people);
    this.verdict.replaceChildren(...words.filter((node) => node !== false), ...best);
    this.verdict.hidden = this.judged.length === 0 && best.length === 0;
  }

  // How it ended for everybody, after the last move.
  private finalChances(last: Judged | undefined): Record<string, number> | undefined {
    const { plies, loaded } = this.record;
    if (!loaded.frames.done || this.navigator.at !== plies || !last?.chances) return undefined;
    const { doc } = this.record.at(plies);
    return Object.fromEntries(Object.keys(last.chances).map((seat) => [seat, finalChance(doc, seat) ?? 0]));
  }

  // The best move of the shown position, on the board and in words.
  private drawBest(): HTMLElement[] {
    const { simultaneous, people, loaded } = this.record;
    for (const { seat, hint } of hintsAt(this.source?.items ?? [], this.navigator.at, simultaneous)) {
      const words = hint && loaded.judge?.bestMove(hint);
      if (!hint || !words || !this.board.showHint(hint, seat)) continue;
      return [bestShown(words, simultaneous && people.length > 1 ? this.record.nameOf(seat) : undefined)];
    }
    return [];
  }
}
