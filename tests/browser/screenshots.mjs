// Pictures of every scene at five sizes, in both languages, light and dark, into build/screenshots/. As a program:
// `node tests/browser/screenshots.mjs [FOLDER [TOUR...]]`, with the tours listed below.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './lib/browser.mjs';
import { Engawad, root } from './lib/engawad.mjs';
import { tourOfEnds, tourOfFirst, tourOfFriends, tourOfGames } from './lib/scenes.mjs';

const WIDTHS = [
  [360, 740],
  [768, 1024],
  [1280, 850],
  [1920, 1080],
  [740, 360], // a phone in landscape
];
const TOURS = { friends: tourOfFriends, games: tourOfGames, ends: tourOfEnds, first: tourOfFirst };

// One scene in all widths and themes. Calls `look` with each before the screenshot of the whole page, or of the visible screen.
// (Screenshots of a whole page ignore emulated touch: every person has a mouse here.)
function camera(folder, themes, look) {
  return async (page, scene, language, screen) => {
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      for (const [width, height] of WIDTHS) {
        await page.setViewportSize({ width, height });
        const name = `${scene}-${language}-${width}-${colorScheme}`;
        await look?.(page, name);
        await page.screenshot({ path: join(folder, `${name}.png`), fullPage: screen === undefined, animations: 'disabled' });
      }
    }
  };
}

// Returns the faults of the pages.
export async function takeScreenshots(browser, server, folder, { look, themes = ['light', 'dark'], tours = Object.keys(TOURS), languages = ['ja', 'en'] } = {}) {
  mkdirSync(folder, { recursive: true });
  const faults = [];
  const shoot = camera(folder, themes, look);
  for (const language of languages) for (const tour of tours) faults.push(...(await TOURS[tour](browser, server.url, language, shoot)));
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = join(root, 'build/screenshots'), ...tours] = process.argv.slice(2);
  const server = await Engawad.start();
  const browser = await launch();
  try {
    const faults = await takeScreenshots(browser, server, folder, tours.length > 0 ? { tours } : {});
    console.log(`pictures are in ${folder}`);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  } finally {
    await browser.close();
    await server.stop();
  }
}
