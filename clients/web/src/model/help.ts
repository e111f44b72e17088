// The rules of a game with the settings of one room, for the dialog and the tab: sentences, most of them with a small
// picture. Each game has them in `help.ts` in its folder, which is loaded when a person wants to read them.
import { api } from '../net/api';
import type { GameView, RoomDocument } from '../protocol';

export interface HelpLine {
  text: string;
  picture?: () => Element; // for the dialog; the text says the same
}

export interface HelpFacts {
  doc: RoomDocument; // without a view before the first game
  start: GameView | undefined; // the opening; unknown for custom boards, and while the server is unreachable
}

// In the current language.
export type Help = (facts: HelpFacts) => HelpLine[];

const OPENING_MS = 2000; // people do not wait longer for more exact rules

async function openingOf({ game, options: { preset } }: RoomDocument): Promise<GameView | undefined> {
  if (preset === undefined) return undefined;
  const late = new Promise<undefined>((done) => setTimeout(done, OPENING_MS));
  const found = api.boards().then((boards) => boards[game]?.[preset]);
  return Promise.race([found, late]).catch(() => undefined);
}

// `start`: the opening, where it is known. Rejects if the code could not be loaded.
export async function helpOf(game: { help(): Promise<Help> }, doc: RoomDocument, start?: GameView): Promise<HelpLine[]> {
  const [help, opening] = await Promise.all([game.help(), start ?? openingOf(doc)]);
  return help({ doc, start: opening });
}
