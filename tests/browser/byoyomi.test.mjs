// Byo-yomi on the page: chosen for a room, shown and spoken while it runs, and the remaining periods after a lost one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { assertOver, enterRoom, startGame } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { codeOf, myTurnOrOver, openTab, playOne, serverDocument } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const WORDS = {
  'en-US': { short: 'byo-yomi 3 × 30 s', long: '10 min + byo-yomi 5 × 30 s', main: 'Time left', two: 'Byo-yomi, 2 periods left', last: 'Byo-yomi, last period' },
  'ja-JP': { short: '秒読み30秒×3回', long: '10分＋秒読み30秒×5回', main: '残り時間', two: '秒読み（残り2回）', last: '秒読み（最後の1回）' },
};

for (const [locale, words] of Object.entries(WORDS)) {
  test(`the form offers it in words, and the room tells the same words (${locale})`, async () => {
    const { page } = await person({ locale });
    for (const [label, clock] of [
      [words.short, { kind: 'byoyomi', initial_ms: 0, period_ms: 30_000, periods: 3 }],
      [words.long, { kind: 'byoyomi', initial_ms: 600_000, period_ms: 30_000, periods: 5 }],
    ]) {
      await page.goto(house.url);
      await page.locator('.game-card').first().waitFor();
      await page.locator('input[name=seats][value=bots]').check();
      await page.locator('details.more summary').click();
      await page.locator('[name=table-clock]').selectOption({ label });
      await page.locator('#make').click();
      await startGame(page);
      const room = await serverDocument(page, codeOf(page));
      const { left, running, at, ...rule } = room.clock;
      assert.deepEqual(rule, clock);
      assert.equal(room.settings.timeout, 'forfeit');
      await openTab(page, 'info');
      await page.locator('.info dd', { hasText: label }).waitFor();
      await page.locator('[data-clock=s0]', { hasText: clock.initial_ms > 0 ? /^(10:00|9:5\d)$/ : /^0:(30|2\d) ×3$/ }).waitFor();
    }
  });

  test(`main time, periods, a move that renews one, and the end (${locale})`, async () => {
    const { page } = await person({ locale });
    const code = await enterRoom(page, house.url, {
      game: 'reversi',
      options: { preset: 'classic' },
      seats: ['me', { bot: 'random' }],
      clock: { kind: 'byoyomi', initial_ms: 2000, period_ms: 6000, periods: 2 },
    });
    await page.evaluate(() => {
      window.seen = [];
      new MutationObserver(() => {
        const clock = document.querySelector('.turn .clock');
        const { text, low, label, x } = window.seen.at(-1) ?? {};
        if (!clock?.textContent || !clock.checkVisibility()) return;
        const now = {
          text: clock.textContent,
          low: clock.classList.contains('low'),
          label: clock.getAttribute('aria-label'),
          x: document.querySelector('.turn-text').getBoundingClientRect().right,
        };
        if (now.text !== text || now.low !== low || now.label !== label || now.x !== x) window.seen.push(now);
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['class', 'aria-label'] });
    });
    await startGame(page);
    const clock = page.locator('.turn .clock');
    await page.locator('.turn .clock', { hasText: '×2' }).waitFor();
    assert.equal(await clock.getAttribute('aria-label'), words.two);
    await page.locator('.spoken', { hasText: words.two }).waitFor({ state: 'attached' });
    await assertNoViolations(page, 'byo-yomi');
    await page.locator('.turn .clock', { hasText: '×1' }).waitFor();
    assert.equal(await clock.getAttribute('aria-label'), words.last);
    await page.locator('.spoken', { hasText: words.last }).waitFor({ state: 'attached' });
    await page.locator('.turn .clock.low', { hasText: '×1' }).waitFor();
    await playOne(page);
    await myTurnOrOver(page);
    await page.locator('.turn .clock:not(.low)', { hasText: /^0:0[4-6] ×1$/ }).waitFor(); // the period is whole again
    await page.locator('[data-clock=s0]', { hasText: /^0:0[4-6] ×1$/ }).waitFor();
    await assertOver(page, code, { winner: 's1', reason: 'time' });
    assert.equal(await clock.isVisible(), false);

    const seen = await page.evaluate(() => window.seen);
    for (const { text, low, label } of seen) {
      assert.match(text, /^0:0[0-6]( ×[12])?$/);
      const [, seconds, periods] = text.match(/^0:0(\d)(?: ×(\d))?$/);
      assert.equal(label, periods === undefined ? words.main : periods === '2' ? words.two : words.last, text);
      if (periods === undefined) assert.equal(low, true, text);
      else if (seconds !== '3') assert.equal(low, Number(seconds) < 3, text);
    }
    const stages = seen.map(({ text }) => text.split('×')[1] ?? 'main').filter((stage, i, all) => stage !== all[i - 1]);
    assert.deepEqual(stages, ['main', '2', '1']);
    const places = new Set(seen.filter(({ text }) => text.includes('×')).map(({ x }) => x));
    assert.equal(places.size <= 2, true, `what is beside the clock stays: ${[...places]}`); // the number of the move changes once
  });
}
