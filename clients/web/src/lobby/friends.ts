// Rooms for several people. Loaded on demand.
import { go } from '../base/router';
import { api } from '../net/api';
import type { Game, RoomRequest, SeatWish } from '../protocol';
import { type Choice, optionsOf } from './choice';

export const COUNTDOWN_MS = 3000; // 3, 2, 1; turn-based games have none

// This player and open seats.
export function openSeats(seats: number): SeatWish[] {
  return ['me', ...Array.from({ length: seats - 1 }, (): SeatWish => 'open')];
}

// In games with turns each of several people begins once.
export function roundsOf(game: Game | undefined): Pick<RoomRequest, 'rematch'> {
  return game?.simultaneous === false ? { rematch: 'rotate' } : {};
}

// A variant for friends: the chosen one, or the game's first for several if that is for one person alone.
function forSeveral(wish: Choice, games: Game[]): Choice {
  if (wish.seats > 1) return wish;
  const preset = games.find((game) => game.id === wish.game)?.presets.find((one) => one.seats > 1);
  return preset ? { game: wish.game, preset: preset.id, seats: preset.seats } : wish;
}

// A private room with open seats, which shows its link.
export async function playWithFriends(wish: Choice, games: Game[]): Promise<void> {
  const choice = forSeveral(wish, games);
  const place = await api.makeRoom({
    game: choice.game,
    visibility: 'private',
    seats: openSeats(choice.seats),
    options: optionsOf(choice),
    countdown_ms: COUNTDOWN_MS,
    ...roundsOf(games.find((game) => game.id === choice.game)),
  });
  go(place.url);
}
