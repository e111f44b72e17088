// The 753 game: whole games by mouse and by keyboard, alone and together, and the hint.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { assertOver, playAlone, playTogether, recordMoves, tabTo } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { myTurnOrOver, serverDocument } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const stone = (page, row, cell) => page.locator(`.stone[data-row="${row}"][data-stone="${cell}"]`);

// The stones that the page shows as taken and untaken, row by row.
const shown = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.stone-row')].map((row) => [...row.children].map((one) => (one.classList.contains('taken') ? 'x' : 'o')).join('')));

async function assertSameRows(page, code) {
  const { view, ply } = await serverDocument(page, code);
  await page.waitForFunction((now) => document.querySelector('.turn').dataset.ply === String(now), ply);
  assert.deepEqual(await shown(page), Object.values(view.rows));
  assert.ok(ply > 0);
}

async function waitPly(page, act) {
  const before = await page.locator('.turn').getAttribute('data-ply');
  await act();
  await page.waitForFunction((old) => document.querySelector('.turn').dataset.ply !== old, before);
}

async function drag(page, from, to) {
  await from.hover();
  await page.mouse.down();
  await to.hover();
  await page.mouse.up();
}

test('by mouse: who follows the hints wins against the perfect bot', async () => {
  const { page } = await person();
  const code = await playAlone(page, house.url, 'nim', { preset: '753' }, [{ bot: 'perfect' }]);
  let turns = 0;
  while (!(await myTurnOrOver(page))) {
    // A run of one cannot be dragged: it is tapped twice.
    await page.locator('.hint-button').click();
    const hinted = page.locator('.stone.hinted');
    await hinted.first().waitFor();
    if ((await hinted.count()) > 1) await waitPly(page, () => drag(page, hinted.first(), hinted.last()));
    else {
      await hinted.click();
      assert.equal(await page.locator('.stone.chosen').count(), 1);
      await waitPly(page, () => hinted.click());
    }
    turns += 1;
    assert.equal(await page.locator('.nim-hint').count(), 0, 'the hint goes with the move');
  }
  await assertOver(page, code, { winner: 's0', reason: 'last_taken' });
  await page.getByRole('heading', { name: 'You win!' }).waitFor();
  assert.ok(turns >= 3, `${turns} turns`);
  await page.locator('[data-focus=rematch]').click();
  await page.locator('.result').waitFor({ state: 'hidden' });
});

test('by taps: first and last stone; over a gap there is no run', async () => {
  const { page } = await person();
  const sent = recordMoves(page);
  const code = await playAlone(page, house.url, 'nim', { rows: ['ooxoo', 'oooo'], misere: true }, [{ bot: 'random' }]);
  await page.getByText('Taking the last stone loses', { exact: true }).waitFor();
  await stone(page, 0, 0).click();
  await page.locator('.spoken', { hasText: 'last stone' }).waitFor();
  await stone(page, 0, 3).click();
  assert.equal(sent.length, 0, 'not over a gap: the run begins anew');
  await page.locator('.stone.chosen[data-stone="3"]').waitFor();
  await stone(page, 0, 2).click();
  await page.locator('.spoken', { hasText: 'already taken' }).waitFor();
  await stone(page, 1, 3).click();
  await waitPly(page, () => stone(page, 1, 1).click());
  assert.deepEqual(sent[0], { row: 1, from: 1, count: 3 });
  await myTurnOrOver(page);
  await assertSameRows(page, code);
});

test('a whole game by keyboard alone', async () => {
  const { page } = await person();
  const sent = recordMoves(page);
  const code = await playAlone(page, house.url, 'nim', { rows: [4, 3] }, [{ bot: 'random' }]);
  await myTurnOrOver(page);
  await tabTo(page, '.stone');
  const focused = () => page.evaluate(() => [document.activeElement.dataset.row, document.activeElement.dataset.stone].join());
  await page.keyboard.press('End');
  assert.equal(await focused(), '0,3');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), '1,2', 'a shorter row');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  assert.equal(await page.locator('.stone.chosen').count(), 2);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.stone.chosen').count(), 0);
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await waitPly(page, () => page.keyboard.press('Enter'));
  assert.deepEqual(sent[0], { row: 1, from: 0, count: 3 });
  while (!(await myTurnOrOver(page))) {
    const [[row, cell]] = await page.locator('.stone:not(.taken)').evaluateAll((all) => all.map((one) => [one.dataset.row, one.dataset.stone]));
    await page.keyboard.press(row === '0' ? 'ArrowUp' : 'ArrowDown');
    await page.keyboard.press('Home');
    for (let i = 0; i < Number(cell); i += 1) await page.keyboard.press('ArrowRight');
    await waitPly(page, () => page.keyboard.press('Space'));
  }
  await assertOver(page, code, { reason: 'last_taken' });
});

test('two browsers together, and one who watches', async () => {
  const [host, friend, watcher] = [await person(), await person({ locale: 'ja-JP' }), await person()];
  const code = await playTogether(host, friend, watcher, house.url, 'nim', { rows: [3, 2] });
  const players = [host, friend];
  for (let i = 0; !(await myTurnOrOver(players[i % 2].page)); i += 1) {
    const { page } = players[i % 2];
    const one = page.locator('.stone:not(.taken)').first();
    await one.click();
    await waitPly(page, () => one.click());
    const result = players[(i + 1) % 2].page.locator('.result');
    if (i === 4) await result.waitFor();
    else assert.equal(await result.isVisible(), false);
  }
  for (const { page } of [host, friend, watcher]) {
    await assertOver(page, code, { winner: 's0' });
    await assertSameRows(page, code);
  }
  assert.match(await friend.page.locator('.log-lines').textContent(), /1段目の1番を取りました/);
  assert.match(await watcher.page.locator('.log-lines').textContent(), /takes stone 3 of row 1/);
  assert.equal(await watcher.page.locator('.hint-button').isVisible(), false);
});

test('the hint draws lengths in binary, the odd columns and the winning move', async () => {
  const { page } = await person();
  await playAlone(page, house.url, 'nim', { rows: ['oooxoo', 'ooooo'] }, [{ bot: 'perfect' }]);
  await page.locator('.hint-button').click();
  await page.locator('.nim-hint').waitFor();
  const table = await page.locator('.nim-hint tbody tr').evaluateAll((lines) =>
    lines.map((line) => ({ length: Number(line.querySelector('.length').textContent), bits: [...line.querySelectorAll('.bit')].map((bit) => bit.textContent).join('') })));
  assert.deepEqual(table, [{ length: 3, bits: '011' }, { length: 2, bits: '010' }, { length: 5, bits: '101' }]);
  assert.deepEqual(await page.locator('.nim-hint .ones .bit').allTextContents(), ['1', '2', '2']);
  assert.deepEqual(await page.locator('.nim-hint tbody .after').allTextContents(), ['011', '010', '001'], 'five becomes one, and every column is even');
  assert.equal(await page.locator('.nim-hint tbody tr:first-child .odd').count(), 1);
  assert.ok((await page.locator('.stone.hinted').count()) >= 1);
  await assertNoViolations(page, '753 with a hint');
  await page.getByRole('button', { name: 'Close the hint' }).click();
  assert.equal(await page.locator('.stone.hinted').count(), 0);
});

test('by touch: a finger drags over a run, and aims a bubble', async () => {
  const { page, context } = await person({ hasTouch: true, viewport: { width: 360, height: 740 } });
  const sent = recordMoves(page);
  const touch = await context.newCDPSession(page);
  const middle = async (locator) => {
    const box = await locator.boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const swipe = async (...points) => {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [points[0]] });
    for (const point of points.slice(1)) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await playAlone(page, house.url, 'nim', { rows: [7, 5] }, [{ bot: 'random' }]);
  await myTurnOrOver(page);
  await waitPly(page, async () => swipe(await middle(stone(page, 0, 4)), await middle(stone(page, 0, 3)), await middle(stone(page, 0, 2))));
  assert.deepEqual(sent.shift(), { row: 0, from: 2, count: 3 });
  await playAlone(page, house.url, 'bubbles', { seats: 1, field: ['abcdefab'] });
  const field = page.locator('.bubble-field[data-mine]');
  await field.waitFor();
  const { x, y } = await middle(field);
  await swipe({ x: x - 60, y }, { x: x + 60, y: y - 40 });
  await page.locator('.spoken', { hasText: 'row 2' }).waitFor();
  assert.ok(sent.at(-1).angle > 500, `${sent.at(-1).angle}: where the finger was lifted`);
});
