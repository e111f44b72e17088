// Boards of tiles, row by row, 0 is the hole; and the effect of a slide.
import type { FifteenBoard } from '../../protocol';

export type Tiles = readonly number[];
export type Direction = 'left' | 'right' | 'up' | 'down';

export function tilesOf(board: FifteenBoard | undefined): Tiles {
  return board ? board.tiles.split(' ').map(Number) : [];
}

export function sizeOf(tiles: Tiles): number {
  return Math.round(Math.sqrt(tiles.length));
}

// The indexes from the hole to the tile, the hole first; undefined if they are not in one line.
function line(tiles: Tiles, tile: number): number[] | undefined {
  const size = sizeOf(tiles);
  const hole = tiles.indexOf(0);
  const at = tiles.indexOf(tile);
  if (at < 0 || tile === 0) return undefined;
  const row = Math.floor(at / size) === Math.floor(hole / size);
  if (!row && at % size !== hole % size) return undefined;
  const step = Math.sign(at - hole) * (row ? 1 : size);
  const indexes = [hole];
  for (let i = hole; i !== at; i += step) indexes.push(i + step);
  return indexes;
}

// The board after the tiles between `tile` and the hole have slid; undefined if it is not in line with the hole.
export function slide(tiles: Tiles, tile: number): Tiles | undefined {
  const indexes = line(tiles, tile);
  if (!indexes) return undefined;
  const after = [...tiles];
  indexes.forEach((index, i) => {
    after[index] = tiles[indexes[i + 1] ?? -1] ?? 0;
  });
  return after;
}

// The effect of a slide: the indexes of the moving tiles, the hole's neighbour first, and the direction. Undefined as for
// `slide`.
export function slideOf(tiles: Tiles, tile: number): { indexes: number[]; way: Direction } | undefined {
  const [hole = 0, ...indexes] = line(tiles, tile) ?? [];
  const step = hole - (indexes[0] ?? hole);
  if (step === 0) return undefined;
  return { indexes, way: Math.abs(step) === 1 ? (step < 0 ? 'left' : 'right') : step < 0 ? 'up' : 'down' };
}

// The tile that slides in a direction: the hole's neighbour, or (`whole`) the last one of its line.
export function tileToward(tiles: Tiles, dx: number, dy: number, whole: boolean): number | undefined {
  const size = sizeOf(tiles);
  const hole = tiles.indexOf(0);
  let x = (hole % size) - dx;
  let y = Math.floor(hole / size) - dy;
  if (x < 0 || y < 0 || x >= size || y >= size) return undefined;
  while (whole && x - dx >= 0 && x - dx < size && y - dy >= 0 && y - dy < size) {
    x -= dx;
    y -= dy;
  }
  return tiles[y * size + x];
}

export function inPlace(tiles: Tiles): number {
  return tiles.filter((tile, i) => tile !== 0 && tile === i + 1).length;
}

export function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
