// Friends in a room: hints are the host's choice, who looks on is counted, the cushions around the board, and the same room by both ways.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { enterRoom, startGame, tabTo } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { codeOf, serverDocument } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const NIM = { game: 'nim', options: { rows: [3, 5] }, seats: ['me', 'open'] };
const FIVE = { game: 'reversi', options: { preset: 'five' }, seats: ['me', 'open', 'open', 'open', 'open'] };
const WORDS = {
  'en-US': { rotate: 'Players change seats after each round', off: 'No hints while people play together', allowed: 'Hints are allowed', took: /Hana .*took a hint/, watching: 'Watching: 1', clock: '60 s per move', friends: 'Play with friends' },
  'ja-JP': { rotate: 'ラウンドごとに席が入れ替わります', off: 'みんなで遊ぶ間、ヒントは使えません', allowed: 'ヒントを使えます', took: /Hana.*がヒントを見ました/, watching: '観戦：1人', clock: '1手60秒', friends: '友だちと遊ぶ' },
};

async function called(nick, options = {}) {
  const someone = await person(options);
  await someone.context.addInitScript((name) => localStorage.setItem('engawa.nick', name), nick);
  return someone;
}

async function two(wish, locale) {
  const host = await called('Hana');
  const code = await enterRoom(host.page, house.url, wish);
  const friend = await called('Ken', { locale });
  await friend.page.goto(`${house.url}/r/${code}`);
  await friend.page.locator('[data-seat=s1].mine').waitFor();
  await host.page.locator('[data-seat=s1][data-kind=human]').waitFor();
  return { host: host.page, friend: friend.page, code };
}

for (const [locale, words] of Object.entries(WORDS)) {
  test(`nobody has hints among friends until the host allows them, and then everybody hears of each (${locale})`, async () => {
    const { host, friend } = await two(NIM, locale);
    await friend.locator('.plan-rules', { hasText: words.off }).waitFor();
    assert.equal(await friend.locator('[name=hints]').count(), 0, 'only the host may change it');
    await startGame(host);
    await friend.locator('.shell[data-ready] .table .turn').waitFor();
    assert.equal(await host.locator('.hint-button').isVisible(), false);
    await friend.getByRole('button', { name: /投了|Resign/ }).click();
    await friend.locator('dialog button.danger').click();
    await host.locator('[data-focus=another]').click();
    await host.locator('dialog input[value="nim 753"]').check();
    await host.locator('dialog button.primary').click();
    await host.locator('[name=hints]').check();
    await friend.locator('.plan-rules', { hasText: words.allowed }).waitFor();
    await startGame(host);
    await friend.locator('.shell[data-ready] .table .turn').waitFor();
    await host.locator('.hint-button').click();
    await host.locator('.stone.hinted').first().waitFor();
    await friend.locator('.log-lines', { hasText: words.took }).waitFor({ state: 'attached' });
  });

  test(`everybody sees how many look on, before the game and in it (${locale})`, async () => {
    const { host, friend, code } = await two({ ...NIM, seats: ['me', 'open'] }, locale);
    const watcher = await person();
    const start = () => host.locator('[data-focus=start]').boundingBox();
    const alone = await start();
    await watcher.page.goto(`${house.url}/r/${code}`);
    await watcher.page.locator('.room-full').waitFor();
    await friend.getByText(words.watching, { exact: true }).waitFor();
    await host.locator('.picker-head .spectators:not(.none)').waitFor();
    assert.deepEqual(await start(), alone, 'a button that moves under a finger loses its click');
    await startGame(host);
    await friend.locator('.under-board').getByText(words.watching, { exact: true }).waitFor();
    await watcher.context.close();
    await friend.locator('.under-board').getByText(words.watching, { exact: true }).waitFor({ state: 'hidden' });
  });

  test(`both ways to a room with friends begin with the same rules, and the room tells them (${locale})`, async () => {
    const rules = [];
    for (const way of ['friends', 'form']) {
      const { page } = await person({ locale });
      await page.goto(house.url);
      await page.locator('input[name=preset][value="reversi classic"]').check({ force: true });
      if (way === 'friends') await page.getByRole('button', { name: words.friends }).click();
      else await page.locator('#make').click();
      await page.locator('.plan', { hasText: words.clock }).waitFor();
      await page.locator('.plan-rules', { hasText: words.rotate }).waitFor();
      const { settings, clock } = await serverDocument(page, codeOf(page));
      rules.push({ settings, clock });
    }
    assert.deepEqual(rules[0], rules[1]);
    assert.deepEqual([rules[0].settings.rematch, rules[0].settings.hints], ['rotate', 'off']);
  });
}

const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

for (const [width, height] of [[360, 740], [768, 1024], [1280, 800]]) {
  test(`the cushions lie around the board and cover nothing, with the start in sight (${width}x${height})`, async () => {
    for (const [locale, colorScheme] of [['en-US', 'light'], ['ja-JP', 'dark']]) {
      for (const wish of [FIVE, { ...FIVE, options: { preset: 'classic' }, seats: ['me', 'open'] }, { game: 'nim', options: { preset: '753' }, seats: ['me', 'open'] }]) {
        const { page } = await called('Hana', { locale, colorScheme, viewport: { width, height } });
        await enterRoom(page, house.url, wish);
        await page.locator('.middle-board svg').waitFor();
        const boxes = await page.locator('.seat, .middle-board').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
        boxes.forEach((one, i) => boxes.slice(i + 1).forEach((other) => assert.ok(!overlap(one, other), JSON.stringify([wish, one, other]))));
        for (const { x, width: wide } of boxes) assert.ok(x >= 0 && x + wide <= width);
        const start = await page.locator('[data-focus=start]').boundingBox();
        assert.ok(start.y >= 0 && start.y + start.height <= height, `start at ${start.y}`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
        await assertNoViolations(page, `${wish.game} ${locale}`);
      }
    }
  });
}

test('a tap on an empty cushion takes it, and the keyboard does the same', async () => {
  const { host, friend, code } = await two(FIVE, 'en-US');
  await friend.locator('[data-seat=s3] .cushion').click();
  await friend.locator('[data-seat=s3].mine').waitFor();
  await host.locator('[data-seat=s1][data-kind=open]').waitFor();
  await tabTo(friend, '[data-focus="act s1"]');
  await friend.keyboard.press('Enter');
  await friend.locator('[data-seat=s1].mine').waitFor();
  assert.equal(await friend.evaluate(() => document.activeElement.dataset.focus), 'act s1', 'the focus stays with the person');
  assert.equal(await friend.getByRole('list', { name: 'Seats' }).getByRole('listitem').count(), 5);
  assert.deepEqual(await friend.getByRole('button', { name: /^Seat \d: Sit here$/ }).evaluateAll((all) => all.map((one) => one.textContent)), ['Seat 3: Sit here', 'Seat 4: Sit here', 'Seat 5: Sit here']);
  assert.equal((await serverDocument(host, code)).seats.s1.nick, 'Ken');
});
