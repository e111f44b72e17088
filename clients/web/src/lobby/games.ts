// Which game: a card for every preset of the catalogue.
import { h, redraw } from '../dom';
import { language, t, titleOf } from '../i18n';
import type { Game, Preset } from '../protocol';
import type { Choice } from './page';

const COLORS = 'BWACY';

function dots(seats: number): HTMLElement {
  const row = h('span', { class: 'dots', 'aria-hidden': 'true' });
  for (const letter of COLORS.slice(0, seats)) row.append(h('span', { class: 'disc icon', 'data-look': letter }));
  return row;
}

function card(game: Game, preset: Preset, checked: boolean, pick: () => void): HTMLElement {
  const input = h('input', { type: 'radio', name: 'preset', value: `${game.id} ${preset.id}`, checked });
  input.addEventListener('change', pick);
  return h(
    'label',
    { class: 'game-card' },
    input,
    h('span', { class: 'game-title' }, titleOf(preset)),
    h(
      'span',
      { class: 'game-facts' },
      dots(preset.seats),
      h('span', { class: 'hint' }, t('lobby.players', { n: preset.seats })),
    ),
  );
}

export function gamePicker(
  start: Choice,
  onChoice: (choice: Choice) => void,
): { element: HTMLElement; update(games: Game[]): void } {
  let now = start;
  const list = h('div', { class: 'game-cards' });
  const element = h('fieldset', { class: 'panel games' }, h('legend', {}, t('lobby.board')), list);
  const choose = (game: Game, preset: Preset) => {
    now = { game: game.id, preset: preset.id, seats: preset.seats };
    onChoice(now);
  };
  const update = (games: Game[]) => {
    const first = games[0];
    const known = games.some((game) => game.id === now.game && game.presets.some((preset) => preset.id === now.preset));
    if (!known && first?.presets[0]) choose(first, first.presets[0]);
    element.hidden = games.length === 0;
    redraw(list, `${language()} ${games.map((game) => game.id)}`, () =>
      games.flatMap((game) =>
        game.presets.map((preset) =>
          card(game, preset, now.game === game.id && now.preset === preset.id, () => choose(game, preset)),
        ),
      ),
    );
  };
  return { element, update };
}
