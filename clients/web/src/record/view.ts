// A record on the screen: its board at every move, the moves in words, the graph and the analysis. It has the same
// positions for everybody who has the link, and needs no room.
import { afterPicture, h } from '../base/dom';
import { t as common, language } from '../base/i18n';
import { reason } from '../model/describe';
import { presetTitle } from '../model/facts';
import type { PageFacts } from '../model/page-facts';
import type { RoomEvent } from '../protocol';
import { headline } from '../room/result/outcome';
import { boardPlace, focusOn } from '../room/table/board-place';
import { bar } from '../ui/bar';
import { setGameKeys } from '../ui/dialogs';
import type { AnalysisSource } from './analysis';
import { AnalysisView } from './analysis-view';
import { Board } from './board';
import { type Loaded, RecordFacts } from './facts';
import { Navigator } from './navigator';
import { t } from './texts';
import { fileTools, servedTools } from './tools';

// How the round ended; and the page's title.
function resultOf({ first, loaded: { replay, game, note } }: RecordFacts): [HTMLElement, string] {
  const over: PageFacts = { ...first, doc: { ...first.doc, phase: 'over', result: replay.result } };
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(replay.ended);
  const preset = presetTitle(game, replay.options) || replay.game;
  const title = headline(over) || preset;
  const element = h(
    'div',
    { class: 'record-result' },
    h('h1', {}, title),
    h('p', { class: 'quiet' }, `${preset} · ${reason(over)}\u00a0· `, h('span', { class: 'whole' }, date)),
    note !== undefined && h('p', { class: 'record-note' }, note),
  );
  return [element, title];
}

// In a lesson an arrow leads on to the board, as in a game.
function arrowsInLesson(place: HTMLElement): void {
  place.addEventListener('keydown', (event) => {
    if (event.target !== place || !event.key.startsWith('Arrow') || !place.closest('[data-lesson]')) return;
    event.preventDefault();
    place.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
}

// Everything visible, in the current language.
export class RecordView {
  readonly element = h('div', { class: 'shell' });
  private readonly main: HTMLElement;
  private readonly board: Board;
  private readonly navigator: Navigator;
  private readonly analysis: AnalysisView;
  private gone = false;

  // Without a source it is from a file. `inSteps`: one picture after the other, so that none takes long.
  constructor(id: string, loaded: Loaded, source: AnalysisSource | undefined, start: number, inSteps: boolean) {
    const record = new RecordFacts(loaded);
    const screen = { draw: this.draw.bind(this), made: this.made.bind(this) };
    this.board = new Board(record, () => this.navigator.redraw());
    this.navigator = new Navigator(record, source ? `/g/${id}` : '/g/', screen, start, source ? record.plies : 0);
    this.analysis = new AnalysisView(record, source, this.board, this.navigator);
    const tools = source ? servedTools(id, record, () => this.at) : fileTools(record);
    const [result, title] = resultOf(record);
    this.main = h('main', { class: 'record', id: 'main', 'data-game': loaded.replay.game }, result);
    this.element.append(bar(), this.main);
    document.title = `${title} — ${common('app.name')}`;
    setGameKeys(() => [t('keys.step'), t('keys.ends'), t('keys.play')]);
    const steps = this.steps(tools, source !== undefined);
    if (inSteps) this.bringNext(steps);
    else for (const step of steps) step();
  }

  // The shown ply.
  get at(): number {
    return this.navigator.at;
  }

  analysed(): void {
    this.analysis.update();
  }

  destroy(): void {
    this.gone = true;
    this.analysis.destroy();
    this.navigator.destroy();
    this.board.destroy();
  }

  // One part of the page after the other, the board first.
  private steps(tools: HTMLElement, served: boolean): (() => void)[] {
    const { main, board, navigator, analysis } = this;
    const { course, panel, verdict, lessonPlace } = analysis;
    return [
      () => {
        navigator.begin();
        const place = boardPlace(board.element);
        arrowsInLesson(place);
        main.append(h('div', { class: 'record-board' }, place, navigator.controls.element, board.spoken));
        afterPicture(() => focusOn(place)); // it is on the screen by then
      },
      () => main.append(h('div', { class: 'record-more' }, lessonPlace, verdict, course.element, served && panel.element)),
      () => main.append(h('div', { class: 'record-beside' }, board.cards.element, navigator.moves.element), tools),
      () => navigator.make(),
    ];
  }

  private bringNext(steps: (() => void)[]): void {
    if (this.gone) return;
    steps.shift()?.();
    if (steps.length > 0) afterPicture(() => this.bringNext(steps));
  }

  private draw(ply: number, events: RoomEvent[] | undefined): void {
    this.main.dataset.ply = String(ply);
    this.analysis.leaving(ply);
    this.board.draw(ply, events);
    this.navigator.moves.at(ply);
    this.analysis.at(ply);
  }

  private made(): void {
    this.navigator.go(this.at);
    this.analysis.course.draw();
    this.analysis.update();
  }
}
