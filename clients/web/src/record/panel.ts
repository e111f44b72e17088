// The panel of the analysis: the offer, the progress, and the mistakes of a player as a list to click through.
import { h, redraw, setText } from '../dom';
import { percent } from '../i18n';
import type { Judged } from './analysis';
import { markOf } from './judge';
import { t } from './texts';

export interface Person {
  seat: string;
  name: string;
  icon: () => HTMLElement;
}

export interface AnalysisState {
  state: 'none' | 'waiting' | 'running' | 'done';
  n: number;
  all: number;
  bot: string;
}

export interface AnalysisPanel {
  element: HTMLElement;
  show(state: AnalysisState, judged: Judged[]): void;
  at(ply: number): void;
}

export function analysisPanel(people: Person[], whose: string, start: () => void, go: (ply: number) => void): AnalysisPanel {
  const offer = h('p', { class: 'quiet' }, t('analysis.offer'));
  const button = h('button', { class: 'button primary analyse', type: 'button', onclick: start }, t('analysis.start'));
  const progress = h('progress', { max: 1, value: 0, 'aria-label': t('analysis.title') });
  const words = h('p', { class: 'quiet', role: 'status' });
  const choice = h('select', { class: 'field', name: 'whose' }, h('option', { value: '' }, t('analysis.everybody')));
  for (const { seat, name } of people) choice.append(h('option', { value: seat, selected: seat === whose }, name));
  const label = h('label', { class: 'whose' }, h('span', {}, t('analysis.whose')), choice);
  const list = h('ol', { class: 'mistakes' });
  const none = h('p', { class: 'quiet' }, t('analysis.none'));
  const element = h(
    'section',
    { class: 'panel analysis-panel' },
    h('h2', {}, t('analysis.title')),
    offer,
    button,
    progress,
    words,
    label,
    list,
    none,
  );
  let judged: Judged[] = [];
  let state: AnalysisState = { state: 'none', n: 0, all: 0, bot: '' };
  let now = -1;

  function row({ ply, seat, words: text, loss }: Judged): HTMLElement {
    const mark = markOf(loss);
    const who = people.find((one) => one.seat === seat);
    const head = h(
      'b',
      {},
      t('analysis.item', { ply, mark }),
      h('span', { class: 'hidden-text' }, mark && ` ${t(`mark.${mark}`)}`),
    );
    const current = ply === now ? 'true' : undefined;
    const focus = { 'data-focus': `mistake ${ply}`, 'data-ply': ply, 'aria-current': current };
    return h(
      'li',
      {},
      h(
        'button',
        { class: 'mistake', type: 'button', ...focus, onclick: () => go(ply) },
        who?.icon(),
        head,
        h('span', {}, text),
      ),
    );
  }

  function draw(): void {
    const idle = state.state === 'none';
    element.dataset.state = state.state;
    offer.hidden = !idle;
    button.hidden = !idle;
    progress.hidden = state.state !== 'running' && state.state !== 'waiting';
    progress.value = state.all > 0 ? state.n / state.all : 0;
    const facts = { n: state.n, all: state.all, bot: state.bot };
    setText(words, idle ? '' : t(`analysis.${state.state as 'waiting' | 'running' | 'done'}`, facts));
    const chosen = choice.value;
    const mistakes = judged.filter(({ loss, seat }) => markOf(loss) !== '' && (chosen === '' || seat === chosen));
    label.hidden = idle || people.length < 2;
    list.hidden = mistakes.length === 0;
    none.hidden = state.state !== 'done' || mistakes.length > 0;
    redraw(list, JSON.stringify([mistakes.map(({ ply, words: text, loss }) => [ply, text, loss]), now]), () =>
      mistakes.map(row),
    );
  }
  choice.addEventListener('change', draw);
  draw();

  return {
    element,
    show(next, all) {
      state = next;
      judged = all;
      draw();
    },
    at(ply) {
      if (ply === now) return;
      now = ply;
      draw();
    },
  };
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
