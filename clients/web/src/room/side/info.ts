// The facts of the room in a tab: the game and its variant, the clock, and the rules, which are loaded when the tab is chosen.
import { h, redraw } from '../../base/dom';
import { language, t, titleOf } from '../../base/i18n';
import { presetTitle } from '../../model/facts';
import { helpOf } from '../../model/help';
import type { PageFacts } from '../../model/page-facts';
import type { RoomDocument } from '../../protocol';

function clockWords({ clock }: RoomDocument): string {
  if (clock.kind === 'move') return t('table.clock.move', { n: clock.limit_ms / 1000 });
  if (clock.kind === 'none') return t('table.clock.none');
  const m = clock.initial_ms / 60_000;
  if (clock.kind === 'fischer') return t('table.clock.fischer', { m, s: clock.increment_ms / 1000 });
  const periods = t('table.clock.byoyomi', { n: clock.periods, s: clock.period_ms / 1000 });
  return m > 0 ? t('table.clock.main', { m }) + periods : periods;
}

interface InfoPanel {
  element: HTMLElement;
  update(facts: PageFacts): void;
  // The tab has been chosen.
  open(): void;
}

export function infoPanel(): InfoPanel {
  const element = h('section', { class: 'info' });
  const rules = h('ul', { class: 'rules' });
  let facts: PageFacts | undefined;
  let opened = false;
  let told = ''; // what the rules in the list are for

  async function tellRules(): Promise<void> {
    if (!opened || !facts?.module) return;
    const { doc, module } = facts;
    const key = JSON.stringify([language(), doc.options, Object.keys(doc.seats).length, doc.view !== undefined]);
    if (key === told) return;
    told = key;
    try {
      const lines = await helpOf(module, doc);
      if (key === told) rules.replaceChildren(...lines.map(({ text }) => h('li', {}, text)));
    } catch {
      if (key === told) told = ''; // with the next change of the room, again
    }
  }

  const update = (now: PageFacts) => {
    facts = now;
    const { doc, game, module } = now;
    redraw(element, JSON.stringify([language(), doc.options, doc.clock.kind, game?.id, module !== undefined]), () => {
      const rows: [string, string][] = [
        [t('info.game'), presetTitle(game, doc.options) || titleOf(game, doc.game)],
        [t('table.clock'), clockWords(doc)],
      ];
      return [
        h('dl', {}, ...rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
        module && h('h2', {}, t('play.help')),
        module && rules,
      ];
    });
    void tellRules();
  };
  const open = () => {
    opened = true;
    void tellRules();
  };
  return { element, update, open };
}
