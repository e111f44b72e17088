// The choice of a game and its variant: a card for every game, and below them the presets of the chosen game and its
// custom settings.
import { h, redraw } from '../dom';
import { count, language, t, titleOf } from '../i18n';
import type { Game, Preset } from '../protocol';
import { type OptionFields, optionFields } from './options';
import type { Choice } from './page';

const OWN = ''; // instead of a preset's name

function seatRange({ seats }: Game): string {
  return seats.min === seats.max ? count('lobby.players', seats.min) : t('lobby.seatRange', { min: seats.min, max: seats.max });
}

function radio(name: string, value: string, checked: boolean, pick: () => void): HTMLInputElement {
  const input = h('input', { type: 'radio', name, value, checked });
  input.addEventListener('change', pick);
  return input;
}

function gameCard(game: Game, checked: boolean, pick: () => void, play: (button: HTMLButtonElement) => void): HTMLElement {
  const title = titleOf(game, game.id);
  const button = h(
    'button',
    { class: 'button small', type: 'button', 'data-play': game.id },
    t('lobby.playThis'),
    h('span', { class: 'hidden-text' }, `: ${title}`),
  );
  button.addEventListener('click', () => play(button));
  const face = h(
    'label',
    { class: 'game-face' },
    radio('game', game.id, checked, pick),
    game.picture && h('img', { class: 'game-picture', alt: '', src: `data:image/svg+xml,${encodeURIComponent(game.picture)}` }),
    h('span', { class: 'game-title' }, title),
    h('span', { class: 'hint' }, seatRange(game)),
  );
  return h('div', { class: 'game-card pick' }, face, button);
}

function presetChip(game: Game, preset: Preset, checked: boolean, pick: () => void): HTMLElement {
  const seats = game.seats.min === game.seats.max ? '' : ` (${count('lobby.players', preset.seats)})`;
  return h(
    'label',
    { class: 'preset pick' },
    radio('preset', `${game.id} ${preset.id}`, checked, pick),
    h('span', {}, titleOf(preset), seats !== '' && h('span', { class: 'hint' }, seats)),
  );
}

export interface GamePicker {
  element: HTMLElement;
  // Until the games are loaded there is room for them; undefined: loading failed.
  update(games: Game[] | undefined): void;
  // The choice; undefined if the custom settings are incomplete.
  choice(): Choice | undefined;
}

// `play` starts a game of the choice at once.
export function gamePicker(
  start: Choice,
  onChoice: (choice: Choice) => void,
  play: (choice: Choice, button: HTMLButtonElement) => void,
): GamePicker {
  let now = start;
  let games: Game[] | undefined; // not loaded yet
  let own: OptionFields | undefined;
  const cards = h('div', { class: 'game-cards' });
  const presets = h('fieldset', { class: 'presets' });
  const settings = h('div', {});
  const element = h(
    'section',
    { class: 'panel games' },
    h('fieldset', {}, h('legend', {}, t('lobby.board')), cards),
    presets,
    settings,
  );
  const first = (game: Game): Choice => ({
    game: game.id,
    preset: game.presets[0]?.id ?? OWN,
    seats: game.presets[0]?.seats ?? game.seats.min,
  });
  const choose = (choice: Choice) => {
    now = choice;
    onChoice(now);
    draw();
  };

  function presetsOf(game: Game): HTMLElement[] {
    const chips = game.presets.map((preset) =>
      presetChip(game, preset, now.preset === preset.id, () =>
        choose({ game: game.id, preset: preset.id, seats: preset.seats }),
      ),
    );
    if (!optionFields(game)) return chips;
    const mine = () => choose({ game: game.id, preset: OWN, seats: game.seats.min });
    const chip = h(
      'label',
      { class: 'preset pick' },
      radio('preset', `${game.id} own`, now.preset === OWN, mine),
      h('span', {}, t('lobby.own')),
    );
    return [...chips, chip];
  }

  function chosen(): Choice | undefined {
    if (!own) return now;
    const options = own.read();
    return options && { ...now, options, seats: typeof options.seats === 'number' ? options.seats : now.seats };
  }

  function draw(): void {
    const known = games ?? [];
    const game = known.find((entry) => entry.id === now.game);
    element.hidden = games?.length === 0;
    element.toggleAttribute('data-waiting', games === undefined);
    redraw(cards, `${language()} ${games?.map(({ id }) => id)}`, () =>
      known.map((entry) =>
        gameCard(
          entry,
          entry.id === now.game,
          () => choose(first(entry)),
          (button) => {
            const wish = entry.id === now.game ? chosen() : first(entry);
            if (wish) play(wish, button);
          },
        ),
      ),
    );
    redraw(presets, `${language()} ${game?.id}`, () => (game ? [h('legend', {}, t('lobby.preset')), ...presetsOf(game)] : []));
    redraw(settings, `${language()} ${game?.id} ${now.preset}`, () => {
      own = game && now.preset === OWN ? optionFields(game) : undefined;
      return own ? [h('fieldset', { class: 'own' }, h('legend', {}, t('lobby.own')), own.element)] : [];
    });
  }

  return {
    element,
    update(found) {
      games = found;
      const game = found?.find((entry) => entry.id === now.game) ?? found?.[0];
      const known = game?.id === now.game && (now.preset === OWN || game.presets.some((preset) => preset.id === now.preset));
      if (game && !known) choose(first(game));
      else draw();
    },
    choice: chosen,
  };
}
