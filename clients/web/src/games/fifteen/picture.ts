// A position of the 15-puzzle as a small picture: the board of the player who has come furthest.
import { drawing, svg } from '../../base/svg';

interface View {
  size: number;
  boards: Record<string, { tiles: string; steps: number }>;
}

const inPlace = (tiles: string[]) => tiles.filter((tile, i) => Number(tile) === i + 1).length;

export function picture(view: object): SVGElement {
  const { size, boards } = view as View;
  const all = Object.values(boards).map((board) => board.tiles.split(' '));
  const tiles = all.sort((a, b) => inPlace(b) - inPlace(a))[0] ?? [];
  const parts = tiles.flatMap((tile, i) => {
    if (tile === '0') return [];
    const x = i % size;
    const y = Math.floor(i / size);
    const rect = { x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.12 };
    const number = svg('text', {
      x: x + 0.5,
      y: y + 0.67,
      'font-size': 0.48,
      'text-anchor': 'middle',
      fill: '#3b2410',
      'font-weight': 700,
    });
    number.textContent = tile;
    const fill = Number(tile) === i + 1 ? '#cfe0b0' : '#eacb95';
    return [svg('rect', { ...rect, fill, stroke: '#5f3b1c', 'stroke-width': 0.05 }), number];
  });
  return drawing(size, size, svg('rect', { width: size, height: size, rx: 0.15, fill: 'var(--plank)' }), ...parts);
}
