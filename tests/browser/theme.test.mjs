// Light and dark, by the setting and by the system; and colours of pieces that colour-blind people can distinguish.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { colorsOf } from './lib/pixels.mjs';
import { myTurnOrOver, playNow } from './lib/play.mjs';
import { ciede2000, closest } from './lib/vision.mjs';

const house = openHouse();
const { person } = house;

async function choose(page, group, label) {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('group', { name: group }).getByLabel(label, { exact: true }).check();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
}

// The brightness of the page's background and of its contents, 0 (black) to 255 (white).
async function brightness(page) {
  const colors = await colorsOf(page, { x: 0, y: 0, width: 4, height: page.viewportSize().height });
  const all = Object.entries(colors).map(([color, n]) => [color.split(',').reduce((sum, value) => sum + Number(value), 0) / 3, n]);
  return all.reduce((sum, [value, n]) => sum + value * n, 0) / all.reduce((sum, [, n]) => sum + n, 0);
}

async function assertLooks(page, theme) {
  await page.locator(`html[data-theme=${theme}]`).waitFor();
  const light = await brightness(page);
  assert.ok(theme === 'dark' ? light < 60 : light > 200, `${theme}: ${light}`);
  // Parts drawn by the browser, such as scroll bars and fields, match the theme; and texts have contrast.
  const [scheme, ink] = await page.evaluate(() => [getComputedStyle(document.documentElement).colorScheme, getComputedStyle(document.body).color]);
  assert.equal(scheme, theme);
  const dark = ink.match(/\d+/g).slice(0, 3).map(Number).reduce((sum, value) => sum + value, 0) / 3;
  assert.ok(theme === 'dark' ? dark > 200 : dark < 80, ink);
}

test('the page is as light or dark as the system, until somebody chooses; the choice stays', async () => {
  const { page } = await person({ colorScheme: 'light' });
  await page.goto(house.url);
  await page.locator('.game-card').first().waitFor();
  await assertLooks(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await assertLooks(page, 'dark');
  await choose(page, 'Theme', 'Light');
  await assertLooks(page, 'light');
  await page.reload();
  await page.locator('.game-card').first().waitFor();
  await assertLooks(page, 'light');
  await page.emulateMedia({ colorScheme: 'light' });
  await choose(page, 'Theme', 'Dark');
  await assertLooks(page, 'dark');
  await page.reload();
  await page.locator('.game-card').first().waitFor();
  await assertLooks(page, 'dark');
  await choose(page, 'Theme', 'System');
  await assertLooks(page, 'light');
});

test('a game is light and dark, too, and its discs have the same colours in both', async () => {
  const { page } = await person({ colorScheme: 'light' });
  await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  const looks = [];
  for (const theme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: theme });
    await assertLooks(page, theme);
    looks.push([await page.locator('.cell:not(.legal):not(.last)').first().evaluate((cell) => getComputedStyle(cell).backgroundColor), JSON.stringify(await paletteOf(page, 'disc', 'BWACYGR'))]);
  }
  assert.notEqual(looks[0][0], looks[1][0]);
  assert.equal(looks[0][1], looks[1][1]);
});

// The colours in use on the page: {B: [2, 2, 2], ...}.
const paletteOf = (page, kind, names) =>
  page.evaluate(
    ([of, letters]) => {
      const probe = document.body.appendChild(document.createElement('i'));
      const all = [...letters].map((letter) => {
        probe.style.color = `var(--${of}-${letter})`;
        return [letter, getComputedStyle(probe).color.match(/\d+/g).slice(0, 3).map(Number)];
      });
      probe.remove();
      return Object.fromEntries(all);
    },
    [kind, names],
  );

test('the measure is right: three of the pairs that Sharma, Wu and Dalal publish', () => {
  assert.equal(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485]).toFixed(4), '2.0425');
  assert.equal(ciede2000([50, 2.5, 0], [73, 25, -18]).toFixed(4), '27.1492');
  assert.equal(ciede2000([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514]).toFixed(4), '0.9082');
});

// The smallest difference (CIEDE2000) between two colours of a palette, by kind of vision:
//                                normal  protan  deutan  tritan
//   discs, usual                   20.4    19.2    19.5    22.0
//   discs, for colour blindness    22.0    21.9    21.9    22.0
//   bubbles, usual                 25.9    18.1    12.5    12.7
//   bubbles, for colour blindness  27.2    21.5    21.3    21.4
const LEAST = { disc: { usual: 19, distinct: 21 }, bubble: { usual: 12, distinct: 21 } };
const PIECES = {
  disc: { names: 'BWACYGR', play: (page) => playNow(page, house.url, 'five') },
  bubble: {
    names: 'abcdefgh',
    play: (page) => playAlone(page, house.url, 'bubbles', { seats: 1, colors: 8, field: ['abcdefgh'], hurry_s: 60 }),
  },
};

// The colours of these that are on the board.
const drawn = {
  disc: (page) =>
    page.locator('.board .disc[data-look]').evaluateAll((discs) => [...new Set(discs.map((disc) => `${disc.dataset.look} ${getComputedStyle(disc).backgroundColor.match(/\d+/g)}`))].sort()),
  async bubble(page, palette) {
    const colors = await colorsOf(page, page.locator('.bubble-canvas').first());
    return Object.entries(palette).flatMap(([name, color]) => (colors[color.join()] > 50 ? [`${name} ${color}`] : []));
  },
};

for (const [kind, { names, play }] of Object.entries(PIECES)) {
  test(`the colours of a ${kind}, chosen in the settings, are told apart with every kind of colour blindness, and are drawn at once`, async () => {
    const { page } = await person();
    await play(page);
    await page.locator('.turn.mine').waitFor();
    await page.locator('.board:not([aria-busy]), .bubble-canvas').first().waitFor();
    const palettes = {};
    const before = new Set(await drawn[kind](page, await paletteOf(page, kind, names)));
    for (const [colors, label] of [['usual', 'Default'], ['distinct', 'For colour blindness']]) {
      await choose(page, 'Colours of pieces', label);
      await page.locator(`html[data-colors=${colors}]`).waitFor();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const palette = await paletteOf(page, kind, names);
      palettes[colors] = palette;
      for (const [vision, { pair, apart }] of Object.entries(closest(palette)))
        assert.ok(apart >= LEAST[kind][colors], `${colors}, ${vision}: ${pair} are ${apart.toFixed(1)} apart`);
      const pieces = await drawn[kind](page, palette);
      assert.equal(pieces.length, before.size);
      assert.ok(pieces.length >= 6, `${pieces}`);
      for (const piece of pieces) assert.equal(piece.slice(2), palette[piece[0]].join(), piece);
    }
    const smallest = (palette) => Math.min(...Object.values(closest(palette)).map(({ apart }) => apart));
    assert.ok(smallest(palettes.distinct) > smallest(palettes.usual), 'better than the usual ones');
    await page.reload();
    await page.locator('html[data-colors=distinct]').waitFor();
  });
}

test('marks come with the colours for colour blindness, unless somebody wants none', async () => {
  const { page } = await person();
  await page.goto(house.url);
  const marks = () => page.locator('html').getAttribute('data-marks');
  assert.equal(await marks(), 'special');
  await choose(page, 'Colours of pieces', 'For colour blindness');
  assert.equal(await marks(), 'all');
  await choose(page, 'Colour symbols', 'Never');
  assert.equal(await marks(), 'none');
  await choose(page, 'Colour symbols', 'Automatic');
  assert.equal(await marks(), 'all');
  // The pictures of the start page have these colours, too.
  const palette = await paletteOf(page, 'disc', 'BWACYGR');
  const known = new Set(Object.values(palette).map((color) => `rgb(${color.join(', ')})`));
  await page.locator('[data-board="reversi five"] svg circle').first().waitFor();
  const fills = await page.locator('[data-board="reversi five"] svg circle').evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
  assert.ok(fills.every((fill) => known.has(fill)), `${fills}`);
  await page.getByRole('button', { name: 'Settings' }).click();
  await assertNoViolations(page, 'the settings');
  await page.keyboard.press('Escape');
  await choose(page, 'Colours of pieces', 'Default');
  assert.equal(await marks(), 'special');
});

test('at night the posters of the games are of the night, also by the setting alone', async () => {
  const { page } = await person({ colorScheme: 'light' });
  await page.goto(house.url);
  await page.locator('.game-picture').nth(3).waitFor();
  const grounds = async () => {
    const found = [];
    for (const poster of await page.locator('.game-picture').all()) {
      const { x, y } = await poster.boundingBox();
      found.push(Object.keys(await colorsOf(page, { x: x + 3, y: y + 60, width: 1, height: 1 }))[0]);
    }
    return found;
  };
  const day = await grounds();
  await choose(page, 'Theme', 'Dark');
  await page.locator('html[data-theme=dark]').waitFor();
  const night = await grounds();
  const light = (color) => color.split(',').reduce((sum, value) => sum + Number(value), 0) / 3;
  for (const [i, color] of day.entries()) assert.ok(light(night[i]) < light(color) * 0.6, `poster ${i}: ${color}, at night ${night[i]}`);
});
