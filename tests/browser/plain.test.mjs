// A game that the page has no board for: its position as a table, its moves as buttons, and its own sentences, in both languages, to the end.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openHouse } from './lib/house.mjs';
import { assertOver, playAlone } from './lib/games.mjs';

const house = openHouse();

// The page as if it had no folder for this game. Returns a function: whether the list of games had it.
async function forget(game, page) {
  const entry = new RegExp(`(?<=[{,])"?${game}"?(?=:\\{load:)`);
  let found = false;
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch();
    const code = await answer.text();
    const without = code.replace(entry, 'unknown');
    found ||= without !== code;
    await route.fulfill({ response: answer, body: without, headers: { ...answer.headers(), 'content-encoding': 'identity' } });
  });
  return () => found;
}

const LOG = {
  en: /^\S.* [a-h][1-8]: (?:flips \d+)?$/,
  ja: /^\S.* [a-h][1-8] (?:\d+枚を返しました)?$/,
};

for (const [locale, moves] of [['en', 'Your moves'], ['ja', '打てる手']]) {
  test(`a game without a board of its own is played by buttons (${locale})`, async () => {
    const { page } = await house.person({ locale });
    const forgotten = await forget('reversi', page);
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
      await move.click({ timeout: 2000 }).catch(() => {}); // the turn may have passed on
      await page.waitForFunction(
        (text) => document.querySelector('.plain-view')?.textContent !== text || document.querySelector('.result:not([hidden])'),
        before,
      );
    }
    await assertOver(page, code, {});
    const lines = await page.locator('.log-lines li').allTextContents();
    assert.ok(lines.filter((line) => LOG[locale].test(line)).length > 40, lines.join('\n'));
    await page.goto(`${house.url}/g/${code}-1`);
    await page.locator('.move-row[data-ply="1"]').waitFor();
    const rows = await page.locator('.move-row span:last-child').allTextContents();
    assert.ok(rows.length > 40 && rows.slice(1, 40).every((row) => LOG[locale].test(row)), rows.join('\n'));
  });
}

for (const [locale, last, why] of [['en', / took cell 1 of row \d$/, '(the last cell is taken)'], ['ja', /が\d行目の1番を取りました$/, '（最後のマスが取られた）']])
  test(`moves are typed as JSON, and the end has the game's own reason (${locale})`, async () => {
    const { page } = await house.person({ locale });
    const forgotten = await forget('nim', page);
    const code = await playAlone(page, house.url, 'nim', { rows: [1, 1, 1] }, [{ bot: 'random', level: 1 }]);
    for (;;) {
      const next = await Promise.race([
        page.locator('.plain-moves input').waitFor().then(() => 'move'),
        page.locator('.result:not([hidden])').waitFor().then(() => 'over'),
      ]);
      if (next === 'over') break;
      const before = await page.locator('.plain-view').textContent();
      const left = page.locator('.plain-view tr', { has: page.getByRole('cell', { name: 'o', exact: true }) });
      const row = await left.last().getByRole('rowheader').textContent({ timeout: 2000 });
      await page.locator('.plain-moves input').fill(JSON.stringify({ row: Number(row.slice(1)), from: 0, count: 1 }));
      await page.locator('.plain-moves input').press('Enter');
      await page.waitForFunction((text) => document.querySelector('.plain-view')?.textContent !== text, before);
    }
    assert.ok(forgotten(), 'the list of games has nim');
    await assertOver(page, code, { reason: 'last_taken' });
    await page.locator('.result', { hasText: why }).waitFor();
    const lines = await page.locator('.log-lines li').allTextContents();
    assert.equal(lines.filter((line) => last.test(line)).length, 3, lines.join('\n'));
  });
