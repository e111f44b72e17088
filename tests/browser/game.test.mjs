// One person against four bots, to the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { assertSameBoard, codeOf, myTurnOrOver, openTab, playNow, playOne, playToEnd, plyOf, serverDocument } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

for (const [preset, competing] of [['five', 5], ['seed', 3]]) {
  test(`black plays ${preset} against four bots to the end`, async () => {
    const someone = await person();
    const { page } = someone;
    const code = await playNow(page, house.url, preset);
    assert.ok((await playToEnd(page)) >= 1);
    const room = await assertSameBoard(page, code);
    assert.equal(room.phase, 'over');
    assert.equal(await page.locator('.place').count(), competing);
    const shown = await page.locator('.place').evaluateAll((places) => places.map((place) => [place.dataset.seat, Number(place.dataset.rank)]));
    assert.deepEqual(shown, room.result.ranking.map(({ seat, rank }) => [seat, rank]));
  });
}

test('two clicks from the start page to a running game', async () => {
  const someone = await person();
  await someone.page.goto(house.url);
  await someone.page.locator('#play').click();
  await someone.page.locator('.shell[data-ready] .turn.mine').waitFor();
  assert.equal(await someone.page.locator('.player').count(), 5);
});

test('every game starts with one click on its card', async () => {
  const { page } = await person();
  const shown = { reversi: '.board .cell', nim: '.stone', fifteen: '.tiles', bubbles: '.bubble-field' };
  for (const [game, element] of Object.entries(shown)) {
    await page.goto(house.url);
    await page.locator(`[data-play=${game}]`).click();
    await page.locator(element).first().waitFor();
    assert.equal((await serverDocument(page, codeOf(page))).game, game);
  }
});

test('custom settings go into the room; what is out of bounds does not leave the page', async () => {
  const { page } = await person();
  await page.goto(house.url);
  await page.locator('input[name=game][value=nim]').check();
  await page.locator('input[name=preset][value="nim own"]').check();
  await page.getByLabel('Rows').fill('４、 3 oxo');
  await page.getByLabel('Taking the last stone loses').check();
  await page.locator('#make').click();
  await page.locator('.seat').first().waitFor();
  assert.deepEqual((await serverDocument(page, codeOf(page))).options, { rows: [4, 3, 'oxo'], misere: true });
  await page.goto(house.url);
  await page.locator('input[name=game][value=bubbles]').check();
  await page.locator('input[name=preset][value="bubbles own"]').check();
  await page.getByLabel('Colours').fill('99');
  await page.locator('#play').click();
  assert.equal(new URL(page.url()).pathname, '/');
  assert.equal(await page.getByLabel('Colours').evaluate((input) => input === document.activeElement), true, 'the field that is wrong');
  await page.getByLabel('Colours').fill('3');
  await page.locator('#make').click();
  await page.locator('.seat').first().waitFor();
  assert.equal((await serverDocument(page, codeOf(page))).options.colors, 3);
});

// The place where a dot is drawn.
const dots = (page) =>
  page.locator('.cell').evaluateAll((cells) =>
    cells
      .filter((cell) => getComputedStyle(cell).backgroundImage.includes('radial-gradient'))
      .map((cell) => cell.dataset.cell)
      .sort(),
  );

test("the dots are the server's legal moves, for who is to move and for nobody else", async () => {
  const { page } = await person();
  const watcher = await person();
  const code = await playNow(page, house.url, 'five');
  await watcher.page.goto(`${house.url}/r/${code}`);
  await watcher.page.locator('.board .cell').first().waitFor();
  const seen = new Set();
  for (let i = 0; i < 6 && !(await myTurnOrOver(page)); i += 1) {
    const { legal, ply, to_act: mover } = await serverDocument(page, code);
    assert.equal(mover, 's0');
    const wanted = legal.split(' ').sort();
    await page.mouse.move(1, 1); // the cell under the pointer has a ghost
    assert.deepEqual(await dots(page), wanted, `ply ${ply}`);
    assert.deepEqual((await page.locator('.cell.legal').evaluateAll((cells) => cells.map((cell) => cell.dataset.cell))).sort(), wanted);
    await watcher.page.waitForFunction((now) => document.querySelector('.turn').dataset.ply === String(now), ply);
    assert.deepEqual(await dots(watcher.page), []);
    seen.add(wanted.join());
    await page.locator(`[data-cell=${wanted.at(i % wanted.length)}]`).click();
    await page.waitForFunction((now) => document.querySelector('.turn').dataset.ply !== String(now), ply);
  }
  assert.ok(seen.size > 1, 'they change');
});

test('a rematch starts the next round in the same room', async () => {
  const someone = await person();
  const { page } = someone;
  const code = await playNow(page, house.url, 'classic');
  await playToEnd(page);
  await page.locator('[data-focus=rematch]').click();
  await page.locator('.result').waitFor({ state: 'hidden' });
  await myTurnOrOver(page);
  const room = await assertSameBoard(page, code);
  assert.equal(room.round, 2);
});

test('resigning is asked about, and ends the game', async () => {
  const someone = await person();
  const { page } = someone;
  await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.locator('.result').isVisible(), false);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result').waitFor();
});

test('a reload in the middle of a game gives the seat back', async () => {
  const someone = await person();
  const { page } = someone;
  const code = await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  await playOne(page);
  await myTurnOrOver(page);
  await page.reload();
  await page.locator('.turn.mine').waitFor();
  await assertSameBoard(page, code);
  await playOne(page);
});

test('a hint points at a cell where one may play, until the board changes', async () => {
  const { page } = await person();
  await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  await page.locator('.hint-button').click();
  await page.locator('.cell.legal.hinted').waitFor();
  assert.equal(await page.locator('.cell.hinted').count(), 1);
  assert.ok((await page.locator('.cell.legal[data-chance]').count()) >= 1);
  const chances = await page.locator('.chances li b').allTextContents();
  const sum = chances.reduce((all, chance) => all + Number(/\d+/.exec(chance)[0]), 0);
  assert.ok(chances.length === 5 && sum >= 95 && sum <= 105, `${chances}`);
  await page.locator('.spoken', { hasText: /^Best moves( and your chance to win)?: [a-j]\d+/ }).waitFor();
  await playOne(page);
  assert.equal(await page.locator('.cell.hinted, .cell[data-chance], .chances').count(), 0);
});

test('a game that the page does not know gets the plain board, and the rest of the room works', async () => {
  const { page } = await person();
  await page.routeWebSocket(/\/rooms\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => socket.send(text.replaceAll('"game":"reversi"', '"game":"gomoku"')));
  });
  await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'random' }]);
  await page.locator('.plain-view').waitFor();
  await openTab(page, 'chat');
  await page.getByRole('button', { name: 'Thanks!' }).click();
  await page.locator('.chat-lines', { hasText: 'Thanks!' }).waitFor();
});

test('many steps at once end in the right board without delay', async () => {
  const { page } = await person();
  const watcher = await person();
  const code = await playNow(page, house.url, 'five');
  // Slow animation and no pause between bots: a spectator who never hurries the board by a click must not fall behind.
  await watcher.page.goto(house.url);
  await watcher.page.evaluate(() => localStorage.setItem('engawa.settings', '{"speed":"0.5"}'));
  await watcher.page.goto(`${house.url}/r/${code}`);
  await watcher.page.locator('.board .cell').first().waitFor();
  await watcher.page.evaluate(() => {
    const board = document.querySelector('.board');
    new MutationObserver(() => {
      window.changedAt = performance.now();
    }).observe(document.querySelector('.ply'), { childList: true, characterData: true, subtree: true });
    new MutationObserver(() => {
      if (!board.hasAttribute('aria-busy')) window.settledAt = performance.now();
    }).observe(board, { attributeFilter: ['aria-busy'] });
    window.slowestFrame = 0;
    const frame = (before) => requestAnimationFrame((now) => {
      window.slowestFrame = Math.max(window.slowestFrame, now - before);
      frame(now);
    });
    frame(performance.now());
  });
  for (let i = 0; i < 4; i += 1) {
    if (await myTurnOrOver(page)) break;
    await playOne(page);
  }
  await myTurnOrOver(page);
  await assertSameBoard(watcher.page, code);
  // Showing all steps one after the other would take many times that. A machine that draws slowly gets more time.
  const { lag, slowest } = await watcher.page.evaluate(() => ({ lag: window.settledAt - window.changedAt, slowest: window.slowestFrame }));
  assert.ok(lag < 500 + 10 * slowest, `${lag} ms, where the slowest frame took ${slowest} ms`);
});

test('an animation asks for no layout: no square is a container of its own, and a disc that turns keeps its size', async () => {
  const { page } = await person();
  await playNow(page, house.url, 'classic');
  await myTurnOrOver(page);
  const containers = await page.evaluate(() => [...document.querySelectorAll('.board *')].filter((one) => getComputedStyle(one).containerType !== 'normal').length);
  assert.equal(containers, 0);
  await page.evaluate(() => {
    window.sizes = new Set();
    window.moved = new Set();
    document.addEventListener('transitionrun', (event) => event.target.matches('.board .disc') && window.moved.add(event.propertyName));
    new MutationObserver(() => {
      for (const disc of document.querySelectorAll('.board .disc[data-look], .board .disc[data-now]')) window.sizes.add(`${disc.offsetWidth}x${disc.offsetHeight}`);
    }).observe(document.querySelector('.board'), { subtree: true, attributes: true });
  });
  await playOne(page);
  await page.waitForFunction(() => window.moved.size > 0);
  await myTurnOrOver(page);
  assert.deepEqual(await page.evaluate(() => [...window.moved]), ['transform']);
  assert.equal(await page.evaluate(() => window.sizes.size), 1);
});

test("after a reload, and for who watches, the turn and the result are told with the disc's colour, however late the game's code comes", async () => {
  const host = await person();
  const watcher = await person();
  const code = await playAlone(host.page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'random' }]);
  await myTurnOrOver(host.page);
  // The code of the game arrives last.
  const late = async (page) => {
    let go;
    const held = new Promise((done) => {
      go = done;
    });
    await page.route('**/assets/module-*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${house.url}/r/${code}`);
    await page.locator('.room-game', { hasText: /\S/ }).waitFor();
    await page.locator('.turn:visible').waitFor();
    go();
    await page.locator('.board .cell').first().waitFor();
  };
  for (const { page } of [host, watcher]) {
    await late(page);
    await page.locator('.turn .disc[data-look=B]').waitFor();
    assert.match(await page.locator('.turn-text').textContent(), /— black|Black to move/);
  }
  await host.page.locator('.under-board').getByRole('button', { name: 'Resign' }).click();
  await host.page.locator('dialog .danger').click();
  await host.page.locator('.result:not([hidden])').waitFor();
  await late(watcher.page);
  await watcher.page.locator('.place .disc[data-look=W]').waitFor();
  await watcher.page.locator('.turn-text', { hasText: 'White' }).waitFor();
});

for (const [locale, words] of [
  ['en-US', { cancel: 'Cancel', resign: 'Resign', leave: 'Leave' }],
  ['ja-JP', { cancel: 'キャンセル', resign: '投了する', leave: '退室する' }],
]) {
  test(`the buttons of a question say what they do (${locale})`, async () => {
    const { page } = await person({ locale });
    await playNow(page, house.url, 'five');
    await myTurnOrOver(page);
    for (const [asks, verb] of [[page.locator('.under-board .button:has-text("投了"), .under-board .button:has-text("Resign")'), words.resign], [page.locator('.bar-button').nth(1), words.leave]]) {
      await asks.click();
      await page.locator('dialog').waitFor();
      assert.deepEqual(await page.locator('dialog button').allTextContents(), [words.cancel, verb]);
      await page.getByRole('button', { name: words.cancel }).click();
      await page.locator('dialog').waitFor({ state: 'detached' });
    }
    await page.locator('.turn.mine').waitFor();
  });
}

for (const [locale, words] of [
  ['en-US', { first: 'Move 1', next: /^Move [2-9]\d*$/, end: /^\d+ moves?$/ }],
  ['ja-JP', { first: '1手目', next: /^[2-9]\d*手目$/, end: /^全\d+手$/ }],
]) {
  test(`the move that is to be played has a number, from 1; in the end the moves are counted; cells are named as in the protocol (${locale})`, async () => {
    const { page } = await person({ locale });
    await playNow(page, house.url, 'classic');
    await myTurnOrOver(page);
    assert.equal(await page.locator('.ply').textContent(), words.first);
    const cell = await page.locator('.cell.legal').first().getAttribute('data-cell');
    await playOne(page);
    await myTurnOrOver(page);
    const [shown, ply] = [await page.locator('.ply').textContent(), await plyOf(page)];
    assert.match(shown, words.next);
    assert.ok(shown.includes(String(Number(ply) + 1)), `${shown} after ${ply}`);
    assert.match(await page.locator('.log-lines').textContent(), new RegExp(` ${cell}[:：]`));
    assert.match(await page.locator(`[data-cell=${cell}]`).getAttribute('aria-label'), new RegExp(`^${cell}`));
    assert.equal(await page.locator('.board .coordinate').nth(1).textContent(), 'a');
    await playToEnd(page);
    const end = await page.locator('.ply').textContent();
    assert.match(end, words.end);
    assert.ok(end.includes(await plyOf(page)));
  });
}
