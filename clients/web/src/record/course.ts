// The graph of a record: the scores, or everybody's chances once there is an analysis; the person may choose.
import { h } from '../base/dom';
import { percent } from '../base/i18n';
import { finalChance } from '../model/judge';
import type { AnalysisSource, Judged } from './analysis';
import type { RecordFacts } from './facts';
import { Graph } from './graph';
import type { Line } from './graph-data';
import { t } from './texts';

type Kind = 'score' | 'chances';

export class Course {
  private readonly which = h('div', { class: 'graph-which', role: 'group', 'aria-label': t('graph.which'), hidden: true });
  private readonly graph: Graph;
  private chosen: Kind = 'score';
  private judged: Judged[] = [];

  constructor(
    private readonly record: RecordFacts,
    private readonly source: AnalysisSource | undefined,
    go: (ply: number) => void,
    words: (ply: number) => string,
  ) {
    this.graph = new Graph(this.which, go, words);
  }

  get element(): HTMLElement {
    return this.graph.element;
  }

  at(ply: number): void {
    this.graph.at(ply);
  }

  // The first judgements bring the chances.
  judge(judged: Judged[]): void {
    if (this.judged.length === 0 && judged.length > 0) this.chosen = 'chances';
    this.judged = judged;
  }

  draw(): void {
    const { measure } = this.record.loaded.module;
    const chances = this.judged.some((one) => one.chances) && this.source?.answer?.state === 'done';
    const kind = chances && (this.chosen === 'chances' || !measure) ? 'chances' : 'score';
    this.which.hidden = !chances || !measure;
    if (!this.which.hidden) this.drawChoice(kind, measure?.title() ?? '');
    const { plies } = this.record;
    if (kind === 'chances')
      this.graph.draw({ title: t('graph.chances'), lines: this.chances(), plies, show: percent, parts: true });
    else if (measure) {
      const lines = this.lines((seat, ply) => measure.value(this.record.at(ply).doc, seat));
      this.graph.draw({ title: measure.title(), lines, plies, show: String, parts: measure.parts === true });
    } else this.graph.draw(undefined);
  }

  private drawChoice(kind: Kind, measure: string): void {
    const button = (name: Kind, text: string) => {
      const pressed = { 'aria-pressed': String(kind === name), 'data-graph': name };
      return h('button', { class: 'chip', type: 'button', ...pressed, onclick: () => this.choose(name) }, text);
    };
    this.which.replaceChildren(button('score', measure), button('chances', t('graph.chances')));
  }

  private choose(kind: Kind): void {
    this.chosen = kind;
    this.draw();
    this.which.querySelector<HTMLElement>(`[data-graph=${kind}]`)?.focus();
  }

  // A line for every seat that has a value anywhere.
  private lines(value: (seat: string, ply: number) => number | undefined): Line[] {
    const { people, first, loaded } = this.record;
    return people.flatMap(({ seat, name, who, icon }) => {
      const values = loaded.frames.list.map((_, ply) => value(seat, ply));
      if (values.every((one) => one === undefined)) return [];
      return [{ seat, name, who, icon, color: loaded.module.color?.(first.doc, seat), values }];
    });
  }

  private chances(): Line[] {
    const { plies } = this.record;
    const byPly = new Map(this.judged.map((one) => [one.ply - 1, one.chances]));
    const last = (seat: string) => finalChance(this.record.at(plies).doc, seat);
    const all = this.lines((seat, ply) => byPly.get(ply)?.[seat] ?? (ply === plies ? last(seat) : undefined));
    return all.filter(({ seat }) => this.judged.some(({ chances }) => chances?.[seat] !== undefined));
  }
}
