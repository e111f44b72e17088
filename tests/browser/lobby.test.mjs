// The start page: what a card starts, which rooms are listed, no layout shift while the page loads; and unknown addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { enterRoom } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { codeOf, makeRoom, serverDocument } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

test("the button on a game's card starts the chosen kind of it, and custom settings", async () => {
  const { page } = await person();
  await page.goto(house.url);
  await page.locator('input[name=preset][value="reversi classic"]').check();
  await page.locator('[data-play=reversi]').click();
  await page.locator('.board .cell').first().waitFor();
  assert.equal((await serverDocument(page, codeOf(page))).options.preset, 'classic');
  await page.goto(house.url);
  await page.locator('input[name=game][value=fifteen]').check();
  await page.locator('input[name=preset][value="fifteen own"]').check();
  await page.getByLabel('Size').fill('3');
  await page.locator('[data-play=fifteen]').click();
  await page.locator('.shell[data-ready]').waitFor();
  assert.equal(await page.locator('.tiles .tile').count(), 9);
});

test('who plays at once against bots has no clock; a clock that was asked for is there', async () => {
  const { page } = await person();
  await page.goto(house.url);
  await page.locator('#play').click();
  await page.locator('.turn.mine').waitFor();
  assert.equal(await page.locator('.turn .clock').isVisible(), false);
  assert.deepEqual((await serverDocument(page, codeOf(page))).clock, { kind: 'none' });
  const make = async (clock) => {
    await page.goto(house.url);
    await page.locator('.game-card').first().waitFor();
    await page.locator('input[name=seats][value=bots]').check();
    await page.locator('details.more summary').click();
    await page.locator('[name=table-clock]').selectOption(clock);
    await page.locator('#make').click();
    await page.locator('.seat').first().waitFor();
    return (await serverDocument(page, codeOf(page))).clock;
  };
  assert.deepEqual(await make(''), { kind: 'none' });
  assert.deepEqual(await make('30'), { kind: 'move', limit_ms: 30_000 });
});

for (const width of [360, 1280])
  test(`results that come late do not push away what somebody is about to press (${width} px)`, async () => {
    const { page } = await person({ viewport: { width, height: 800 } });
    let letGo;
    const late = new Promise((resolve) => (letGo = resolve));
    await page.route('**/api/results', async (route) => {
      await late;
      const result = (n) => ({ record: `AAAAAAAA-${n}`, game: 'reversi', options: { preset: 'five' }, at: Date.now(), draw: true });
      await route.fulfill({ json: { results: [1, 2, 3, 4].map(result) } });
    });
    let game; // the board to watch does not change
    await page.route('**/api/watch', async (route) => {
      const answer = game ?? (await (await route.fetch()).json());
      if (answer.bots) game = answer;
      await route.fulfill({ json: answer });
    });
    await page.goto(house.url);
    await page.locator('.watch-board svg').waitFor();
    await page.locator('#make').scrollIntoViewIfNeeded();
    const place = () => page.locator('#make').evaluate((button) => button.getBoundingClientRect().top);
    await page.locator('.rooms-panel .quiet').filter({ hasText: 'No open rooms' }).waitFor();
    const before = await place();
    letGo();
    await page.locator('.results .played').first().waitFor();
    assert.equal(await place(), before);
  });

test('what is below the games is shown once its first board is known, or has been waited for', async () => {
  const { page } = await person();
  let letGo;
  const late = new Promise((resolve) => (letGo = resolve));
  await page.route('**/api/watch', async (route) => {
    await late;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(house.url);
  await page.locator('.game-card:not(.blank)').first().waitFor();
  const asked = page.waitForRequest('**/api/watch');
  await page.clock.pauseAt(Date.now() + 60_000);
  await asked;
  assert.equal(await page.locator('#make').count(), 0);
  await page.clock.runFor(2000); // the board is never loaded: the page must not wait for it
  await page.locator('#make').waitFor();
  letGo();
  await page.locator('.watch').waitFor();
});

test('"Play now" starts a game against bots though somebody waits for players, and offers to join them', async () => {
  const host = await person();
  await host.page.goto(house.url);
  await host.page.locator('#nick').fill('Ken');
  await host.page.locator('#nick').blur();
  const code = await makeRoom(host.page, house.url);
  const { page } = await person();
  await page.goto(house.url);
  const offer = page.locator('#play-hint a');
  await offer.waitFor();
  assert.equal(await offer.textContent(), 'Ken is waiting for players: Multiplayer reversi · Five players. Join');
  await page.locator('#play').click();
  await page.locator('.shell[data-ready] .board .cell').first().waitFor();
  const alone = codeOf(page);
  assert.notEqual(alone, code);
  assert.equal((await serverDocument(page, alone)).phase, 'playing');
  await page.goto(house.url);
  await offer.click();
  await page.waitForURL(`**/r/${code}`);
  await page.locator('.seat.mine').waitFor();
  await host.page.goto(house.url); // nobody waits any more once the other one has left, too
  await page.goto(house.url);
  await page.locator('.later .rooms-panel').waitFor();
  await page.locator('#play-hint').filter({ hasText: 'starts right away' }).waitFor();
});

test('rooms that nobody is in are not listed', async () => {
  const host = await person();
  const { page } = await person();
  // The lobby's list from a server that still has rooms without people.
  await page.routeWebSocket(/\/lobby\/ws/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(text);
      const summary = (code, phase, online) => ({ code, game: 'reversi', options: { preset: 'five' }, phase, seats: { human: 1, bot: 4, open: phase === 'lobby' ? 1 : 0, closed: 0 }, online, round: 1, clock: { kind: 'none' } });
      const rooms = { AAAAAAAA: summary('AAAAAAAA', 'playing', 0), BBBBBBBB: summary('BBBBBBBB', 'lobby', 0), CCCCCCCC: summary('CCCCCCCC', 'playing', 1) };
      if (message.type === 'state') Object.assign(message.room.rooms, rooms);
      socket.send(JSON.stringify(message));
    });
  });
  const code = await enterRoom(host.page, house.url, { game: 'reversi', seats: ['me', 'open'], visibility: 'public' });
  await page.goto(house.url);
  await page.locator(`[data-room="${code}"]`).waitFor();
  const listed = await page.locator('.room-row').evaluateAll((rows) => rows.map((row) => row.dataset.room));
  assert.deepEqual(listed.sort(), [code, 'CCCCCCCC'].sort());
});

for (const locale of ['ja-JP', 'en-US']) {
  for (const [width, height] of [[360, 740], [768, 1024], [1280, 850]]) {
    test(`nothing on the start page moves when games and rooms come (${locale}, ${width})`, async () => {
      const host = await person();
      const code = await enterRoom(host.page, house.url, { game: 'reversi', visibility: 'public' });
      const { page } = await person({ locale, viewport: { width, height } });
      await page.addInitScript(() => {
        window.shifted = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      let answer;
      await page.route('**/api/games', (route) => {
        answer = () => route.continue();
      });
      await page.goto(house.url);
      await page.locator('#play').waitFor();
      await page.locator(`[data-room="${code}"]`).waitFor();
      answer();
      await page.locator('.game-card').first().waitFor();
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const shifted = await page.evaluate(() => window.shifted);
      assert.ok(shifted < 0.05, `${shifted}`);
    });
  }
}

for (const [locale, words] of [
  ['en-US', { room: 'Room not found', page: 'Page not found', home: 'Home' }],
  ['ja-JP', { room: 'ルームが見つかりません', page: 'ページが見つかりません', home: 'ホームへ' }],
]) {
  test(`a room that does not exist, and an address that leads nowhere, have a page that says so and a way home (${locale})`, async () => {
    const { page } = await person({ locale });
    // The server's response to an unknown address: the page, with status 404.
    await page.route('**/no/such/page', async (route) => {
      const index = await route.fetch({ url: `${house.url}/` });
      await route.fulfill({ response: index, status: 404 });
    });
    for (const [path, heading] of [['/r/00000000', words.room], ['/r/0000000', words.room], ['/no/such/page', words.page]]) {
      await page.goto(house.url + path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      assert.match(await page.title(), new RegExp(heading));
      assert.equal(await page.locator('.chat, .chat input, .room-code').count(), 0);
      assert.ok((await page.locator('main p').textContent()).length > 10);
      await assertNoViolations(page, path);
      await page.getByRole('link', { name: words.home }).click();
      await page.locator('#play').waitFor();
      assert.equal(new URL(page.url()).pathname, '/');
    }
  });
}
