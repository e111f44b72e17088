// Playing by ear: the sentences for screen readers, the keys that request them, the board as text with a field for moves in all
// four games. Also text of twice the size, and touch targets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { assertOver, playAlone, recordMoves, tabTo } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { myTurnOrOver, openTab, playOne, plyOf } from './lib/play.mjs';

const house = openHouse();
const { person } = house;
const bot = { bot: 'random' };
const slow = { bot_delay_ms: 5000 };
const BOARD = ['BWRG....', '........', '...WB...', '...BW...'];

test('the cells know their column and row, though holes are no cells, and bombs and wildcards have their names', async () => {
  const { page } = await person();
  await playAlone(page, house.url, 'reversi', { preset: 'five' }, [], slow);
  await page.locator('.board .cell').first().waitFor();
  const grid = page.locator('.board');
  assert.deepEqual([await grid.getAttribute('aria-colcount'), await grid.getAttribute('aria-rowcount')], ['10', '10']);
  const places = await page.locator('.cell').evaluateAll((all) => all.map((cell) => [cell.dataset.cell, cell.ariaColIndex, cell.parentElement.ariaRowIndex]));
  assert.ok(places.length > 40);
  for (const [cell, column, row] of places) assert.equal(cell, String.fromCharCode(96 + Number(column)) + row);
  await playAlone(page, house.url, 'reversi', { board: BOARD, rotation: 'BW' }, [bot], slow);
  await page.locator('[data-cell=c1]').waitFor();
  assert.equal(await page.locator('[data-cell=c1]').getAttribute('aria-label'), 'c1, bomb');
  assert.equal(await page.locator('[data-cell=d1]').getAttribute('aria-label'), 'd1, wildcard');
});

for (const [locale, words] of [
  ['en-US', { round: /^Since your move: (white [a-z]\d+, \d+|white [a-z]\d+, bomb, \d+ gone|white passes)(, .+)*\. Your turn — black, \d+ legal moves?$/, score: /^black, you \d+, white \d+, ash \d+, cyan \d+, yamabuki \d+$/, own: /^Your discs: [a-j]\d+/, row: /^Row 2: [a-j]2/, nothing: /^(white|ash)/ }],
  ['ja-JP', { round: /^あなたの手のあと：白.*。あなたの番です（黒）、\d+か所に置けます$/, score: /^黒（あなた）\d+枚、白\d+枚、灰\d+枚、シアン\d+枚、山吹\d+枚$/, own: /^あなたの石：[a-j]\d+/, row: /^2行目：[a-j]2/, nothing: /^(白|灰)/ }],
]) {
  test(`a round of five is told in one sentence when it is one's turn; keys tell the score, one's discs, a row, and it again (${locale})`, async () => {
    const { page } = await person({ locale });
    await playAlone(page, house.url, 'reversi', { preset: 'five' }, []);
    await myTurnOrOver(page);
    await page.locator('.call', { hasText: /\d/ }).waitFor({ state: 'attached' }); // the code for listeners has been loaded
    await page.evaluate(() => {
      window.told = [];
      for (const region of document.querySelectorAll('[role=status], [aria-live]'))
        new MutationObserver(() => region.textContent && window.told.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
    });
    await playOne(page);
    await myTurnOrOver(page);
    await page.waitForFunction(() => window.told.length > 0);
    const told = await page.evaluate(() => window.told);
    assert.equal(told.length, 1, `one message for the round: ${JSON.stringify(told)}`);
    assert.match(told[0], words.round);
    const answer = async (key, wanted) => {
      await page.keyboard.press(key);
      await page.locator('.spoken', { hasText: wanted }).waitFor();
    };
    await tabTo(page, '.cell');
    await answer('s', words.score);
    await answer('o', words.own);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await answer('r', words.row);
    await answer('w', words.nothing);
    await page.keyboard.press('?');
    const keys = await page.locator('dialog .keys').textContent();
    for (const key of ['S', 'O', 'R', 'W', 'Z', 'M']) assert.match(keys, new RegExp(`${key}[:：]`));
  });
}

test('letters typed into the chat ask nothing', async () => {
  const { page } = await person();
  await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [bot], slow);
  await myTurnOrOver(page);
  await openTab(page, 'chat');
  await page.locator('.chat input').pressSequentially('sorowzm');
  assert.equal(await page.locator('.chat input').inputValue(), 'sorowzm');
  assert.equal(await page.locator('.shell[data-zen]').count(), 0);
  assert.doesNotMatch(await page.locator('.spoken').textContent(), /black/);
});

for (const [locale, words] of [
  ['en-US', { row: /^Row 1: a1 black, b1 white, c1 bomb, d1 wildcard, e1 to h1 empty$/, tiles: 'Row 2: 4, hole, 6', stones: 'Row 1: 1-4', bubbles: 'Row 1: red, yellow, 6 gaps', bad: /"zz" is not a move here/, legal: /^Legal moves: / }],
  ['ja-JP', { row: /^1行目：a1 黒、b1 白、c1 ボム石、d1 変化石、e1からh1まで空き$/, tiles: '2段目：4、空き、6', stones: '1段目：1-4', bubbles: '1段目：赤, 黄, 空き6個', bad: /「zz」は手として読めません/, legal: /^置けるマス：/ }],
]) {
  test(`the board in words, and a move typed, in all four games (${locale})`, async () => {
    const { page } = await person({ locale });
    const sent = recordMoves(page);
    const type = async (text) => {
      await page.locator('.text-form input').fill(text);
      await page.keyboard.press('Enter');
    };
    const rows = () => page.locator('.text-rows li').allTextContents();
    await playAlone(page, house.url, 'reversi', { board: BOARD, rotation: 'BW' }, [bot], slow);
    await myTurnOrOver(page);
    await openTab(page, 'text');
    await page.locator('.text-rows li').first().waitFor();
    assert.match((await rows())[0], words.row);
    await page.locator('.text-parts p', { hasText: words.legal }).waitFor();
    await assertNoViolations(page, 'reversi in words');
    await type('zz');
    await page.locator('.text-parts [role=status]', { hasText: words.bad }).waitFor();
    const cell = await page.locator('.cell.legal').first().getAttribute('data-cell');
    await type(`${cell.toUpperCase()} `);
    await page.locator('.turn:not(.mine)').waitFor();
    assert.deepEqual(sent.pop(), { cell });
    await playAlone(page, house.url, 'nim', { rows: [4, 2] }, [{ bot: 'perfect' }], slow);
    await myTurnOrOver(page);
    await openTab(page, 'text');
    await page.locator('.text-rows li').first().waitFor();
    assert.equal((await rows())[0], words.stones);
    await type('１ ２-３');
    await page.locator('.turn:not(.mine)').waitFor();
    assert.deepEqual(sent.pop(), { row: 0, from: 1, count: 2 });
    await assertNoViolations(page, 'nim in words');
    const code = await playAlone(page, house.url, 'fifteen', { tiles: [1, 2, 3, 4, 0, 6, 7, 5, 8], seats: 1 });
    await page.locator('.tiles[data-mine]').waitFor();
    await openTab(page, 'text');
    await page.locator('.text-rows li').first().waitFor();
    assert.equal((await rows())[1], words.tiles);
    await type('5');
    await page.waitForFunction(() => document.querySelector('.tiles [data-tile="0"]') === document.querySelectorAll('.tile')[7]);
    await type('8');
    await assertOver(page, code, { reason: 'solved' });
    await playAlone(page, house.url, 'bubbles', { seats: 1, field: ['ab......'], hurry_s: 60 });
    await page.locator('.bubble-field[data-mine]').waitFor();
    await openTab(page, 'text');
    await page.locator('.text-rows li').first().waitFor();
    assert.deepEqual(await rows(), [words.bubbles]);
  });
}

for (const [game, options, board, bots] of [
  ['reversi', { preset: 'five' }, '.board .cell', []],
  ['nim', { preset: '753' }, '.stone', [{ bot: 'perfect' }]],
  ['fifteen', { size: 4, seats: 3 }, '.tiles', []],
  ['bubbles', { seats: 3, hurry_s: 60 }, '.bubble-field', []],
]) {
  for (const locale of ['en-US', 'ja-JP']) {
    test(`${game} with text of twice the size on a narrow phone: nothing scrolls sideways, whose turn it is stays whole (${locale})`, async () => {
      const { page } = await person({ locale, viewport: { width: 360, height: 740 } });
      await playAlone(page, house.url, game, options, bots, slow);
      await page.locator(board).first().waitFor();
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scroll');
      // A book face is higher than its line, by less than a third of its size: a line that is cut off lacks more.
      const turn = await page.locator('.turn-text').evaluate((one) =>
        [...one.querySelectorAll('*')]
          .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 2 + Number.parseFloat(getComputedStyle(part).fontSize) / 3)
          .map((part) => part.textContent),
      );
      assert.deepEqual(turn, []);
    });
  }
}

test('every button of the game screen is as large as a finger, on a phone of either way up', async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 740, height: 360 }]) {
    const { page } = await person({ viewport, hasTouch: true, isMobile: true });
    await playAlone(page, house.url, 'reversi', { preset: 'five' }, [], slow);
    await page.locator('.turn.mine').waitFor();
    for (const tab of ['moves', 'chat', 'text', 'info']) {
      await openTab(page, tab);
      const small = await page.locator('button:visible:not(.cell), a:visible, input:visible').evaluateAll((all) =>
        all.filter((one) => {
          const { width, height } = one.getBoundingClientRect();
          return height < 44 || width < 44;
        }).map((one) => `${one.className} ${one.getBoundingClientRect().width}x${one.getBoundingClientRect().height}`));
      assert.deepEqual(small, [], `${tab} at ${viewport.width}`);
    }
  }
});

test('a whole game of two by keyboard, from the board to the next round', async () => {
  const { page } = await person();
  const code = await playAlone(page, house.url, 'reversi', { board: ['BW..', '....'], rotation: 'BW' }, [bot]);
  await myTurnOrOver(page);
  await tabTo(page, '.cell');
  while (!(await myTurnOrOver(page))) {
    const before = await plyOf(page);
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.waitForFunction((ply) => document.querySelector('.turn').dataset.ply !== ply, before);
  }
  await assertOver(page, code, {});
  await page.locator('.call', { hasText: 'You win!' }).waitFor({ state: 'attached' });
  await tabTo(page, '[data-focus=rematch]');
  await page.keyboard.press('Enter');
  await page.locator('.turn.mine').waitFor();
});
