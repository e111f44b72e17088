// The page's terms for things and people, in both languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterRoom, playAlone, startGame } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { openTab } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const WORDS = {
  'en-US': { resign: 'Resign', resigned: 'Max (white) resigned', back: 'You are back', text: 'As text', left: /^Time left\s*\d+ s$/, shot: /^Automatic shot in\s*\d+ s$/, joins: /joins in \d+ moves|joins at move \d/, replay: 'Replay and analysis', shown: 'Analysis' },
  'ja-JP': { resign: '投了する', resigned: 'Max（白）が投了しました', back: 'あなたが戻りました', text: '文字で読む', left: /^残り時間\s*\d+秒$/, shot: /^自動発射まで\s*\d+秒$/, joins: /手後に割り込み|手目に割り込み/, replay: '再生・解析', shown: '再生・解析' },
};

for (const [locale, words] of Object.entries(WORDS)) {
  test(`the moves name people with their colours, and oneself "you" (${locale})`, async () => {
    const host = await person({ locale });
    const friend = await person({ locale });
    await friend.context.addInitScript(() => localStorage.setItem('engawa.nick', 'Max'));
    const code = await enterRoom(host.page, house.url, { game: 'reversi', options: { preset: 'classic' }, seats: ['me', 'open'] });
    await friend.page.goto(`${house.url}/r/${code}`);
    await friend.page.locator('[data-seat=s1].mine').waitFor();
    await host.page.locator('[data-seat=s1][data-kind=human]').waitFor();
    await startGame(host.page);
    await host.page.reload();
    await host.page.locator('.turn.mine').waitFor();
    await host.page.locator('.log-lines li', { hasText: words.back }).waitFor();
    assert.equal(await host.page.locator('#tab-text').textContent(), words.text);
    await friend.page.locator('.under-board').getByRole('button', { name: words.resign }).click();
    await friend.page.locator('dialog .danger').click();
    await host.page.locator('.result:not([hidden])').waitFor();
    await openTab(host.page, 'moves');
    await host.page.locator('.log-lines li', { hasText: words.resigned }).waitFor();
    await host.page.locator('.under-board').getByRole('link', { name: words.replay, exact: true }).waitFor();
    assert.equal((await host.page.locator('.under-board a:visible').textContent()).trim(), words.shown);
  });

  test(`times have their unit, and who cuts in is said in plain words (${locale})`, async () => {
    const { page } = await person({ locale });
    await playAlone(page, house.url, 'bubbles', { seats: 1, hurry_s: 60 });
    await page.locator('.hurry', { hasText: words.shot }).waitFor();
    await playAlone(page, house.url, 'fifteen', { seats: 2, tiles: [1, 2, 3, 4, 5, 6, 7, 0, 8] }, [{ bot: 'kame', level: 1 }], { bot_delay_ms: 5000 });
    await page.locator('.tiles[data-mine]').waitFor();
    await page.locator('.tile[data-tile="8"]').click();
    await page.locator('.fact', { hasText: words.left }).waitFor();
    await playAlone(page, house.url, 'reversi', { preset: 'seed' }, [], { bot_delay_ms: 5000 });
    await page.locator('.player .badge', { hasText: words.joins }).first().waitFor({ state: 'attached' });
  });
}
