// Positions on the screen: the whole board on a phone in landscape, a board that does not move when the game ends, and connection
// messages that cover nothing important.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOver, playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { myTurnOrOver, playNow, playOne } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const slow = { bot_delay_ms: 5000 };
// A game of each kind, and the element of its board.
const BOARDS = {
  reversi: { options: { preset: 'five' }, bots: [], board: '.board', piece: '.cell' },
  nim: { options: { preset: '753' }, bots: [{ bot: 'perfect' }], board: '.nim-frame', piece: '.stone' },
  fifteen: { options: { size: 4, seats: 5 }, bots: [], board: '.tiles', piece: '.tile' },
  bubbles: { options: { seats: 5, hurry_s: 60 }, bots: [], board: '.bubble-field', piece: '.bubble-canvas' },
};

// Its position, once it is there: an element that a step redraws has none for a moment.
async function boxOf(part) {
  for (;;) {
    await part.waitFor();
    const box = await part.boundingBox();
    if (box) return box;
  }
}

// The number of pieces that are covered or off the screen.
const hiddenOf = (page, piece) =>
  page.locator(`.game-place ${piece}`).evaluateAll((pieces) =>
    pieces.filter((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return !(hit && (one.contains(hit) || hit.contains(one)));
    }).length);

for (const [width, height] of [[740, 360], [568, 320], [932, 430]]) {
  test(`on a phone on its side, ${width}x${height}, the whole board is seen and every piece can be hit, beside whose turn it is`, async () => {
    const { page } = await person({ viewport: { width, height }, hasTouch: true, isMobile: true });
    for (const [game, { options, bots, board, piece }] of Object.entries(BOARDS)) {
      await playAlone(page, house.url, game, options, bots, slow);
      await page.locator(board).waitFor();
      await page.locator('.turn.mine').waitFor();
      for (const part of [board, '.turn', '.player.mine', '.room-code', '.hint-button', '.bar .button >> nth=1']) {
        const box = await boxOf(page.locator(part).first());
        const seen = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
        assert.ok(seen, `${game}: ${part} is at ${JSON.stringify(box)}`);
      }
      assert.equal(await hiddenOf(page, piece), 0, `${game}: pieces under something else, or outside`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `${game} scrolls sideways`);
    }
  });
}

for (const [width, height] of [[360, 740], [390, 844]]) {
  test(`on an upright phone, ${width}x${height}, the whole board comes first, as wide as the screen allows, and every piece can be hit`, async () => {
    const { page } = await person({ viewport: { width, height }, hasTouch: true, isMobile: true });
    for (const [game, { options, bots, board, piece }] of Object.entries(BOARDS)) {
      await playAlone(page, house.url, game, options, bots, slow);
      await page.locator(board).waitFor();
      await page.locator('.turn.mine').waitFor();
      assert.equal(await page.evaluate(() => scrollY), 0);
      const box = await boxOf(page.locator(board));
      const seen = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
      assert.ok(seen && Math.max(box.width / width, box.height / height) > 0.55, `${game}: ${JSON.stringify(box)}`);
      const turn = await boxOf(page.locator('.turn'));
      assert.ok(turn.y >= 0 && turn.y + turn.height <= height, `${game}: whose turn it is`);
      const over = await page.locator('.player').evaluateAll((cards) =>
        cards.filter((card) => {
          const [score, name, mini] = ['.score > :first-child', '.player-name', '.mini'].map((part) => card.querySelector(part)?.getBoundingClientRect());
          return score && (score.height < 8 || [name, mini].some((other) => other && score.left < other.right && other.left < score.right && score.bottom > other.top + 1 && other.bottom > score.top));
        }).map((card) => card.textContent));
      assert.deepEqual(over, [], `${game}: a score lies over a name or a small board`);
      // Tabs with moves, talk and people come after it.
      const later = await page.locator('[role=tablist], .chat-lines, .log-lines').evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect()).filter(({ width: wide }) => wide > 0).map(({ top }) => top));
      assert.ok(later.length > 0 && later.every((top) => top >= box.y + box.height), `${game}: ${later} under ${box.y + box.height}`);
      assert.equal(await hiddenOf(page, piece), 0, `${game}: pieces under something else, or outside`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `${game} scrolls sideways`);
    }
  });
}

for (const width of [700, 768, 999]) {
  test(`on an upright tablet of ${width} px the players' cards take the whole row, also two of them`, async () => {
    const { page } = await person({ viewport: { width, height: 1024 } });
    for (const [preset, bots] of [['classic', 1], ['five', 4]]) {
      await playAlone(page, house.url, 'reversi', { preset }, Array.from({ length: bots }, () => ({ bot: 'random' })), slow);
      await page.locator('.turn.mine').waitFor();
      const row = await boxOf(page.locator('.players'));
      const cards = await page.locator('.player').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      assert.equal(cards.length, bots + 1);
      assert.ok(Math.abs(cards.at(-1).right - row.x - row.width) < 2, `${preset}: up to ${cards.at(-1).right} of ${row.x + row.width}`);
      if (bots === 1) assert.equal(cards[0].top, cards[1].top);
    }
  });
}

// The least share of the screen that a board takes, in the direction that it fills.
const TABLETS = [[768, 1024, 0.7], [1024, 1366, 0.7], [800, 800, 0.6]];
for (const [width, height, least] of TABLETS) {
  test(`on an upright tablet, ${width}x${height}, the whole board is on the screen, large, and small boards come after it`, async () => {
    const { page } = await person({ viewport: { width, height } });
    for (const [game, { options, bots, board, piece }] of Object.entries(BOARDS)) {
      await playAlone(page, house.url, game, options, bots, slow);
      await page.locator(board).waitFor();
      await page.locator('.turn.mine').waitFor();
      const box = await boxOf(page.locator(board));
      assert.ok(box.y + box.height <= height, `${game}: ${JSON.stringify(box)}`);
      assert.ok(Math.max(box.width / width, box.height / height) > least, `${game}: ${JSON.stringify(box)}`);
      assert.equal(await hiddenOf(page, piece), 0, `${game}: pieces under something else, or outside`);
      const minis = await page.locator('.player .mini').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      assert.ok(minis.every((top) => top >= box.y + box.height), `${game}: ${minis}`);
    }
  });
}

test('on a phone on its side a move is made by one tap, without scrolling', async () => {
  const { page } = await person({ viewport: { width: 740, height: 360 } });
  await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  await playOne(page);
  await myTurnOrOver(page);
  assert.equal(await page.evaluate(() => scrollY), 0);
});

const ENDS = {
  reversi: { options: { preset: 'classic' }, bots: [{ bot: 'random' }], board: '.board' },
  nim: { options: { rows: [1] }, bots: [{ bot: 'perfect' }], board: '.nim-frame' },
  fifteen: { options: { tiles: [1, 2, 3, 4, 5, 6, 7, 0, 8], seats: 1 }, bots: [], board: '.tiles' },
  bubbles: { options: { seats: 1, field: ['aa......'], hurry_s: 60 }, bots: [], board: '.bubble-field' },
};

async function end(page, game) {
  if (game === 'fifteen') return page.locator('.tile[data-tile="8"]').click();
  await page.locator('.under-board').getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog .danger').click();
}

for (const [width, height] of [[360, 740], [768, 1024], [1024, 768], [1280, 720], [1280, 850], [740, 360]]) {
  test(`the board neither shrinks nor moves when the game ends, and beside it playing on takes no scrolling (${width}x${height})`, async () => {
    const { page } = await person({ viewport: { width, height } });
    for (const [game, { options, bots, board }] of Object.entries(ENDS)) {
      const code = await playAlone(page, house.url, game, options, bots);
      await page.locator(board).waitFor();
      await page.locator('.turn.mine').waitFor();
      const where = () =>
        page.locator(board).evaluate((one) => {
          const { x, y, width: wide, height: high } = one.getBoundingClientRect();
          return [x + scrollX, y + scrollY, wide, high].map(Math.round);
        });
      const before = await where();
      await end(page, game);
      await assertOver(page, code, {});
      assert.deepEqual(await where(), before, game);
      if (width < height) continue;
      const again = await page.locator('[data-focus=rematch]').boundingBox();
      assert.ok(again.y >= 0 && again.y + again.height <= height, `${game}: ${again.y} of ${height}`);
    }
  });
}

for (const [width, height] of [[360, 740], [390, 780], [1280, 850], [740, 360]]) {
  test(`the word that the connection is lost covers neither the name of the room nor a button (${width}x${height})`, async () => {
    const { page } = await person({ viewport: { width, height } });
    let sockets = [];
    await page.routeWebSocket(/\/rooms\//, (socket) => {
      if (!sockets) return socket.close({ code: 4100 });
      sockets.push(socket);
      socket.connectToServer();
    });
    await playNow(page, house.url, 'five');
    await myTurnOrOver(page);
    // As soon as it is there: after some failures another text gives the reason, and may be longer.
    await page.evaluate(() => {
      const coveredBy = (one) => {
        const a = one.getBoundingClientRect();
        return [...document.querySelectorAll('.room-code, .room-game, button, a, .cell')].filter((other) => {
          const b = other.getBoundingClientRect();
          return !one.contains(other) && b.width > 2 && b.left < a.right && a.left < b.right && b.top < a.bottom && a.top < b.bottom;
        }).map((other) => other.outerHTML.slice(0, 60));
      };
      window.covered = new Promise((done) => {
        const look = () => {
          const one = document.querySelector('.banner');
          if (one && one.getBoundingClientRect().height > 2) requestAnimationFrame(() => done(coveredBy(one)));
          else requestAnimationFrame(look);
        };
        look();
      });
    });
    const cut = sockets;
    sockets = undefined;
    for (const socket of cut) await socket.close({ code: 4100 });
    assert.deepEqual(await page.evaluate(() => window.covered), []);
  });
}

for (const [width, height] of [[1280, 800], [360, 740], [768, 1024]]) {
  test(`the word that the room is open in another window covers no player (${width}x${height})`, async () => {
    const { page, context } = await person({ viewport: { width, height } });
    await playNow(page, house.url, 'five');
    await myTurnOrOver(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await page.locator('.banner .button:visible').first().waitFor();
    const [banner, ...cards] = await page.evaluate(() =>
      ['.banner', '.player'].flatMap((part) => [...document.querySelectorAll(part)]).map((one) => one.getBoundingClientRect().toJSON()));
    assert.equal(cards.length, 5);
    for (const card of cards) assert.ok(banner.bottom <= card.top + 1, `${banner.bottom} over ${card.top}`);
  });
}

for (const [width, height] of [[360, 740], [740, 360]]) {
  test(`a dialog's button is on the screen without scrolling, and what is above it scrolls (${width}x${height})`, async () => {
    const { page } = await person({ viewport: { width, height }, hasTouch: true, isMobile: true });
    await playAlone(page, house.url, 'reversi', { preset: 'five' }, [], slow);
    await page.locator('.turn.mine').waitFor();
    for (const name of ['Rules', 'Settings', 'Invite']) {
      await page.getByRole('button', { name, exact: true }).click();
      const close = page.locator('dialog').getByRole('button', { name: 'Close' });
      const box = await boxOf(close);
      assert.ok(box.y >= 0 && box.y + box.height <= height, `${name}: ${JSON.stringify(box)}`);
      assert.ok(await page.locator('dialog').evaluate((one) => one.scrollHeight <= one.clientHeight || getComputedStyle(one).overflowY === 'auto'), name);
      await close.click();
      await page.locator('dialog').waitFor({ state: 'detached' });
    }
  });
}

for (const [width, height] of [[740, 360], [1280, 850]]) {
  test(`in a record nothing of the board lies over the words and the controls beside it (${width}x${height})`, async () => {
    const { page } = await person({ viewport: { width, height } });
    for (const [game, { options, bots }] of Object.entries(ENDS)) {
      const code = await playAlone(page, house.url, game, game === 'nim' ? { preset: '753' } : options, bots);
      await page.locator('.turn.mine').waitFor();
      await end(page, game);
      await assertOver(page, code, {});
      await page.goto(`${house.url}/g/${code}-1`);
      await page.locator('.move-list .move-row').first().waitFor();
      await page.locator('.record .game-place .cell, .record .stone, .record .tile, .record canvas').first().waitFor();
      const over = await page.evaluate(() => {
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).filter((box) => box.width > 2);
        const board = boxes('.record .cell, .record .stone, .record .tile, .record .bubble-field, .record .fact, .record .board-frame');
        const beside = boxes('.record .player-bar :is(button, input, select), .record-tools :is(button, a)');
        return { of: [board.length, beside.length], over: board.filter((a) => beside.some((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length };
      });
      assert.ok(over.of.every((n) => n > 0), `${game}: ${over.of}`);
      assert.equal(over.over, 0, game);
    }
  });
}
