// The page of a record: it opens where the game ended, or at one's first mistake, with board, moves and graph in one screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOver, playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { myTurnOrOver, playOne } from './lib/play.mjs';
import { lastPly, shows } from './lib/record.mjs';

const house = openHouse();
const { person } = house;

const WORDS = { 'en-US': { resign: 'Resign', replay: 'Replay and analysis', analyse: 'Analyse this game' }, 'ja-JP': { resign: '投了する', replay: '再生・解析', analyse: '解析する' } };

async function played(page, words, options, bots, moves) {
  const code = await playAlone(page, house.url, 'reversi', options, bots);
  for (let i = 0; i < moves; i += 1) {
    await myTurnOrOver(page);
    await page.locator('.cell.legal').first().waitFor();
    await playOne(page);
  }
  await myTurnOrOver(page);
  await page.locator('.under-board').getByRole('button', { name: words.resign }).click();
  await page.locator('dialog .danger').click();
  await assertOver(page, code, {});
  return code;
}

for (const [locale, words] of Object.entries(WORDS)) {
  test(`a record opens at its end, with board, moves, graph and the offer of the analysis in sight (${locale})`, async () => {
    const { page } = await person({ locale, viewport: { width: 1280, height: 800 } });
    const bots = [{ bot: 'random' }, { bot: 'random' }, { bot: 'mcs', level: 1 }, { bot: 'mcs', level: 2 }];
    const code = await played(page, words, { preset: 'five' }, bots, 3);
    await page.locator('.under-board').getByRole('link', { name: words.replay, exact: true }).click();
    const plies = await lastPly(page);
    assert.ok(plies > 5);
    await shows(page, plies);
    for (const part of ['.record .board', '.move-list', '.graph', '.analyse', '.scrubber']) {
      const box = await page.locator(part).first().boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= 800 && box.x >= 0 && box.x + box.width <= 1280, `${part}: ${JSON.stringify(box)}`);
    }
    // Another place is in the address, and leads there.
    await page.keyboard.press('Home');
    await page.waitForURL(`${house.url}/g/${code}-1#0`);
    await page.reload();
    await shows(page, 0);
  });
}

test('a record that has an analysis opens at the first mistake of who looks at it', async () => {
  const { page } = await person();
  const words = WORDS['en-US'];
  const code = await played(page, words, { preset: 'classic' }, [{ bot: 'random' }], 12);
  await page.goto(`${house.url}/g/${code}-1`);
  await lastPly(page);
  await page.getByRole('button', { name: words.analyse }).click();
  await page.locator('.analysis-panel[data-state=done]').waitFor({ timeout: 120_000 });
  const first = Number(await page.locator('.mistake').first().getAttribute('data-ply'));
  await page.goto('about:blank');
  await page.goto(`${house.url}/g/${code}-1`);
  await shows(page, first);
});
