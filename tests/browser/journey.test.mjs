// A person on their first visit: from the start page through the card and a game of five to its replay and analysis, and back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FINGER, KEYS, MOUSE, TREE } from './lib/hands.mjs';
import { openHouse } from './lib/house.mjs';
import { myTurnOrOver, plyAfter, plyOf } from './lib/play.mjs';

const house = openHouse(['--tries-per-min', '10000']);

const WORDS = {
  'en-US': { play: 'Play now', next: 'Next', replay: 'Replay and analysis', analyse: 'Analyse this game', first: 'Start (Home)', forward: 'Forward (→)', run: 'Play (Space)', pause: 'Pause (Space)', home: '縁側 Engawa' },
  'ja-JP': { play: 'すぐ遊ぶ', next: '次へ', finish: '今すぐ遊ぶ', replay: '再生・解析', analyse: 'この対局を解析する', first: '最初へ（Home）', forward: '進む（→）', run: '再生（スペース）', pause: '一時停止（スペース）', home: '縁側 Engawa' },
};
const CARD_STEPS = ['legal', 'a2', 'a2', 'legal'];

async function playCard(page, hands, words) {
  await page.locator('.card').waitFor();
  const folded = page.locator('.card .card-offer button:visible');
  if (await folded.count()) await hands.press(page, '.card', 'button', await folded.textContent());
  await page.locator('.card .cell.legal').first().waitFor();
  for (const [i, step] of CARD_STEPS.entries()) {
    if (step === 'legal') await hands.legal(page, '.card');
    else await hands.cell(page, '.card', step);
    await page.locator('.card .actions .primary').waitFor();
    const last = i === CARD_STEPS.length - 1;
    await hands.press(page, '.card', 'button', last ? (words.finish ?? words.play) : words.next);
    if (!last) await page.locator('.card .cell.legal').first().waitFor();
  }
  await page.locator('.card').waitFor({ state: 'detached' });
}

for (const [name, hands, locale] of [['a mouse', MOUSE, 'en-US'], ['a finger', FINGER, 'ja-JP'], ['a keyboard', KEYS, 'ja-JP'], ['the accessibility tree', TREE, 'en-US']]) {
  test(`the first visit by ${name}: the card, a game of five, its replay and analysis, and back (${locale})`, async () => {
    const words = WORDS[locale];
    const { page } = await house.person({ cards: true, locale, ...hands.person });
    await hands.begin(page);
    await page.goto(house.url);
    await hands.press(page, 'body', 'button', words.play);
    await playCard(page, hands, words);
    let moves = 0;
    for (; !(await myTurnOrOver(page)); moves += 1) {
      const before = await plyOf(page);
      await hands.legal(page, '.room');
      await plyAfter(page, before);
    }
    assert.ok(moves >= 1, 'whoever takes any legal move may soon have none, but had one');
    assert.equal(await page.locator('.player').count(), 5);
    await hands.press(page, 'body', 'link', words.replay);
    await page.locator('.move-list .move-row').first().waitFor();
    await hands.press(page, 'body', 'button', words.first); // it opens at the end
    for (const ply of [1, 2]) {
      await hands.press(page, 'body', 'button', words.forward);
      await page.locator(`.move-row[data-ply="${ply}"][aria-current]`).waitFor();
    }
    await hands.press(page, 'body', 'button', words.run);
    await page.waitForFunction(() => Number(document.querySelector('.move-row[aria-current]').dataset.ply) >= 4);
    await hands.press(page, 'body', 'button', words.pause);
    await hands.press(page, 'body', 'button', words.analyse);
    await page.locator('.analysis-panel[data-state=done]').waitFor({ timeout: 240_000 });
    await page.locator('.judgement', { hasText: '%' }).waitFor();
    await hands.press(page, 'body', 'link', words.home);
    await page.locator('.own-games .played').first().waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
  });
}
