// A record from a file: the page where it is chosen or dropped, and then the record itself.
import { h } from '../dom';
import { loadGame } from '../games/catalogue';
import { t as common } from '../i18n';
import { api } from '../net/api';
import { loadCommonEvents } from '../room/describe';
import type { Page } from '../router';
import { hasAnyRules } from '../rules/wasm';
import { bar } from '../ui/bar';
import { setGameKeys } from '../ui/dialogs';
import type { Loaded } from './facts';
import { BadFile, readRecord } from './file';
import { t } from './file-texts';
import { Frames } from './frames';
import { RecordView } from './view';

type Shown =
  | { kind: 'choice' }
  | { kind: 'reading'; name: string }
  | { kind: 'bad'; name: string; fault: BadFile }
  | { kind: 'record'; name: string; loaded: Loaded; lines: number; setBack: number | undefined };

export function filePage(): Page {
  const host = h('div', { class: 'record-page' });
  let shown: Shown = { kind: 'choice' };
  let view: RecordView | undefined;
  let newest = 0; // a file that was opened later wins

  async function open(files: FileList | null | undefined): Promise<void> {
    const file = files?.[0];
    if (!file || !hasAnyRules()) return;
    newest += 1;
    const mine = newest;
    const { name } = file;
    show({ kind: 'reading', name });
    const next = await (files.length > 1 ? Promise.reject(new BadFile('file.several')) : load(file)).catch(
      (error): Shown => ({ kind: 'bad', name, fault: error instanceof BadFile ? error : new BadFile('file.broken') }),
    );
    if (mine === newest) show(next);
  }

  async function load(file: File): Promise<Shown> {
    const { replay, lines, setBack } = await readRecord(file);
    // The titles of games and bots; without a server they go by their ids.
    const games = await api.games().catch(() => []);
    const [module] = await Promise.all([loadGame(replay.game), loadCommonEvents()]).catch(() => {
      throw new BadFile('file.offline');
    });
    const game = games.find((entry) => entry.id === replay.game);
    return {
      kind: 'record',
      name: file.name,
      loaded: { replay, module, judge: undefined, game, frames: new Frames(replay) },
      lines,
      setBack,
    };
  }

  function show(next: Shown): void {
    shown = next;
    relabel();
  }

  function choice(): HTMLElement {
    const input = h('input', { type: 'file', accept: '.jsonl,.json,application/x-ndjson', hidden: true, tabindex: -1 });
    input.addEventListener('change', () => void open(input.files));
    const button = h('button', { class: 'button primary', type: 'button', onclick: () => input.click() }, t('file.choose'));
    return h('div', { class: 'file-drop' }, button, input, h('span', { class: 'hint' }, t('file.drop')));
  }

  // What became of the file, in words.
  function outcome(): (HTMLElement | false)[] {
    if (shown.kind === 'reading') return [h('p', { class: 'quiet' }, t('file.reading', { name: shown.name }))];
    if (shown.kind !== 'bad') return [];
    const { name, fault } = shown;
    return [
      h('p', { class: 'wrong' }, t(fault.key, { name, ...fault.parameters })),
      fault.detail !== '' && h('p', { class: 'hint', lang: 'en' }, fault.detail),
    ];
  }

  function chooser(): HTMLElement {
    const words = hasAnyRules() ? [h('p', {}, t('file.why')), choice()] : [h('p', {}, t('file.noRules'))];
    const status = h('div', { class: 'file-outcome', role: 'status' });
    const home = h('a', { class: 'button', href: '/', 'data-link': true }, common('result.new'));
    // Into a status that is already there: only then is it spoken.
    setTimeout(() => status.append(...outcome().filter((part) => part !== false)), 0);
    document.title = `${t('file.title')} — ${common('app.name')}`;
    const main = h('main', { class: 'panel missing', id: 'main' }, h('h1', {}, t('file.title')), ...words, status, home);
    return h('div', { class: 'shell' }, bar(), main);
  }

  function record({ name, loaded, lines, setBack }: Shown & { kind: 'record' }): HTMLElement {
    const at = view?.at ?? 0;
    const checked = t('file.checked', { name, n: lines });
    const note = setBack === undefined ? checked : `${checked} ${t('file.setBack', { line: setBack })}`;
    const next = new RecordView(loaded.replay.record, { ...loaded, note }, undefined, at, view === undefined);
    leave();
    view = next;
    return next.element;
  }

  function leave(): void {
    view?.destroy();
    view = undefined;
  }

  function relabel(): void {
    try {
      host.replaceChildren(shown.kind === 'record' ? record(shown) : chooser());
    } catch {
      // The rules allow it and the page does not understand it.
      leave();
      shown = { kind: 'bad', name: 'name' in shown ? shown.name : '', fault: new BadFile('file.broken') };
      host.replaceChildren(chooser());
    }
    if (shown.kind !== 'record') leave();
  }

  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    host.toggleAttribute('data-over', event.type === 'dragover');
    if (event.type === 'drop') void open(event.dataTransfer.files);
  };
  // Anywhere: a browser would leave the page for a file that is dropped beside the frame.
  const DRAGS = ['dragover', 'dragleave', 'drop'] as const;
  for (const kind of DRAGS) addEventListener(kind, onDrag);
  relabel();
  return {
    element: host,
    relabel,
    destroy() {
      newest += 1;
      for (const kind of DRAGS) removeEventListener(kind, onDrag);
      leave();
      setGameKeys(() => []);
      document.title = common('app.name');
    },
  };
}
