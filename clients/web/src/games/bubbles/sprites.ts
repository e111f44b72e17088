// Pictures of bubbles: each has a colour and a shape, so that nobody has to distinguish them by colour alone. The colours
// are those of the style sheet (tokens.css).
import { settings } from '../../base/settings';

const DARK = 'adeh'; // with a light shape on them

function polygon(context: CanvasRenderingContext2D, points: number, r: number, turn: number, inner = r): void {
  const n = inner === r ? points : points * 2;
  for (let i = 0; i < n; i += 1) {
    const radius = i % 2 === 0 ? r : inner;
    const angle = turn + (i * 2 * Math.PI) / n;
    context.lineTo(radius * Math.sin(angle), -radius * Math.cos(angle));
  }
  context.closePath();
}

// Around the origin; `r` is the bubble's radius.
const MARKS: Record<string, (context: CanvasRenderingContext2D, r: number) => void> = {
  a: (context, r) => context.arc(0, 0, r * 0.34, 0, 7),
  b: (context, r) => polygon(context, 3, r * 0.5, 0),
  c: (context, r) => polygon(context, 4, r * 0.46, Math.PI / 4),
  d: (context, r) => polygon(context, 5, r * 0.54, 0, r * 0.23),
  e: (context, r) => polygon(context, 4, r * 0.5, 0),
  f: (context, r) => polygon(context, 4, r * 0.58, Math.PI / 4, r * 0.17),
  g: (context, r) => {
    context.arc(0, 0, r * 0.44, 0, 7);
    context.arc(0, 0, r * 0.26, 7, 0, true);
  },
  h: (context, r) => polygon(context, 4, r * 0.58, 0, r * 0.17),
};

function draw(context: CanvasRenderingContext2D, color: string, r: number, marks: boolean): void {
  const shine = context.createRadialGradient(-r * 0.35, -r * 0.4, r * 0.05, 0, 0, r);
  shine.addColorStop(0, 'rgb(255 255 255 / 45%)');
  shine.addColorStop(0.6, 'rgb(255 255 255 / 0%)');
  context.beginPath();
  context.arc(0, 0, r * 0.93, 0, 7);
  for (const fill of [getComputedStyle(document.documentElement).getPropertyValue(`--bubble-${color}`), shine]) {
    context.fillStyle = fill;
    context.fill();
  }
  context.lineWidth = Math.max(1, r * 0.09);
  context.strokeStyle = '#10161a';
  context.stroke();
  if (!marks) return;
  context.beginPath();
  MARKS[color]?.(context, r);
  context.fillStyle = DARK.includes(color) ? '#fff' : '#1b1b1b';
  context.fill();
}

// Drawn once per colour, size and palette, for all fields; `r` in device pixels.
const pictures = new Map<string, HTMLCanvasElement>();
const MOST = 64; // two sizes of all colours; more while a window changes its size

export function spriteOf(color: string, r: number, marks: boolean): HTMLCanvasElement {
  const key = `${color} ${r} ${marks} ${settings.colors}`;
  const known = pictures.get(key);
  if (known) return known;
  if (pictures.size >= MOST) pictures.clear();
  const picture = document.createElement('canvas');
  const size = Math.ceil(r * 2) + 2;
  picture.width = size;
  picture.height = size;
  const context = picture.getContext('2d');
  context?.translate(size / 2, size / 2);
  if (context) draw(context, color, r, marks);
  pictures.set(key, picture);
  return picture;
}
