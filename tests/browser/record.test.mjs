// After the game: the record of a round opens for everyone with the link, and matches the round; the bots' analysis.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { colorsOf } from './lib/pixels.mjs';
import { boardOf, cellsOf, drawnBoard, playNow, playToEnd, serverDocument } from './lib/play.mjs';
import { lastPly, resign, shows, takeStones } from './lib/record.mjs';

const house = openHouse();

const somebody = async (options) => (await house.person(options)).page;

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
  await stranger.locator('.graph-table tbody tr').last().locator('td').first().waitFor();
  const last = await stranger.locator('.graph-table tbody tr').last().locator('td').allTextContents();
  assert.deepEqual(last.map(Number), Object.keys(room.seats).map((seat) => room.view.score[seat]));
});

test('the board of a record is as large as its place, and all of it is seen, at every size', async () => {
  const page = await somebody();
  const games = { reversi: [{ preset: 'five' }, [], '.board'], nim: [SHORT.nim, [{ bot: BOTS.nim }], '.nim-frame'], fifteen: [SHORT.fifteen, [{ bot: BOTS.fifteen }], '.tiles'], bubbles: [SHORT.bubbles, [{ bot: BOTS.bubbles }], '.bubble-field'] };
  for (const [game, [options, bots, board]] of Object.entries(games)) {
    const code = await playAlone(page, house.url, game, options, bots);
    await page.locator('.turn.mine').waitFor();
    await resign(page);
    await page.goto(`${house.url}/g/${code}-1`);
    for (const [width, height] of [[1920, 1080], [1280, 850], [1000, 700], [768, 1024], [360, 740], [740, 360]]) {
      await page.setViewportSize({ width, height });
      await page.locator(board).waitFor();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const box = await page.locator(board).boundingBox();
      // Three rows of stones are not as high as they are wide.
      const room = Math.min(width, height);
      const [short, long] = [box.width, box.height].sort((a, b) => a - b);
      assert.ok(short >= 0.25 * room && long >= 0.42 * room && box.height <= height, `${game} at ${width}x${height}: ${JSON.stringify(box)}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, `${game} at ${width}x${height} scrolls sideways`);
    }
    await page.setViewportSize({ width: 1280, height: 850 });
  }
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
  await assertBestMarked(late, 'reversi', `${code}-1`);
  // The mark differs from that of the last move, also without colours.
  const item = (await adviceOf(late, `${code}-1`)).find(({ ply }) => ply > 0);
  await late.locator(`.move-row[data-ply="${item.ply}"]`).click();
  await late.locator('.cell.hinted').waitFor();
  for (const forcedColors of ['none', 'active']) {
    await late.emulateMedia({ forcedColors });
    const looks = await late.evaluate(() =>
      ['.cell.hinted', '.cell.last'].map((cell) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.querySelector(cell));
        return outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth}`;
      }),
    );
    assert.deepEqual(looks, ['dashed 4px', '']);
  }
  assert.match(await late.locator('.cell.hinted').getAttribute('aria-label'), /hint/);
});

// The drawing of each game for the best move of a position, and the same move in the server's hint.
const BEST = {
  reversi: { drawn: '.cell.hinted', key: ({ cell }) => cell, wanted: (hint) => [(hint.best?.[0].move ?? hint.move).cell] },
  nim: {
    drawn: '.stone.hinted',
    key: ({ row, stone }) => `${row}:${stone}`,
    wanted: ({ move }) => Array.from({ length: move?.count ?? 0 }, (_, i) => `${move.row}:${move.from + i}`),
  },
  fifteen: { drawn: '.tile.hinted', key: ({ tile }) => tile, wanted: ({ move }) => [String(move.tile)] },
  bubbles: { drawn: '.bubble-field:not([data-hinted=""])', key: ({ hinted }) => hinted, wanted: ({ cell }) => [cell] },
};

const adviceOf = (page, id) =>
  page.evaluate((record) => fetch(`/api/records/${record}/analysis?from=0`).then(async (answer) => (await answer.json()).items), id);

// At every position of the record the best move is drawn on the board, and given in words; at the end there is none.
async function assertBestMarked(page, game, id) {
  const { drawn, key, wanted } = BEST[game];
  const items = await adviceOf(page, id);
  const plies = await lastPly(page);
  assert.ok(items.length >= 2, `${items.length} positions analysed`);
  await page.keyboard.press('Home');
  for (let ply = 0; ply <= plies; ply += 1) {
    await shows(page, ply);
    const item = ply < plies && items.find((one) => one.ply === ply);
    const expected = item ? wanted(item.hint) : [];
    // In simultaneous games, the next move is also shown before it is made.
    if (item || ply === plies || game === 'reversi' || game === 'nim') {
      const found = await page.locator(drawn).evaluateAll((all) => all.map((one) => ({ ...one.dataset })));
      assert.deepEqual(found.map(key), expected, `ply ${ply}`);
      assert.equal(await page.locator('.judgement-best').count(), expected.length > 0 ? 1 : 0, `ply ${ply}`);
    }
    await page.keyboard.press('ArrowRight');
  }
}

const GOLD = '255,215,94'; // the mark at the end of a shot's path

const SOME_MOVES = {
  async nim(page) {
    await takeStones(page, 2);
  },
  async fifteen(page) {
    await page.locator('.tiles[data-mine]').focus();
    for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await page.waitForFunction(() => Number(document.querySelector('.fifteen-facts b').textContent) >= 2);
  },
  async bubbles(page, code) {
    const shot = async () => (await serverDocument(page, code)).view.fields.s0.shot;
    await page.locator('.bubble-field[data-mine]').focus();
    for (const turned of [6, 12]) {
      const before = await shot();
      for (let i = 0; i < turned; i += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Space');
      while ((await shot()) === before);
    }
  },
};

for (const [game, words] of Object.entries({ nim: /of row \d/, fifteen: /slide \d+, (\d+ steps|the last step)/, bubbles: /to row \d+, column \d+; removes \d+/ })) {
  test(`${game}: the best move of the shown position is drawn on the board and told in words`, async () => {
    const page = await somebody();
    // Five and three: the first player can win.
    const options = game === 'nim' ? { rows: [5, 3] } : SHORT[game];
    const code = await playAlone(page, house.url, game, options, [{ bot: BOTS[game] }]);
    await SOME_MOVES[game](page, code);
    await resign(page);
    await page.goto(`${house.url}/g/${code}-1`);
    await lastPly(page);
    await page.keyboard.press('Home');
    await shows(page, 0);
    await page.locator('.analyse').click();
    await page.locator('.analysis-panel[data-state=done]').waitFor({ timeout: 60_000 });
    await page.locator('.judgement-best').waitFor();
    assert.match(await page.locator('.judgement-best').textContent(), words);
    const gold = async () => {
      await page.evaluate(() => scrollTo(0, 0));
      return (await colorsOf(page, page.locator('.bubble-canvas').first()))[GOLD] ?? 0;
    };
    if (game === 'bubbles') assert.ok((await gold()) > 50, 'the place where the shot lands');
    await assertBestMarked(page, game, `${code}-1`);
    if (game === 'bubbles') assert.equal(await gold(), 0);
    if (game !== 'nim') {
      // The other board is the bot's, which the analysis of a person's game does not cover.
      await page.keyboard.press('Home');
      await page.locator('.judgement-best').waitFor();
      await page.locator('.player[data-seat=s1] button.mini').click();
      await page.locator('.judgement-best').waitFor({ state: 'detached' });
      assert.equal(await page.locator(BEST[game].drawn).count(), 0);
    }
  });
}

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
