// How a move is made: by one tap, by two, of which the first shows it, or by a tap and a button; a setting for every person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterRoom, playAlone, recordMoves, startGame, tabTo } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { myTurnOrOver, plyAfter, plyOf } from './lib/play.mjs';

const house = openHouse();
const { person } = house;
const slow = { bot_delay_ms: 5000 };
const bot = { bot: 'random' };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const withTaps = (page, taps) => page.addInitScript((wanted) => localStorage.setItem('engawa.settings', JSON.stringify({ taps: wanted })), taps);

async function classic(page, more = slow) {
  const code = await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [bot], more);
  await myTurnOrOver(page);
  return code;
}

for (const [locale, words] of [['en-US', { again: /tap again to play/, chosen: 'chosen' }], ['ja-JP', { again: /もう一度タップすると打ちます/, chosen: '選択中' }]]) {
  test(`with a finger the first tap chooses and the second plays; another square chooses anew (${locale})`, async () => {
    const { page } = await person({ ...phone, locale });
    const sent = recordMoves(page);
    await classic(page);
    const legal = page.locator('.cell.legal');
    const [a, b] = [await legal.nth(0).getAttribute('data-cell'), await legal.nth(1).getAttribute('data-cell')];
    await page.locator(`[data-cell=${a}]`).tap();
    await page.locator(`.cell.chosen[data-cell=${a}]`).waitFor();
    assert.match(await page.locator('.spoken').textContent(), words.again);
    assert.ok((await page.locator(`[data-cell=${a}]`).getAttribute('aria-label')).includes(words.chosen));
    await page.locator(`[data-cell=${b}]`).tap();
    assert.deepEqual(await page.locator('.cell.chosen').evaluateAll((all) => all.map((one) => one.dataset.cell)), [b]);
    await page.locator('.cell:not(.legal):not([data-disc])').first().tap();
    assert.equal(await page.locator('.cell.chosen').count(), 0, 'a tap elsewhere drops the choice');
    assert.deepEqual(sent, []);
    const before = await plyOf(page);
    await page.locator(`[data-cell=${b}]`).tap();
    await page.locator(`[data-cell=${b}]`).tap();
    await plyAfter(page, before);
    assert.deepEqual(sent, [{ cell: b }]);
    assert.equal(await page.locator('.cell.chosen').count(), 0);
  });
}

test('a mouse and a key play at once, unless somebody wishes otherwise', async () => {
  const { page } = await person();
  const sent = recordMoves(page);
  await classic(page, {});
  await page.locator('.cell.legal').first().click();
  await page.waitForFunction(() => document.querySelector('.turn').dataset.ply !== '0');
  assert.equal(sent.length, 1);
  await myTurnOrOver(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Two taps', { exact: true }).check();
  await page.keyboard.press('Escape');
  await tabTo(page, '.cell');
  await page.keyboard.press('n');
  const before = await plyOf(page);
  await page.keyboard.press('Enter');
  await page.locator('.cell.chosen').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.cell.chosen').count(), 0);
  assert.equal(await plyOf(page), before);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await plyAfter(page, before);
  assert.equal(sent.length, 2);
});

for (const [locale, verb] of [['en-US', (cell) => `Play ${cell}`], ['ja-JP', (cell) => `${cell}に打つ`]]) {
  test(`tap and button: the button names the move and makes it, in reversi and in 753 (${locale})`, async () => {
    const { page } = await person({ ...phone, locale });
    await withTaps(page, 'button');
    const sent = recordMoves(page);
    await classic(page);
    const cell = await page.locator('.cell.legal').first().getAttribute('data-cell');
    await page.locator(`[data-cell=${cell}]`).tap();
    await page.locator(`[data-cell=${cell}]`).tap();
    assert.deepEqual(sent, [], 'taps alone do not play');
    const box = await page.locator('.offer').boundingBox();
    assert.ok(box.height >= 44, `${box.height}`);
    await page.getByRole('button', { name: verb(cell) }).tap();
    await page.locator('.turn:not(.mine)').waitFor();
    assert.deepEqual(sent, [{ cell }]);
    assert.equal(await page.locator('.offer').isVisible(), false);
    await playAlone(page, house.url, 'nim', { rows: [4, 2] }, [{ bot: 'perfect' }], slow);
    await myTurnOrOver(page);
    const stone = (n) => page.locator(`.stone[data-row="0"][data-stone="${n}"]`);
    await stone(1).tap();
    await stone(2).tap();
    assert.equal(sent.length, 1);
    await page.locator('.offer').tap();
    await page.locator('.turn:not(.mine)').waitFor();
    assert.deepEqual(sent[1], { row: 0, from: 1, count: 2 });
  });
}

test('one tap, for who wishes it on a phone', async () => {
  const { page } = await person(phone);
  await withTaps(page, 'one');
  await classic(page);
  await page.locator('.cell.legal').first().tap();
  await page.locator('.turn:not(.mine)').waitFor();
});

// Two people, of whom one is slow: a move planned meanwhile.
for (const [locale, words] of [['en-US', { planned: /is planned/, gone: /cancelled/ }], ['ja-JP', { planned: /予約をしました/, gone: /取り消しました/ }]]) {
  test(`a planned move is sent when the turn comes, can be cancelled, and is forgotten without a word when it is not legal (${locale})`, async () => {
    const host = await person({ locale });
    const friend = await person();
    await together(host, friend, 'reversi', { preset: 'classic' });
    const sent = recordMoves(host.page);
    await host.page.reload();
    await host.page.locator('.turn.mine').waitFor();
    const cell = ({ page }, name) => page.locator(`[data-cell=${name}]`);
    const planned = () => host.page.locator('.cell.planned').evaluateAll((all) => all.map((one) => one.dataset.cell));
    await cell(host, 'd3').click();
    await friend.page.locator('.turn.mine').waitFor();
    await host.page.locator('.turn:not(.mine)').waitFor();
    await cell(host, 'b2').click();
    assert.match(await host.page.locator('.spoken').textContent(), words.planned);
    assert.deepEqual(await planned(), ['b2']);
    await cell(host, 'b2').click();
    assert.match(await host.page.locator('.spoken').textContent(), words.gone);
    assert.deepEqual(await planned(), []);
    await cell(host, 'h8').click();
    await cell(host, 'c4').click();
    assert.deepEqual(await planned(), ['c4'], 'one only');
    await cell(friend, 'c3').click();
    await host.page.locator('[data-cell=c4][data-disc=B]').waitFor();
    assert.deepEqual(sent, [{ cell: 'd3' }, { cell: 'c4' }]);
    assert.deepEqual(await planned(), []);
    await friend.page.locator('.turn.mine').waitFor();
    await host.page.locator('.turn:not(.mine)').waitFor();
    await cell(host, 'a8').click();
    assert.deepEqual(await planned(), ['a8']);
    await friend.page.locator('.cell.legal').first().click();
    await host.page.locator('.turn.mine').waitFor();
    assert.deepEqual(await planned(), [], 'a8 is far from every disc');
    assert.equal(sent.length, 2);
    assert.deepEqual(await host.page.locator('.toast.refusal').allTextContents(), []);
  });
}

// Holes separate the players, so no move affects another player's moves. Black, white and ash have three moves each;
// nobody can ever play f9.
const APART = ['BW.HBW.', 'HHHHHHH', 'BW.HWA.', 'HHHHHHH', 'WA.HWA.', 'HHHHHHH', 'AW.HAW.', 'HHHHHHH', 'AW.H...'];

for (const [locale, words] of [['en-US', { planned: /is planned/, gone: /cancelled/, again: 'Play again' }], ['ja-JP', { planned: /予約をしました/, gone: /取り消しました/, again: 'もう一局' }]]) {
  test(`with three at the table a planned move waits for one's turn; Escape, a second click and the end of the round cancel it (${locale})`, async () => {
    const host = await person({ locale });
    const friend = await person();
    await together(host, friend, 'reversi', { board: APART, rotation: 'BWA' }, [{ bot: 'random' }]);
    const sent = recordMoves(host.page);
    await host.page.reload();
    await host.page.locator('.turn.mine').waitFor();
    const cell = ({ page }, name) => page.locator(`[data-cell=${name}]`);
    const planned = () => host.page.locator('.cell.planned').evaluateAll((all) => all.map((one) => one.dataset.cell));
    const spoken = () => host.page.locator('.spoken').textContent();
    const friendsTurn = async () => {
      await friend.page.locator('.turn.mine').waitFor();
      await host.page.locator('.turn:not(.mine)').waitFor();
    };
    await cell(host, 'c1').click();
    await friendsTurn();
    await cell(host, 'g1').click();
    assert.match(await spoken(), words.planned);
    await cell(host, 'c3').click();
    assert.deepEqual(await planned(), ['c3'], 'one only');
    await cell(friend, 'g3').click(); // after the bot's move it is sent
    await cell(host, 'c3').and(host.page.locator('[data-disc=B]')).waitFor();
    assert.deepEqual(sent, [{ cell: 'c1' }, { cell: 'c3' }]);
    assert.deepEqual(await planned(), []);

    await friendsTurn();
    await cell(host, 'f9').click();
    assert.deepEqual(await planned(), ['f9']);
    await cell(friend, 'c5').click();
    await host.page.locator('.turn.mine').waitFor();
    assert.deepEqual(await planned(), [], 'it is not legal: forgotten');
    assert.equal(sent.length, 2);

    await cell(host, 'g1').click();
    await friendsTurn();
    await cell(host, 'f9').click();
    await cell(host, 'f9').click();
    assert.match(await spoken(), words.gone);
    assert.deepEqual(await planned(), [], 'a second click');
    await cell(host, 'f9').click();
    assert.match(await spoken(), words.planned);
    await host.page.keyboard.press('Escape');
    assert.match(await spoken(), words.gone);
    assert.deepEqual(await planned(), [], 'Escape');
    await cell(host, 'f9').click();
    await host.page.evaluate(() => document.activeElement.blur());
    await host.page.keyboard.press('Escape');
    assert.deepEqual(await planned(), [], 'Escape, wherever the focus is');
    await cell(host, 'f9').click();
    assert.deepEqual(await planned(), ['f9']);
    await cell(friend, 'g5').click();
    for (const { page } of [host, friend]) await page.locator('.result:not([hidden])').waitFor();
    assert.deepEqual(await planned(), [], 'the round is over');
    await host.page.getByRole('button', { name: words.again }).click();
    await friend.page.getByRole('button', { name: 'Play again' }).click();
    await host.page.locator('.turn.mine').waitFor();
    assert.deepEqual(await planned(), []);
    assert.deepEqual(sent, [{ cell: 'c1' }, { cell: 'c3' }, { cell: 'g1' }]);
    assert.deepEqual(await host.page.locator('.toast.refusal').allTextContents(), []);
  });
}

test('a planned move is forgotten without a word when a bot has moved for who was away', async () => {
  const host = await person();
  const friend = await person();
  const link = { sockets: [], moves: [], refused: [] };
  await host.page.routeWebSocket(/\/rooms\//, (socket) => {
    if (!link.sockets) return socket.close({ code: 4100 });
    link.sockets.push(socket);
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { type, id, move } = JSON.parse(text);
      if (type === 'move') link.moves.push({ id, move });
      server.send(text);
    });
    server.onMessage((text) => {
      const { re, code } = JSON.parse(text);
      if (code && link.moves.some(({ id }) => id === re)) link.refused.push(code);
      socket.send(text);
    });
  });
  await together(host, friend, 'reversi', { preset: 'classic' }, [], { grace_ms: 50 });
  const cell = ({ page }, name) => page.locator(`[data-cell=${name}]`);
  await host.page.locator('.turn.mine').waitFor();
  await cell(host, 'd3').click();
  await friend.page.locator('.turn.mine').waitFor();
  await host.page.locator('.turn:not(.mine)').waitFor();
  await cell(host, 'c4').click();
  await host.page.locator('.cell.planned').waitFor();
  const cut = link.sockets;
  link.sockets = undefined;
  for (const socket of cut) await socket.close({ code: 4100 });
  await cell(friend, 'c3').click();
  await friend.page.locator('.turn.mine[data-ply="3"]').waitFor(); // the bot has moved for the host
  link.sockets = [];
  await host.page.locator('.turn:not(.mine)[data-ply="3"]').waitFor();
  await friend.page.getByRole('tab', { name: 'Chat' }).click();
  await friend.page.getByLabel('Message').fill('welcome back');
  await friend.page.keyboard.press('Enter');
  await host.page.getByRole('tab', { name: /^Chat/ }).click();
  await host.page.locator('.chat-lines', { hasText: 'welcome back' }).waitFor();
  assert.deepEqual(link.moves.map(({ move }) => move.cell), ['d3', 'c4']);
  assert.deepEqual(link.refused, ['stale']);
  assert.equal(await host.page.locator('.cell.planned').count(), 0);
  assert.deepEqual(await host.page.locator('.toast.refusal').allTextContents(), []);
});

test('a planned move of 753 is played by itself', async () => {
  const host = await person();
  const friend = await person();
  await together(host, friend, 'nim', { rows: [3, 3] });
  const sent = recordMoves(friend.page);
  await friend.page.reload();
  await host.page.locator('.turn.mine').waitFor();
  await friend.page.locator('.stone').first().waitFor();
  const stone = (page, row, n) => page.locator(`.stone[data-row="${row}"][data-stone="${n}"]`);
  await stone(friend.page, 1, 0).click();
  await stone(friend.page, 1, 1).click();
  await friend.page.locator('.stone.planned').first().waitFor();
  assert.deepEqual(sent, []);
  await stone(host.page, 0, 0).click();
  await stone(host.page, 0, 0).click();
  await host.page.locator('.stone.last[data-row="1"]').first().waitFor();
  assert.deepEqual(sent, [{ row: 1, from: 0, count: 2 }]);
  await host.page.locator('.turn.mine').waitFor();
});

test('a planned move of 753 is cancelled by Escape', async () => {
  const host = await person();
  const friend = await person();
  await together(host, friend, 'nim', { rows: [3, 3] });
  await host.page.locator('.turn.mine').waitFor();
  const stone = (n) => friend.page.locator(`.stone[data-row="1"][data-stone="${n}"]`);
  await stone(0).click();
  await stone(1).click();
  await friend.page.locator('.stone.planned').first().waitFor();
  await friend.page.keyboard.press('Escape');
  await friend.page.locator('.stone.planned').first().waitFor({ state: 'detached' });
  assert.match(await friend.page.locator('.spoken').textContent(), /cancelled/);
});

async function together(host, friend, game, options, bots = [], more = {}) {
  const code = await enterRoom(host.page, house.url, { game, options, seats: ['me', 'open', ...bots], ...more });
  await friend.page.goto(`${house.url}/r/${code}`);
  await host.page.locator('[data-seat=s1][data-kind=human]').waitFor();
  await startGame(host.page);
}
