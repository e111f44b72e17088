// How far apart two colours are, for people with and without colour blindness. Colours are [red, green, blue], 0 to 255.

// Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency (2009), severity 1.0,
// for linear sRGB.
const KINDS = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

// CIE L*a*b* (D65) of a colour in linear sRGB.
function labOf([r, g, b]) {
  const [x, y, z] = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ].map((t) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function seenBy(kind, color) {
  const light = color.map((value) => linear(value / 255));
  return labOf(KINDS[kind].map((row) => Math.min(1, Math.max(0, row.reduce((sum, factor, i) => sum + factor * light[i], 0)))));
}

const RADIAN = Math.PI / 180;
const cos = (degrees) => Math.cos(degrees * RADIAN);
const hueOf = (a, b) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / RADIAN + 360) % 360);

// CIEDE2000 of two colours in L*a*b*, as in Sharma, Wu, Dalal (2005).
export function ciede2000([l1, a1, b1], [l2, a2, b2]) {
  const mean7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const stretch = 1.5 - 0.5 * Math.sqrt(mean7 / (mean7 + 25 ** 7));
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const [h1, h2] = [hueOf(a1 * stretch, b1), hueOf(a2 * stretch, b2)];
  const gray = c1 * c2 === 0;
  const turn = gray ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const hue = gray ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t = 1 - 0.17 * cos(hue - 30) + 0.24 * cos(2 * hue) + 0.32 * cos(3 * hue + 6) - 0.2 * cos(4 * hue - 63);
  const lightness = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const chroma = (c2 - c1) / (1 + 0.045 * c);
  const hues = (2 * Math.sqrt(c1 * c2) * Math.sin((turn * RADIAN) / 2)) / (1 + 0.015 * c * t);
  const rotation = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((hue - 275) / 25) ** 2)) * RADIAN);
  return Math.sqrt(lightness ** 2 + chroma ** 2 + hues ** 2 + rotation * chroma * hues);
}

// The two most similar colours of a palette {name: color}, for each kind of vision: {protan: {pair: 'AC', apart: 19.2}, ...}.
export function closest(palette) {
  const found = {};
  for (const kind of Object.keys(KINDS)) {
    const seen = Object.entries(palette).map(([name, color]) => [name, seenBy(kind, color)]);
    const pairs = seen.flatMap(([one, a], i) => seen.slice(i + 1).map(([other, b]) => ({ pair: one + other, apart: ciede2000(a, b) })));
    found[kind] = pairs.reduce((least, pair) => (pair.apart < least.apart ? pair : least));
  }
  return found;
}
