// People far away: a round trip of 400 ms, and one packet in a hundred lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from './lib/browser.mjs';
import { Engawad } from './lib/engawad.mjs';
import { enterRoom, startGame } from './lib/games.mjs';
import { Link } from './lib/link.mjs';
import { assertNoFaults, assertSameBoard, myTurnOrOver, playOne, playToEnd } from './lib/play.mjs';

const bot = { bot: 'mcs', level: 1 };
let link;
let server;
let url;
const browsers = [];
before(async () => {
  link = await Link.make({ delayMs: 200, loss: 0.01 });
  if (!link) return;
  server = await Engawad.start({ args: ['--bind', '0.0.0.0'] });
  url = `http://${link.here}:${server.port}`;
  for (let i = 0; i < 2; i += 1) browsers.push(await launch(link.browser));
});
after(async () => {
  for (const browser of browsers) await browser.close();
  await server?.stop();
  await link?.stop();
});

// The connection messages of the page, from the first moment on.
function noteTrouble() {
  window.trouble = [];
  const look = () => {
    const banner = document.querySelector('.banner');
    if (banner?.checkVisibility() && banner.textContent) window.trouble.push(banner.textContent);
    for (const toast of document.querySelectorAll('.toast.refusal')) window.trouble.push(toast.textContent);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

async function twoFriends() {
  const people = [];
  for (const browser of browsers) people.push(await person(browser));
  for (const { page, context } of people) {
    context.setDefaultTimeout(60_000);
    await page.addInitScript(noteTrouble);
  }
  const [host, friend] = people;
  const code = await enterRoom(host.page, url, { game: 'reversi', options: { preset: 'five' }, seats: ['me', 'open', bot, bot, bot] });
  await friend.page.goto(`${url}/r/${code}`);
  await friend.page.locator('[data-seat=s1].mine').waitFor();
  await host.page.locator('[data-seat=s1][data-kind=human]').waitFor();
  await startGame(host.page);
  return { host, friend, people, code };
}

const close = (people) => Promise.all(people.map(({ context }) => context.close()));
const troubleOf = ({ page }) => page.evaluate(() => [...new Set(window.trouble)]);

// The number of moves of each of the two friends in the record.
async function movesInRecord(id) {
  const text = await fetch(`${server.url}/api/records/${id}`).then((answer) => answer.text());
  const lines = text.trim().split('\n').map((line) => JSON.parse(line));
  return ['s0', 's1'].map((seat) => lines.filter((line) => line.in === 'move' && line.seat === seat).length);
}

test('two people and three bots play to the end, and see no error', async (t) => {
  if (!link) return t.skip('no network namespace can be made here');
  const { host, friend, people, code } = await twoFriends();
  const moves = await Promise.all(people.map(({ page }) => playToEnd(page)));
  t.diagnostic(`${moves.join(' and ')} moves`);
  const room = await assertSameBoard(host.page, code);
  assert.deepEqual(moves, await movesInRecord(room.result.record), 'each move once');
  await assertSameBoard(friend.page, code);
  assert.equal(room.phase, 'over');
  for (const someone of people) assert.deepEqual(await troubleOf(someone), []);
  assertNoFaults(...people);
  await close(people);
});

test('a kill -9 in the middle: both are back by themselves, and go on', async (t) => {
  if (!link) return t.skip('no network namespace can be made here');
  const { host, friend, people, code } = await twoFriends();
  for (let i = 0; i < 2; i += 1)
    await Promise.all(people.map(async ({ page }) => (await myTurnOrOver(page)) || playOne(page)));
  const away = people.map(({ page }) => page.locator('.light:not(.online)').waitFor({ state: 'attached' }));
  await server.crash();
  const begin = performance.now();
  await Promise.all(away);
  await server.restart();
  const started = performance.now();
  await Promise.all(people.map(({ page }) => page.locator('.light.online').waitFor({ state: 'attached' })));
  const back = performance.now();
  t.diagnostic(`back ${Math.round(back - begin)} ms after the kill, ${Math.round(back - started)} ms after the start`);
  await Promise.all(people.map(async ({ page }) => (await myTurnOrOver(page)) || playOne(page)));
  for (const { page } of people) await page.locator('.light.online').waitFor({ state: 'attached' });
  await Promise.all(people.map(({ page }) => playToEnd(page)));
  await assertSameBoard(host.page, code);
  await assertSameBoard(friend.page, code);
  assertNoFaults(...people);
  await close(people);
});
