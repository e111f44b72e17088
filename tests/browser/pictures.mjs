// Creates docs/pictures again: each game in both languages, light and dark, the texts on them (layout.json, which pictures.test.mjs compares with the
// current page), and a bomb going off. `node tests/browser/pictures.mjs`, with the programs and the page built, and img2webp (Debian's package webp).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './lib/browser.mjs';
import { Engawad, root } from './lib/engawad.mjs';
import { beginReversi, inTheme, LANGUAGES, layoutOf, SCENES, somebody, THEMES } from './lib/pictured.mjs';

const folder = join(root, 'docs/pictures');
const QUALITY = 82;
// For the bomb: how long the board is shown before and after it, and the number of plies.
const LOOK_MS = 1500;
const PLIES = 3;

async function picture(tools, options) {
  return Buffer.from((await tools.send('Page.captureScreenshot', options)).data, 'base64');
}

async function makeStills(browser, url) {
  const layouts = {};
  for (const language of Object.keys(LANGUAGES))
    for (const [game, begin] of Object.entries(SCENES)) {
      const { context, page } = await somebody(browser, language);
      const tools = await context.newCDPSession(page);
      await begin(browser, page, url, language);
      layouts[`${game}-${language}`] = await layoutOf(page);
      for (const colorScheme of THEMES) {
        await inTheme(page, colorScheme);
        writeFileSync(join(folder, `${game}-${language}-${colorScheme}.webp`), await picture(tools, { format: 'webp', quality: QUALITY }));
      }
      await context.close();
    }
  return layouts;
}

// Screenshots as fast as possible, each shown until the next one was taken.
async function makeBomb(browser, url) {
  const { context, page } = await somebody(browser, 'en', { viewport: { width: 1000, height: 800 } });
  const tools = await context.newCDPSession(page);
  const goOn = await beginReversi(browser, page, url, 'en');
  const box = await page.locator('.board').boundingBox();
  const clip = { ...box, scale: 480 / box.width };
  const work = mkdtempSync(join(tmpdir(), 'engawa-bomb-'));
  const frames = [];
  let over = false;
  const moved = (async () => {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    await goOn(PLIES);
  })().finally(() => {
    over = true;
  });
  while (!over) {
    const path = join(work, `${frames.length}.png`);
    const at = performance.now();
    writeFileSync(path, await picture(tools, { format: 'png', clip }));
    frames.push({ path, at });
  }
  await moved;
  const shown = frames.flatMap(({ path, at }, number) => ['-d', Math.round((frames[number + 1]?.at ?? at + LOOK_MS) - at), path]);
  const made = spawnSync('img2webp', ['-loop', '0', '-lossy', '-q', '70', '-m', '6', ...shown, '-o', join(folder, 'bomb.webp')].map(String), { encoding: 'utf8' });
  rmSync(work, { recursive: true });
  if (made.status !== 0) throw new Error(`img2webp: ${made.error?.code === 'ENOENT' ? "run 'apt-get install webp' first" : made.stderr}`);
  await context.close();
}

const server = await Engawad.start();
const browser = await launch();
try {
  const layouts = await makeStills(browser, server.url);
  const lines = Object.entries(layouts).map(([scene, parts]) => `${JSON.stringify(scene)}: [\n${parts.map((part) => `  ${JSON.stringify(part)}`).join(',\n')}\n]`);
  writeFileSync(join(folder, 'layout.json'), `{\n${lines.join(',\n')}\n}\n`);
  await makeBomb(browser, server.url);
  console.log(`pictures are in ${folder}`);
} finally {
  await browser.close();
  await server.stop();
}
