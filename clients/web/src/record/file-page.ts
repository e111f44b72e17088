// A record from a file: the page where it is chosen or dropped, and then the record itself.
import { h } from '../base/dom';
import { t as common } from '../base/i18n';
import type { Page } from '../base/router';
import { loadGame } from '../games/catalogue';
import { loadCommonEvents } from '../model/describe';
import { api } from '../net/api';
import { hasAnyRules } from '../rules/wasm';
import { bar } from '../ui/bar';
import { setGameKeys } from '../ui/dialogs';
import type { Loaded } from './facts';
import { BadFile, readRecord } from './file';
import { t } from './file-texts';
import { Frames } from './frames';
import { RecordView } from './view';

type FileState =
  | { kind: 'choice' }
  | { kind: 'reading'; name: string }
  | { kind: 'bad'; name: string; fault: BadFile }
  | { kind: 'record'; name: string; loaded: Loaded; lines: number; setBack: number | undefined };

type Open = (files: FileList | null | undefined) => void;

async function load(file: File): Promise<FileState> {
  const { replay, lines, setBack } = await readRecord(file);
  // The titles of games and bots; without a server they go by their ids.
  const games = await api.games().catch(() => []);
  const [module] = await Promise.all([loadGame(replay.game), loadCommonEvents()]).catch(() => {
    throw new BadFile('file.offline');
  });
  const game = games.find((entry) => entry.id === replay.game);
  const loaded = { replay, module, judge: undefined, game, frames: new Frames(replay) };
  return { kind: 'record', name: file.name, loaded, lines, setBack };
}

function choice(open: Open): HTMLElement {
  const input = h('input', { type: 'file', accept: '.jsonl,.json,application/x-ndjson', hidden: true, tabindex: -1 });
  input.addEventListener('change', () => open(input.files));
  const button = h('button', { class: 'button primary', type: 'button', onclick: () => input.click() }, t('file.choose'));
  return h('div', { class: 'file-drop' }, button, input, h('span', { class: 'hint' }, t('file.drop')));
}

// What became of the file, in words.
function stateWords(fileState: FileState): HTMLElement[] {
  if (fileState.kind === 'reading') return [h('p', { class: 'quiet' }, t('file.reading', { name: fileState.name }))];
  if (fileState.kind !== 'bad') return [];
  const { name, fault } = fileState;
  const words = h('p', { class: 'wrong' }, t(fault.key, { name, ...fault.parameters }));
  return fault.detail === '' ? [words] : [words, h('p', { class: 'hint', lang: 'en' }, fault.detail)];
}

// `words`: of what became of the last file.
function chooser(open: Open, words: () => HTMLElement[]): HTMLElement {
  const offer = hasAnyRules() ? [h('p', {}, t('file.why')), choice(open)] : [h('p', {}, t('file.noRules'))];
  const status = h('div', { class: 'file-outcome', role: 'status' });
  const home = h('a', { class: 'button', href: '/', 'data-link': true }, common('result.new'));
  // Into a status that is already there: only then is it spoken.
  setTimeout(() => status.append(...words()), 0);
  document.title = `${t('file.title')} — ${common('app.name')}`;
  const main = h('main', { class: 'panel missing', id: 'main' }, h('h1', {}, t('file.title')), ...offer, status, home);
  return h('div', { class: 'shell' }, bar(), main);
}

// Under the result: that the file was checked, and where its time goes back.
function noteOf({ name, lines, setBack }: FileState & { kind: 'record' }): string {
  const checked = t('file.checked', { name, n: lines });
  return setBack === undefined ? checked : `${checked} ${t('file.setBack', { line: setBack })}`;
}

const DRAGS = ['dragover', 'dragleave', 'drop'] as const;

export class FilePage implements Page {
  readonly element = h('div', { class: 'record-page' });
  private fileState: FileState = { kind: 'choice' };
  private view: RecordView | undefined;
  private newest = 0; // a file that was opened later wins

  constructor() {
    // Anywhere: a browser would leave the page for a file that is dropped beside the frame.
    for (const kind of DRAGS) addEventListener(kind, this.onDrag);
    this.relabel();
  }

  relabel(): void {
    try {
      this.draw();
    } catch {
      // The rules allow it and the page does not understand it.
      this.leave();
      const name = 'name' in this.fileState ? this.fileState.name : '';
      this.fileState = { kind: 'bad', name, fault: new BadFile('file.broken') };
      this.draw();
    }
    if (this.fileState.kind !== 'record') this.leave();
  }

  destroy(): void {
    this.newest += 1;
    for (const kind of DRAGS) removeEventListener(kind, this.onDrag);
    this.leave();
    setGameKeys(() => []);
    document.title = common('app.name');
  }

  private async open(files: FileList | null | undefined): Promise<void> {
    const file = files?.[0];
    if (!file || !hasAnyRules()) return;
    this.newest += 1;
    const mine = this.newest;
    const { name } = file;
    this.show({ kind: 'reading', name });
    const next = await (files.length > 1 ? Promise.reject(new BadFile('file.several')) : load(file)).catch(
      (error): FileState => ({ kind: 'bad', name, fault: error instanceof BadFile ? error : new BadFile('file.broken') }),
    );
    if (mine === this.newest) this.show(next);
  }

  private show(next: FileState): void {
    this.fileState = next;
    this.relabel();
  }

  private draw(): void {
    const { fileState } = this;
    const open: Open = (files) => void this.open(files);
    const words = () => stateWords(this.fileState);
    this.element.replaceChildren(fileState.kind === 'record' ? this.record(fileState) : chooser(open, words));
  }

  private record(fileState: FileState & { kind: 'record' }): HTMLElement {
    const { loaded } = fileState;
    const at = this.view?.at ?? 0;
    const note = noteOf(fileState);
    const next = new RecordView(loaded.replay.record, { ...loaded, note }, undefined, at, this.view === undefined);
    this.leave();
    this.view = next;
    return next.element;
  }

  private leave(): void {
    this.view?.destroy();
    this.view = undefined;
  }

  private readonly onDrag = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.element.toggleAttribute('data-over', event.type === 'dragover');
    if (event.type === 'drop') void this.open(event.dataTransfer.files);
  };
}
