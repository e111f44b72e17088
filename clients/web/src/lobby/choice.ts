// The chosen game with its options, and the actions of the buttons.

import { readStored } from '../base/identity';
import { go } from '../base/router';
import { loadGame } from '../games/catalogue';
import { isNewcomer } from '../model/own-games';
import { api, Refused } from '../net/api';
import { tellRefusal } from '../ui/refusal';

export interface Choice {
  game: string;
  preset: string | undefined; // empty: custom settings
  seats: number;
  options?: Record<string, unknown>; // the custom settings
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
    void loadGame(wish.game).catch(() => {}); // on its way while the room is made; the room asks for it again
    const rung = Number.parseInt(readStored(`engawa.rung.${wish.game}`) ?? '', 10) || 0; // opponents.ts
    const place = await api.play({ game: wish.game, options: optionsOf(wish), with: 'bots', rung, newcomer: isNewcomer() });
    go(place.url);
  });
}
