// The board first: it takes as much of the screen as possible, nothing moves it, and the parts beside it are in tabs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { assertOver, enterRoom, playAlone, startGame } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { colorsOf } from './lib/pixels.mjs';
import { myTurnOrOver, openTab, playOne } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const LOCALES = ['en-US', 'ja-JP'];
const slow = { bot_delay_ms: 5000 };
const bot = { bot: 'random' };
const GAMES = {
  reversi: { options: { preset: 'five' }, bots: [], board: '.board' },
  nim: { options: { preset: '753' }, bots: [{ bot: 'perfect' }], board: '.nim-frame' },
  fifteen: { options: { size: 4, seats: 5 }, bots: [], board: '.tiles' },
  bubbles: { options: { seats: 5, hurry_s: 60 }, bots: [], board: '.bubble-field' },
};

// Records, from the first moment of every page, the layout shifts that the browser counts without user input.
function watchShifts() {
  window.shifts = [];
  const name = (node) => (node?.className && `.${node.className}`) || node?.nodeName;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput) window.shifts.push([entry.value, entry.sources.map(({ node }) => name(node)).join()]);
  }).observe({ type: 'layout-shift', buffered: true });
}

async function assertStill(page, where) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  const shifts = await page.evaluate(() => window.shifts);
  const sum = shifts.reduce((all, [value]) => all + value, 0);
  assert.ok(sum < 0.02, `${where}: ${sum}: ${JSON.stringify(shifts)}`);
}

async function together(page, friend) {
  const code = await enterRoom(page, house.url, { game: 'reversi', options: { preset: 'classic' }, seats: ['me', 'open'] });
  await friend.goto(`${house.url}/r/${code}`);
  await page.locator('[data-seat=s1][data-kind=human]').waitFor();
  await startGame(page);
  return code;
}

const WANTED = [
  [1920, 1080, 900],
  [1280, 850, 720],
  [1024, 768, 620],
  [740, 360, 320],
];
for (const [width, height, least] of WANTED) {
  for (const locale of LOCALES) {
    test(`at ${width}x${height} the board of five is at least ${least} px high and all of it is seen, with its turn, its players and the tabs (${locale})`, async () => {
      const { page } = await person({ locale, viewport: { width, height } });
      await playAlone(page, house.url, 'reversi', { preset: 'five' }, [], slow);
      await page.locator('.board .cell').first().waitFor();
      const box = await page.locator('.board').boundingBox();
      assert.ok(box.height >= least && box.width >= least, JSON.stringify(box));
      for (const part of ['.board', '.turn', '.player >> nth=0', '.player >> nth=4', '.hint-button']) {
        const { x, y, width: wide, height: high } = await page.locator(part).first().boundingBox();
        assert.ok(x >= 0 && y >= 0 && x + wide <= width + 1 && y + high <= height + 1, `${part} at ${x},${y} ${wide}x${high}`);
      }
      const cells = await page.locator('.board').evaluate((board) => [board.scrollWidth - board.clientWidth, document.documentElement.scrollWidth - innerWidth]);
      assert.deepEqual(cells, [0, 0]);
    });
  }
}

for (const [width, height] of [[1920, 1080], [1280, 850]]) {
  test(`every game has its whole board on a screen of ${width}x${height}, and nothing else to scroll for`, async () => {
    const { page } = await person({ viewport: { width, height } });
    for (const [game, { options, bots, board }] of Object.entries(GAMES)) {
      await playAlone(page, house.url, game, options, bots, slow);
      await page.locator(board).first().waitFor();
      await page.locator('.turn.mine').waitFor();
      const box = await page.locator(board).first().boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= height, `${game}: ${JSON.stringify(box)}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), `${game} scrolls`);
    }
  });
}

for (const [width, height] of [[390, 844], [360, 740], [768, 1024], [1280, 850], [740, 360]]) {
  test(`nothing moves while a room comes back after a reload, plays, and ends (${width}x${height})`, async () => {
    const { page } = await person({ viewport: { width, height } });
    const friend = await person();
    await page.addInitScript(watchShifts);
    for (const [game, { options, bots, board }] of Object.entries(GAMES)) {
      const reversi = game === 'reversi';
      const code = reversi ? await together(page, friend.page) : await playAlone(page, house.url, game, options, bots);
      await page.locator(board).first().waitFor();
      await page.reload();
      await page.locator(board).first().waitFor();
      await page.locator('.turn.mine').waitFor();
      await page.locator('#tab-moves').waitFor();
      await assertStill(page, `${game}, after a reload`);
      if (game !== 'reversi') continue;
      for (let i = 0; i < 3; i += 1) {
        for (const someone of [page, friend.page]) {
          await myTurnOrOver(someone);
          await playOne(someone);
        }
      }
      await myTurnOrOver(page);
      await page.locator('.board:not([aria-busy])').waitFor();
      await assertStill(page, 'three rounds');
      // The friend resigns: this person has touched nothing.
      await friend.page.locator('.under-board').getByRole('button', { name: 'Resign' }).click();
      await friend.page.locator('dialog .danger').click();
      await assertOver(page, code, {});
      await assertStill(page, 'the end');
    }
  });
}

for (const [locale, names] of [['en-US', { moves: 'Moves', chat: 'Chat', info: 'Info', result: 'Result' }], ['ja-JP', { moves: '棋譜', chat: 'チャット', info: '情報', result: '結果' }]]) {
  test(`the tabs beside the board are tabs for keys and screen readers, too (${locale})`, async () => {
    const { page } = await person({ locale });
    const code = await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [bot]);
    await myTurnOrOver(page);
    const tab = (name) => page.getByRole('tab', { name });
    const selected = () => page.getByRole('tab', { selected: true }).textContent();
    assert.equal(await selected(), names.moves);
    assert.equal(await page.getByRole('tabpanel').count(), 1, 'one panel is shown');
    await tab(names.moves).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await selected(), names.chat);
    await page.keyboard.press('End');
    assert.equal(await selected(), names.info);
    await page.keyboard.press('ArrowRight');
    assert.equal(await selected(), names.moves, 'around, past the result that is not there yet');
    assert.equal(await page.locator('[role=tab][tabindex="0"]').count(), 1);
    assert.equal(await page.getByRole('tabpanel').getAttribute('aria-labelledby'), 'tab-moves');
    for (const id of ['chat', 'text', 'info']) {
      await openTab(page, id);
      await assertNoViolations(page, id);
    }
    const resign = page.locator('.under-board .button').filter({ hasText: /Resign|投了/ });
    await resign.click();
    await page.locator('dialog .danger').click();
    await assertOver(page, code, {});
    assert.equal(await selected(), names.result);
    await openTab(page, 'moves');
    await page.locator('.log-lines').waitFor();
    await openTab(page, 'result');
    await page.locator('[data-focus=rematch]').click();
    await page.locator('.result').waitFor({ state: 'hidden' });
    assert.equal(await selected(), names.moves);
  });
}

test('the players stand in a strip with their share of the discs, and who moves next is marked', async () => {
  const { page } = await person();
  await playAlone(page, house.url, 'reversi', { preset: 'five' }, [], slow);
  await page.locator('.turn.mine').waitFor();
  const cards = await page.locator('.player').evaluateAll((all) =>
    all.map((card) => {
      const color = getComputedStyle(card.querySelector('.disc')).backgroundColor.match(/\d+/g).join();
      return { score: Number(card.querySelector('.score [aria-hidden]').textContent), color, next: card.classList.contains('next') };
    }));
  const all = cards.reduce((sum, { score }) => sum + score, 0);
  // One bar above the names has the shares of all, in their order.
  const { x, y, width } = await page.locator('.players').boundingBox();
  const bar = await colorsOf(page, { x, y: y + 4, width, height: 1 });
  for (const { score, color } of cards) assert.ok(Math.abs(bar[color] / width - score / all) < 0.02, JSON.stringify([cards, bar]));
  assert.deepEqual(cards.map(({ next }) => next), [false, true, false, false, false]);
  assert.match(await page.locator('.player.next').textContent(), /white, next/);
  await playOne(page);
  await page.locator('.player.next[data-seat=s2]').waitFor();
});

const LONG = 'Wwwwwwwwwwwwwwwm';
for (const [locale, words] of [['en-US', { turn: 'Black to move', mine: 'Your turn — black' }], ['ja-JP', { turn: '黒の番', mine: 'あなたの番です（黒）' }]]) {
  for (const [width, height] of [[360, 740], [740, 360], [1024, 768]]) {
    test(`a long name cuts nothing that matters (${locale}, ${width}x${height})`, async () => {
      const { page } = await person({ locale, viewport: { width, height } });
      const watcher = await person({ locale, viewport: { width, height } });
      await page.addInitScript((nick) => localStorage.setItem('engawa.nick', nick), LONG);
      const code = await playAlone(page, house.url, 'reversi', { preset: 'five' }, [], slow);
      await page.locator('.turn.mine').waitFor();
      await watcher.page.goto(`${house.url}/r/${code}`);
      await watcher.page.locator('.shell[data-ready]').waitFor();
      const cut = ({ page: one }, selector) => one.locator(selector).evaluateAll((all) => all.filter((part) => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > innerWidth).map((part) => part.textContent));
      assert.equal((await page.locator('.turn-text').textContent()).trim(), words.mine);
      const fixed = watcher.page.locator('.turn-fixed').last();
      assert.equal(await fixed.textContent(), words.turn);
      for (const someone of [{ page }, watcher]) assert.deepEqual(await cut(someone, '.turn-fixed, .turn-lines, .player .score, .turn .clock, .ply'), []);
      const [turn, end] = [await watcher.page.locator('.turn').boundingBox(), await fixed.boundingBox()];
      assert.ok(end.x + end.width <= turn.x + turn.width, 'what comes before the name stays inside the band');
    });
  }
}
