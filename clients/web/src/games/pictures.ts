// Small pictures of positions, for lists: every game's folder with a `picture.ts`, loaded when first needed.
import { PICTURES } from 'virtual:games';
import { api } from '../net/api';

// Undefined: the game has no pictures, or its code could not be loaded.
export async function pictureOf(game: string, view: object): Promise<SVGElement | undefined> {
  const load = Object.hasOwn(PICTURES, game) ? PICTURES[game] : undefined;
  try {
    return load && (await load()).picture(view);
  } catch {
    return undefined;
  }
}

// The opening of a preset. Undefined also if it could not be loaded.
export async function openingOf(game: string, preset: string | undefined): Promise<SVGElement | undefined> {
  const boards = await api.boards().catch(() => undefined);
  const view = boards?.[game]?.[preset ?? ''];
  return view && pictureOf(game, view);
}
