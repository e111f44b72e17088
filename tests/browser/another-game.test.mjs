// The host of a room chooses another game: whoever is there sees it without doing anything.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../kit/engawa.mjs';
import { connect } from '../kit/websocket.mjs';
import { enterRoom } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';

const house = openHouse();
const { person } = house;

async function post(path, body, token) {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const answer = await fetch(house.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.equal(answer.status, 201);
  return answer.json();
}

test('a friend sees the game that the host has chosen, before a round and after it', async () => {
  const { token } = await post('/api/guests', { nick: 'Hana' });
  const { room, ws } = await post('/api/rooms', { game: 'nim', options: { rows: [1] }, seats: ['me', 'open'] }, token);
  const host = new Client(connect(house.url, ws));
  try {
    await host.enter({ token });
    const { page } = await person();
    await page.goto(`${house.url}/r/${room}`);
    await page.locator('.seat[data-seat=s1].mine').waitFor();
    await host.ok('configure', { game: 'reversi', options: { preset: 'five' } });
    await page.locator('.seat[data-seat=s4]').waitFor();
    await page.locator('.seat[data-seat=s1].mine').waitFor();
    await host.ok('configure', { options: { preset: 'classic' } });
    await page.locator('.seat[data-seat=s4]').waitFor({ state: 'detached' });
    await host.ok('start', {});
    await page.locator('.board .cell').first().waitFor();
    await host.ok('resign', {});
    assert.equal(host.document.phase, 'over');
    await host.ok('configure', { game: 'nim', options: { rows: [3, 2] } });
    await page.locator('.seat[data-seat=s1].mine').waitFor();
    await host.ok('start', {});
    await page.locator('.stone').first().waitFor();
  } finally {
    host.close();
  }
});

for (const locale of ['ja-JP', 'en-US']) {
  test(`the host chooses what is played in the waiting room, and another game after the end (${locale})`, async () => {
    const [host, friend] = [await person({ locale }), await person()];
    const code = await enterRoom(host.page, house.url, { game: 'nim', options: { rows: [1] }, seats: ['me', 'open'] });
    await friend.page.goto(`${house.url}/r/${code}`);
    await friend.page.locator('.seat[data-seat=s1].mine').waitFor();
    await choose(host.page, 'plan', 'reversi classic', '30');
    await host.page.locator('.plan p', { hasText: '30' }).waitFor();
    await friend.page.locator('.plan p', { hasText: '30' }).waitFor();
    assert.equal(await friend.page.locator('[data-focus=plan]').count(), 0, 'only the host may change it');
    await host.page.locator('[data-focus=start]').click();
    await friend.page.locator('.board .cell').first().waitFor();
    await friend.page.getByRole('button', { name: /投了|Resign/ }).click();
    await friend.page.locator('dialog button.danger').click();
    await choose(host.page, 'another', 'nim 753');
    await friend.page.locator('.seat[data-seat=s1].mine').waitFor();
    await host.page.locator('[data-focus=start]').click();
    await friend.page.locator('.stone').first().waitFor();
  });
}

async function choose(page, button, what, clock) {
  await page.locator(`[data-focus=${button}]`).click();
  await page.locator(`dialog input[value="${what}"]`).check();
  if (clock) await page.locator('dialog [name=clock]').selectOption(clock);
  await page.locator('dialog button.primary').click();
}
