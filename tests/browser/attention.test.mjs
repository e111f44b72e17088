// The sign of the turn for a person who looks elsewhere; chat lines at the player's card; the board alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterRoom, playAlone, startGame } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { myTurnOrOver, openTab, playNow } from './lib/play.mjs';

const house = openHouse();
const { person } = house;
const bot = { bot: 'random' };
const icon = (page) => page.evaluate(() => document.querySelector('link[rel=icon]').href);

for (const [locale, words] of [['en-US', '● Your turn'], ['ja-JP', '● あなたの番']]) {
  test(`the title and a badge on the icon say that it is one's turn, and only then (${locale})`, async () => {
    const { page } = await person({ locale });
    await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [bot], { bot_delay_ms: 1500 });
    await myTurnOrOver(page);
    await page.waitForFunction(() => document.querySelector('link[rel=icon]').href.startsWith('data:'));
    assert.ok((await page.title()).startsWith(words));
    assert.match(decodeURIComponent(await icon(page)), /#d23c62.*<\/svg>\s*$/);
    const drawn = await page.evaluate(async () => {
      const image = new Image();
      image.src = document.querySelector('link[rel=icon]').href;
      await image.decode();
      return image.naturalWidth > 0;
    });
    assert.ok(drawn, 'it is a picture');
    await page.locator('.cell.legal').first().click();
    await page.waitForFunction(() => /\/assets\/favicon-/.test(document.querySelector('link[rel=icon]').href));
    assert.ok(!(await page.title()).startsWith('●'));
    await myTurnOrOver(page);
    await page.waitForFunction(() => document.querySelector('link[rel=icon]').href.startsWith('data:'));
    await page.getByRole('link', { name: 'Engawa' }).click();
    await page.locator('#play').waitFor();
    assert.match(await icon(page), /favicon-/);
  });
}

// A page in the background, and a system that records the notifications it should show.
function background(wanted) {
  window.shown = [];
  window.asked = 0;
  window.Notification = class {
    static permission = 'granted';
    static requestPermission = async () => {
      window.asked += 1;
      return 'granted';
    };
    constructor(title, options) {
      window.shown.push([title, options.body]);
    }
    close() {}
  };
  if (wanted) localStorage.setItem('engawa.settings', JSON.stringify({ notify: 'on' }));
}

for (const [locale, words, label] of [['en-US', 'Your turn', 'While this page is in the background'], ['ja-JP', 'あなたの番です', 'このページを見ていないとき']]) {
  test(`a notification of the system, for who asked for it and looks elsewhere (${locale})`, async () => {
    const { page } = await person({ locale });
    await page.addInitScript(background, false);
    const code = await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [bot], { bot_delay_ms: 700 });
    await myTurnOrOver(page);
    const hide = (hidden) => page.evaluate((state) => Object.defineProperty(document, 'hidden', { configurable: true, value: state }), hidden);
    const play = async () => {
      await page.locator('.cell.legal').first().click();
      await page.locator('.turn:not(.mine)').waitFor();
      await page.locator('.turn.mine').waitFor();
    };
    await hide(true);
    await play();
    assert.deepEqual(await page.evaluate(() => window.shown), [], 'nobody asked for it');
    await hide(false);
    await page.locator('.bar .button').last().click();
    await page.getByLabel(label).check();
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => window.asked), 1, 'the browser asks the person');
    await play();
    assert.deepEqual(await page.evaluate(() => window.shown), [], 'the page is in sight');
    await hide(true);
    await play();
    assert.deepEqual(await page.evaluate(() => window.shown), [[words, code]]);
  });
}

test('what somebody says stands at their card for a while, and moves nothing', async () => {
  const host = await person();
  const friend = await person({ locale: 'ja-JP' });
  const code = await enterRoom(host.page, house.url, { game: 'reversi', options: { preset: 'classic' }, seats: ['me', 'open'] });
  await friend.page.goto(`${house.url}/r/${code}`);
  await host.page.locator('[data-seat=s1][data-kind=human]').waitFor();
  await startGame(host.page);
  await friend.page.locator('.board .cell').first().waitFor();
  await host.page.locator('.board .cell').first().waitFor();
  const where = () => host.page.locator('.board').boundingBox();
  const before = await where();
  assert.equal(await host.page.locator('#tab-chat .tab-mark').count(), 0);
  await openTab(friend.page, 'chat');
  await friend.page.getByRole('button', { name: 'ありがとう' }).click();
  const emote = host.page.locator('.player[data-seat=s1] .emote');
  await emote.waitFor();
  assert.equal(await emote.textContent(), 'ありがとう');
  assert.deepEqual(await where(), before);
  assert.equal(await host.page.locator('#tab-chat .tab-mark').count(), 1, 'and the tab says that there is something new');
  await emote.waitFor({ state: 'detached' });
  await openTab(host.page, 'chat');
  await host.page.locator('.chat-lines', { hasText: 'ありがとう' }).waitFor();
  assert.equal(await host.page.locator('#tab-chat .tab-mark').count(), 0);
});

for (const [locale, name] of [['en-US', 'Focus'], ['ja-JP', '盤に集中']]) {
  test(`the board alone: by key or button, and back (${locale})`, async () => {
    const { page } = await person({ locale });
    await playNow(page, house.url, 'classic');
    await myTurnOrOver(page);
    const before = await page.locator('.board').boundingBox();
    await page.keyboard.press('z');
    assert.deepEqual(await page.locator('.bar, .side').evaluateAll((all) => all.map((one) => one.checkVisibility())), [false, false]);
    assert.ok(await page.locator('.turn').isVisible());
    assert.ok((await page.locator('.board').boundingBox()).height > before.height, 'the board takes the room');
    await page.locator('.cell.legal').first().click();
    await myTurnOrOver(page);
    await page.keyboard.press('Escape');
    assert.ok(await page.locator('.bar').isVisible());
    await page.getByRole('button', { name }).click();
    assert.equal(await page.locator('.side').isVisible(), false);
    await page.getByRole('button', { name }).click();
    assert.ok(await page.locator('.side').isVisible());
  });
}
