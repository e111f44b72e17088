// The effect of a move before it is made: ghosts on the board of reversi and a sentence under it, by mouse and by keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { playAlone, tabTo } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { boardOf, playNow, plyOf, myTurnOrOver } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

// Black's c1 sets off the bomb at c2, with the wildcard at c3 and the black disc at c4.
const BOMB = {
  board: ['....Y', 'WBRG.', '.WG..', 'A.B..'],
  compete: 'BWA',
  cut_ins: { 2: 'C', 4: 'Y' },
  first: 'B',
  permanent: 'GY',
  rotation: 'BWA',
  stuck_cut_in: 'skip',
};
const FOUR_BOTS = Array.from({ length: 4 }, () => ({ bot: 'random' }));

const ghostsOf = (page) =>
  page.evaluate(() => Object.fromEntries([...document.querySelectorAll('[data-ghost]')].map(({ dataset }) => [dataset.cell, dataset.ghost])));
const status = (page, words) => page.locator('.spoken', { hasText: words }).waitFor();

// The cells that differ, as ghosts would show them.
function changes(before, after) {
  return Object.fromEntries(
    Object.keys(before)
      .filter((cell) => before[cell] !== after[cell])
      .map((cell) => [cell, after[cell] === '.' ? 'x' : after[cell]]),
  );
}

test('the ghosts under the mouse are what the move does then', async () => {
  const { page } = await person();
  // The other players move slowly, so that the board after the person's own move can be checked.
  await playAlone(page, house.url, 'reversi', { preset: 'five' }, FOUR_BOTS, { bot_delay_ms: 10000 });
  await page.locator('.turn.mine').waitFor();
  const cell = page.locator('.cell.legal').nth(3);
  const name = await cell.getAttribute('data-cell');
  await cell.hover();
  await page.locator('[data-ghost]').first().waitFor();
  const [ghosts, before] = [await ghostsOf(page), await boardOf(page)];
  assert.ok(Object.keys(ghosts).length >= 2 && name in ghosts, JSON.stringify(ghosts));
  await status(page, new RegExp(`^${name}: flips \\d+ discs?$`));
  assert.match(await page.locator('.spoken').textContent(), new RegExp(`flips ${Object.keys(ghosts).length - 1} `));
  await page.locator('h1').hover();
  await page.waitForFunction(() => !document.querySelector('[data-ghost]'));
  await cell.hover();
  await page.locator('[data-ghost]').first().waitFor();
  const ply = await plyOf(page);
  await cell.click();
  await page.waitForFunction((old) => document.querySelector('.turn').dataset.ply !== old, ply);
  assert.deepEqual(changes(before, await boardOf(page)), ghosts);
  assert.deepEqual(await ghostsOf(page), {}, 'nothing is left of them');
});

test('a bomb is told before it goes off, in both languages', async () => {
  for (const [locale, words] of [['en-US', 'c1: sets off a bomb, 3 discs vanish'], ['ja-JP', 'c1：ボム石が爆発、3枚が消える']]) {
    const { page } = await person({ locale });
    await playAlone(page, house.url, 'reversi', BOMB, FOUR_BOTS, { bot_delay_ms: 10000 });
    await page.locator('.turn.mine').waitFor();
    await page.locator('[data-cell=c1]').hover();
    await status(page, words);
    assert.deepEqual(await ghostsOf(page), { c1: 'x', c2: 'x', c3: 'x', c4: 'x' });
    await assertNoViolations(page, 'a bomb that would go off');
  }
});

test('by keyboard: the focus on a legal cell says what the move would do; elsewhere nothing is said', async () => {
  const { page } = await person();
  await playAlone(page, house.url, 'reversi', BOMB, FOUR_BOTS, { bot_delay_ms: 10000 });
  await page.locator('.turn.mine').waitFor();
  await tabTo(page, '[data-cell]');
  for (let i = 0; i < 6; i += 1) {
    await page.keyboard.press('n');
    const name = await page.evaluate(() => document.activeElement.dataset.cell);
    await status(page, new RegExp(`^${name}: `));
    assert.ok(name in (await ghostsOf(page)), name);
  }
  await page.keyboard.press('Control+Home');
  await page.waitForFunction(() => !document.querySelector('[data-ghost]'));
});

test('who watches or waits sees no ghosts, and asks for none', async () => {
  const { page } = await person();
  const asked = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => payload.includes('"preview"') && asked.push(payload)));
  await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'random' }], { bot_delay_ms: 10000 });
  await page.locator('.turn.mine').waitFor();
  const cells = page.locator('.cell:not([data-disc])');
  await page.locator('.cell.legal').first().click();
  await page.locator('.turn:not(.mine)').waitFor();
  asked.length = 0;
  for (let i = 0; i < 8; i += 1) await cells.nth(i).hover();
  await page.keyboard.press('n');
  // The message for a tap out of turn comes after any request that a look would have sent.
  await cells.nth(3).click();
  await status(page, /./);
  assert.deepEqual(await ghostsOf(page), {});
  assert.deepEqual(asked, []);
});

test('a server that answers late: the ghosts of a past position never come', async () => {
  const { page } = await person();
  let held;
  await page.routeWebSocket(/\/rooms\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      if (text.includes('"preview":{')) held = () => socket.send(text);
      else socket.send(text);
    });
  });
  await playNow(page, house.url, 'classic');
  await myTurnOrOver(page);
  const cell = page.locator('.cell.legal').first();
  await cell.hover();
  const ply = await plyOf(page);
  for (let i = 0; !held && i < 200; i += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.ok(held, 'a preview was asked for');
  await cell.click();
  await page.waitForFunction((old) => document.querySelector('.turn').dataset.ply !== old, ply);
  held();
  assert.equal(await myTurnOrOver(page), false);
  await page.locator('.hint-button').click();
  await page.locator('.cell.legal.hinted').waitFor(); // after the late answer, on the same socket
  assert.deepEqual(await ghostsOf(page), {});
});

test('by touch: the first tap shows what the move would do and how it is made, the second makes it', async () => {
  const { page } = await person({ hasTouch: true, viewport: { width: 390, height: 844 } });
  await playAlone(page, house.url, 'reversi', BOMB, FOUR_BOTS, { bot_delay_ms: 10000 });
  await page.locator('.turn.mine').waitFor();
  await page.locator('[data-cell=c1]').tap();
  await status(page, 'c1: sets off a bomb, 3 discs vanish; tap again to play.');
  assert.deepEqual(await ghostsOf(page), { c1: 'x', c2: 'x', c3: 'x', c4: 'x' });
  const ply = await plyOf(page);
  const other = await page.locator('.cell.legal:not([data-cell=c1])').first().getAttribute('data-cell');
  await page.locator(`[data-cell=${other}]`).tap();
  await status(page, new RegExp(`^${other}: .* tap again`));
  assert.ok(!('c1' in (await ghostsOf(page))) && other in (await ghostsOf(page)));
  await page.locator(`[data-cell=${other}]`).tap();
  await page.waitForFunction((old) => document.querySelector('.turn').dataset.ply !== old, ply);
  assert.deepEqual(await ghostsOf(page), {});
});
