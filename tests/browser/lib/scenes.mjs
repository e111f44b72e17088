// The page as a person sees it, scene by scene. `shoot(page, scene, language)` is called with each; with `screen` if only the visible screen
// matters, as for a dialog.
import { person } from './browser.mjs';
import { playAlone } from './games.mjs';
import { chooseSeat, makeRoom, myTurnOrOver, openTab, playOne, playToEnd } from './play.mjs';

const LOCALES = { ja: 'ja-JP', en: 'en-US' };
const NICKS = { ja: 'たろう', en: 'Taro' };
const WORDS = {
  ja: { rules: 'ルール', settings: '設定', invite: '招待する', resign: '投了する' },
  en: { rules: 'Rules', settings: 'Settings', invite: 'Invite', resign: 'Resign' },
};

const awa = (level) => ({ bot: 'awa', level });

async function named(browser, language, options) {
  const someone = await person(browser, { locale: LOCALES[language], ...options });
  await someone.context.addInitScript((nick) => localStorage.setItem('engawa.nick', nick), NICKS[language]);
  return someone;
}

async function quietly(page) {
  await page.locator('.board:not([aria-busy])').waitFor();
  await page.locator('.toast').first().waitFor({ state: 'detached' });
}

// The start page with all of its parts: the lower ones are loaded when they come into view.
async function wholeLobby(page, url) {
  await page.goto(url);
  await page.locator('.game-card').first().waitFor();
  await page.locator('.preset-board svg').first().waitFor();
  await page.locator('.columns').evaluate((columns) => columns.scrollIntoView());
  await page.locator('.watch-board svg').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

async function inDialog(page, open, scene, language, shoot) {
  await open.click();
  await page.locator('dialog').waitFor();
  await shoot(page, scene, language, 'screen');
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
}

async function dialogsOfTheTable(page, language, shoot) {
  for (const [scene, name] of Object.entries(WORDS[language]))
    await inDialog(page, page.getByRole('button', { name, exact: true }), scene, language, shoot);
}

async function analysed(page, url, language, shoot, scene) {
  await page.goto(url);
  await page.locator('.analyse').click();
  await page.locator('.analysis-panel[data-state=done]').waitFor({ timeout: 240_000 });
  await page.keyboard.press('End');
  await shoot(page, scene, language);
}

// Two friends and bots, from the start page to the record; and a spectator.
export async function tourOfFriends(browser, url, language, shoot) {
  const { context, page, faults } = await named(browser, language);
  const friend = await person(browser);
  const watcher = await named(browser, language);
  await makeRoom(friend.page, url, { preset: 'octagon-three' });
  const code = await makeRoom(page, url, { preset: 'seed', visibility: 'public' });
  await friend.page.evaluate(() => localStorage.setItem('engawa.nick', 'Hanako'));
  await friend.page.goto(`${url}/r/${code}`);
  await friend.page.locator('[data-seat=s2] button').click();
  await chooseSeat(page, 's1', 'bot mcs 2');
  await page.locator('[data-seat=s2][data-kind=human]').waitFor();
  await shoot(page, 'seats', language);
  await inDialog(page, page.locator('[data-focus="choice s3"]'), 'bots', language, shoot);
  await wholeLobby(page, url);
  await page.locator('.room-row').first().waitFor();
  await shoot(page, 'lobby', language);
  await page.goto(`${url}/r/${code}`);
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
  await shoot(page, 'game', language);
  await dialogsOfTheTable(page, language, shoot);
  await watcher.page.goto(`${url}/r/${code}`);
  await watcher.page.locator('.under-board .watching').waitFor();
  await watcher.page.locator('.board .cell').first().waitFor();
  await shoot(watcher.page, 'watched', language);
  await Promise.all([playToEnd(page), playToEnd(friend.page)]);
  await quietly(page);
  await shoot(page, 'result', language);
  await analysed(page, `${url}/g/${code}-1`, language, shoot, 'record');
  for (const one of [context, friend.context, watcher.context]) await one.close();
  return [...faults, ...friend.faults, ...watcher.faults];
}

// Each game for two or more players, in its middle: the player has a hint, and the bots have moved. Then its end and its record.
export const MIDDLES = {
  async classic(page, url) {
    const code = await playAlone(page, url, 'reversi', { preset: 'classic' }, [{ bot: 'random' }]);
    for (let i = 0; i < 6 && !(await myTurnOrOver(page)); i += 1) await playOne(page);
    await myTurnOrOver(page);
    await quietly(page);
    return code;
  },
  async nim(page, url) {
    const code = await playAlone(page, url, 'nim', { rows: ['ooooxoo', 'ooooo', 'oo'] }, [{ bot: 'perfect' }]);
    await page.locator('.hint-button').click();
    await page.locator('.nim-hint').waitFor();
    return code;
  },
  async bubbles(page, url) {
    const code = await playAlone(page, url, 'bubbles', { seats: 5, hurry_s: 60 }, [awa(1), awa(2), awa(3), awa(4)], { bot_delay_ms: 900 });
    await page.locator('.bubble-field[data-mine]').waitFor();
    const box = await page.locator('.bubble-field').boundingBox();
    await page.mouse.click(box.x + box.width * 0.7, box.y + box.height * 0.4);
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.4);
    await page.waitForFunction(() => [...document.querySelectorAll('.player .score [aria-hidden]')].some((score) => Number(score.textContent) > 0));
    return code;
  },
  async fifteen(page, url) {
    const code = await playAlone(page, url, 'fifteen', { seats: 4, tiles: [5, 1, 2, 4, 9, 6, 3, 8, 0, 10, 7, 12, 13, 14, 11, 15] }, [], { bot_delay_ms: 900 });
    await page.locator('.tiles[data-mine]').waitFor();
    await page.locator('.tile[data-tile="10"]').click();
    await page.locator('.hint-button').click();
    await page.locator('.tile.hinted').waitFor();
    return code;
  },
};

export async function tourOfGames(browser, url, language, shoot) {
  const { context, page, faults } = await named(browser, language);
  for (const [scene, begin] of Object.entries(MIDDLES)) {
    await begin(page, url);
    await shoot(page, scene, language);
  }
  await wholeLobby(page, url);
  await page.locator('input[name=game][value=fifteen]').press('Space');
  await page.locator('input[name=preset][value="fifteen own"]').check();
  await shoot(page, 'own', language);
  await context.close();
  return faults;
}

// The same games resigned, and their records.
export async function tourOfEnds(browser, url, language, shoot) {
  const { context, page, faults } = await named(browser, language);
  for (const [scene, begin] of Object.entries(MIDDLES)) {
    const code = await begin(page, url);
    await page.getByRole('button', { name: WORDS[language].resign, exact: true }).click();
    await page.locator('dialog .danger').click();
    await page.locator('.result:not([hidden])').waitFor({ timeout: 60_000 });
    await shoot(page, `${scene}End`, language);
    await page.goto(`${url}/g/${code}-1`);
    await page.locator('.move-list .move-row').first().waitFor();
    await shoot(page, `${scene}Record`, language);
  }
  await context.close();
  return faults;
}

// The first visit: each game's card, a room for friends, an address that leads nowhere.
export async function tourOfFirst(browser, url, language, shoot) {
  const { context, page, faults } = await person(browser, { locale: LOCALES[language], cards: true });
  for (const game of ['reversi', 'nim', 'fifteen', 'bubbles']) {
    await page.goto(url);
    await page.locator(`[data-play=${game}]`).click();
    await page.locator('.card').waitFor();
    const folded = page.locator('.card .card-offer button:visible');
    if (await folded.count()) await folded.click();
    await page.locator('.card-board > *').first().waitFor();
    await shoot(page, `${game}Card`, language);
  }
  await page.goto(url);
  await page.locator('#friends').click();
  await page.locator('.qr').first().waitFor();
  await shoot(page, 'friends', language);
  await page.goto(`${url}/r/ZZZZZZZZ`);
  await page.locator('.missing').waitFor();
  await shoot(page, 'missing', language);
  await context.close();
  return faults;
}
