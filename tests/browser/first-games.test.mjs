// First games that can be won: the 15-puzzle alone, "3, 2, 1", a clock that waits while the person reads, opponents by the person's results.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Server } from '../../clients/sdk/javascript/engawa.mjs';
import { assertOver, playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { codeOf } from './lib/play.mjs';

const house = openHouse(['--tries-per-min', '10000']);
const { person } = house;

// The room as seen by a client that does not enter it.
const glimpse = (page) => page.evaluate(async (code) => (await fetch(`/api/rooms/${code}/glimpse`)).json(), codeOf(page));
const botsOf = ({ seats }) => Object.values(seats).filter(({ kind }) => kind === 'bot').map(({ bot, level }) => `${bot}:${level}`);

async function begin(page, game) {
  await page.goto(house.url);
  await page.locator(`[data-play=${game}]`).click();
  await page.locator('.turn').waitFor();
}

async function resign(page) {
  await page.locator('.under-board').getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog .danger').click();
  await page.locator('.result:not([hidden])').waitFor();
}

for (const [locale, turn] of Object.entries({ 'en-US': /: \d+ steps are (the shortest|enough)$/, 'ja-JP': /最短は\d+手$|\d+手でできます$/ })) {
  test(`${locale}: the 15-puzzle begins alone, against the shortest solution; a race is one choice away`, async () => {
    const { page } = await person({ locale });
    await begin(page, 'fifteen');
    await page.locator('.tiles[data-mine]').waitFor();
    await page.waitForFunction(({ source }) => new RegExp(source).test(document.querySelector('.turn-lines').textContent), { source: turn.source });
    assert.deepEqual(Object.keys((await glimpse(page)).seats), ['s0']);
    assert.match(await page.locator('.fifteen-facts').innerText(), /\d+ ?[(（]/);
    await page.goto(house.url);
    await page.locator('input[value=fifteen]').check({ force: true });
    await page.locator('input[value="fifteen race"]').check({ force: true });
    await page.locator('#play').click();
    await page.locator('.countdown:not([hidden])').waitFor();
    const room = await glimpse(page);
    assert.deepEqual(botsOf(room), ['random:1', 'random:1', 'random:1']);
    assert.equal(room.options.finish_s, 3600, 'nobody is out while bots wait');
  });
}

// Four steps, although two are enough.
const NEAR = [1, 2, 3, 4, 0, 6, 7, 5, 8];

test('one’s own best is kept in the browser and said', async () => {
  const { page } = await person();
  const slide = (n) => page.locator(`.tiles .tile[data-tile="${n}"]`).click();
  const code = await playAlone(page, house.url, 'fifteen', { tiles: NEAR, seats: 1 });
  await page.locator('.tiles[data-mine]').waitFor();
  assert.ok(!(await page.locator('.fifteen-facts').innerText()).includes('Your best'));
  for (const n of [4, 4, 5, 8]) await slide(n);
  await assertOver(page, code, { reason: 'solved' });
  await page.getByRole('heading', { name: 'Solved in 4 steps: 2 is the shortest, your best 4' }).waitFor();
  await page.locator('.voice .told', { hasText: 'your best 4' }).waitFor();
  assert.equal(await page.locator('.voice .spoken').textContent(), '', 'one sentence at a time has the place below the board');
  await page.locator('[data-focus=rematch]').click();
  await page.locator('.turn', { hasText: '2 steps are the shortest, your best 4' }).waitFor();
  await page.locator('.fact', { hasText: 'Your best4' }).waitFor();
  for (const n of [5, 8]) await slide(n);
  await page.getByRole('heading', { name: 'your best 2' }).waitFor();
});

test('"3, 2, 1" before a game of speed: nobody moves, and no shot is forced', async () => {
  const { page } = await person();
  await begin(page, 'bubbles');
  await page.locator('.game-place .countdown:not([hidden])', { hasText: /^[23]$/ }).waitFor();
  await page.locator('.bubble-facts .hurry b', { hasText: '10 s' }).waitFor();
  await page.keyboard.press('Tab');
  await page.locator('.countdown[hidden]').waitFor({ state: 'attached' });
  await page.locator('.bubble-facts .hurry b', { hasText: '9 s' }).waitFor();
  assert.equal(await page.locator('.toast').count(), 0);
});

test('the clock waits while one reads how to play, and goes on after "3, 2, 1"', async () => {
  const { page } = await person({ cards: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  await begin(page, 'bubbles');
  await page.locator('.card').waitFor();
  await page.locator('.card-cover').waitFor();
  await page.waitForTimeout(4000); // a person reads longer than the countdown
  await page.locator('.bubble-facts .hurry b', { hasText: '10 s' }).waitFor();
  await page.locator('.card-cover button').click();
  await page.locator('.card').waitFor({ state: 'detached' });
  await page.locator('.game-place .countdown:not([hidden])', { hasText: /^[123]$/ }).waitFor();
  await page.locator('.bubble-facts .hurry b', { hasText: '9 s' }).waitFor();
});

test('two wins in a row bring a stronger opponent, who is named; two last places a weaker one', async () => {
  const { page } = await person();
  for (const won of [1, 2]) {
    await begin(page, 'nim');
    await page.locator('.shell[data-ready]').waitFor();
    assert.deepEqual(botsOf(await glimpse(page)), ['random:1'], `game ${won}: the weakest`);
    await winByHints(page);
  }
  await begin(page, 'nim');
  await page.locator('.toast', { hasText: 'Novice, level 1 joins' }).waitFor();
  assert.deepEqual(botsOf(await glimpse(page)), ['kozo:1']);
  await resign(page);
  await begin(page, 'nim');
  await page.locator('.shell[data-ready]').waitFor();
  assert.deepEqual(botsOf(await glimpse(page)), ['kozo:1']);
  assert.equal(await page.locator('.toast').count(), 0, 'said once');
  await resign(page);
  await begin(page, 'nim');
  await page.locator('.toast', { hasText: 'An easier game: Random' }).waitFor();
  assert.deepEqual(botsOf(await glimpse(page)), ['random:1']);
});

async function winByHints(page) {
  for (;;) {
    await page.locator('.turn.mine, .result:not([hidden])').first().waitFor();
    if (await page.locator('.result:not([hidden])').isVisible()) break;
    const ply = await page.locator('.turn').getAttribute('data-ply');
    await page.locator('.hint-button').click();
    await page.locator('.stone.hinted').first().waitFor();
    const [first, last] = await page.locator('.stone.hinted').evaluateAll((all) => [all[0], all.at(-1)].map(({ dataset }) => [dataset.row, dataset.stone]));
    for (const [row, stone] of [first, last]) await page.locator(`.stone[data-row="${row}"][data-stone="${stone}"]`).click();
    await page.waitForFunction((before) => document.querySelector('.turn').dataset.ply !== before, ply);
  }
}

test('bots that somebody has chosen stay as they are, and count for nothing', async () => {
  const { page } = await person();
  for (let i = 0; i < 2; i += 1) {
    await playAlone(page, house.url, 'nim', { preset: '753' }, [{ bot: 'random' }]);
    await page.locator('.turn.mine').waitFor();
    await winByHints(page);
  }
  await begin(page, 'nim');
  await page.locator('.shell[data-ready]').waitFor();
  assert.deepEqual(botsOf(await glimpse(page)), ['random:1']);
});

test('who has no name gets a friendly one in their language, no two the same, and can change it', async () => {
  const names = [];
  for (const [locale, like] of Object.entries({ 'en-US': /^[A-Z][a-z]+( [a-z]+)?$/, 'ja-JP': /^[ぁ-ん]+$/ })) {
    const { page } = await person({ locale });
    await begin(page, 'nim');
    const { nick } = (await glimpse(page)).seats.s0;
    assert.match(nick, like);
    names.push(nick);
    await page.goto(house.url);
    assert.equal(await page.locator('#nick').inputValue(), nick);
  }
  const server = new Server(house.url);
  const guest = await server.guest();
  assert.equal(guest.nick, 'Guest', 'as ever for programs that send no name');
  const many = new Set();
  for (let i = 0; i < 24; i += 1) many.add((await server.call('POST', '/api/guests', { lang: 'ja', friendly: true })).nick);
  assert.equal(many.size, 24);
});
