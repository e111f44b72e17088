// The 15-puzzle: whole races by mouse and by keyboard, alone and together; hints, and slides that the server takes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { assertOver, enterRoom, playAlone, playTogether, startGame, tabTo } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { serverDocument } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

// Two steps from the goal: 5 up, 8 to the left.
const NEAR = [1, 2, 3, 4, 0, 6, 7, 5, 8];
// Three slides of three tiles from the goal: a bot that needs 900 ms for each of its 13 steps or more does not finish first.
const LINES = [2, 3, 4, 0, 1, 6, 7, 8, 5, 10, 11, 12, 9, 13, 14, 15];
const GOAL = '1 2 3 4 5 6 7 8 0';

const tile = (page, n) => page.locator(`.tiles .tile[data-tile="${n}"]`);
const shown = (page) => page.locator('.tiles .tile').evaluateAll((all) => all.map((one) => one.dataset.tile).join(' '));
const stepsShown = (page) => page.locator('.fifteen-facts .fact b').first().textContent();

async function waitShown(page, tiles) {
  await page.waitForFunction((wanted) => [...document.querySelectorAll('.tiles .tile')].map((one) => one.dataset.tile).join(' ') === wanted, tiles);
}

test('by mouse against a bot: a line slides at once, the first is done, and hears how short it could have been', async () => {
  const { page } = await person();
  const code = await playAlone(page, house.url, 'fifteen', { tiles: LINES, seats: 2 }, [{ bot: 'kame', level: 1 }], { bot_delay_ms: 10_000 });
  await page.locator('.tiles[data-mine]').waitFor();
  await page.locator('.player[data-seat=s1] .mini-tiles').waitFor();
  await tile(page, 2).click();
  assert.equal(await shown(page), '0 2 3 4 1 6 7 8 5 10 11 12 9 13 14 15', 'slid before any answer could be awaited');
  await tile(page, 9).click();
  await tile(page, 15).click();
  await waitShown(page, '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0');
  await page.locator('.player[data-seat=s0]', { hasText: '1st place' }).waitFor();
  assert.equal(await stepsShown(page), '9', 'a slide of three tiles is three steps');
  await page.locator('.fact', { hasText: 'Shortest9 (proved)' }).waitFor();
  await page.locator('.fact', { hasText: 'Time left' }).waitFor();
  const room = await assertOver(page, code, { winner: 's0', reason: 'solved' });
  assert.equal(room.view.boards.s0.steps, 9);
  assert.equal(room.view.boards.s1.done.place, 2);
});

test('by keyboard alone, to the next round', async () => {
  const { page } = await person({ locale: 'ja-JP' });
  const code = await playAlone(page, house.url, 'fifteen', { tiles: NEAR, seats: 1 });
  await page.locator('.tiles[data-mine]').waitFor();
  await tabTo(page, '.tiles');
  await page.keyboard.press('Shift+ArrowRight');
  await waitShown(page, '1 2 3 0 4 6 7 5 8');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await assertOver(page, code, { winner: 's0', reason: 'solved' });
  assert.equal(await shown(page), GOAL);
  await page.getByRole('heading', { name: '完成しました！' }).waitFor();
  assert.match(await page.locator('.log-lines').textContent(), /1位、4手/);
  await tabTo(page, '[data-focus=rematch]');
  await page.keyboard.press('Enter');
  await page.locator('.tiles[data-mine]').waitFor();
  await waitShown(page, NEAR.join(' '));
});

test('two browsers race while a third watches and chooses whose board is big', async () => {
  const [host, friend, watcher] = [await person(), await person({ locale: 'ja-JP' }), await person()];
  const code = await playTogether(host, friend, watcher, house.url, 'fifteen', { tiles: NEAR, seats: 2 });
  await friend.page.locator('.tiles[data-mine]').waitFor();
  await tile(friend.page, 5).click();
  const small = (page, seat) => page.locator(`.player[data-seat=${seat}] .mini-tiles i`).evaluateAll((all) => all.map((one) => one.textContent || '0').join(' '));
  await host.page.waitForFunction(() => document.querySelector('.player[data-seat=s1] .mini-tiles i:nth-child(5)')?.textContent === '5');
  assert.equal(await small(host.page, 's1'), '1 2 3 4 5 6 7 0 8');
  assert.equal(await shown(host.page), NEAR.join(' '), 'everybody has a board of their own');
  await watcher.page.locator('.player[data-seat=s1] button.mini').click();
  await waitShown(watcher.page, '1 2 3 4 5 6 7 0 8');
  await tile(watcher.page, 8).click();
  assert.equal(await shown(watcher.page), '1 2 3 4 5 6 7 0 8', 'who watches slides nothing');
  await tile(friend.page, 8).click();
  await friend.page.getByText('完成しました。ほかの人を待っています').waitFor();
  await host.page.locator('.log-lines', { hasText: '1st place, 2 steps' }).waitFor();
  await tile(host.page, 5).click();
  await tile(host.page, 8).click();
  for (const { page } of [host, friend, watcher]) {
    const room = await assertOver(page, code, { winner: 's1', reason: 'solved' });
    assert.equal(await shown(page), page === host.page ? room.view.boards.s0.tiles : GOAL);
  }
  await friend.page.getByRole('heading', { name: 'あなたの勝ちです' }).waitFor();
});

test('hints lead a random board to the goal in as few steps as there can be', async () => {
  const { page } = await person();
  const code = await playAlone(page, house.url, 'fifteen', { size: 3, seats: 1 });
  await page.locator('.tiles[data-mine]').waitFor();
  await page.locator('.hint-button').click();
  await page.locator('.fifteen-note', { hasText: 'the shortest solution' }).waitFor();
  await assertNoViolations(page, 'the 15-puzzle with a hint');
  const steps = Number(/(\d+) steps/.exec(await page.locator('.fifteen-note').textContent())[1]);
  for (let i = 0; i < steps; i += 1) {
    if (i > 0) await page.locator('.hint-button').click();
    await page.locator('.tile.hinted').click();
    await page.waitForFunction((n) => document.querySelector('.fifteen-facts .fact b').textContent === String(n), i + 1);
  }
  const room = await assertOver(page, code, { reason: 'solved' });
  assert.deepEqual(room.view.optimal, { steps, proved: true });
});

test('a hint that comes after a slide goes on from where the player is by then', async () => {
  const { page } = await person();
  let hold;
  const held = new Promise((resolve) => {
    hold = resolve;
  });
  await page.routeWebSocket(/\/rooms\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => (JSON.parse(text).hint ? hold(() => socket.send(text)) : socket.send(text)));
  });
  const code = await playAlone(page, house.url, 'fifteen', { tiles: NEAR, seats: 1 });
  await page.locator('.tiles[data-mine]').waitFor();
  await page.locator('.hint-button').click();
  await tile(page, 5).click();
  await page.waitForFunction(() => document.querySelector('.fifteen-facts .fact b').textContent === '1');
  (await held)();
  await page.locator('.fifteen-note', { hasText: 'Slide 8: the last step.' }).waitFor();
  await page.locator('.tile.hinted[data-tile="8"]').click();
  await assertOver(page, code, { reason: 'solved' });
});

test('the hint of a game that is over goes away', async () => {
  const { page } = await person();
  const code = await playAlone(page, house.url, 'fifteen', { size: 3, seats: 1 });
  await page.locator('.tiles[data-mine]').waitFor();
  await page.locator('.hint-button').click();
  await page.locator('.tile.hinted').waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await assertOver(page, code, { reason: 'resign' });
  await page.locator('.tile.hinted').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.fifteen-note').textContent(), '');
});

test('a slide that the server refuses slides back, and the person hears why', async () => {
  const { page } = await person();
  await page.routeWebSocket(/\/rooms\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type !== 'move') return server.send(text);
      setTimeout(() => socket.send(JSON.stringify({ type: 'error', re: message.id, code: 'rate_limited', message: 'x' })), 300);
    });
  });
  await enterRoom(page, house.url, { game: 'fifteen', options: { tiles: NEAR, seats: 1 } });
  await startGame(page);
  await page.locator('.tiles[data-mine]').waitFor();
  await tile(page, 6).click();
  assert.equal(await shown(page), '1 2 3 4 6 0 7 5 8');
  await waitShown(page, NEAR.join(' '));
  await page.locator('.toast.refusal').waitFor();
  await tile(page, 1).click();
  await page.locator('.spoken', { hasText: '1 is not in line' }).waitFor();
});

test('a board far too wide for a phone is none: every size fits', async () => {
  const { page } = await person({ viewport: { width: 360, height: 740 } });
  for (const size of [3, 4, 5]) {
    const code = await playAlone(page, house.url, 'fifteen', { size, seats: 1 });
    await page.locator('.tiles[data-mine]').waitFor();
    assert.equal(await page.locator('.tiles .tile').count(), size * size);
    assert.equal(await shown(page), (await serverDocument(page, code)).view.boards.s0.tiles);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  }
});

test('one step is one step', async () => {
  const { page } = await person();
  const code = await playAlone(page, house.url, 'fifteen', { tiles: [1, 2, 3, 4, 5, 6, 7, 0, 8], seats: 1 });
  await page.locator('.tiles[data-mine]').waitFor();
  await tile(page, 8).click();
  await assertOver(page, code, { reason: 'solved' });
  const log = await page.locator('.log-lines').textContent();
  assert.match(log, /1st place, 1 step, \d/);
  assert.match(await page.locator('.place .score').textContent(), /1 step, \d/);
  assert.doesNotMatch(await page.locator('body').innerText(), /1 steps/);
});
