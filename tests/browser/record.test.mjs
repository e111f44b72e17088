// After the game: the record of a round opens for everybody with the link, and is what was played; the bots' analysis.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { boardOf, cellsOf, drawnBoard, playNow, playToEnd, serverDocument } from './lib/play.mjs';

const house = openHouse();

const somebody = async (options) => (await house.person(options)).page;

async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result:not([hidden])').waitFor();
}

// Waits until the record shows this ply.
const shows = (page, ply) => page.waitForFunction((n) => document.querySelector('.player-place')?.textContent.startsWith(`${n} / `), ply);

async function lastPly(page) {
  await page.locator('.move-list .move-row').first().waitFor();
  const plies = Number((await page.locator('.player-place').textContent()).split('/')[1]);
  await page.waitForFunction((n) => document.querySelectorAll('.move-row').length === n + 1, plies);
  return plies;
}

test('a game of five from the result to its replay, by keyboard, and a stranger sees the same', async () => {
  const page = await somebody();
  const code = await playNow(page, house.url, 'five');
  await playToEnd(page);
  const room = await serverDocument(page, code);
  await page.getByRole('link', { name: 'Replay and analysis' }).click();
  assert.equal(new URL(page.url()).pathname, `/g/${code}-1`);
  const plies = await lastPly(page);
  assert.equal(plies, room.ply);
  await page.keyboard.press('End');
  await shows(page, plies);
  assert.deepEqual(await boardOf(page), cellsOf(room), 'the last position is the live game');
  assert.deepEqual(await drawnBoard(page), cellsOf(room));
  await page.keyboard.press('Home');
  await shows(page, 0);
  const replay = await page.evaluate((id) => fetch(`/api/records/${id}/replay`).then((answer) => answer.json()), `${code}-1`);
  assert.deepEqual(await boardOf(page), cellsOf({ view: replay.start.view }));
  for (let ply = 1; ply <= 3; ply += 1) {
    await page.keyboard.press('ArrowRight');
    await shows(page, ply);
  }
  await page.keyboard.press('ArrowLeft');
  await shows(page, 2);
  await page.waitForFunction(() => location.hash === '#2');
  // The list of moves is one stop of Tab, and arrows go up and down in it.
  assert.equal(await page.locator('.move-row[tabindex="0"]').count(), 1);
  await page.locator('.move-row[aria-current]').focus();
  await page.keyboard.press('ArrowDown');
  await shows(page, 3);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.ply), '3');
  await page.keyboard.press('ArrowUp');
  await shows(page, 2);

  const stranger = await somebody();
  await stranger.goto(`${house.url}/g/${code}-1#2`);
  await shows(stranger, 2);
  assert.deepEqual(await drawnBoard(stranger), await drawnBoard(page));
  assert.equal(await stranger.locator('.cell.legal').count(), 0, 'nobody plays in a record');
  await stranger.locator('.move-row[data-ply="5"]').click();
  await shows(stranger, 5);
  await stranger.locator('[data-do=play]').click();
  await shows(stranger, 6);
  await stranger.locator('[data-do=play]').click();
  // The graph has a line for each competing seat, and the same numbers as a table.
  assert.equal(await stranger.locator('.graph-line').count(), 5);
  await stranger.locator('.graph-panel summary').click();
  const last = await stranger.locator('.graph-table tbody tr').last().locator('td').allTextContents();
  assert.deepEqual(last.map(Number), Object.keys(room.seats).map((seat) => room.view.score[seat]));
});

const SHORT = { nim: { preset: '753' }, fifteen: { size: 3, seats: 2 }, bubbles: { seats: 2, hurry_s: 60 } };
const BOTS = { nim: 'osho', fifteen: 'kame', bubbles: 'awa' };

for (const game of Object.keys(SHORT)) {
  test(`${game}: the record is as long as the game, and every move has words`, async () => {
    const page = await somebody();
    const code = await playAlone(page, house.url, game, SHORT[game], [{ bot: BOTS[game] }]);
    await page.waitForFunction(() => document.querySelector('.table .players'));
    await resign(page);
    const room = await serverDocument(page, code);
    await page.getByRole('link', { name: 'Replay and analysis' }).click();
    const plies = await lastPly(page);
    assert.equal(plies, room.ply);
    await page.keyboard.press('End');
    await shows(page, plies);
    const moves = await page.locator('.move-row').allTextContents();
    assert.ok(moves.every((words) => /[a-z]/.test(words)), `${moves}`);
    assert.match(await page.locator('.move-row').last().textContent(), /resigned/);
  });
}

test('analysis on request: it grows, marks the mistakes, and is there for everybody afterwards', async () => {
  const page = await somebody();
  const code = await playNow(page, house.url, 'classic');
  for (let i = 0; i < 6; i += 1) {
    await page.locator('.turn.mine').waitFor();
    const before = await page.locator('.turn').getAttribute('data-ply');
    await page.locator('.cell.legal').last().click();
    await page.waitForFunction((old) => document.querySelector('.turn').dataset.ply !== old, before);
  }
  await page.locator('.turn.mine').waitFor();
  await resign(page);
  await page.getByRole('link', { name: 'Replay and analysis' }).click();
  await lastPly(page);
  await page.getByRole('button', { name: 'Analyse this game' }).click();
  await page.locator('.analysis-panel[data-state=done]').waitFor({ timeout: 60_000 });
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await shows(page, 1);
  await page.locator('.judgement', { hasText: /best|Best/ }).waitFor();
  assert.match(await page.locator('.judgement-chances li').first().textContent(), /%.*→.*%/);
  assert.equal(await page.locator('.graph-panel h2').textContent(), 'Chance to win');
  await page.locator('[data-graph=score]').click();
  assert.equal(await page.locator('.graph-panel h2').textContent(), 'Discs');
  await page.locator('select[name=whose]').selectOption('');
  for (const mistake of await page.locator('.mistake').all()) {
    const ply = await mistake.getAttribute('data-ply');
    await page.locator(`.mistake[data-ply="${ply}"]`).click();
    await shows(page, Number(ply));
    assert.match(await page.locator('.judgement').textContent(), /Gave away/);
  }
  const late = await somebody();
  await late.goto(`${house.url}/g/${code}-1`);
  await late.locator('.analysis-panel[data-state=done]', { hasText: 'Analysed by Oni' }).waitFor();
});

test('what is no record, and a game that still runs, get a page that says so', async () => {
  const page = await somebody();
  await page.goto(`${house.url}/g/ZZZZZZZZ-1`);
  await page.getByRole('heading', { name: 'Game not found' }).waitFor();
  await assertNoViolations(page, 'no record');
  const code = await playNow(page, house.url, 'classic');
  await page.goto(`${house.url}/g/${code}-1`);
  await page.getByRole('heading', { name: 'This game is still being played' }).waitFor();
  await page.getByRole('link', { name: 'Watch it' }).click();
  await page.locator('.board .cell').first().waitFor();
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing on the record, with its analysis (${colorScheme})`, async () => {
    const page = await somebody({ colorScheme });
    const code = await playNow(page, house.url, 'classic');
    await page.locator('.turn.mine').waitFor();
    await page.locator('.cell.legal').first().click();
    await page.locator('.turn.mine').waitFor();
    await resign(page);
    await page.goto(`${house.url}/g/${code}-1#1`);
    await lastPly(page);
    await page.locator('.graph-panel summary').click();
    await assertNoViolations(page, 'record');
    await page.locator('.analyse').click();
    await page.locator('.analysis-panel[data-state=done]').waitFor({ timeout: 60_000 });
    await assertNoViolations(page, 'analysed');
  });
}

for (const [width, height] of [[360, 740], [768, 1024], [1280, 850], [1920, 1080], [740, 360]]) {
  test(`at ${width}x${height} the board is as large as the screen allows, with its buttons in sight beside it`, async () => {
    const page = await somebody({ viewport: { width, height } });
    const code = await playAlone(page, house.url, 'reversi', { preset: 'five' });
    await page.locator('.board .cell').first().waitFor();
    await resign(page);
    await page.goto(`${house.url}/g/${code}-1`);
    await lastPly(page);
    const side = (selector) => page.locator(selector).first().boundingBox();
    const board = await side('.record .board');
    assert.ok(Math.max(board.width, board.height) >= Math.min(width * 0.85, height - 370, 700) && board.width > 250, JSON.stringify(board));
    const buttons = await side('.player-buttons');
    if (height < 520) {
      assert.ok(buttons.x >= board.x + board.width, 'beside the board');
      assert.ok(buttons.y + buttons.height <= board.y + board.height + 60, JSON.stringify({ board, buttons }));
    } else assert.ok(buttons.y >= board.y + board.height && buttons.y + buttons.height <= height + 60, JSON.stringify({ board, buttons }));
  });
}
