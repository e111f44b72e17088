// Pictures of every scene at four sizes, in both languages, light and dark, into build/screenshots/. As a program:
// `node tests/browser/screenshots.mjs [FOLDER]`. It also takes readme.png, the picture for the README.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, person } from './lib/browser.mjs';
import { Engawad, root } from './lib/engawad.mjs';
import { playAlone } from './lib/games.mjs';
import { chooseSeat, makeRoom, myTurnOrOver, openTab, playOne, playToEnd } from './lib/play.mjs';

const WIDTHS = [
  [360, 740],
  [768, 1024],
  [1280, 850],
  [1920, 1080],
  [740, 360], // a phone on its side
];
const LOCALES = { ja: 'ja-JP', en: 'en-US' };
const NICKS = { ja: 'たろう', en: 'Taro' };

// One scene in all widths and both themes. Calls `look` with each, before its picture is taken.
async function shoot(page, folder, scene, language, look) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of WIDTHS) {
      await page.setViewportSize({ width, height });
      const name = `${scene}-${language}-${width}-${colorScheme}`;
      await look?.(page, name);
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' });
    }
  }
}

async function quietly(page) {
  await page.locator('.board:not([aria-busy])').waitFor();
  await page.locator('.toast').first().waitFor({ state: 'detached' });
}

// A game of a few moves against bots, so that there is something to see.
async function playSome(page, moves) {
  for (let i = 0; i < moves; i += 1) {
    if (await myTurnOrOver(page)) return;
    await playOne(page);
  }
  await myTurnOrOver(page);
}

// The other games, each in its middle: who plays has a hint, and the bots have done something.
async function tourOfGames(browser, server, language, folder, look) {
  const { context, page, faults } = await person(browser, { locale: LOCALES[language] });
  await context.addInitScript((nick) => localStorage.setItem('engawa.nick', nick), NICKS[language]);
  await playAlone(page, server.url, 'nim', { rows: ['ooooxoo', 'ooooo', 'oo'] }, [{ bot: 'perfect' }]);
  await page.locator('.hint-button').click();
  await page.locator('.nim-hint').waitFor();
  await shoot(page, folder, 'nim', language, look);
  const awa = (level) => ({ bot: 'awa', level });
  await playAlone(page, server.url, 'bubbles', { seats: 5, hurry_s: 60 }, [awa(1), awa(2), awa(3), awa(4)], { bot_delay_ms: 900 });
  await page.locator('.bubble-field[data-mine]').waitFor();
  const box = await page.locator('.bubble-field').boundingBox();
  await page.mouse.click(box.x + box.width * 0.7, box.y + box.height * 0.4);
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.4);
  await page.waitForFunction(() => [...document.querySelectorAll('.player .score [aria-hidden]')].some((score) => Number(score.textContent) > 0));
  await shoot(page, folder, 'bubbles', language, look);
  await playAlone(page, server.url, 'fifteen', { seats: 4, tiles: [5, 1, 2, 4, 9, 6, 3, 8, 0, 10, 7, 12, 13, 14, 11, 15] }, [], { bot_delay_ms: 900 });
  await page.locator('.tiles[data-mine]').waitFor();
  await page.locator('.tile[data-tile="10"]').click();
  await page.locator('.hint-button').click();
  await page.locator('.tile.hinted').waitFor();
  await shoot(page, folder, 'fifteen', language, look);
  await page.goto(server.url);
  await page.locator('input[name=game][value=fifteen]').press('Space');
  await page.locator('input[name=preset][value="fifteen own"]').check();
  await shoot(page, folder, 'own', language, look);
  await context.close();
  return faults;
}

async function tour(browser, server, language, folder, look) {
  const { context, page, faults } = await person(browser, { locale: LOCALES[language] });
  const friend = await person(browser);
  await context.addInitScript((nick) => localStorage.setItem('engawa.nick', nick), NICKS[language]);
  await makeRoom(friend.page, server.url, { preset: 'octagon-three' });
  const code = await makeRoom(page, server.url, { preset: 'seed', visibility: 'public' });
  await friend.page.evaluate(() => localStorage.setItem('engawa.nick', 'Hanako'));
  await friend.page.goto(`${server.url}/r/${code}`);
  await friend.page.locator('[data-seat=s2] button').click();
  await chooseSeat(page, 's1', 'bot mcs 2');
  await page.locator('[data-seat=s2][data-kind=human]').waitFor();
  await shoot(page, folder, 'seats', language, look);
  await page.locator('[data-focus="choice s3"]').click();
  await page.locator('dialog.form').waitFor();
  await shoot(page, folder, 'bots', language, look);
  await page.keyboard.press('Escape');
  await page.goto(server.url);
  await page.locator('.room-row').first().waitFor();
  await page.locator('.game-card').first().waitFor();
  await shoot(page, folder, 'lobby', language, look);
  await page.goto(`${server.url}/r/${code}`);
  await page.locator('.picker-start button').click();
  await friend.page.locator('.board .cell').first().waitFor();
  await openTab(friend.page, 'chat');
  await friend.page.getByRole('button', { name: 'Thanks!' }).click();
  for (let i = 0; i < 4; i += 1) {
    if (await myTurnOrOver(page)) break;
    await playOne(page);
    if (await myTurnOrOver(friend.page)) break;
    await playOne(friend.page);
  }
  await myTurnOrOver(page);
  await quietly(page);
  await page.locator('.hint-button').click();
  await page.locator('.cell.hinted').waitFor();
  await shoot(page, folder, 'game', language, look);
  await Promise.all([playToEnd(page), playToEnd(friend.page)]);
  await quietly(page);
  await shoot(page, folder, 'result', language, look);
  await page.goto(`${server.url}/g/${code}-1`);
  await page.locator('.analyse').click();
  await page.locator('.analysis-panel[data-state=done]').waitFor({ timeout: 60_000 });
  await page.keyboard.press('End');
  await shoot(page, folder, 'record', language, look);
  await context.close();
  await friend.context.close();
  return [...faults, ...friend.faults];
}

// Who is here for the first time.
async function tourOfFirst(browser, server, language, folder, look) {
  const { context, page, faults } = await person(browser, { locale: LOCALES[language], cards: true });
  await page.goto(server.url);
  await page.locator('#play').click();
  await page.locator('.card').waitFor();
  const folded = page.locator('.card .card-offer button:visible');
  if (await folded.count()) await folded.click();
  await page.locator('.card .cell.legal').first().waitFor();
  await shoot(page, folder, 'card', language, look);
  await context.close();
  return faults;
}

// Returns what went wrong in the pages.
export async function takeScreenshots(browser, server, folder, look) {
  mkdirSync(folder, { recursive: true });
  const faults = [];
  for (const language of Object.keys(LOCALES)) {
    faults.push(...(await tour(browser, server, language, folder, look)));
    faults.push(...(await tourOfGames(browser, server, language, folder, look)));
    faults.push(...(await tourOfFirst(browser, server, language, folder, look)));
  }
  return faults;
}

// The picture for the README: a game of five in its middle.
export async function takeReadmePicture(browser, server, path) {
  const { context, page } = await person(browser, { viewport: { width: 1240, height: 800 }, deviceScaleFactor: 1.5 });
  await page.goto(server.url);
  await page.evaluate(() => localStorage.setItem('engawa.nick', 'Hanako'));
  await page.reload();
  await page.locator('.game-card').first().waitFor();
  await page.locator('#play').click();
  await playSome(page, 5);
  await quietly(page);
  await page.screenshot({ path });
  await context.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(root, 'build/screenshots');
  const server = await Engawad.start();
  const browser = await launch();
  const faults = await takeScreenshots(browser, server, folder);
  await takeReadmePicture(browser, server, join(folder, 'readme.png'));
  await browser.close();
  await server.stop();
  console.log(`pictures are in ${folder}`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
