// A small picture for each game that the page knows, drawn in its own shapes.

const SVG = 'http://www.w3.org/2000/svg';
type Shape = [tag: 'circle' | 'rect', attributes: Record<string, string | number>];

const disc = (cx: number, cy: number, r: number, fill: string): Shape => [
  'circle',
  { cx, cy, r, fill, stroke: '#1b1b1b', 'stroke-width': 1.5 },
];
const COLORS = ['#d23c62', '#f7c93b', '#37b8f3', '#015b27'];

const PICTURES: Record<string, Shape[]> = {
  reversi: [
    ['rect', { x: 4, y: 4, width: 40, height: 40, rx: 5, fill: '#d8d6a4', stroke: '#8a5a2f', 'stroke-width': 3 }],
    disc(17, 17, 8, '#020202'),
    disc(32, 17, 8, '#fefefe'),
    disc(17, 32, 8, '#37b8f3'),
    disc(32, 32, 8, '#f7c93b'),
  ],
  nim: [
    [7, 9],
    [5, 24],
    [3, 39],
  ].flatMap(([n = 0, y = 0]) =>
    Array.from({ length: n }, (_, i) => disc(24 + (i - (n - 1) / 2) * 6.4, y, 2.9, i === 1 ? '#b98a55' : '#e2ded6')),
  ),
  fifteen: Array.from(
    { length: 8 },
    (_, i): Shape => [
      'rect',
      { x: 5 + (i % 3) * 13, y: 5 + Math.floor(i / 3) * 13, width: 12, height: 12, rx: 2, fill: '#eacb95', stroke: '#5f3b1c' },
    ],
  ),
  bubbles: [0, 1, 2, 3, 4, 5, 6]
    .map((i) => disc(i < 4 ? 9 + i * 10 : 14 + (i - 4) * 10, i < 4 ? 10 : 19, 5, COLORS[(i * 3) % 4] as string))
    .concat([disc(24, 40, 5, '#d23c62')]),
};

export function gamePicture(id: string): SVGElement | undefined {
  const shapes = PICTURES[id];
  if (!shapes) return undefined;
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 48 48');
  svg.setAttribute('class', 'game-picture');
  svg.setAttribute('aria-hidden', 'true');
  for (const [tag, attributes] of shapes) {
    const shape = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, String(value));
    svg.append(shape);
  }
  return svg;
}
