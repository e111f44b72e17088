// The facts of the room in a tab: the game and its variant, the clock, the link, and the rules in a few sentences.
import { h, redraw } from '../../dom';
import { language, t, titleOf } from '../../i18n';
import type { RoomDocument } from '../../protocol';
import { presetTitle } from '../facts';
import type { PageFacts } from '../page-facts';

function clockWords({ clock }: RoomDocument): string {
  if (clock.kind === 'move') return t('table.clock.move', { n: clock.limit_ms / 1000 });
  if (clock.kind === 'none') return t('table.clock.none');
  const m = clock.initial_ms / 60_000;
  if (clock.kind === 'fischer') return t('table.clock.fischer', { m, s: clock.increment_ms / 1000 });
  const periods = t('table.clock.byoyomi', { n: clock.periods, s: clock.period_ms / 1000 });
  return m > 0 ? t('table.clock.main', { m }) + periods : periods;
}

export function infoPanel(): { element: HTMLElement; update(facts: PageFacts): void } {
  const element = h('section', { class: 'info' });
  const update = (facts: PageFacts) => {
    const { doc, game, module } = facts;
    redraw(element, JSON.stringify([language(), doc.options, doc.clock.kind, game?.id, module !== undefined]), () => {
      const rows: [string, string][] = [
        [t('info.game'), presetTitle(game, doc.options) || titleOf(game, doc.game)],
        [t('table.clock'), clockWords(doc)],
      ];
      return [
        h('dl', {}, ...rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
        module && h('h2', {}, t('play.help')),
        module && h('ul', { class: 'rules' }, ...module.help().map((sentence) => h('li', {}, sentence))),
      ];
    });
  };
  return { element, update };
}
