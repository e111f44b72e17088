// Two people and three bots by an invite link, a spectator, and their chat.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { openHouse } from './lib/house.mjs';
import { assertSameBoard, chooseSeat, makeRoom, myTurnOrOver, playOne, playToEnd } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

async function inviteLink(page) {
  await page.getByRole('button', { name: 'Invite' }).click();
  const link = await page.getByLabel('Link to this room').inputValue();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  return link;
}

test('two friends and three bots play to the end while a third watches', async () => {
  const host = await person();
  const friend = await person({ locale: 'ja-JP' });
  const watcher = await person();
  const code = await makeRoom(host.page, house.url, { preset: 'five', visibility: 'private' });
  const link = await inviteLink(host.page);
  assert.equal(link, `${house.url}/r/${code}`);

  await friend.page.goto(link);
  await friend.page.locator('[data-seat=s2] button').click();
  await friend.page.locator('[data-seat=s2].mine').waitFor();
  await friend.page.getByLabel('ニックネームを決めてください').fill('はなこ');
  await friend.page.getByRole('button', { name: '決定', exact: true }).click();
  await host.page.locator('[data-seat=s2]', { hasText: 'はなこ' }).waitFor();

  await chooseSeat(host.page, 's1', 'bot maximum 1');
  await host.page.locator('[data-seat=s1][data-kind=bot]').waitFor();
  await friend.page.locator('[data-seat=s1]', { hasText: '多く返す' }).waitFor();
  assert.equal(await friend.page.locator('.seat-choice').count(), 0, 'only the host chooses');
  await host.page.getByRole('button', { name: 'Start the game' }).click();

  await watcher.page.goto(link);
  await watcher.page.locator('.board .cell').first().waitFor();
  await watcher.page.getByText('You are watching').waitFor();
  assert.equal(await watcher.page.locator('.cell.legal').count(), 0);

  await Promise.all([playToEnd(host.page), playToEnd(friend.page)]);
  await watcher.page.locator('.result').waitFor();
  for (const { page } of [host, friend, watcher]) await assertSameBoard(page, code);
  assert.equal(await watcher.page.locator('[data-focus=rematch]').isVisible(), false);

  await host.page.locator('[data-focus=rematch]').click();
  await friend.page.locator('.place[data-seat=s0]', { hasText: '再戦希望' }).waitFor();
  await friend.page.locator('[data-focus=rematch]').click();
  await watcher.page.locator('.result').waitFor({ state: 'hidden' });
});

test('five people and no bot, each by the link alone, play in turn', async () => {
  const five = [];
  for (let seat = 0; seat < 5; ++seat) five.push(await person(seat % 2 ? { locale: 'ja-JP' } : {}));
  const [host, ...guests] = five;
  const code = await makeRoom(host.page, house.url, { preset: 'five', visibility: 'private' });
  for (const { page } of guests) {
    await page.goto(`${house.url}/r/${code}`);
    await page.locator('.seat.mine').waitFor();
  }
  await host.page.locator('.seat[data-kind=human]').nth(4).waitFor();
  await host.page.getByRole('button', { name: 'Start the game' }).click();
  for (let round = 0; round < 3; ++round) {
    for (const { page } of five) {
      assert.equal(await myTurnOrOver(page), false);
      await playOne(page);
    }
  }
  await myTurnOrOver(host.page);
  for (const { page } of five) await assertSameBoard(page, code);
});

test('chat reaches everybody, and Enter does not send while composing', async () => {
  const host = await person();
  const other = await person({ locale: 'ja-JP' });
  const code = await makeRoom(host.page, house.url);
  await other.page.goto(`${house.url}/r/${code}`);
  const field = other.page.getByLabel('メッセージ');
  await field.fill('よろしくおねがいします');
  // The Enter that ends a conversion: the page must keep the browser from sending the form.
  const kept = await field.evaluate((input) => {
    const enter = (init) => !input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }));
    return { composing: enter({ isComposing: true }), safari: enter({ keyCode: 229 }), plain: enter({}) };
  });
  assert.deepEqual(kept, { composing: true, safari: true, plain: false });
  assert.equal(await other.page.locator('.chat-lines .mine').count(), 0);
  await field.press('Enter');
  await host.page.locator('.chat-lines', { hasText: 'よろしくおねがいします' }).waitFor();
  assert.equal(await field.inputValue(), '');
  await host.page.getByRole('button', { name: 'Thanks!' }).click();
  await other.page.locator('.chat-lines', { hasText: 'Thanks!' }).waitFor();
  await field.fill('<img src=x onerror=alert(1)>');
  await field.press('Enter');
  await host.page.locator('.chat-lines', { hasText: '<img src=x' }).waitFor();
  assert.equal(await host.page.locator('.chat-lines img').count(), 0);
});

test('the host mutes somebody who talks without a seat, before the game and in it', async () => {
  const host = await person();
  const other = await person({ locale: 'ja-JP' });
  const code = await makeRoom(host.page, house.url);
  await other.page.goto(`${house.url}/r/${code}`);
  const field = other.page.getByLabel('メッセージ');
  const say = async (text) => {
    await field.fill(text);
    await field.press('Enter');
  };
  await say('buy this');
  await host.page.locator('.chat-lines', { hasText: 'buy this' }).waitFor();
  await host.page.getByRole('button', { name: 'People' }).click();
  await host.page.getByRole('button', { name: /^Mute/ }).click();
  await other.page.getByText('発言を禁止しました').first().waitFor({ state: 'attached' });
  await say('and that');
  await other.page.getByText('発言を止められているため').first().waitFor();
  await host.page.getByRole('button', { name: 'Start the game' }).click();
  await host.page.locator('.board .cell').first().waitFor();
  await host.page.getByRole('button', { name: 'People' }).click();
  await assertNoViolations(host.page, 'people, one of them muted');
  await host.page.getByRole('button', { name: /^Unmute/ }).click();
  await other.page.getByText('また発言できるように').first().waitFor({ state: 'attached' });
  await say('thank you');
  await host.page.locator('.chat-lines', { hasText: 'thank you' }).waitFor();
  assert.equal(await host.page.locator('.chat-lines', { hasText: 'and that' }).count(), 0);
});

test('the lobby lists public rooms as they come, and leads into them', async () => {
  const watcher = await person();
  const host = await person();
  await watcher.page.goto(house.url);
  await watcher.page.locator('.game-card').first().waitFor();
  const code = await makeRoom(host.page, house.url, { preset: 'octagon' });
  const row = watcher.page.locator(`[data-room="${code}"]`);
  await row.waitFor();
  await row.getByRole('link').click();
  await watcher.page.locator('[data-seat=s1].mine').waitFor();
  await host.page.locator('[data-seat=s1][data-kind=human]').waitFor();
  await watcher.page.getByRole('button', { name: 'Leave' }).click();
  await host.page.locator('[data-seat=s1][data-kind=open]').waitFor();
});

test('codes may be typed in full width and lower case; wrong ones are explained', async () => {
  const host = await person();
  const other = await person();
  const code = await makeRoom(host.page, house.url);
  await other.page.goto(house.url);
  await other.page.getByLabel('Room code').fill('abc');
  await other.page.getByRole('button', { name: 'Join' }).click();
  await other.page.getByText('A room code has 8 letters and digits').waitFor();
  await other.page.getByLabel('Room code').fill('00000000');
  await other.page.getByRole('button', { name: 'Join' }).click();
  await other.page.getByText('Not found.').waitFor();
  const wide = [...code.toLowerCase()].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('');
  await other.page.getByLabel('Room code').fill(wide);
  await other.page.getByRole('button', { name: 'Join' }).click();
  await other.page.locator('.seat').first().waitFor();
  await other.page.goto(`${house.url}/r/00000000`);
  await other.page.getByText('There is no room with this code.').waitFor();
});
