// The page for authors of clients: a room, its messages, the author's own requests, and a dropped connection.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { openHouse } from './lib/house.mjs';

const house = openHouse();
const { person } = house;

const types = (page) => page.locator('.dev-messages li').evaluateAll((items) => items.map(({ dataset }) => `${dataset.from} ${dataset.type}`).reverse());

async function send(page, request) {
  await page.locator('#dev-body').fill(typeof request === 'string' ? request : JSON.stringify(request));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

test('a room is made, its messages are shown, a request is sent, and a dropped line comes back where it was', async () => {
  const { page } = await person();
  await page.goto(`${house.url}/dev`);
  await page.locator('#dev-game').selectOption('nim');
  await page.getByRole('button', { name: 'Make a room with bots' }).click();
  await page.locator('[data-type=state]').waitFor();
  assert.deepEqual((await types(page)).slice(0, 3), ['client hello', 'server welcome', 'server state']);
  await page.locator('.dev-document').filter({ hasText: '"game": "nim"' }).waitFor();
  await send(page, { type: 'say', id: 'mine-1', text: 'hello' });
  await page.locator('[data-type=ok]').first().waitFor();
  await page.locator('.dev-document').filter({ hasText: '"text": "hello"' }).waitFor();
  await page.locator('.dev-messages [data-from=client][data-type=say] summary').click();
  assert.match(await page.locator('.dev-messages [data-from=client][data-type=say] pre').textContent(), /"id": "mine-1"/);
  await page.getByRole('button', { name: 'Drop the line' }).click();
  await page.getByText('closed with code 3000').waitFor();
  await send(page, { type: 'ping', id: 'mine-2' });
  await page.getByText('There is no connection.').waitFor();
  await page.getByRole('button', { name: 'Connect again' }).click();
  await page.getByText('connected', { exact: true }).waitFor();
  const again = page.locator('.dev-messages [data-from=client][data-type=hello]').first();
  await again.locator('summary').click();
  assert.match(await again.locator('pre').textContent(), /"seq": \d+/);
  await send(page, '{"type":');
  await page.locator('[role=alert]').filter({ hasText: 'This is not JSON' }).waitFor();
});

test('a template becomes a move that the server takes, in Japanese too', async () => {
  const { page } = await person({ locale: 'ja-JP', viewport: { width: 360, height: 740 } });
  await page.goto(`${house.url}/dev`);
  await page.locator('#dev-game').selectOption('reversi');
  await page.getByRole('button', { name: 'ボットとのルームを作る' }).click();
  await page.locator('[data-type=state]').waitFor();
  await page.locator('#dev-template').selectOption('start');
  await page.getByRole('button', { name: '送信', exact: true }).click();
  await page.locator('.dev-document').filter({ hasText: '"phase": "playing"' }).waitFor();
  await page.locator('#dev-template').selectOption('move');
  await page.getByRole('button', { name: '送信', exact: true }).click();
  await page.locator('.dev-document').filter({ hasText: /"ply": [1-9]/ }).waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(overflow, 0);
  await assertNoViolations(page);
});
