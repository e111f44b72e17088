// Beside the board: the result, the moves, the chat and the facts of the room, one of them at a time.
import { h } from '../../base/dom';
import { t } from '../../base/i18n';
import type { PageFacts } from '../../model/page-facts';
import { persist } from '../../net/persist';
import { type Tabs, tabs } from '../../ui/tabs';
import { chatPanel } from './chat';
import type { InfoPanel } from './info';
import { type LogPanel, logPanel } from './moves';

export interface Side {
  element: HTMLElement;
  log: LogPanel;
  tabs: Tabs;
  // `hasText`: the game has its board as text.
  update(facts: PageFacts, hasText: boolean): void;
}

// `result` and `text` are parts of the table.
export function sidePanel(parts: {
  say(text: string): void;
  result: HTMLElement;
  text: HTMLElement;
  onSelect(id: string): void;
}): Side {
  const chat = chatPanel(parts.say);
  const log = logPanel();
  const facts = h('div', {});
  let info: InfoPanel | undefined; // its code is loaded when the tab is chosen
  let reports: typeof import('../people/report') | undefined; // its code is loaded when somebody has spoken
  let latest: PageFacts;
  const openInfo = async () => {
    const { infoPanel } = await persist(() => import('./info'));
    info ??= infoPanel(facts);
    info.update(latest);
    info.open();
  };
  const openReports = async () => {
    reports ??= await persist(() => import('../people/report'));
    chat.update(latest, reports);
  };
  const all = [
    { id: 'result', label: t('result.title'), panel: parts.result },
    { id: 'moves', label: t('log.title'), panel: log.element },
    { id: 'chat', label: t('chat.title'), panel: chat.element },
    { id: 'text', label: t('side.text'), panel: parts.text, focusable: true },
    { id: 'info', label: t('side.info'), panel: facts, focusable: true },
  ];
  const rail = tabs(t('side.label'), all, (id) => {
    if (id === 'info') openInfo().catch(() => {});
    parts.onSelect(id);
  });
  let phase: string | undefined;
  let known = false; // later lines of the chat are new
  const update = (now: PageFacts, hasText: boolean) => {
    latest = now;
    const { doc } = now;
    if (doc.phase !== phase) {
      // The result opens automatically. The start does not interrupt people who chat.
      const talks = doc.phase === 'playing' && phase === 'lobby' && Object.keys(doc.chat ?? {}).length > 0;
      rail.show('result', doc.phase === 'over');
      if (doc.phase === 'over') rail.select('result');
      else if (!talks) rail.select(doc.phase === 'lobby' ? 'chat' : 'moves');
      phase = doc.phase;
    }
    rail.show('text', hasText && doc.phase !== 'lobby');
    if (doc.chat && !reports) openReports().catch(() => {});
    if (chat.update(now, reports) && known) rail.mark('chat', t('chat.new'));
    known = true;
    info?.update(now);
  };
  return { element: h('aside', { class: 'side panel', 'aria-label': t('side.label') }, rail.element), log, tabs: rail, update };
}
