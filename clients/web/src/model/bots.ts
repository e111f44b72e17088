// The bots of a game from the catalogue: their levels, and their names at a level. Pure.
import { language, t, titleOf } from '../base/i18n';
import type { BotKind, Game } from '../protocol';

export function levelsOf(bot: BotKind): number[] {
  const first = bot.first_level ?? 1;
  return Array.from({ length: bot.levels }, (_, i) => first + i);
}

// Whether to show the level: if there are several, or if the bot is on a ladder with others.
export function onLadder(bot: BotKind): boolean {
  return bot.levels > 1 || (bot.first_level ?? 1) > 1;
}

// Falls back to the id if the catalogue does not know the bot. `level` is empty for a bot with one level, although
// older rooms may store one.
export function botNames(game: Game | undefined, id: string, level: number): { name: string; level: string } {
  const bot = game?.bots.find((entry) => entry.id === id);
  const says = bot !== undefined && (onLadder(bot) || level > 1);
  return { name: titleOf(bot, id), level: says ? t('seat.atLevel', { level }) : '' };
}

export function botTitle(game: Game | undefined, id: string, level: number): string {
  const names = botNames(game, id, level);
  return names.level === '' ? names.name : t('seat.botLevel', { bot: names.name, level });
}

// The sentence about a bot; empty if it has none.
export function botAbout(game: Game | undefined, id: string | undefined): string {
  return game?.bots.find((bot) => bot.id === id)?.about?.[language()] ?? '';
}
