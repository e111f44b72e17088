// The start page: posters and boards, the person's own game first, friends by a link, rooms with pictures, a game to watch, results.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { enterRoom, playAlone, startGame } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { codeOf, serverDocument } from './lib/play.mjs';

const house = openHouse(['--exhibition-ms', '200']);
const { person } = house;

const discsOf = (page, where) => page.locator(`${where} svg :is(circle, rect)`).count();

for (const [locale, words] of [
  ['en-US', { friends: 'Play with friends', link: 'Invitation link', ask: 'What should we call you?', ok: 'OK', name: 'Hana', copy: 'Copy the link', copied: 'Copied', qr: 'QR code of the link' }],
  ['ja-JP', { friends: '友だちと遊ぶ', link: '招待リンク', ask: 'ニックネームを決めてください', ok: '決定', name: 'はなこ', copy: 'リンクをコピーする', copied: 'コピーしました', qr: 'リンクのQRコード' }],
]) {
  test(`friends: one button, the link on one screen, and who opens it sits and is asked for a name (${locale})`, async () => {
    const host = await person({ locale });
    await host.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: house.url });
    await host.page.goto(house.url);
    await host.page.locator('input[name=preset][value="reversi classic"]').check();
    await host.page.getByRole('button', { name: words.friends }).click();
    const link = await host.page.getByLabel(words.link).inputValue();
    assert.equal(link, `${house.url}/r/${codeOf(host.page)}`);
    await host.page.getByRole('button', { name: words.copy }).click();
    await host.page.getByText(words.copied).waitFor();
    assert.equal(await host.page.evaluate(() => navigator.clipboard.readText()), link);
    await host.page.getByRole('img', { name: words.qr }).locator('svg path').waitFor();
    await assertNoViolations(host.page, 'the seats with the invitation');
    const room = await serverDocument(host.page, codeOf(host.page));
    assert.deepEqual([room.visibility, room.options.preset, room.seats.s1.kind], ['private', 'classic', 'open']);

    const friend = await person({ locale });
    await friend.page.goto(link);
    await friend.page.locator('[data-seat=s1].mine').waitFor(); // without a click
    await friend.page.getByLabel(words.ask).fill(words.name);
    await assertNoViolations(friend.page, 'asked for a name');
    await friend.page.getByRole('button', { name: words.ok, exact: true }).click();
    await host.page.locator('[data-seat=s1]', { hasText: words.name }).waitFor();
    await friend.page.locator('.name-form:not(.asks)').waitFor();
    // No seat is left: the invitation disappears, and the next guest watches.
    await host.page.getByLabel(words.link).waitFor({ state: 'detached' });
    const third = await person({ locale });
    await third.page.goto(link);
    await third.page.locator('.seat').first().waitFor();
    assert.equal(await third.page.locator('.seat.mine').count(), 0);
    await startGame(host.page);
    await friend.page.locator('.board .cell').first().waitFor();
  });
}

test('a guest who stands up stays standing; two guests who come at once get two seats', async () => {
  const host = await person();
  const code = await enterRoom(host.page, house.url, { game: 'reversi', options: { preset: 'five' }, seats: ['me', 'open', 'open', 'open', 'open'] });
  const guests = await Promise.all(Array.from({ length: 3 }, () => person()));
  await Promise.all(guests.map(({ page }) => page.goto(`${house.url}/r/${code}`)));
  for (const { page } of guests) await page.locator('.seat.mine').waitFor();
  const seats = Object.values((await serverDocument(host.page, code)).seats).map((seat) => seat.kind);
  assert.deepEqual(seats, ['human', 'human', 'human', 'human', 'open']);
  const [{ page }] = guests;
  await page.locator('.seat.mine button').click();
  await page.locator('.seat.mine').waitFor({ state: 'detached' });
  await host.page.locator('.chat input').fill('good luck');
  await host.page.locator('.chat input').press('Enter');
  await page.locator('.chat-lines', { hasText: 'good luck' }).waitFor(); // another document: the game is still undecided
  assert.equal(await page.locator('.seat.mine').count(), 0);
});

test('the game that goes on is the first thing on the page, and becomes a line of one\'s own games with its record', async () => {
  const { page } = await person();
  const code = await playAlone(page, house.url, 'nim', { rows: [2, 1] }, [{ bot: 'perfect' }]);
  await page.goto(house.url);
  const card = page.locator('main > *').first();
  assert.equal(await card.getAttribute('data-room'), code);
  await card.locator('.resume-picture svg').waitFor();
  assert.equal(await discsOf(page, '.resume'), 3);
  await assertNoViolations(page, 'the start page with a game that goes on');
  await card.getByRole('link', { name: 'Continue' }).click();
  await page.locator('.stone').first().waitFor();
  const take = async (row, stone) => {
    const at = page.locator(`.stone[data-row="${row}"][data-stone="${stone}"]`);
    await at.click();
    await at.click();
  };
  await take(0, 0); // 1 and 1 are left: the bot takes one, and this player the last
  await page.waitForFunction(() => document.querySelectorAll('.stone:not(.taken)').length === 1);
  await page.locator('.turn.mine').waitFor();
  await page.locator('.stone:not(.taken)').click();
  await page.locator('.stone:not(.taken)').click();
  await page.locator('.result:not([hidden])').waitFor();
  await page.goto(house.url);
  const line = page.locator('.own-games .played').first();
  await line.waitFor();
  assert.equal(await page.locator('.resume').count(), 0);
  assert.match(await line.textContent(), /won/);
  assert.equal(await line.getByRole('link').getAttribute('href'), `/g/${code}-1`);
  assert.match(await page.locator('.own-totals').textContent(), /1 played, 1 won/);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.locator('dialog .danger').click();
  await page.locator('.own-games').waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('.rooms-panel').waitFor();
  assert.equal(await page.locator('.own-games').count(), 0);
});

test('what is kept of one\'s own games is bounded, and nonsense in it does no harm', async () => {
  const { page } = await person();
  await page.goto(house.url);
  const games = Array.from({ length: 60 }, (_, i) => ({ code: 'AAAAAAAA', round: i + 2, game: 'nim', at: 1, record: `AAAAAAAA-${i + 2}`, rank: 2, of: 2 }));
  await page.evaluate((kept) => localStorage.setItem('engawa.games', JSON.stringify(kept)), { games, counts: {} });
  await playAlone(page, house.url, 'nim', { rows: [2, 1] }, [{ bot: 'perfect' }]);
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('engawa.games')).games.length === 40);
  for (const nonsense of ['{', '[]', '{"games":3}', 'null']) {
    await page.evaluate((text) => localStorage.setItem('engawa.games', text), nonsense);
    await page.goto(house.url);
    await page.locator('.rooms-panel').waitFor();
  }
});

test('a room that was closed meanwhile is said to be, once', async () => {
  const { page } = await person();
  await page.goto(house.url);
  await page.evaluate(() => localStorage.setItem('engawa.games', JSON.stringify({ games: [{ code: '00000000', round: 1, game: 'nim', at: 1 }], counts: {} })));
  await page.reload();
  await page.getByText('Your room was closed').waitFor();
  await page.reload();
  await page.locator('.own-games').waitFor();
  assert.equal(await page.locator('.resume').count(), 0);
});

test('variants show their real boards, and are chosen by them', async () => {
  const { page } = await person();
  await page.goto(house.url);
  const boards = await page.evaluate(async () => (await (await fetch('/api/boards')).json()).boards);
  for (const preset of ['five', 'octagon-wild']) {
    await page.locator(`[data-board="reversi ${preset}"] svg`).waitFor();
    const discs = Object.values(boards.reversi[preset].rows).join('').replace(/[H.]/g, '').length;
    assert.equal(await discsOf(page, `[data-board="reversi ${preset}"]`), discs);
  }
  await page.locator('.preset', { has: page.locator('[data-board="reversi octagon-wild"]') }).click();
  await page.locator('#play').click();
  await page.locator('.board .cell').first().waitFor();
  assert.equal((await serverDocument(page, codeOf(page))).options.preset, 'octagon-wild');
  assert.deepEqual((await serverDocument(page, codeOf(page))).clock, { kind: 'none' }); // against bots alone
});

test('bots play on the page while nobody else does, and no longer than somebody looks', async () => {
  const { page } = await person();
  const asked = [];
  page.on('request', (request) => request.url().endsWith('/api/watch') && asked.push(Date.now()));
  await page.goto(house.url);
  await page.locator('.watch-place').evaluate((place) => place.scrollIntoView());
  await page.locator('.watch-board svg').waitFor();
  const ply = () => page.locator('.watch .hint').first().textContent();
  const first = await ply();
  await page.waitForFunction((old) => document.querySelector('.watch .hint').textContent !== old, first);
  await assertNoViolations(page, 'the start page with bots at play');
  await page.getByRole('button', { name: 'Play this' }).click();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'play');
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction(() => document.querySelector('.watch').getBoundingClientRect().top > innerHeight);
  const many = asked.length;
  await page.locator('#play').click(); // leaves the page
  await page.locator('.turn').waitFor();
  assert.ok(asked.length <= many + 1, 'nobody looks, nobody asks');
});

test('running games are shown live: the best one large, the list with pictures, and their results afterwards', async () => {
  const host = await person();
  const { page } = await person();
  const code = await playAlone(host.page, house.url, 'nim', { rows: [3, 2] }, [{ bot: 'perfect' }], { visibility: 'public' });
  await page.goto(house.url);
  const mini = page.locator(`[data-room="${code}"] .mini-board`);
  await mini.scrollIntoViewIfNeeded();
  await mini.locator('svg').waitFor();
  await page.locator(`.watch a[href="/r/${code}"]`).first().waitFor();
  const taken = (where) => page.waitForFunction((selector) => document.querySelectorAll(`${selector} circle[fill=none]`).length > 0, where);
  const stone = host.page.locator('.stone[data-row="0"][data-stone="0"]');
  await stone.click();
  await stone.click();
  await taken(`[data-room="${code}"] .mini-board`);
  await taken('.watch-board');
  await host.page.getByRole('button', { name: 'Resign' }).click();
  await host.page.locator('dialog .danger').click();
  await host.page.locator('.result:not([hidden])').waitFor();
  await page.reload();
  await page.locator('.results-place').scrollIntoViewIfNeeded(); // results are requested when they come into view
  await page.locator(`.results a[href="/g/${code}-1"]`).waitFor();
});

test('a thousand rooms: a few of them at once, all of them page by page', async () => {
  const { page } = await person();
  const code = (i) => `A${String(i).padStart(7, '0')}`;
  const summary = (i) => ({ code: code(i), game: 'nim', options: { preset: '753' }, phase: 'lobby', host: 'Taro', seats: { human: 1, bot: 0, open: 1, closed: 0 }, online: 1, round: 0, clock: { kind: 'none' } });
  const all = Array.from({ length: 1000 }, (_, i) => summary(i));
  await page.routeWebSocket(/\/lobby\/ws/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type === 'state') for (const room of all.slice(0, 200)) message.room.rooms[room.code] = room;
      socket.send(JSON.stringify(message));
    });
  });
  await page.route('**/api/rooms?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const from = query.get('after') ? Number(query.get('after').slice(1)) + 1 : 0;
    const rooms = all.slice(from, from + Number(query.get('limit')));
    route.fulfill({ json: { rooms, ...(from + rooms.length < all.length ? { next: rooms.at(-1).code } : {}) } });
  });
  await page.goto(house.url);
  await page.locator('.room-row').nth(7).waitFor();
  assert.equal(await page.locator('.room-row').count(), 8);
  await page.getByRole('button', { name: 'Browse all rooms' }).click();
  await page.locator('.room-row').nth(23).waitFor();
  await page.getByRole('button', { name: 'More rooms' }).click();
  await page.locator(`[data-room="${code(47)}"]`).waitFor();
  await assertNoViolations(page, 'a thousand rooms');
  await page.getByRole('button', { name: 'Back to the live list' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.room-row').length === 8);
});

test('the unfinished game has its name also when the list of games comes after what the room tells', async () => {
  const { page } = await person();
  await playAlone(page, house.url, 'fifteen', { size: 4, seats: 1 });
  await page.locator('.tiles[data-mine]').waitFor();
  let send = () => {};
  const asked = new Promise((resolve) => {
    send = resolve;
  });
  await page.route('**/api/games', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(house.url);
  await page.locator('.resume-picture svg').waitFor();
  send();
  await page.locator('.resume .hint', { hasText: '15-puzzle race' }).waitFor();
});

for (const locale of ['en-US', 'ja-JP']) {
  test(`on a wide screen no empty line stands between a game's title and its players (${locale})`, async () => {
    const { page } = await person({ locale, viewport: { width: 1280, height: 800 } });
    await page.goto(house.url);
    await page.locator('.game-card:not(.blank) .hint').first().waitFor();
    const gaps = await page.locator('.game-card').evaluateAll((cards) => cards.map((card) => {
      const title = document.createRange();
      title.selectNodeContents(card.querySelector('.game-title'));
      return card.querySelector('.hint').getBoundingClientRect().top - title.getBoundingClientRect().bottom;
    }));
    assert.ok(gaps.length === 4 && gaps.every((gap) => gap < 12), `${gaps}`);
  });
}
