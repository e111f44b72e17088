// "More settings" of a custom room: time, absence, joining, the next round. Folded by default; if untouched, the
// server's settings apply, and in games with turns the players change seats for a rematch.

import { h, setText } from '../base/dom';
import { botAbout, botTitle, levelsOf } from '../model/bots';
import { clockWords } from '../model/clock-words';
import type { ClockWish, Game, RoomRequest } from '../protocol';
import { type LobbyKey, t } from './texts';

type Wish = Pick<RoomRequest, 'clock' | 'timeout' | 'grace_ms' | 'absent' | 'join' | 'programs' | 'rematch' | 'stand_in'>;

// Seconds per move, minutes + increment, or minutes + periods x seconds.
const CLOCKS = ['none', '15', '30', '60', '120', '1+1', '3+2', '5+5', '15+10', '0+3x30', '10+1x30', '10+5x30'];
const GRACES = ['10', '30', '120', '600'];

function clockWish(value: string): ClockWish {
  if (value === 'none') return { kind: 'none' };
  const [time, increment] = value.split('+') as [string, string | undefined];
  if (increment === undefined) return { kind: 'move', limit_ms: Number(time) * 1000 };
  const initial_ms = Number(time) * 60_000;
  const [first, seconds] = increment.split('x').map(Number) as [number, number | undefined];
  if (seconds === undefined) return { kind: 'fischer', initial_ms, increment_ms: first * 1000 };
  return { kind: 'byoyomi', initial_ms, period_ms: seconds * 1000, periods: first };
}

const clockLabel = (value: string): string => clockWords({ clock: clockWish(value) });

interface Choice {
  element: HTMLElement;
  select: HTMLSelectElement;
}

function choice(name: string, entries: [string, string][]): Choice {
  const select = h('select', { class: 'field', name: `table-${name}` });
  for (const [value, label] of entries) select.append(h('option', { value }, label));
  return { select, element: h('label', { class: 'option' }, h('span', {}, t(`table.${name}` as LobbyKey)), select) };
}

const words = (name: string, values: string[]): [string, string][] =>
  values.map((value) => [value, t(`table.${name}.${value || 'usual'}` as LobbyKey)]);

export interface TableSettings {
  element: HTMLElement;
  // The bots of the chosen game, and whether it has clocks at all.
  update(game: Game | undefined): void;
  read(): Wish;
}

export function tableSettings(): TableSettings {
  const usual: [string, string] = ['', t('table.usual')];
  const clock = choice('clock', [usual, ...CLOCKS.map((value): [string, string] => [value, clockLabel(value)])]);
  const timeout = choice('timeout', words('timeout', ['', 'bot_move', 'forfeit']));
  const grace = choice('grace', [
    usual,
    ...GRACES.map((value): [string, string] => [value, t('table.graceSeconds', { n: value })]),
  ]);
  const absent = choice('absent', words('absent', ['bot', 'forfeit']));
  const standIn = choice('standIn', [usual]);
  const join = choice('join', words('join', ['none', 'bots']));
  const programs = choice('programs', words('programs', ['allow', 'refuse']));
  const rematch = choice('rematch', words('rematch', ['rotate', 'same']));
  const parts = [clock, timeout, grace, absent, standIn, join, programs, rematch];
  const element = h(
    'details',
    { class: 'more' },
    h('summary', {}, t('table.more')),
    h('div', { class: 'options' }, ...parts.map((part) => part.element)),
  );
  const about = h('span', { class: 'hint', id: 'stand-in-about' });
  standIn.element.append(about);
  standIn.select.setAttribute('aria-describedby', about.id);
  let shown: Game | undefined;
  const describe = () => setText(about, botAbout(shown, standIn.select.value.split(' ')[0]));
  standIn.select.addEventListener('change', describe);

  function update(game: Game | undefined): void {
    clock.element.hidden = timeout.element.hidden = rematch.element.hidden = game?.simultaneous === true;
    if (game?.id === shown?.id) return;
    shown = game;
    const bots = (game?.bots ?? []).flatMap((bot) =>
      levelsOf(bot).map((level) => h('option', { value: `${bot.id} ${level}` }, botTitle(game, bot.id, level))),
    );
    standIn.select.replaceChildren(h('option', { value: '' }, t('table.usual')), ...bots);
    describe();
  }

  function read(): Wish {
    const wish: Wish = {};
    const timed = !clock.element.hidden;
    if (timed && clock.select.value) wish.clock = clockWish(clock.select.value);
    if (timed && timeout.select.value) wish.timeout = timeout.select.value as 'bot_move' | 'forfeit';
    if (grace.select.value) wish.grace_ms = Number(grace.select.value) * 1000;
    if (absent.select.value === 'forfeit') wish.absent = 'forfeit';
    if (timed && rematch.select.value === 'rotate') wish.rematch = 'rotate';
    if (join.select.value === 'bots') wish.join = 'bots';
    if (programs.select.value === 'refuse') wish.programs = 'refuse';
    const [bot, level] = standIn.select.value.split(' ');
    if (bot) wish.stand_in = { bot, level: Number(level) };
    return wish;
  }

  return { element, update, read };
}
