// The room before its game: a visitor by the link reads who invites them to which game, the host's one button stays visible, and a new name is not
// announced.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { enterRoom } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';

const house = openHouse();
const { person } = house;

const FRIENDS = { game: 'reversi', options: { preset: 'five' }, seats: ['me', 'open', 'open', 'open', 'open'] };
const PHONE = { width: 360, height: 740 };
const WORDS = {
  'en-US': { invites: 'Hana invites you to Multiplayer reversi · Five players', full: 'The room is full: you are watching.', rename: 'Rename', name: 'Your name in this room' },
  'ja-JP': { invites: 'Hanaさんから「みんなでリバーシ・5人対戦」への招待です', full: '満席です。観戦しています。', rename: '変更する', name: 'このルームでの名前' },
};

async function hostOf(wish, options = {}) {
  const host = await person(options);
  await host.context.addInitScript(() => localStorage.setItem('engawa.nick', 'Hana'));
  const code = await enterRoom(host.page, house.url, wish);
  return { ...host, url: `${house.url}/r/${code}` };
}

const boxOf = (page, selector) => page.locator(selector).first().boundingBox();

for (const [locale, words] of Object.entries(WORDS)) {
  test(`who comes by the link on a phone reads who invites to what, beside the board (${locale})`, async () => {
    const host = await hostOf(FRIENDS);
    const { page } = await person({ locale, viewport: PHONE });
    await page.goto(host.url);
    await page.locator('[data-seat=s1].mine').waitFor();
    const heading = page.locator('.welcome h2');
    await heading.waitFor();
    assert.equal((await heading.textContent()).replace(/\s· /, locale === 'ja-JP' ? '・' : ' · '), words.invites);
    await page.locator('.welcome svg').waitFor();
    for (const part of ['.welcome h2', '.welcome svg']) {
      const { y, height } = await boxOf(page, part);
      assert.ok(y >= 0 && y + height <= PHONE.height / 2, `${part} at ${y}`);
    }
    await assertNoViolations(page, locale);
    assert.equal(await host.page.locator('.welcome:visible').count(), 0, 'the host is not invited');
  });

  test(`who comes to a full room reads that they watch (${locale})`, async () => {
    const host = await hostOf({ game: 'reversi', options: { preset: 'classic' }, seats: ['me', 'open'] });
    const friend = await person();
    await friend.page.goto(host.url);
    await friend.page.locator('[data-seat=s1].mine').waitFor();
    assert.equal(await friend.page.locator('.room-full').count(), 0);
    const { page } = await person({ locale, viewport: PHONE });
    await page.goto(host.url);
    await page.getByText(words.full).waitFor();
  });

  test(`a new name in a room is told by nothing but the name (${locale})`, async () => {
    const { page } = await hostOf(FRIENDS, { locale });
    await page.evaluate(() => {
      window.told = [];
      new MutationObserver(() => window.told.push(...[...document.querySelectorAll('.toast')].map((one) => one.textContent))).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByLabel(words.name).fill('Ken');
    await page.getByRole('button', { name: words.rename, exact: true }).click();
    await page.locator('[data-seat=s0]', { hasText: 'Ken' }).waitFor();
    await page.locator('.light[data-bars]').waitFor();
    assert.deepEqual(await page.evaluate(() => window.told), []);
  });
}

for (const viewport of [PHONE, { width: 768, height: 1024 }, { width: 1280, height: 800 }]) {
  test(`the host has the button that starts the game in sight, also when friends have come (${viewport.width}x${viewport.height})`, async () => {
    const host = await hostOf(FRIENDS, { viewport });
    const friend = await person();
    await friend.page.goto(host.url);
    await host.page.locator('[data-seat=s1][data-kind=human]').waitFor();
    await host.page.locator('[data-focus=people]').waitFor();
    const { y, height } = await boxOf(host.page, '[data-focus=start]');
    assert.equal(await host.page.evaluate(() => scrollY), 0);
    assert.ok(y >= 0 && y + height <= viewport.height, `at ${y} of ${viewport.height}`);
    await host.page.locator('[data-focus=start]').click();
    await host.page.locator('.table .turn').waitFor();
  });
}

test('the badge on one\'s own seat stands out from the ground of the seat', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const { page } = await hostOf(FRIENDS, { colorScheme });
    const grounds = await page.locator('.seat.mine').evaluate((seat) => [seat, seat.querySelector('.badge')].map((one) => getComputedStyle(one).backgroundColor));
    assert.notEqual(grounds[0], grounds[1], colorScheme);
  }
});
