// Seats and clocks on the page: a room with custom settings, a clock on every card, leaving and returning, removing a player.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHouse } from './lib/house.mjs';

const house = openHouse();
const { person } = house;

// Through the form of the start page: reversi for two, the other seat open, and the choices of `wish` under "More settings".
async function made(page, wish) {
  await page.goto(house.url);
  await page.locator('input[name=preset][value="reversi classic"]').check({ force: true });
  await page.locator('details.more summary').click();
  for (const [name, value] of Object.entries(wish)) await page.locator(`[name=table-${name}]`).selectOption(value);
  await page.locator('#make').click();
  await page.locator('.seat').first().waitFor();
  return page.url();
}

async function seated(page, url) {
  await page.goto(url);
  await page.locator('[data-seat=s1].mine').waitFor();
}

test('everybody has a clock, only the one to move loses time, and nothing on the page moves for it', async () => {
  const host = await person();
  const friend = await person({ locale: 'ja-JP', viewport: { width: 360, height: 740 } });
  const url = await made(host.page, { clock: '1+1' });
  await seated(friend.page, url);
  await host.page.getByRole('button', { name: 'Start the game' }).click();
  const time = (page, seat) => page.locator(`[data-clock=${seat}]`);
  await time(host.page, 's0').filter({ hasText: '0:5' }).waitFor();
  assert.equal(await time(host.page, 's1').textContent(), '1:00');
  for (const { page } of [host, friend]) {
    assert.equal(await page.locator('.seat-clock.running').getAttribute('data-clock'), 's0');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(overflow, 0);
  }
  const boxes = () => host.page.locator('.player').evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().toJSON()));
  const before = await boxes();
  const shown = await time(host.page, 's0').textContent();
  await host.page.waitForFunction((was) => document.querySelector('[data-clock=s0]').textContent !== was, shown);
  assert.deepEqual(await boxes(), before);
  await host.page.locator('.cell.legal').first().click();
  await time(friend.page, 's1').and(friend.page.locator('.running')).waitFor();
});

test('with the seats rotating, the friends have changed places and colours in the next round, and whoever watches sees it', async () => {
  const host = await person();
  const friend = await person({ locale: 'ja-JP' });
  const watcher = await person();
  const url = await made(host.page, { rematch: 'rotate' });
  await seated(friend.page, url);
  await host.page.getByRole('button', { name: 'Start the game' }).click();
  await host.page.locator('.turn.mine').waitFor();
  await watcher.page.goto(url);
  await watcher.page.locator('.board .cell').first().waitFor();
  const mine = ({ page }) => page.locator('.player.mine').evaluate((card) => [card.dataset.seat, card.querySelector('.disc').dataset.look]);
  // The names at the seats, as every page shows them.
  const names = ({ page }) => page.locator('.player').evaluateAll((cards) => cards.map((card) => card.querySelector('.player-name').textContent));
  assert.deepEqual([await mine(host), await mine(friend)], [['s0', 'B'], ['s1', 'W']]);
  const before = await names(watcher);
  await host.page.getByRole('button', { name: 'Resign' }).click();
  await host.page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  for (const { page } of [host, friend]) await page.locator('[data-focus=rematch]').click();
  await friend.page.locator('.turn.mine').waitFor();
  await host.page.locator('.player.mine[data-seat=s1]').waitFor();
  assert.deepEqual([await mine(host), await mine(friend)], [['s1', 'W'], ['s0', 'B']]);
  await watcher.page.locator('.result').waitFor({ state: 'hidden' });
  assert.deepEqual(await names(watcher), [...before].reverse());
  assert.equal(host.page.url(), url);
  // Black is the friend, who moves.
  assert.equal(await host.page.locator('.cell.legal').count(), 0);
  await friend.page.locator('.cell.legal').first().click();
  await host.page.locator('.turn.mine').waitFor();
});

test('who leaves in mid-game finds the seat played by a bot, and takes it back', async () => {
  const host = await person();
  const friend = await person();
  const url = await made(host.page, { clock: 'none' });
  await seated(friend.page, url);
  await host.page.getByRole('button', { name: 'Start the game' }).click();
  await friend.page.locator('.board .cell').first().waitFor();
  await friend.page.getByRole('button', { name: 'Leave' }).click();
  await friend.page.locator('dialog').getByRole('button', { name: 'Leave' }).click();
  await host.page.locator('.player[data-seat=s1]', { hasText: 'left' }).waitFor();
  await friend.page.goto(url);
  await friend.page.getByRole('button', { name: 'Take your seat back' }).click();
  await host.page.locator('.player[data-seat=s1].absent').waitFor({ state: 'detached' });
  await friend.page.getByRole('button', { name: 'Resign' }).waitFor();
});

test('the host removes somebody, who may watch but not sit until the host lets them', async () => {
  const host = await person();
  const guest = await person({ locale: 'ja-JP' });
  const url = await made(host.page, { join: 'bots' });
  await seated(guest.page, url);
  await host.page.locator('[data-seat=s1]').getByRole('button', { name: 'Remove' }).click();
  await host.page.locator('dialog').getByRole('button', { name: 'Remove' }).click();
  await guest.page.getByText('ホストがあなたを退席させました。').waitFor();
  await guest.page.getByRole('button', { name: '観戦する' }).click();
  await guest.page.locator('[data-seat=s1][data-kind=open]').waitFor();
  assert.equal(await guest.page.locator('[data-seat=s1] button').count(), 0);
  await host.page.getByRole('button', { name: 'Start the game' }).click();
  await guest.page.locator('.board .cell').first().waitFor();
  assert.ok(await guest.page.getByRole('button', { name: 'ボットと交代して座る' }).isHidden());
  await host.page.getByRole('button', { name: 'People' }).click();
  await host.page.getByRole('button', { name: 'Allow to sit' }).click();
  await guest.page.getByRole('button', { name: 'ボットと交代して座る' }).click();
  await guest.page.locator('.player.mine[data-seat=s1]').waitFor();
});

test('a program that plays in place of a person is marked, and a room can be for people alone', async () => {
  const host = await person();
  const url = await made(host.page, { clock: 'none' });
  const code = new URL(url).pathname.split('/')[2];
  // Another author's program, from its own page.
  const other = await person({ locale: 'ja-JP' });
  await other.page.goto(house.url);
  const sit = (room) =>
    other.page.evaluate(
      (place) =>
        new Promise((resolve) => {
          const socket = new WebSocket(`ws://${location.host}/rooms/${place}/ws`, 'engawa.v1');
          socket.onopen = () => {
            socket.send(JSON.stringify({ type: 'hello', id: 1, nick: 'Robo', bot: { name: 'Greedy', author: 'Hana' } }));
            socket.send(JSON.stringify({ type: 'sit', id: 2, seat: 1 }));
          };
          socket.onmessage = ({ data }) => JSON.parse(data).re === 2 && resolve(JSON.parse(data));
        }),
      room,
    );
  assert.equal((await sit(code)).type, 'ok');
  const badge = host.page.locator('[data-seat=s1] .badge.program');
  await badge.waitFor();
  assert.deepEqual([await badge.textContent(), await badge.getAttribute('title')], ['program', 'Greedy (Hana)']);
  await host.page.getByRole('button', { name: 'Start the game' }).click();
  await host.page.locator('.turn.mine').waitFor();
  assert.equal(await host.page.locator('.player[data-seat=s1] .badge.program').textContent(), 'program');
  const alone = await made(host.page, { programs: 'refuse' });
  const answer = await sit(new URL(alone).pathname.split('/')[2]);
  assert.deepEqual([answer.type, answer.code], ['error', 'forbidden']);
});
