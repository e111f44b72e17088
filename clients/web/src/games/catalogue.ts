// The games that this page can show: one line each.
import type { GameModule } from './module';

const GAMES: Record<string, () => Promise<{ game: GameModule }>> = {
  reversi: () => import('./reversi/module'),
  nim: () => import('./nim/module'),
  fifteen: () => import('./fifteen/module'),
  bubbles: () => import('./bubbles/module'),
};

export function knowsGame(id: string): boolean {
  return Object.hasOwn(GAMES, id);
}

// Undefined: a game of a newer server. Rejects when the code did not come.
export async function loadGame(id: string): Promise<GameModule | undefined> {
  return knowsGame(id) ? (await GAMES[id]?.())?.game : undefined;
}
