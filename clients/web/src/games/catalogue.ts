// The games that this page can show: every folder here with a `module.ts` (see games-plugin.mjs). `plain` shows all
// others.
import { GAMES, JUDGES, STYLES } from 'virtual:games';
import { h } from '../dom';
import { CODE_MS } from '../net/limits';
import { persist } from '../net/persist';
import type { JudgeModule } from '../record/judge';
import type { GameModule } from './module';

export { STYLES }; // of pages that are loaded on demand

// The style of a game, or of a page, is loaded with its code, once.
const styles = new Map<string, Promise<void>>();

export function loadStyle(href: string): Promise<void> {
  if (!href) return Promise.resolve();
  const known = styles.get(href);
  if (known) return known;
  const loaded = persist(() => addStyle(href), 'own');
  styles.set(href, loaded);
  loaded.catch(() => styles.delete(href));
  return loaded;
}

function addStyle(href: string): Promise<void> {
  const link = h('link', { rel: 'stylesheet', href });
  document.head.append(link);
  return new Promise<void>((done, failed) => {
    const fail = () => {
      clearTimeout(timer);
      link.remove();
      failed(new Error(`${href} did not load`));
    };
    const timer = setTimeout(fail, CODE_MS);
    link.addEventListener('error', fail);
    link.addEventListener('load', () => {
      clearTimeout(timer);
      done();
    });
  });
}

// Rejects if the code or the style could not be loaded.
export async function loadGame(id: string): Promise<GameModule> {
  const found = Object.hasOwn(GAMES, id) ? GAMES[id] : GAMES.plain;
  if (!found) throw new Error('the page was built without games');
  const [{ game }] = await Promise.all([persist(found.load), loadStyle(found.style)]);
  return game;
}

// What an analysis says of a game's moves; undefined: the game says nothing of them.
export async function loadJudge(id: string): Promise<JudgeModule | undefined> {
  const load = Object.hasOwn(JUDGES, id) ? JUDGES[id] : undefined;
  return load && persist(load);
}
