// The effect of a slide in words.
import { listOf } from '../../base/i18n';
import { count, t } from './texts';
import { type Direction, slideOf, type Tiles, tileToward } from './tiles';

// "7: slides left", "5: slides 3 tiles up". Empty if the tile is not in line with the hole.
export function ghostWords(tiles: Tiles, tile: number): string {
  const slide = slideOf(tiles, tile);
  return slide ? count('ghost.slides', slide.indexes.length, { tile, way: t(`way.${slide.way}`) }) : '';
}

const ARROWS: [Direction, number, number][] = [
  ['left', -1, 0],
  ['up', 0, -1],
  ['right', 1, 0],
  ['down', 0, 1],
];

// The tiles that each arrow key would slide: "Arrow keys: 6 left, 11 up".
export function arrowWords(tiles: Tiles): string {
  const known = ARROWS.map(([way, dx, dy]) => ({ way: t(`way.${way}`), tile: tileToward(tiles, dx, dy, false) }));
  const said = known.flatMap(({ way, tile }) => (tile === undefined ? [] : [t('ghost.arrow', { tile, way })]));
  return t('ghost.arrows', { list: listOf(said) });
}
