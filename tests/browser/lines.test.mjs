// Texts on small screens: nothing is cut off, lines break where a reader expects it, and related words stay together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterRoom, playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { makeRoom } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const LANGUAGES = ['ja-JP', 'en-US'];
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const SIDEWAYS = { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true };

// The text of an element, line by line, as it is drawn.
const linesOf = (part) =>
  part.evaluate((element) => {
    const lines = new Map();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (let i = 0; i < text.length; i += 1) {
        const range = document.createRange();
        range.setStart(text, i);
        range.setEnd(text, i + 1);
        const { top, width } = range.getBoundingClientRect();
        if (width > 0) lines.set(Math.round(top), (lines.get(Math.round(top)) ?? '') + text.data[i]);
      }
    return [...lines].sort(([a], [b]) => a - b).map(([, words]) => words.trim());
  });

const whole = (part) => part.evaluate((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 1);

for (const locale of LANGUAGES) {
  test(`on a phone on its side both ways to start are on the first screen (${locale})`, async () => {
    const { page } = await person({ locale, ...SIDEWAYS });
    await page.goto(house.url);
    await page.locator('.game-card').first().waitFor();
    for (const button of ['#play', '#friends']) {
      const { y, height } = await page.locator(button).boundingBox();
      assert.ok(y + height <= 360, `${button} ends at ${y + height}`);
    }
  });

  test(`on a phone a room of the list and the unfinished game are told in whole words (${locale})`, async () => {
    const host = await person({ locale });
    await makeRoom(host.page, house.url, { preset: 'seed' });
    const { page } = await person({ locale, ...PHONE });
    await playAlone(page, house.url, 'fifteen', { size: 4, seats: 1 });
    await page.locator('.tiles[data-mine]').waitFor();
    await page.goto(house.url);
    await page.locator('.resume .hint', { hasText: '15' }).waitFor();
    assert.ok(await whole(page.locator('.resume .hint')), await page.locator('.resume .hint').textContent());
    const row = page.locator('.room-row').first();
    await row.waitFor();
    const [words, all] = [await row.locator('.room-what').boundingBox(), await row.boundingBox()];
    assert.ok(words.width > 0.7 * all.width, `${words.width} of ${all.width}`);
    for (const line of await linesOf(row.locator('.room-what > .hint'))) assert.doesNotMatch(line, /^·/);
    assert.equal((await linesOf(page.locator('.played > time').first())).length, 1);
  });
}

test('in Japanese, lines end between phrases', async () => {
  const { page } = await person({ locale: 'ja-JP', ...SIDEWAYS });
  await playAlone(page, house.url, 'fifteen', { size: 4, seats: 4 }, [], { bot_delay_ms: 5000 });
  await page.locator('.tiles[data-mine]').waitFor();
  assert.deepEqual(await linesOf(page.locator('.turn-lines')), ['コマを順番に', '並べてください']);
});

test("the tiles of a hint lie under its words, and the first one's frame, too", async () => {
  const { page } = await person(SIDEWAYS);
  await playAlone(page, house.url, 'fifteen', { seats: 1, tiles: [5, 1, 2, 4, 9, 6, 3, 8, 0, 10, 7, 12, 13, 14, 11, 15] });
  await page.locator('.tiles[data-mine]').waitFor();
  await page.locator('.hint-button').click();
  const first = page.locator('.way li').first();
  await first.waitFor();
  const words = await page.locator('.fifteen-note').boundingBox();
  const tile = await first.boundingBox();
  const frame = await first.evaluate((one) => Number.parseFloat(getComputedStyle(one).outlineWidth) + Number.parseFloat(getComputedStyle(one).outlineOffset));
  assert.ok(tile.y - frame >= words.y + words.height, `${tile.y} - ${frame} over ${words.y + words.height}`);
});

test('on a phone the button for the name stands beside its field', async () => {
  const { page } = await person({ locale: 'ja-JP', ...PHONE });
  await enterRoom(page, house.url, { game: 'reversi', options: { preset: 'five' }, seats: ['me', 'open', 'open', 'open', 'open'] });
  const [field, button] = [await page.locator('.name-form .field').boundingBox(), await page.locator('.name-form .button').boundingBox()];
  assert.ok(button.x >= field.x + field.width && button.y < field.y + field.height, JSON.stringify([field, button]));
});

for (const [locale, turn] of [['ja-JP', '黒の番 Tarou'], ['en-US', 'Black to move Tarou']]) {
  test(`beside a board with a clock whose turn it is is told without a cut name (${locale})`, async () => {
    const host = await person({ locale });
    await host.context.addInitScript(() => localStorage.setItem('engawa.nick', 'Tarou'));
    const clock = { kind: 'move', limit_ms: 600_000 };
    await playAlone(host.page, house.url, 'reversi', { preset: 'five' }, [], { clock });
    await host.page.locator('.turn.mine').waitFor();
    const watcher = await person({ locale });
    await watcher.page.goto(host.page.url());
    await watcher.page.locator('.turn .clock', { hasText: ':' }).waitFor();
    await watcher.page.locator('.turn-text', { hasText: turn }).waitFor();
    assert.ok(await whole(watcher.page.locator('.turn-who .ellipsis')));
  });
}

test('beside the board the buttons take two lines, also those of a host', async () => {
  for (const locale of LANGUAGES) {
    const host = await person({ locale });
    const friend = await person();
    const code = await enterRoom(host.page, house.url, { game: 'reversi', options: { preset: 'classic' }, seats: ['me', 'open'] });
    await friend.page.goto(`${house.url}/r/${code}`);
    await friend.page.locator('[data-seat=s1].mine').waitFor();
    await host.page.locator('[data-seat=s1][data-kind=human]').waitFor();
    await host.page.locator('[data-focus=start]').click();
    await host.page.locator('.cell.legal').first().waitFor();
    await host.page.locator('.shell[data-ready]').waitFor(); // the parts below the board come after it
    const lines = await host.page.locator('.under-board .button').evaluateAll((all) =>
      new Set(all.filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => Math.round(one.getBoundingClientRect().top))).size);
    assert.equal(lines, 2, locale);
  }
});

test('on a phone what a bot does is told in lines as wide as its card', async () => {
  const { page } = await person(PHONE);
  await enterRoom(page, house.url, { game: 'reversi', options: { preset: 'five' }, seats: ['me', 'open', 'open', 'open', 'open'] });
  await page.locator('[data-focus="choice s1"]').click();
  const card = page.locator('.who:has(.levels)').first();
  await card.waitFor();
  const [all, words, levels] = [await card.boundingBox(), await card.locator('.who-words').boundingBox(), await card.locator('.levels').boundingBox()];
  assert.ok(words.width > 0.8 * all.width, `${words.width} of ${all.width}`);
  assert.ok(levels.y >= words.y + words.height);
});
