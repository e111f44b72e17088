// Small pictures of positions, for lists: every game's folder with a `picture.ts`, loaded when first needed.
import { PICTURES } from 'virtual:games';

// Undefined: the game has no pictures, or its code could not be loaded.
export async function pictureOf(game: string, view: object): Promise<SVGElement | undefined> {
  const load = Object.hasOwn(PICTURES, game) ? PICTURES[game] : undefined;
  try {
    return load && (await load()).picture(view);
  } catch {
    return undefined;
  }
}
