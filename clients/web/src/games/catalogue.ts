// The games that this page can show: every folder here with a `module.ts` (see games-plugin.mjs). `plain` shows all
// others.
import { GAMES, JUDGES } from 'virtual:games';
import type { JudgeModule } from '../model/judge';
import type { GameModule } from '../model/module';
import { persist } from '../net/persist';
import { loadStyle } from '../net/style';

// Rejects if the code or the style could not be loaded.
export async function loadGame(id: string): Promise<GameModule> {
  const found = Object.hasOwn(GAMES, id) ? GAMES[id] : GAMES.plain;
  if (!found) throw new Error('the page was built without games');
  const [{ game }] = await Promise.all([persist(found.load), loadStyle(found.style)]);
  return game;
}

// The verdict of an analysis on a game's moves; undefined: the game has none.
export async function loadJudge(id: string): Promise<JudgeModule | undefined> {
  const load = Object.hasOwn(JUDGES, id) ? JUDGES[id] : undefined;
  return load && persist(load);
}
