// The choice of a game and its variant: a poster for every game, and below them the presets of the chosen game, each
// with its board, and its custom settings.
import { h, redraw } from '../base/dom';
import { count, language, t, titleOf } from '../base/i18n';
import { persist } from '../net/persist';
import type { Game } from '../protocol';
import { later } from '../ui/dialogs';
import { icon } from '../ui/icons';
import type { Choice } from './choice';
import type { OptionFields } from './options';

const OWN = ''; // instead of a preset's name
const USUAL = 4; // games

function seatRange({ seats }: Game): string {
  return seats.min === seats.max ? count('lobby.players', seats.min) : t('lobby.seatRange', { min: seats.min, max: seats.max });
}

function radio(name: string, value: string, checked: boolean, pick: () => void): HTMLInputElement {
  return h('input', { type: 'radio', name, value, checked, onchange: pick });
}

function gameCard(game: Game, checked: boolean, pick: () => void, play: (button: HTMLButtonElement) => void): HTMLElement {
  const title = titleOf(game, game.id);
  const button: HTMLButtonElement = h(
    'button',
    { class: 'button small', type: 'button', 'data-play': game.id, onclick: () => play(button) },
    t('lobby.playThis'),
    h('span', { class: 'hidden-text' }, `: ${title}`),
  );
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

// A placeholder of the same size as a poster.
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

// The initial choice for a newly chosen game.
function firstOf(game: Game): Choice {
  const preset = game.presets.find(({ id }) => id === game.first_preset) ?? game.presets[0];
  return { game: game.id, preset: preset?.id ?? OWN, seats: preset?.seats ?? game.seats.min };
}

function offers(game: Game, { game: id, preset }: Choice): boolean {
  return game.id === id && (preset === OWN || game.presets.some((one) => one.id === preset));
}

// A game's variants, and its custom settings if it has any.
function variantsOf(game: Game, chosen: string | undefined, choose: (choice: Choice) => void): HTMLElement[] {
  const many = game.seats.min !== game.seats.max;
  const chips = game.presets.map(({ id, title, seats }) =>
    presetChip(`${game.id} ${id}`, titleOf({ id, title }), many ? count('lobby.players', seats) : '', chosen === id, () =>
      choose({ game: game.id, preset: id, seats }),
    ),
  );
  const mine = () => choose({ game: game.id, preset: OWN, seats: game.seats.min });
  // Otherwise no option is for a form.
  if (JSON.stringify(game.options).includes('"label"'))
    chips.push(presetChip(`${game.id} own`, t('lobby.own'), '', chosen === OWN, mine, icon('settings')));
  return [h('legend', {}, t('lobby.preset')), h('div', { class: 'presets' }, ...chips)];
}

// Sets the radio buttons to a choice that was made elsewhere.
function check(element: Element, { game, preset }: Choice): void {
  for (const value of [game, `${game} ${preset}`]) {
    const input = element.querySelector<HTMLInputElement>(`input[value="${value}"]`);
    if (input) input.checked = true;
  }
}

type OpeningOf = typeof import('../games/pictures').openingOf;

// The boards in the chips of a game's presets.
async function drawBoards(chips: Element, { id, presets }: Game, openingOf: OpeningOf): Promise<void> {
  for (const preset of presets) {
    const place = chips.querySelector(`[data-board="${id} ${preset.id}"]`);
    if (!place || place.firstChild) continue;
    const board = await openingOf(id, preset.id).catch(() => undefined);
    if (board) place.replaceChildren(board);
  }
}

// The form of the chosen game's custom settings; its code is loaded with the first one.
function customSettings(start: Choice) {
  const element = h('div', {});
  let now = start;
  let form: OptionFields | undefined;
  async function load(game: Game): Promise<void> {
    const code = await later(() => import('./options'));
    if (!code || now.game !== game.id || now.preset !== OWN) return;
    form = code.optionFields(game);
    if (form) element.replaceChildren(form.element);
  }
  return {
    element,
    draw(game: Game | undefined, choice: Choice): void {
      now = choice;
      redraw(element, `${language()} ${game?.id} ${choice.preset}`, () => {
        form = undefined;
        if (game && choice.preset === OWN) void load(game);
        return [];
      });
    },
    // The choice with these settings; undefined if they are incomplete.
    choice(): Choice | undefined {
      return form ? form.complete(now) : now.preset === OWN ? undefined : now;
    },
  };
}

export interface GamePicker {
  element: HTMLElement;
  // Until the games are loaded, their space is reserved; undefined: loading failed.
  update(games: Game[] | undefined): void;
  // The choice; undefined if the custom settings are incomplete.
  choice(): Choice | undefined;
  choose(choice: Choice): void;
  // Draws the boards of the presets, which are loaded after the rest of the page.
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
  let openingOf: OpeningOf | undefined; // once loaded
  const cards = h('div', { class: 'game-cards' });
  const variants = h('fieldset', { class: 'variants' });
  const own = customSettings(start);
  const element = h(
    'section',
    { class: 'panel games' },
    h('fieldset', {}, h('legend', {}, t('lobby.board')), cards),
    variants,
    own.element,
  );
  const current = () => games?.find((entry) => entry.id === now.game);

  function choose(next: Choice): void {
    now = next;
    onChoice(now);
    draw();
  }

  function card(game: Game): HTMLElement {
    const start = (button: HTMLButtonElement) => {
      const wish = game.id === now.game ? own.choice() : firstOf(game);
      if (wish) play(wish, button);
    };
    return gameCard(game, game.id === now.game, () => choose(firstOf(game)), start);
  }

  function draw(): void {
    const game = current();
    element.hidden = games?.length === 0;
    element.toggleAttribute('data-waiting', games === undefined);
    const blank = () => Array.from({ length: USUAL }, blankCard);
    redraw(cards, `${language()} ${games?.map(({ id }) => id)}`, () => games?.map(card) ?? blank());
    redraw(variants, `${language()} ${game?.id}`, () => (game ? variantsOf(game, now.preset, choose) : []));
    if (openingOf && game) void drawBoards(variants, game, openingOf);
    own.draw(game, now);
  }

  return {
    element,
    choose(next) {
      choose(next);
      check(element, next);
    },
    async showBoards() {
      openingOf ??= (await persist(() => import('../games/pictures'))).openingOf;
      const game = current();
      if (game) await drawBoards(variants, game, openingOf);
    },
    update(found) {
      games = found;
      const game = current() ?? found?.[0];
      if (game && !offers(game, now)) choose(firstOf(game));
      else draw();
    },
    choice: own.choice,
  };
}
