// One person against four bots, to the end.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { launch, person as newPerson } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';
import { assertNoFaults, assertSameBoard, myTurnOrOver, playNow, playOne, playToEnd } from './lib/play.mjs';

let server;
let browser;
let people = [];
before(async () => {
  server = await Engawad.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function person(options) {
  const someone = await newPerson(browser, options);
  people.push(someone);
  return someone;
}

afterEach(async () => {
  const here = people;
  people = [];
  for (const { context } of here) await context.close();
  assertNoFaults(...here);
});

for (const [preset, competing] of [['five', 5], ['seed', 3]]) {
  test(`black plays ${preset} against four bots to the end`, async () => {
    const someone = await person();
    const { page } = someone;
    const code = await playNow(page, server.url, preset);
    assert.ok((await playToEnd(page)) >= 1);
    const room = await assertSameBoard(page, code);
    assert.equal(room.phase, 'over');
    assert.equal(await page.locator('.place').count(), competing);
    const shown = await page.locator('.place').evaluateAll((places) => places.map((place) => [place.dataset.seat, Number(place.dataset.rank)]));
    assert.deepEqual(shown, room.result.ranking.map(({ seat, rank }) => [seat, rank]));
  });
}

test('two clicks from the start page to a running game', async () => {
  const someone = await person();
  await someone.page.goto(server.url);
  await someone.page.locator('#play').click();
  await someone.page.locator('.turn.mine').waitFor();
  assert.equal(await someone.page.locator('.player').count(), 5);
});

test('a rematch starts the next round in the same room', async () => {
  const someone = await person();
  const { page } = someone;
  const code = await playNow(page, server.url, 'classic');
  await playToEnd(page);
  await page.locator('[data-focus=rematch]').click();
  await page.locator('.result').waitFor({ state: 'hidden' });
  await myTurnOrOver(page);
  const room = await assertSameBoard(page, code);
  assert.equal(room.round, 2);
});

test('resigning is asked about, and ends the game', async () => {
  const someone = await person();
  const { page } = someone;
  await playNow(page, server.url, 'five');
  await myTurnOrOver(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.locator('.result').isVisible(), false);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.locator('.result').waitFor();
});

test('a reload in the middle of a game gives the seat back', async () => {
  const someone = await person();
  const { page } = someone;
  const code = await playNow(page, server.url, 'five');
  await myTurnOrOver(page);
  await playOne(page);
  await myTurnOrOver(page);
  await page.reload();
  await page.locator('.turn.mine').waitFor();
  await assertSameBoard(page, code);
  await playOne(page);
});

test('many steps at once end in the right board', async () => {
  const someone = await person();
  const { page } = someone;
  const code = await playNow(page, server.url, 'five');
  // Slow animation and no pause between bots: the queue must jump to the end instead of lagging behind.
  await page.evaluate(() => localStorage.setItem('engawa.settings', '{"speed":"0.5"}'));
  await page.reload();
  for (let i = 0; i < 4; i += 1) {
    if (await myTurnOrOver(page)) break;
    await playOne(page);
  }
  await myTurnOrOver(page);
  await assertSameBoard(page, code);
});
