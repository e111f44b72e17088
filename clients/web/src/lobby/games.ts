// The choice of a game and its variant: a poster for every game, and below them the presets of the chosen game, each
// with its board, and its custom settings.
import { h, redraw } from '../dom';
import { count, language, t, titleOf } from '../i18n';
import { persist } from '../net/persist';
import type { Game } from '../protocol';
import { icon } from '../ui/icons';
import type { Choice } from './choice';
import type { OptionFields } from './options';

const OWN = ''; // instead of a preset's name
const USUAL = 4; // games

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

// A poster that is still to come, of the same size.
function blankCard(): HTMLElement {
  const words = ['game-title', 'hint'].map((kind) => h('span', { class: kind }, '\u00a0'));
  const face = h('div', { class: 'game-face' }, h('div', { class: 'game-picture' }), ...words);
  return h('div', { class: 'game-card blank', 'aria-hidden': 'true' }, face, h('span', { class: 'button small' }, '\u00a0'));
}

function presetChip(
  value: string,
  title: string,
  hint: string,
  checked: boolean,
  pick: () => void,
  board?: SVGElement,
): HTMLElement {
  return h(
    'label',
    { class: 'preset pick' },
    radio('preset', value, checked, pick),
    h('span', { class: 'preset-board', 'data-board': value }, board),
    h('span', { class: 'preset-title' }, title, hint !== '' && h('span', { class: 'hint' }, hint)),
  );
}

export interface GamePicker {
  element: HTMLElement;
  // Until the games are loaded there is room for them; undefined: loading failed.
  update(games: Game[] | undefined): void;
  // The choice; undefined if the custom settings are incomplete.
  choice(): Choice | undefined;
  choose(choice: Choice): void;
  // Draws the boards of the presets, which come after the rest of the page.
  showBoards(): Promise<void>;
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
  let boards: ((game: string, preset: string) => Promise<SVGElement | undefined>) | undefined; // once loaded
  const cards = h('div', { class: 'game-cards' });
  const variants = h('fieldset', { class: 'variants' });
  const settings = h('div', {});
  const element = h(
    'section',
    { class: 'panel games' },
    h('fieldset', {}, h('legend', {}, t('lobby.board')), cards),
    variants,
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
    const many = game.seats.min !== game.seats.max;
    const chips = game.presets.map(({ id, title, seats }) =>
      presetChip(`${game.id} ${id}`, titleOf({ id, title }), many ? count('lobby.players', seats) : '', now.preset === id, () =>
        choose({ game: game.id, preset: id, seats }),
      ),
    );
    if (!JSON.stringify(game.options).includes('"label"')) return chips; // no option is for a form
    const mine = () => choose({ game: game.id, preset: OWN, seats: game.seats.min });
    return [...chips, presetChip(`${game.id} own`, t('lobby.own'), '', now.preset === OWN, mine, icon('settings'))];
  }

  function chosen(): Choice | undefined {
    if (!own) return now.preset === OWN ? undefined : now;
    const options = own.read();
    return options && { ...now, options, seats: typeof options.seats === 'number' ? options.seats : now.seats };
  }

  function draw(): void {
    const known = games ?? [];
    const game = known.find((entry) => entry.id === now.game);
    element.hidden = games?.length === 0;
    element.toggleAttribute('data-waiting', games === undefined);
    redraw(cards, `${language()} ${games?.map(({ id }) => id)}`, () =>
      games === undefined
        ? Array.from({ length: USUAL }, blankCard)
        : known.map((entry) =>
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
    redraw(variants, `${language()} ${game?.id}`, () =>
      game ? [h('legend', {}, t('lobby.preset')), h('div', { class: 'presets' }, ...presetsOf(game))] : [],
    );
    if (boards) void drawBoards(game);
    redraw(settings, `${language()} ${game?.id} ${now.preset}`, () => {
      own = undefined;
      if (game && now.preset === OWN) void drawOwn(game);
      return [];
    });
  }

  // The code of the form is loaded with the first one.
  async function drawOwn(game: Game): Promise<void> {
    const { optionFields } = await persist(() => import('./options'));
    if (now.game !== game.id || now.preset !== OWN) return;
    own = optionFields(game);
    if (own) settings.replaceChildren(h('fieldset', { class: 'own' }, h('legend', {}, t('lobby.own')), own.element));
  }

  async function drawBoards(game: Game | undefined): Promise<void> {
    for (const { id } of game?.presets ?? []) {
      const place = variants.querySelector(`[data-board="${game?.id} ${id}"]`);
      if (!place || place.firstChild) continue;
      const board = await boards?.(game?.id ?? '', id).catch(() => undefined);
      if (board) place.replaceChildren(board);
    }
  }

  return {
    element,
    choose(choice) {
      choose(choice);
      for (const value of [choice.game, `${choice.game} ${choice.preset}`]) {
        const input = element.querySelector<HTMLInputElement>(`input[value="${value}"]`);
        if (input) input.checked = true;
      }
    },
    async showBoards() {
      boards ??= (await persist(() => import('./miniature'))).openingOf;
      await drawBoards(games?.find((entry) => entry.id === now.game));
    },
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
