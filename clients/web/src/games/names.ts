// The name of a game with its variant: "Multiplayer reversi · Five players".
import { titleOf } from '../base/i18n';
import type { Game } from '../protocol';

export function presetName(games: Game[], id: string, preset: string | undefined): string {
  const game = games.find((entry) => entry.id === id);
  const variant = game?.presets.find((entry) => entry.id === preset);
  return [titleOf(game, id), titleOf(variant)].filter((title) => title !== '').join(' · ');
}
