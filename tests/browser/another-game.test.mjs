// The host of a room chooses another game: everyone in the room sees it without doing anything.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Room, Server } from '../../clients/sdk/javascript/engawa.mjs';
import { WebSocket } from '../kit/raw.mjs';
import { enterRoom } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';

const house = openHouse();
const { person } = house;

test('a friend sees the game that the host has chosen, before a round and after it', async () => {
  const server = new Server(house.url);
  const { token } = await server.guest('Hana');
  const room = await server.makeRoom(token, { game: 'nim', options: { rows: [1] }, seats: ['me', 'open'] });
  const host = new Room(server, room, { token, WebSocket });
  try {
    const { page } = await person();
    await page.goto(`${house.url}/r/${room}`);
    await page.locator('.seat[data-seat=s1].mine').waitFor();
    await host.ask('configure', { game: 'reversi', options: { preset: 'five' } });
    await page.locator('.seat[data-seat=s4]').waitFor();
    await page.locator('.seat[data-seat=s1].mine').waitFor();
    await host.ask('configure', { options: { preset: 'classic' } });
    await page.locator('.seat[data-seat=s4]').waitFor({ state: 'detached' });
    await host.ask('start', {});
    await page.locator('.board .cell').first().waitFor();
    await host.ask('resign', {});
    assert.equal(host.document.phase, 'over');
    await host.ask('configure', { game: 'nim', options: { rows: [3, 2] } });
    await page.locator('.seat[data-seat=s1].mine').waitFor();
    await host.ask('start', {});
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
