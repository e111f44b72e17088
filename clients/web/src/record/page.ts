// The page of a finished round: loads its record, or says why there is none to show.
import { h } from '../base/dom';
import { t as common } from '../base/i18n';
import { recordPath } from '../base/record-path';
import { go as navigate, type Page } from '../base/router';
import { loadGame, loadJudge } from '../games/catalogue';
import { loadCommonEvents } from '../model/describe';
import { api, Refused } from '../net/api';
import { loadStyle, STYLES } from '../net/style';
import { missingPage } from '../pages/missing';
import { bar } from '../ui/bar';
import { setGameKeys } from '../ui/dialogs';
import { rare, tellRefusal } from '../ui/refusal';
import { AnalysisSource } from './analysis';
import type { Loaded } from './facts';
import { Frames } from './frames';
import { notice } from './notice';
import { t } from './texts';
import { RecordView } from './view';

async function load(id: string): Promise<Loaded> {
  const [replay, games] = await Promise.all([api.replay(id), api.games().catch(() => []), loadStyle(STYLES.record as string)]);
  const [module, judge] = await Promise.all([loadGame(replay.game), loadJudge(replay.game), loadCommonEvents()]);
  return { replay, module, judge, game: games.find((entry) => entry.id === replay.game), frames: new Frames(replay) };
}

// Whether the round still runs, and has no record for this reason.
async function runs(id: string): Promise<boolean> {
  const [room = '', round] = id.split('-');
  const running = await api.room(room).catch(() => undefined);
  return running !== undefined && String(running.round) === round;
}

function runningPage(id: string): Page {
  const watch = { href: `/r/${id.split('-')[0]}`, 'data-link': true };
  return notice(() => [
    t('page.running'),
    t('page.runningWhy'),
    h('a', { class: 'button primary', ...watch }, t('page.watch')),
  ]);
}

function oldPage(id: string): Page {
  const download = { href: `/api/records/${id}`, download: `${id}.jsonl` };
  return notice(() => [t('page.old'), t('page.oldWhy'), h('a', { class: 'button primary', ...download }, t('page.download'))]);
}

function failedPage(id: string, why: () => string): Page {
  const again = { type: 'button', onclick: () => navigate(recordPath(id) + location.hash) };
  return notice(() => [t('page.failed'), why(), h('button', { class: 'button primary', ...again }, t('page.again'))]);
}

type SentenceOf = ((code: string) => string | undefined) | undefined;

// Why there is no record.
async function refusedPage(id: string, code: string, sentenceOf: SentenceOf): Promise<Page> {
  if (code === 'not_found') return (await runs(id)) ? runningPage(id) : missingPage('record');
  if (code === 'unsupported') return oldPage(id);
  if (code === 'offline') return failedPage(id, () => common('error.offline'));
  return failedPage(id, () => sentenceOf?.(code) ?? `${common('error.unknown')} (${code})`);
}

function loadingShown(): HTMLElement {
  const main = h('main', { id: 'main' }, h('p', { class: 'loading quiet' }, common('room.loading')));
  return h('div', { class: 'shell' }, bar(), main);
}

export class RecordPage implements Page {
  readonly element = h('div', { class: 'record-page' });
  private readonly source: AnalysisSource;
  private loaded: Loaded | undefined;
  private other: Page | undefined; // instead of the record
  private view: RecordView | undefined;
  private gone = false;

  constructor(private readonly id: string) {
    this.source = new AnalysisSource(
      id,
      () => this.view?.analysed(),
      (code) => void tellRefusal(code),
    );
    this.relabel();
    this.load().catch((refusal) => this.failed(refusal));
  }

  relabel(): void {
    if (this.other) return this.other.relabel();
    this.element.replaceChildren(this.loaded ? this.viewed(this.loaded).element : loadingShown());
  }

  destroy(): void {
    this.gone = true;
    this.other?.destroy();
    this.source.destroy();
    this.view?.destroy();
    setGameKeys(() => []);
    document.title = common('app.name');
  }

  private async load(): Promise<void> {
    const loaded = await load(this.id);
    if (this.gone) return;
    this.loaded = loaded;
    this.other = undefined;
    void this.source.ask(false);
    this.relabel();
  }

  // The view anew, at the same place; the first one at that of the address, or where it ended.
  private viewed(loaded: Loaded): RecordView {
    const { view: last } = this;
    const at = last?.at ?? Number(/^#(\d{1,6})$/.exec(location.hash)?.[1] ?? loaded.frames.plies);
    last?.destroy();
    this.view = new RecordView(this.id, loaded, this.source, at, last === undefined);
    return this.view;
  }

  private failed(refusal: unknown): void {
    if (!this.gone) void this.showOther(refusal instanceof Refused ? refusal.code : 'offline');
  }

  private async showOther(code: string): Promise<void> {
    const more = await rare();
    if (this.gone) return;
    if (code === 'offline' && more) {
      const again = () => this.load();
      this.other = more.waitForServer(this.element, again, (refusal) => this.failed(refusal));
      return;
    }
    this.other = await refusedPage(this.id, code, more?.sentenceOf);
    this.element.replaceChildren(this.other.element);
  }
}
