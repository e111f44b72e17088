// The page of a finished round: loads its record, or says why there is none to show.
import { h } from '../dom';
import { loadGame, loadJudge, loadStyle, STYLES } from '../games/catalogue';
import { t as common } from '../i18n';
import { missingPage } from '../missing';
import { api, Refused } from '../net/api';
import { loadCommonEvents } from '../room/describe';
import { go as navigate, type Page } from '../router';
import { bar } from '../ui/bar';
import { setGameKeys } from '../ui/dialogs';
import { rare, tellRefusal } from '../ui/refusal';
import { AnalysisSource } from './analysis';
import type { Loaded } from './facts';
import { Frames } from './frames';
import { t } from './texts';
import { RecordView } from './view';

export function recordPage(id: string): Page {
  const host = h('div', { class: 'record-page' });
  let loaded: Loaded | undefined;
  let other: Page | undefined; // instead of the record
  let view: RecordView | undefined;
  let gone = false;
  const source = new AnalysisSource(
    id,
    () => view?.analysed(),
    (code) => void tellRefusal(code),
  );

  async function load(): Promise<void> {
    const [replay, games] = await Promise.all([
      api.replay(id),
      api.games().catch(() => []),
      loadStyle(STYLES.record as string),
    ]);
    const [module, judge] = await Promise.all([loadGame(replay.game), loadJudge(replay.game), loadCommonEvents()]);
    if (gone) return;
    loaded = { replay, module, judge, game: games.find((entry) => entry.id === replay.game), frames: new Frames(replay) };
    other = undefined;
    void source.ask(false);
    relabel();
  }

  function failed(refusal: unknown): void {
    if (!gone) void showOther(refusal instanceof Refused ? refusal.code : 'offline');
  }

  async function showOther(code: string): Promise<void> {
    const more = await rare();
    if (gone) return;
    if (code === 'offline' && more) {
      other = more.waitForServer(host, load, failed);
      return;
    }
    const [room, round] = id.split('-');
    const running = code === 'not_found' && (await api.room(room ?? '').catch(() => undefined));
    const download = { href: `/api/records/${id}`, download: `${id}.jsonl` };
    if (running && String(running.round) === round)
      other = notice(() => [
        t('page.running'),
        t('page.runningWhy'),
        h('a', { class: 'button primary', href: `/r/${room}`, 'data-link': true }, t('page.watch')),
      ]);
    else if (code === 'not_found') other = missingPage('record');
    else if (code === 'unsupported')
      other = notice(() => [
        t('page.old'),
        t('page.oldWhy'),
        h('a', { class: 'button primary', ...download }, t('page.download')),
      ]);
    else
      other = notice(() => [
        t('page.failed'),
        code === 'offline' ? common('error.offline') : (more?.sentenceOf(code) ?? `${common('error.unknown')} (${code})`),
        h(
          'button',
          { class: 'button primary', type: 'button', onclick: () => navigate(location.pathname + location.hash) },
          t('page.again'),
        ),
      ]);
    host.replaceChildren(other.element);
  }

  function relabel(): void {
    if (other) return other.relabel();
    if (!loaded) {
      host.replaceChildren(
        h(
          'div',
          { class: 'shell' },
          bar(),
          h('main', { id: 'main' }, h('p', { class: 'loading quiet' }, common('room.loading'))),
        ),
      );
      return;
    }
    const at = view?.at ?? Number(/^#(\d{1,6})$/.exec(location.hash)?.[1] ?? 0);
    const first = view === undefined;
    view?.destroy();
    view = new RecordView(id, loaded, source, at, first);
    host.replaceChildren(view.element);
  }

  relabel();
  load().catch(failed);
  return {
    element: host,
    relabel,
    destroy() {
      gone = true;
      other?.destroy();
      source.destroy();
      view?.destroy();
      setGameKeys(() => []);
      document.title = common('app.name');
    },
  };
}

// A page with a few words instead of a record.
function notice(words: () => [title: string, why: string, action: HTMLElement]): Page {
  const element = h('div', { class: 'missing-page' });
  const relabel = () => {
    const [title, why, action] = words();
    element.replaceChildren(
      h(
        'div',
        { class: 'shell' },
        bar(),
        h('main', { class: 'panel missing', id: 'main' }, h('h1', {}, title), h('p', {}, why), action),
      ),
    );
    document.title = `${title} — ${common('app.name')}`;
  };
  relabel();
  return { element, relabel, destroy: () => {} };
}
