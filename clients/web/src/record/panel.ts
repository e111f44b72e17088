// The panel of the analysis: the offer, the progress, and the mistakes of a player as a list to click through.
import { h, redraw, setText } from '../base/dom';
import { percent } from '../base/i18n';
import { markOf } from '../model/judge';
import type { Judged } from './analysis';
import { Souvenir } from './souvenir';
import { t } from './texts';

export interface Person {
  seat: string;
  name: string;
  who: string; // without the piece's name
  icon: () => HTMLElement;
}

export interface AnalysisState {
  state: 'none' | 'waiting' | 'running' | 'done';
  n: number;
  all: number;
  bot: string;
}

function choiceOf(people: Person[], whose: string): HTMLSelectElement {
  const choice = h('select', { class: 'field', name: 'whose' }, h('option', { value: '' }, t('analysis.everybody')));
  for (const { seat, name } of people) choice.append(h('option', { value: seat, selected: seat === whose }, name));
  return choice;
}

export interface PanelActions {
  start(): void; // the analysis
  go(ply: number): void;
  learn(seat: string): void; // from this seat's mistakes
}

export class AnalysisPanel {
  readonly element: HTMLElement;
  teaches = false; // whether mistakes can be worked through
  private readonly offer = h('p', { class: 'quiet' }, t('analysis.offer'));
  private readonly button: HTMLElement;
  private readonly progress = h('progress', { max: 1, value: 0, 'aria-label': t('analysis.title') });
  private readonly words = h('p', { class: 'quiet', role: 'status' });
  private readonly choice: HTMLSelectElement; // whose mistakes
  private readonly label: HTMLElement;
  private readonly lesson = h('button', { class: 'button small', type: 'button', 'data-do': 'lesson' }, t('analysis.lesson'));
  private readonly souvenir: Souvenir;
  private readonly list = h('ol', { class: 'mistakes' });
  private readonly none = h('p', { class: 'quiet' }, t('analysis.none'));
  private state: AnalysisState = { state: 'none', n: 0, all: 0, bot: '' };
  private judged: Judged[] = [];
  private ply = -1;

  // `whose`: the seat that is chosen at first.
  constructor(
    record: string, // its id
    private readonly people: Person[],
    whose: string,
    private readonly actions: PanelActions,
  ) {
    const start = { class: 'button primary analyse', type: 'button', onclick: actions.start };
    this.button = h('button', start, t('analysis.start'));
    this.lesson.addEventListener('click', () => actions.learn(this.choice.value));
    this.choice = choiceOf(people, whose);
    this.souvenir = new Souvenir(record);
    this.label = h('label', { class: 'whose' }, h('span', {}, t('analysis.whose')), this.choice);
    this.element = h(
      'section',
      { class: 'panel analysis-panel' },
      h('h2', {}, t('analysis.title')),
      this.offer,
      this.button,
      this.progress,
      this.words,
      this.label,
      this.lesson,
      this.list,
      this.none,
      this.souvenir.element,
    );
    this.choice.addEventListener('change', () => this.draw());
    this.draw();
  }

  show(state: AnalysisState, judged: Judged[]): void {
    this.state = state;
    this.judged = judged;
    this.draw();
  }

  at(ply: number): void {
    if (ply === this.ply) return;
    this.ply = ply;
    this.draw();
  }

  // After a lesson: to where it began.
  focusLesson(): void {
    this.lesson.focus({ preventScroll: true });
  }

  private draw(): void {
    this.drawState();
    const chosen = this.choice.value;
    const mistakes = this.judged.filter(({ loss, seat }) => markOf(loss) !== '' && (chosen === '' || seat === chosen));
    this.label.hidden = this.state.state === 'none' || this.people.length < 2;
    this.list.hidden = mistakes.length === 0;
    this.lesson.hidden = !this.teaches || chosen === '' || mistakes.length === 0 || this.state.state !== 'done';
    this.none.hidden = this.state.state !== 'done' || mistakes.length > 0;
    const worst = [...mistakes].sort((a, b) => b.loss - a.loss)[0];
    this.souvenir.show(this.state.state === 'done' ? worst?.ply : undefined);
    const key = JSON.stringify([mistakes.map(({ ply, words, loss }) => [ply, words, loss]), this.ply]);
    redraw(this.list, key, () => mistakes.map((one) => this.row(one)));
  }

  private drawState(): void {
    const { state, n, all, bot } = this.state;
    this.element.dataset.state = state;
    this.offer.hidden = state !== 'none';
    this.button.hidden = state !== 'none';
    this.progress.hidden = state !== 'running' && state !== 'waiting';
    this.progress.value = all > 0 ? n / all : 0;
    setText(this.words, state === 'none' ? '' : t(`analysis.${state}`, { n, all, bot }));
  }

  private row({ ply, seat, words, loss }: Judged): HTMLElement {
    const mark = markOf(loss);
    const who = this.people.find((one) => one.seat === seat);
    const spoken = h('span', { class: 'hidden-text' }, mark && ` ${t(`mark.${mark}`)}`);
    const head = h('b', {}, t('analysis.item', { ply, mark }), spoken);
    const current = ply === this.ply ? 'true' : undefined;
    const focus = { 'data-focus': `mistake ${ply}`, 'data-ply': ply, 'aria-current': current };
    const button = { class: 'mistake', type: 'button', ...focus, onclick: () => this.actions.go(ply) };
    return h('li', {}, h('button', button, who?.icon(), head, h('span', {}, words)));
  }
}

// What the analysis says of one move: the words, and everybody's chance before and after it.
export function judgementShown(
  one: Judged | undefined,
  after: Record<string, number> | undefined,
  people: Person[],
): (Node | false)[] {
  if (!one) return [];
  const rows = people.filter(({ seat }) => one.chances?.[seat] !== undefined);
  const chances = rows.map(({ seat, name, icon }) =>
    h(
      'li',
      {},
      icon(),
      h('span', { class: 'hidden-text' }, `${name}: ${t('analysis.before')} `),
      percent(one.chances?.[seat] ?? 0),
      h('span', { 'aria-hidden': 'true' }, ' → '),
      h('span', { class: 'hidden-text' }, t('analysis.after')),
      after?.[seat] === undefined ? '' : percent(after[seat] as number),
    ),
  );
  const mark = markOf(one.loss);
  return [
    h('p', { class: 'judgement-words' }, mark !== '' && h('b', {}, `${mark} `), one.words),
    rows.length > 0 && h('ul', { class: 'judgement-chances', 'aria-label': t('analysis.chances') }, ...chances),
  ];
}

// The best move of the shown position in words, with what it looks like on the board. `who`: where all move at once.
export function bestShown(move: string, who: string | undefined): HTMLElement {
  const words = who === undefined ? t('analysis.here', { move }) : t('analysis.hereFor', { who, move });
  return h('p', { class: 'judgement-best' }, h('span', { class: 'best-mark', 'aria-hidden': 'true' }), words);
}
