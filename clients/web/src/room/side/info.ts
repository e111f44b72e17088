// The facts of the room in a tab: the game and its variant, the clock, and the rules, which are loaded when the tab is chosen.
import { h, redraw } from '../../base/dom';
import { language, t, titleOf } from '../../base/i18n';
import { clockText, clockWords } from '../../model/clock-words';
import { presetTitle } from '../../model/facts';
import { helpOf } from '../../model/help';
import type { PageFacts } from '../../model/page-facts';

export interface InfoPanel {
  update(facts: PageFacts): void;
  // The tab has been chosen.
  open(): void;
}

export function infoPanel(place: HTMLElement): InfoPanel {
  const element = h('section', { class: 'info' });
  place.append(element);
  const rules = h('ul', { class: 'rules' });
  let facts: PageFacts | undefined;
  let opened = false;
  let told = ''; // the settings for which the rules are shown

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
      if (key === told) told = ''; // tried again with the next change of the room
    }
  }

  const update = (now: PageFacts) => {
    facts = now;
    const { doc, game, module } = now;
    redraw(element, JSON.stringify([language(), doc.options, doc.clock.kind, game?.id, module !== undefined]), () => {
      const rows: [string, string][] = [
        [t('info.game'), presetTitle(game, doc.options) || titleOf(game, doc.game)],
        [clockText('title'), clockWords(doc)],
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
  return { update, open };
}
