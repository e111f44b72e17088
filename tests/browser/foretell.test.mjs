// The effect of a move in 753 and the 15-puzzle before it is made: ghosts on the board and a sentence under it, by mouse, by touch and
// by keyboard. The page computes it and sends no request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { playAlone, playTogether, tabTo } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { plyAfter, plyOf } from './lib/play.mjs';

const house = openHouse();
const { person } = house;
const SLOW = { bot_delay_ms: 10000 };
const BOT = [{ bot: 'random' }];
const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };

const status = (page, words) => page.locator('.spoken', { hasText: words }).waitFor();
const stone = (page, row, cell) => page.locator(`.stone[data-row="${row}"][data-stone="${cell}"]`);
const tile = (page, n) => page.locator(`.tiles .tile[data-tile="${n}"]`);
const ghostStones = (page) => page.locator('.stone[data-ghost]').evaluateAll((all) => all.map(({ dataset }) => `${dataset.row}:${dataset.stone}`));
// {"7": "left"}; the hole by the number shown in it: {"0": "7"}.
const ghostTiles = (page) => page.locator('.tile[data-ghost]').evaluateAll((all) => Object.fromEntries(all.map(({ dataset }) => [dataset.tile, dataset.ghost])));
const noGhosts = (page) => page.waitForFunction(() => !document.querySelector('[data-ghost]'));
const taken = (page) => page.locator('.stone.taken').evaluateAll((all) => all.map(({ dataset }) => `${dataset.row}:${dataset.stone}`));
const order = (page) => page.locator('.tiles .tile').evaluateAll((all) => all.map(({ dataset }) => dataset.tile).join(' '));

// In the 15-puzzle news, such as how short the shortest solution is, take the place of a sentence at any time: whether it was said.
const said = (page, words) => page.waitForFunction((wanted) => window.said.some((sentence) => sentence.includes(wanted)), words);

async function nim(page, options) {
  await playAlone(page, house.url, 'nim', options, BOT, SLOW);
  await page.locator('.turn.mine').waitFor();
}

async function fifteen(page, tiles) {
  await playAlone(page, house.url, 'fifteen', { tiles, seats: 1 });
  await page.locator('.tiles[data-mine]').waitFor();
  await page.mouse.move(0, 0); // it lies where Start was, which may be over a tile whose effect is told already
  await page.evaluate(() => {
    window.said = [document.querySelector('.spoken').textContent]; // told again, it is no change
    const note = () => window.said.push(document.querySelector('.spoken').textContent);
    new MutationObserver(note).observe(document.querySelector('.voice'), { childList: true, subtree: true, characterData: true });
  });
}

function countPreviews(page) {
  const asked = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => payload.includes('"preview"') && asked.push(payload)));
  return asked;
}

test('753: the ghosts under the mouse are the stones that the move takes', async () => {
  const { page } = await person();
  const asked = countPreviews(page);
  await nim(page, { rows: [4, 5] });
  await stone(page, 1, 1).hover();
  await status(page, 'Row 2: takes 1, 8 left');
  assert.deepEqual(await ghostStones(page), ['1:1']);
  await stone(page, 1, 1).click();
  await status(page, 'Row 2: takes 1, 8 left. Tap the last stone');
  await stone(page, 1, 3).hover();
  await status(page, 'Row 2: takes 3, 6 left');
  const ghosts = await ghostStones(page);
  assert.deepEqual(ghosts, ['1:1', '1:2', '1:3']);
  await assertNoViolations(page, 'stones that would be taken');
  const ply = await plyOf(page);
  await stone(page, 1, 3).click();
  await plyAfter(page, ply);
  assert.deepEqual(await taken(page), ghosts);
  await noGhosts(page);
  assert.deepEqual(asked, []);
});

for (const [locale, misere, words] of [
  ['en-US', false, 'Row 1: takes the last 2 and wins'],
  ['ja-JP', true, '1段目：最後の2個を取って負け'],
])
  test(`753: who would take the last stones is told what that means (${locale})`, async () => {
    const { page } = await person({ ...phone, locale });
    await nim(page, { rows: [2], misere });
    await stone(page, 0, 0).tap();
    await status(page, locale === 'ja-JP' ? '1段目：1個取ると残り1個' : 'Row 1: takes 1, 1 left');
    assert.deepEqual(await ghostStones(page), ['0:0']);
    const [first, last] = [await stone(page, 0, 0).boundingBox(), await stone(page, 0, 1).boundingBox()];
    const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(...middle(first));
    await page.mouse.down();
    await page.mouse.move(...middle(last));
    await status(page, words);
    assert.deepEqual(await ghostStones(page), ['0:0', '0:1']);
  });

test('753 by keyboard: the focus and the choice are told; who walks away from a choice drops it', async () => {
  const { page } = await person();
  await nim(page, { rows: [4, 3] });
  await tabTo(page, '.stone');
  await status(page, 'Row 1: takes 1, 6 left');
  assert.deepEqual(await ghostStones(page), ['0:0']);
  await page.keyboard.press('Shift+ArrowRight');
  await status(page, 'Row 1: takes 2, 5 left. Enter takes');
  assert.deepEqual(await ghostStones(page), ['0:0', '0:1']);
  await page.keyboard.press('ArrowDown');
  await status(page, 'Row 2: takes 1, 6 left');
  assert.deepEqual(await ghostStones(page), ['1:1']);
  assert.equal(await page.locator('.stone.chosen').count(), 0);
  const ply = await plyOf(page);
  await page.keyboard.press('Enter');
  await plyAfter(page, ply);
  assert.deepEqual(await taken(page), ['1:1']);
  await noGhosts(page);
});

test('753: who watches or waits sees no ghosts, also with a planned move', async () => {
  const [host, friend, watcher] = [await person(), await person(), await person()];
  await playTogether(host, friend, watcher, house.url, 'nim', { rows: [4, 3] });
  await host.page.locator('.turn.mine').waitFor();
  for (const { page } of [watcher, friend]) {
    for (let i = 0; i < 3; i += 1) await stone(page, 0, i).hover();
    await stone(page, 1, 0).click();
  }
  await status(friend.page, '1 stone selected');
  await stone(friend.page, 1, 1).click();
  await friend.page.locator('.stone.planned').first().waitFor();
  for (const { page } of [friend, watcher]) assert.deepEqual(await ghostStones(page), []);
});

test('the 15-puzzle: the tiles that would slide lean towards the hole, and slide', async () => {
  const { page } = await person();
  const asked = countPreviews(page);
  await fifteen(page, [1, 2, 3, 4, 0, 6, 7, 5, 8]);
  await tile(page, 4).hover();
  await said(page, '4: slides right');
  await page.locator('.tile[data-tile="4"][data-ghost]').waitFor();
  assert.deepEqual(await ghostTiles(page), { 0: '4', 4: 'right' });
  await tile(page, 1).hover();
  await noGhosts(page); // not in line
  await tile(page, 4).click();
  assert.equal(await order(page), '1 2 3 0 4 6 7 5 8');
  await tile(page, 6).hover();
  await page.locator('.fifteen-facts .fact').first().getByText('1', { exact: true }).waitFor(); // the server's answer to the slide
  await said(page, '6: slides 2 tiles left');
  await page.locator('.tile[data-tile="6"][data-ghost]').waitFor();
  assert.deepEqual(await ghostTiles(page), { 0: '4', 4: 'left', 6: 'left' });
  await assertNoViolations(page, 'tiles that would slide');
  await tile(page, 6).click();
  assert.equal(await order(page), '1 2 3 4 6 0 7 5 8');
  await noGhosts(page);
  assert.deepEqual(asked, []);
});

for (const [locale, words] of [['en-US', 'Arrow keys slide 6 left, 5 up, 4 right, 2 down.'], ['ja-JP', '矢印キーで動くコマ：6を左へ・5を上へ・4を右へ・2を下へ']])
  test(`the 15-puzzle by keyboard: the arrow keys are told (${locale})`, async () => {
    const { page } = await person({ locale });
    await fifteen(page, [1, 2, 3, 4, 0, 6, 7, 5, 8]);
    await tabTo(page, '.tiles');
    await status(page, words);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await order(page), '1 2 3 4 6 0 7 5 8');
  });

test('the 15-puzzle by touch: one tap slides, unless somebody wishes two, or a button', async () => {
  const { page } = await person(phone);
  await fifteen(page, [1, 2, 3, 4, 0, 6, 7, 5, 8]);
  await tile(page, 4).tap();
  assert.equal(await order(page), '1 2 3 0 4 6 7 5 8');
  await page.addInitScript(() => localStorage.setItem('engawa.settings', JSON.stringify({ taps: 'two' })));
  await page.reload();
  await page.locator('.tiles[data-mine]').waitFor();
  await tile(page, 6).tap();
  await status(page, '6: slides 2 tiles left; tap again to play.');
  assert.deepEqual(await ghostTiles(page), { 0: '4', 4: 'left', 6: 'left' });
  assert.equal(await order(page), '1 2 3 0 4 6 7 5 8');
  await tile(page, 1).tap();
  await status(page, '1: slides down');
  await tile(page, 2).tap();
  await status(page, '2 is not in line');
  await noGhosts(page);
  await tile(page, 1).tap();
  await tile(page, 1).tap();
  assert.equal(await order(page), '0 2 3 1 4 6 7 5 8');
  await page.addInitScript(() => localStorage.setItem('engawa.settings', JSON.stringify({ taps: 'button' })));
  await page.reload();
  await page.locator('.tiles[data-mine]').waitFor();
  await tile(page, 2).tap();
  await tile(page, 2).tap();
  assert.equal(await order(page), '0 2 3 1 4 6 7 5 8');
  await page.getByRole('button', { name: 'Play 2' }).tap();
  assert.equal(await order(page), '2 0 3 1 4 6 7 5 8');
  await noGhosts(page);
});
