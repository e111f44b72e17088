// The chosen game with its options, and what buttons do with it.

import { go } from '../base/router';
import { api, Refused } from '../net/api';
import type { Game, SeatWish } from '../protocol';
import { tellRefusal } from '../ui/refusal';

export interface Choice {
  game: string;
  preset: string | undefined; // empty: own settings
  seats: number;
  options?: Record<string, unknown>; // the own settings
}

export function optionsOf(choice: Choice): Record<string, unknown> | undefined {
  return choice.options ?? (choice.preset ? { preset: choice.preset } : undefined);
}

// Runs a button's action: disables the button meanwhile, and shows a toast if the action was refused.
export async function act(button: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
  button.disabled = true;
  try {
    await work();
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    void tellRefusal(refusal.code);
  } finally {
    button.disabled = false;
  }
}

export function play(wish: Choice, button: HTMLButtonElement): void {
  void act(button, async () => {
    const place = await api.play({ game: wish.game, options: optionsOf(wish) });
    go(place.url);
  });
}

// This player and open seats.
export function openSeats(seats: number): SeatWish[] {
  return ['me', ...Array.from({ length: seats - 1 }, (): SeatWish => 'open')];
}

// A variant for friends: the chosen one, or the game's first for several if that is for one person alone.
function forSeveral(wish: Choice, games: Game[]): Choice {
  if (wish.seats > 1) return wish;
  const preset = games.find((game) => game.id === wish.game)?.presets.find((one) => one.seats > 1);
  return preset ? { game: wish.game, preset: preset.id, seats: preset.seats } : wish;
}

// A private room with open seats, which shows its link.
export function playWithFriends(wish: Choice, games: Game[], button: HTMLButtonElement): void {
  void act(button, async () => {
    const choice = forSeveral(wish, games);
    const place = await api.makeRoom({
      game: choice.game,
      visibility: 'private',
      seats: openSeats(choice.seats),
      options: optionsOf(choice),
    });
    go(place.url);
  });
}
