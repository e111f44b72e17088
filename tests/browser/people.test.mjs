// Roles in a room: a closed seat, a stand-in for a disconnected player, and another host.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { enterRoom, startGame } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { chooseSeat, serverDocument } from './lib/play.mjs';

const house = openHouse(['--admin-port', '0', '--chat-per-10s', '1000']);
const { person } = house;

// A friend who joined by the link and has a seat.
async function comes(code, seat, options) {
  const friend = await person(options);
  await friend.page.goto(`${house.url}/r/${code}`);
  await friend.page.locator(`[data-seat=${seat}].mine`).waitFor();
  return friend;
}

test('nobody can sit on a closed seat, a bot plays it, and the host may open it again', async () => {
  const host = await person();
  const code = await enterRoom(host.page, house.url, { game: 'reversi', options: { preset: 'five' }, seats: ['me', 'open', 'open', 'open', 'open'], clock: { kind: 'none' } });
  await chooseSeat(host.page, 's1', 'closed');
  await host.page.locator('[data-seat=s1][data-kind=closed]', { hasText: 'Closed' }).waitFor();
  const friend = await comes(code, 's2', { locale: 'ja-JP' });
  await friend.page.locator('[data-seat=s1]', { hasText: '募集しない席' }).waitFor();
  assert.equal(await friend.page.locator('[data-seat=s1] button').count(), 0);
  assert.ok((await friend.page.locator('[data-seat=s3] button').count()) > 0, 'an open one has a button');
  await chooseSeat(host.page, 's1', 'open');
  await friend.page.locator('[data-seat=s1][data-kind=open] button').click();
  await friend.page.locator('[data-seat=s1].mine').waitFor();
  await chooseSeat(host.page, 's3', 'closed');
  await startGame(host.page);
  const { seats } = await serverDocument(host.page, code);
  assert.deepEqual(Object.values(seats).map(({ kind }) => kind), ['human', 'human', 'bot', 'bot', 'bot']);
});

for (const [locale, words] of [
  ['en-US', { plays: 'a bot is playing', back: '(white) is playing again' }],
  ['ja-JP', { plays: 'ボットが代打ち中', back: '（白）が席に戻りました' }],
]) {
  test(`who dropped has a badge that a bot is playing, until they come back and play on (${locale})`, async () => {
    const host = await person({ locale });
    const code = await enterRoom(host.page, house.url, { game: 'reversi', options: { preset: 'classic' }, seats: ['me', 'open'], clock: { kind: 'none' }, grace_ms: 50 });
    const friend = await comes(code, 's1');
    await startGame(host.page);
    await friend.page.locator('.turn:not(.mine)').waitFor();
    const card = host.page.locator('.player[data-seat=s1]');
    assert.deepEqual(await card.locator('.badge').allTextContents(), []);
    await friend.page.goto('about:blank');
    await card.locator('.badge', { hasText: words.plays }).waitFor();
    assert.ok(await card.evaluate((one) => one.classList.contains('absent')));
    await host.page.locator('.cell.legal').first().click();
    await host.page.locator('.turn.mine[data-ply="2"]').waitFor(); // the bot has moved
    await friend.page.goto(`${house.url}/r/${code}`);
    await card.locator('.badge').waitFor({ state: 'detached' });
    assert.ok(await card.evaluate((one) => !one.classList.contains('absent')));
    await host.page.locator('.log-lines li', { hasText: words.back }).waitFor();
    await host.page.locator('.cell.legal').first().click();
    await friend.page.locator('.turn.mine[data-ply="3"]').waitFor();
    await friend.page.locator('.cell.legal').first().click();
    await host.page.locator('.turn[data-ply="4"]').waitFor();
  });
}

const HOST_WORDS = {
  'en-US': { people: 'People', make: 'Make host', you: 'You are the host now.', start: 'Start the game', waits: 'Waiting for the host to start the game.' },
  'ja-JP': { people: '参加者', make: 'ホストにする', you: 'あなたがホストになりました。', start: '対局を始める', waits: 'ホストの開始を待っています。' },
};

// In the list of people, as somebody who is not the host, there is nothing to do to them but to report them.
async function hasNoPower(page, { people, make }) {
  await page.getByRole('button', { name: people, exact: true }).click();
  await page.locator('dialog .person').first().waitFor();
  assert.equal(await page.locator('dialog .person').getByRole('button').count(), await page.locator('dialog .person').count());
  assert.equal(await page.getByRole('button', { name: make }).count(), 0);
  await page.keyboard.press('Escape');
}

for (const [locale, width, other] of [['en-US', 1280, 'ja-JP'], ['ja-JP', 360, 'en-US']]) {
  test(`the host makes somebody else the host, before the game and in it (${locale}, ${width})`, async () => {
    const [mine, theirs] = [HOST_WORDS[locale], HOST_WORDS[other]];
    const host = await person({ locale, viewport: { width, height: 800 } });
    const code = await enterRoom(host.page, house.url, { game: 'reversi', options: { preset: 'classic' }, seats: ['me', 'open'], clock: { kind: 'none' } });
    const friend = await comes(code, 's1', { locale: other });
    const watcher = await person();
    await watcher.page.goto(`${house.url}/r/${code}`);
    await watcher.page.locator('[data-seat=s1][data-kind=human]').waitFor();
    await watcher.page.getByLabel('Message').fill('good luck');
    await watcher.page.keyboard.press('Enter');
    await host.page.locator('.chat-lines', { hasText: 'good luck' }).waitFor();

    await host.page.getByRole('button', { name: mine.people, exact: true }).click();
    const rows = host.page.locator('dialog .person');
    assert.equal(await rows.count(), 2, 'the friend, and who talks without a seat');
    assert.equal(await rows.getByRole('button', { name: mine.make }).count(), 1, 'who has no seat cannot be the host');
    const box = await host.page.locator('dialog').boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width);
    assert.ok(await host.page.locator('dialog').evaluate((one) => one.scrollWidth <= one.clientWidth), 'nothing is cut off');
    await assertNoViolations(host.page, 'people, one of whom may be the host');
    await rows.getByRole('button', { name: mine.make }).click();
    await host.page.locator('dialog .danger').click();

    await friend.page.locator('.toast', { hasText: theirs.you }).waitFor();
    await friend.page.getByRole('button', { name: theirs.start }).waitFor();
    await host.page.getByText(mine.waits).waitFor();
    await hasNoPower(host.page, mine);
    assert.equal(await watcher.page.locator('.toast').count(), 0);
    assert.equal((await serverDocument(host.page, code)).host, (await serverDocument(host.page, code)).seats.s1.guest);

    await friend.page.getByRole('button', { name: theirs.start }).click();
    await friend.page.locator('.board .cell').first().waitFor();
    await hasNoPower(host.page, mine);
    await friend.page.locator('.under-board').getByRole('button', { name: theirs.people }).click();
    await friend.page.getByRole('button', { name: theirs.make }).click();
    await friend.page.locator('dialog .danger').click();
    await host.page.locator('.toast', { hasText: mine.you }).waitFor();
    await host.page.getByRole('button', { name: mine.people, exact: true }).click();
    await host.page.getByRole('button', { name: mine.make }).waitFor();
    assert.equal((await serverDocument(host.page, code)).host, (await serverDocument(host.page, code)).seats.s0.guest);
  });
}

test('who is not there cannot be made the host, and a room read anew has the host that it had', async () => {
  const host = await person();
  const code = await enterRoom(host.page, house.url, { game: 'reversi', options: { preset: 'classic' }, seats: ['me', 'open'], clock: { kind: 'none' } });
  const friend = await comes(code, 's1');
  await friend.page.goto('about:blank');
  await host.page.locator('[data-seat=s1]', { hasText: 'disconnected' }).waitFor();
  await host.page.getByRole('button', { name: 'People' }).click();
  await host.page.locator('dialog .person').waitFor();
  assert.equal(await host.page.getByRole('button', { name: 'Make host' }).count(), 0);
  await host.page.keyboard.press('Escape');
  await friend.page.goto(`${house.url}/r/${code}`);
  await host.page.locator('[data-seat=s1]', { hasText: 'disconnected' }).waitFor({ state: 'detached' });
  await host.page.getByRole('button', { name: 'People' }).click();
  await host.page.getByRole('button', { name: 'Make host' }).click();
  await host.page.locator('dialog .danger').click();
  await friend.page.getByRole('button', { name: 'Start the game' }).waitFor();
  await house.server.crash();
  await house.server.restart();
  await friend.page.locator('.toast', { hasText: 'Reconnected.' }).waitFor();
  await friend.page.getByRole('button', { name: 'Start the game' }).click();
  await friend.page.locator('.board .cell').first().waitFor();
});

for (const [locale, words] of [
  ['en-US', { people: 'People', report: /^Report …/, do: 'Report', done: 'The operator has your report.' }],
  ['ja-JP', { people: '参加者', report: /^通報する…/, do: '通報する', done: '運営者に通報しました。' }],
])
  test(`somebody who watches reports a player, before the game and during it (${locale})`, async () => {
    const host = await person({ locale });
    const code = await enterRoom(host.page, house.url, { game: 'reversi', options: { preset: 'classic' }, seats: ['me', { bot: 'random' }], clock: { kind: 'none' } });
    const friend = await person({ locale });
    await friend.page.goto(`${house.url}/r/${code}`);
    const report = async (reason) => {
      await friend.page.getByRole('button', { name: words.people, exact: true }).click();
      await friend.page.locator('dialog').getByRole('button', { name: words.report }).click();
      await friend.page.locator('dialog').getByRole('textbox').fill(reason);
      await assertNoViolations(friend.page, 'report');
      await friend.page.locator('dialog').getByRole('button', { name: words.do, exact: true }).click();
      await friend.page.getByText(words.done).waitFor();
    };
    await report('rude name');
    await startGame(host.page);
    await friend.page.locator('.turn').waitFor();
    await report('悪い名前');
    const { acts } = await (await fetch(`${house.adminUrl}/acts`)).json();
    assert.deepEqual(acts.filter(({ room }) => room === code).map(({ act, reason }) => [act, reason]), [['report', 'rude name'], ['report', '悪い名前']]);
  });

const OF_A_MESSAGE = {
  'en-US': { report: /^Report … .+: go away$/, do: 'Report', done: 'The operator has your report.', gone: /no longer in the chat/, mark: 'reported' },
  'ja-JP': { report: /^通報する… .+: go away$/, do: '通報する', done: '運営者に通報しました。', gone: /もうチャットに残っていません/, mark: '通報された発言' },
};

async function says(one, text) {
  await one.page.locator('.chat-form input').fill(text);
  await one.page.keyboard.press('Enter');
  await one.page.locator('.chat-lines p', { hasText: text }).waitFor();
}

for (const [locale, words] of Object.entries(OF_A_MESSAGE))
  test(`one message is reported from the chat, with the keys, and the operator sees it marked (${locale})`, async () => {
    const host = await person({ locale });
    const code = await enterRoom(host.page, house.url, { game: 'nim', seats: ['me', 'open'], clock: { kind: 'none' } });
    const rude = await comes(code, 's1', { locale });
    for (const text of ['hello', 'go away', 'bye']) await says(rude, text);
    await says(host, 'what?');
    const lines = host.page.locator('.chat-lines');
    await lines.getByRole('button').nth(2).waitFor();
    assert.equal(await lines.getByRole('button').count(), 3, "none at the host's own line");
    const button = lines.getByRole('button', { name: words.report });
    assert.equal(await button.evaluate((one) => getComputedStyle(one).opacity), '0');
    await lines.focus();
    for (let i = 0; i < 2; i += 1) await host.page.keyboard.press('Tab');
    assert.equal(await button.evaluate((one) => one === document.activeElement && getComputedStyle(one).opacity), '1');
    await says(rude, 'still here'); // the lines are drawn anew
    await lines.getByText('still here').waitFor();
    assert.ok(await button.evaluate((one) => one === document.activeElement));
    await host.page.keyboard.press('Enter');
    const dialog = host.page.locator('dialog');
    await dialog.locator('blockquote', { hasText: 'go away' }).waitFor();
    await assertNoViolations(host.page, 'report of a message');
    await dialog.getByRole('textbox').fill('rude');
    await dialog.getByRole('button', { name: words.do, exact: true }).click();
    await host.page.getByText(words.done).waitFor();

    const operator = await person({ locale });
    await operator.page.goto(house.adminUrl);
    const report = operator.page.locator('#reports > li', { hasText: '“rude”' }).last();
    await report.locator('.reported', { hasText: 'go away' }).getByText(words.mark).waitFor();
    assert.equal(await report.locator('.reported').count(), 1);
    await report.getByRole('button').first().click();
    const chat = operator.page.locator('#chat-dialog');
    await chat.locator('.reported', { hasText: 'go away' }).getByText(words.mark).waitFor();
    assert.equal(await chat.locator('.reported').count(), 1);
    await assertNoViolations(operator.page, 'a marked message');
  });

test('a message that has left the chat meanwhile, by touch on a phone', async () => {
  const words = OF_A_MESSAGE['en-US'];
  const host = await person({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
  const code = await enterRoom(host.page, house.url, { game: 'nim', seats: ['me', 'open'], clock: { kind: 'none' } });
  const flood = await comes(code, 's1');
  await says(flood, 'go away');
  const button = host.page.locator('.chat-lines').getByRole('button', { name: words.report });
  await button.waitFor();
  const { width, height } = await button.boundingBox();
  assert.ok(width >= 40 && height >= 40, `${width} x ${height}`);
  await button.tap();
  const dialog = host.page.locator('dialog');
  await dialog.locator('blockquote').waitFor();
  for (let i = 0; i < 30; i += 1) await says(flood, `line ${i}.`);
  await dialog.getByRole('button', { name: words.do, exact: true }).tap();
  await host.page.locator('.toast.refusal', { hasText: words.gone }).waitFor();
});

test('the host closes the room for everybody, and its link leads to nobody', async () => {
  const host = await person();
  const code = await enterRoom(host.page, house.url, { game: 'nim', seats: ['me', 'open'], clock: { kind: 'none' } });
  const friend = await comes(code, 's1', { locale: 'ja-JP' });
  assert.equal(await friend.page.getByRole('button', { name: 'このルームを閉じる' }).count(), 0);
  await host.page.getByRole('button', { name: 'Close this room' }).click();
  await host.page.locator('dialog').getByRole('button', { name: 'Close this room' }).click();
  await host.page.waitForURL(`${house.url}/`);
  await friend.page.getByText('このルームは閉じられました。').waitFor();
  const late = await person();
  await late.page.goto(`${house.url}/r/${code}`);
  await late.page.getByText('This room has been closed.').waitFor();
});
