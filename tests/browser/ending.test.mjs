// The end of a game: every player sees their own result, and all places, without scrolling.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOver, playAlone, playTogether } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { serverDocument } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const ORDINALS = { 2: '2nd', 3: '3rd', 4: '4th', 5: '5th' };
const WORDS = {
  'en-US': { resign: 'Resign', why: 'The game ended by resignation.', place: (n) => `You came ${ORDINALS[n]} of 5`, card: (n) => ORDINALS[n] ?? '1st' },
  'ja-JP': { resign: '投了する', why: '投了により終局しました。', place: (n) => `5人中${n}位でした`, card: (n) => `${n}位` },
};
const bots = [{ bot: 'random' }, { bot: 'random' }, { bot: 'minimum', level: 1 }, { bot: 'mcs', level: 2 }];

async function resignGame(page, code, resign) {
  await page.locator('.turn.mine').waitFor();
  await page.locator('.under-board').getByRole('button', { name: resign }).click();
  await page.locator('dialog .danger').click();
  return assertOver(page, code, {});
}

const inSight = (page, selector) =>
  page.locator(selector).evaluateAll((all) =>
    all.filter((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return hit && (one.contains(hit) || hit.contains(one));
    }).length);

for (const [locale, words] of Object.entries(WORDS)) {
  for (const [width, height] of [[360, 740], [740, 360], [768, 1024], [1280, 800]]) {
    test(`who has lost reads their own place first, and sees all five without scrolling (${locale}, ${width}x${height})`, async () => {
      const { page } = await person({ locale, viewport: { width, height } });
      const code = await playAlone(page, house.url, 'reversi', { preset: 'five' }, bots);
      const { result } = await resignGame(page, code, words.resign);
      const { rank } = result.ranking.find(({ seat }) => seat === 's0');
      assert.notEqual(result.winner, 's0');
      await page.locator('.result-head').waitFor();
      assert.equal((await page.locator('.turn-text').textContent()).trim(), words.place(rank));
      assert.equal(await page.locator('.result-head').textContent(), words.place(rank));
      await page.locator('.call', { hasText: words.place(rank) }).waitFor({ state: 'attached' });
      assert.deepEqual(
        await page.locator('.player .next-mark').allTextContents(),
        ['s0', 's1', 's2', 's3', 's4'].map((seat) => words.card(result.ranking.find((entry) => entry.seat === seat).rank)),
      );
      await page.evaluate(() => scrollTo(0, 0));
      assert.equal(await inSight(page, '.player .next-mark'), 5);
      if (width === 1280) assert.equal(await inSight(page, '.place'), 5);
      if (width < 1280) assert.equal(await inSight(page, '.turn-text'), 1);
      if (width === 360) {
        await page.locator('.told', { hasText: words.why }).waitFor();
        assert.equal(await inSight(page, '.voice'), 1);
      }
    });
  }
}

test('the winner, who looks on, and one of two are told of no place', async () => {
  const [host, friend, watcher] = [await person(), await person(), await person()];
  await playTogether(host, friend, watcher, house.url, 'reversi', { preset: 'classic' });
  await host.page.locator('.turn.mine').waitFor();
  await host.page.locator('.under-board').getByRole('button', { name: 'Resign' }).click();
  await host.page.locator('dialog .danger').click();
  const heads = { host: /^White \(.+\) wins$/, friend: /^You win!$/, watcher: /^White \(.+\) wins$/ };
  for (const [who, someone] of Object.entries({ host, friend, watcher })) {
    await someone.page.locator('.result-head').waitFor();
    assert.match(await someone.page.locator('.result-head').textContent(), heads[who], who);
    assert.match((await someone.page.locator('.turn-text').textContent()).trim(), heads[who], who);
    assert.equal(await someone.page.locator('.player.ranked').count(), 0);
  }
});

for (const [who, reducedMotion, speed] of [['who watches', 'no-preference', '1'], ['who wants no motion', 'reduce', '1'], ['who has turned animation off', 'no-preference', '0']])
  test(`the places come from the last to the first, once, and the discs of each stack up: ${who}`, async () => {
    const { page } = await person({ reducedMotion, viewport: { width: 768, height: 1024 } });
    await page.addInitScript((chosen) => localStorage.setItem('engawa.settings', JSON.stringify({ speed: chosen })), speed);
    const code = await playAlone(page, house.url, 'reversi', { preset: 'five' }, bots);
    await resignGame(page, code, WORDS['en-US'].resign);
    const places = page.locator('.ranking .place');
    await places.first().waitFor();
    const delaysOf = (half) =>
      places.evaluateAll((rows, part) => rows.map((row) => getComputedStyle(row, part)).map(({ animationName, animationDelay }) => animationName !== 'none' && animationDelay), half);
    const [delays, stacks] = [await delaysOf(), await delaysOf('::after')];
    const all = who === 'who watches';
    assert.deepEqual(delays, all ? ['1.2s', '0.9s', '0.6s', '0.3s', '0s'] : [false, false, false, false, false]);
    assert.deepEqual(stacks, all ? ['1.35s', '1.05s', '0.75s', '0.45s', '0.15s'] : [false, false, false, false, false]);
    await page.locator('.ranking').evaluate((list) => Promise.all(list.getAnimations({ subtree: true }).map((one) => one.finished)));
    const widths = await places.evaluateAll((rows) => rows.map((row) => [Number.parseFloat(getComputedStyle(row, '::after').width), getComputedStyle(row).opacity]));
    const { result } = await serverDocument(page, code);
    const sum = result.ranking.reduce((discs, { score }) => discs + score, 0);
    const whole = widths.reduce((width, [one]) => width + one, 0);
    widths.forEach(([width, opacity], i) => {
      assert.ok(Math.abs(width / whole - result.ranking[i].score / sum) < 0.01, `${width} of ${whole}`);
      assert.equal(opacity, '1');
    });
    await page.reload();
    await places.first().waitFor();
    assert.equal(await page.locator('.ranking[data-comes]').count(), 0);
  });
