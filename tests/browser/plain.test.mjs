// A game that the page has no board for: its position as a table and its moves as buttons, in both languages, to the end.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openHouse } from './lib/house.mjs';
import { assertOver, playAlone } from './lib/games.mjs';

const house = openHouse();

// The page as it would be without a folder for reversi. Returns a function that tells whether the list of games had it.
async function forgetReversi(page) {
  let found = false;
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch();
    const code = await answer.text();
    const without = code.replace(/(?<=[{,])"?reversi"?(?=:\{load:)/, 'unknown');
    found ||= without !== code;
    await route.fulfill({ response: answer, body: without, headers: { ...answer.headers(), 'content-encoding': 'identity' } });
  });
  return () => found;
}

for (const [locale, moves] of [['en', 'Your moves'], ['ja', '打てる手']]) {
  test(`a game without a board of its own is played by buttons (${locale})`, async () => {
    const { page } = await house.person({ locale });
    const forgotten = await forgetReversi(page);
    const code = await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'minimum', level: 1 }]);
    await page.getByRole('heading', { name: moves }).waitFor();
    assert.ok(forgotten(), 'the list of games has reversi');
    assert.ok((await page.locator('.plain-view tr').count()) >= 8, 'the rows of the board are there');
    for (;;) {
      const next = await Promise.race([
        page.locator('.plain-moves [data-move]').first().waitFor().then(() => 'move'),
        page.locator('.result:not([hidden])').waitFor().then(() => 'over'),
      ]);
      if (next === 'over') break;
      const move = page.locator('.plain-moves [data-move]').first();
      const before = await page.locator('.plain-view').textContent();
      await move.click({ timeout: 2000 }).catch(() => {}); // the turn may have gone on
      await page.waitForFunction(
        (text) => document.querySelector('.plain-view')?.textContent !== text || document.querySelector('.result:not([hidden])'),
        before,
      );
    }
    await assertOver(page, code, {});
  });
}
