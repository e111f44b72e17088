// Accessibility: keyboard only, screen readers (axe, names, the spoken line), two languages, marks, reduced motion, small screens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { assertSameBoard, boardOf, makeRoom, myTurnOrOver, playNow, playOne, plyAfter, plyOf } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing on the lobby, the seats, the game, the result and the dialogs (${colorScheme})`, async () => {
    const someone = await person({ colorScheme });
    const { page } = someone;
    await makeRoom(page, house.url, { preset: 'octagon' });
    await assertNoViolations(page, 'seats');
    const host = await person();
    await makeRoom(host.page, house.url, { preset: 'octagon' });
    await page.goto(house.url);
    await page.locator('.room-row').first().waitFor();
    await assertNoViolations(page, 'lobby');
    await page.getByRole('button', { name: 'Settings' }).click();
    await assertNoViolations(page, 'settings');
    await playNow(page, house.url, 'seed');
    await myTurnOrOver(page);
    await playOne(page);
    await myTurnOrOver(page);
    await assertNoViolations(page, 'game');
    await page.getByRole('button', { name: 'Invite' }).click();
    await assertNoViolations(page, 'invite');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.locator('.result').waitFor();
    await assertNoViolations(page, 'result');
  });
}

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing on the other games, played and watched, and on their settings (${colorScheme})`, async () => {
    const { page } = await person({ colorScheme });
    const watcher = await person({ colorScheme });
    const games = { nim: '.stone', fifteen: '.tiles[data-mine]', bubbles: '.bubble-field[data-mine]' };
    const seats = { nim: { preset: '753' }, fifteen: { seats: 2 }, bubbles: { seats: 2, hurry_s: 60 } };
    const bots = { nim: 'perfect', fifteen: 'kame', bubbles: 'awa' };
    for (const [game, shown] of Object.entries(games)) {
      await playAlone(page, house.url, game, seats[game], [{ bot: bots[game] }], { bot_delay_ms: 5000 });
      await page.locator(shown).first().waitFor();
      await page.locator('.hint-button').click();
      await page.locator('.hint-button:enabled').waitFor();
      await assertNoViolations(page, game);
      await watcher.page.goto(page.url());
      await watcher.page.locator('.under-board .watching').waitFor();
      await assertNoViolations(watcher.page, `${game}, watched`);
      await page.getByRole('button', { name: 'Rules' }).click();
      await page.locator('dialog .help-picture').first().waitFor();
      assert.equal(await page.locator('dialog').evaluate((one) => one.scrollTop), 0, 'reading begins at the top');
      await assertNoViolations(page, `${game}, rules`);
      await page.goto(house.url);
      await page.locator(`input[name=game][value=${game}]`).press('Space'); // its picture covers it
      await page.locator(`input[name=preset][value="${game} own"]`).check();
      await assertNoViolations(page, `${game}, settings`);
    }
  });
}

test('a game by keyboard alone', async () => {
  const someone = await person();
  const { page } = someone;
  await page.goto(house.url);
  await page.locator('.game-card').first().waitFor();
  // From the top of the page to the big button, as a person without a mouse moves.
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement.id === 'play')) break;
  }
  await page.keyboard.press('Enter');
  await page.locator('.turn.mine').waitFor();
  for (let i = 0; i < 40; i += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement.matches('.cell'))) break;
  }
  const focused = () => page.evaluate(() => document.activeElement.dataset.cell);
  assert.equal(await focused(), 'e1', 'one tab stop, the first cell');
  await page.keyboard.press('ArrowRight');
  assert.equal(await focused(), 'f1');
  await page.keyboard.press('ArrowRight');
  assert.equal(await focused(), 'f1', 'the edge');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  assert.equal(await focused(), 'd2');
  await page.keyboard.press('End');
  assert.equal(await focused(), 'g2');
  await page.keyboard.press('Control+End');
  assert.equal(await focused(), 'f10');
  assert.equal(await page.locator('.cell[tabindex="0"]').count(), 1);
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  for (const key of ['Enter', 'Space', 'Enter', 'Space']) {
    const before = await plyOf(page);
    await page.keyboard.press('n');
    assert.ok(await page.evaluate(() => document.activeElement.matches('.cell.legal')), 'N goes to a cell where one may play');
    await page.keyboard.press(key);
    await plyAfter(page, before);
    assert.ok(await page.evaluate(() => document.activeElement.matches('.cell')), 'the focus stays on the board');
    if (await myTurnOrOver(page)) break;
  }
});

test('cells have names, moves are spoken, in both languages and without a reload', async () => {
  const someone = await person({ locale: 'ja-JP' });
  const { page } = someone;
  await someone.context.addInitScript(() => localStorage.setItem('engawa.nick', 'Hana')); // the person's own name stays as it is
  const code = await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  const html = page.locator('html');
  assert.equal(await html.getAttribute('lang'), 'ja');
  // The cell of a bomb; it may go off before the next look.
  const name = await page.locator('[data-disc=R]').first().getAttribute('data-cell');
  const bomb = page.locator(`[data-cell=${name}]`);
  assert.match(await bomb.getAttribute('aria-label'), new RegExp(`^${name}、ボム石`));
  assert.match(await page.locator('.cell.legal').first().getAttribute('aria-label'), /^[a-j]\d+、空き、置けます$/);
  const first = page.locator('.cell.legal').first();
  const at = await first.getAttribute('data-cell');
  await playOne(page);
  await page.locator('.log-lines', { hasText: `黒 ${at}：` }).waitFor();
  assert.match(await page.locator('.log-lines').textContent(), new RegExp(`黒 ${at}：.*(返|爆発)`));
  await myTurnOrOver(page);
  await page.locator('.call[role=status]', { hasText: /^あなたの手のあと：.*白.*。あなたの番です（黒）/ }).waitFor({ state: 'attached' });
  const before = await boardOf(page);
  await page.evaluate(() => {
    window.neverReloaded = true;
  });
  await page.getByRole('button', { name: '設定' }).click();
  await page.getByLabel('English').click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  assert.equal(await html.getAttribute('lang'), 'en');
  assert.match(await bomb.getAttribute('aria-label'), new RegExp(`^${name}, [a-z]+`));
  assert.match(await page.locator('.log-lines').textContent(), new RegExp(`Black ${at}: `));
  assert.deepEqual(await boardOf(page), before);
  await assertSameBoard(page, code);
  assert.equal(await page.evaluate(() => window.neverReloaded), true);
  // No Japanese is left except the name of the product.
  const text = await page.evaluate(() => document.body.innerText.replace('縁側', ''));
  assert.doesNotMatch(text, /[\u3040-\u30ff\u4e00-\u9fff]/);
});

test('marks follow the setting and the wish for contrast', async () => {
  const someone = await person({ contrast: 'more' });
  const { page } = someone;
  await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  await page.locator('.board:not([aria-busy])').waitFor();
  const markOf = (letter) => page.locator(`.board .disc[data-look=${letter}]`).first().evaluate((disc) => getComputedStyle(disc, '::after').content);
  assert.match(await markOf('A'), /△/, 'auto, and the person wants contrast');
  await page.emulateMedia({ contrast: 'no-preference' });
  await page.locator('html[data-marks=special]').waitFor();
  assert.equal(await markOf('A'), 'none');
  assert.match(await markOf('G'), /★/, 'the wildcard and the bomb say what they are');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Never').check();
  assert.equal(await markOf('R'), 'none');
  await page.getByLabel('Always').check();
  assert.match(await markOf('W'), /○/);
});

test('with reduced motion nothing turns sideways, and changed squares are outlined', async () => {
  const someone = await person({ reducedMotion: 'reduce' });
  const { page } = someone;
  await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  await page.evaluate(() => {
    window.sideways = 0;
    window.outlined = 0;
    new MutationObserver(() => {
      window.sideways += document.querySelectorAll('.board [data-now]').length;
      window.outlined += document.querySelectorAll('.board .changed').length;
    }).observe(document.querySelector('.board'), { subtree: true, attributes: true });
  });
  await playOne(page);
  await myTurnOrOver(page);
  assert.equal(await page.evaluate(() => window.sideways), 0);
  assert.ok((await page.evaluate(() => window.outlined)) > 0);
});

test('discs flip sideways in the phases of the article', async () => {
  const someone = await person();
  const { page } = someone;
  await playNow(page, house.url, 'classic');
  await myTurnOrOver(page);
  await page.evaluate(() => {
    window.seen = [];
    const note = () => {
      const bars = [...document.querySelectorAll('.board [data-now]')].map((disc) => `${disc.dataset.was}>${disc.dataset.now}`);
      const what = document.querySelector('.cell.playing') ? (bars.length > 0 ? bars.join() : 'put') : 'rest';
      if (window.seen.at(-1) !== what) window.seen.push(what);
    };
    new MutationObserver(note).observe(document.querySelector('.board'), { subtree: true, attributes: true });
  });
  await playOne(page);
  await page.waitForFunction(() => window.seen.at(-1) === 'rest' && window.seen.length >= 5);
  const seen = await page.evaluate(() => window.seen);
  const from = seen.indexOf('put');
  assert.equal(seen[from + 1], 'W>B', `black turns a white disc: ${seen}`);
  assert.ok(seen.includes('B>W') || seen.some((what) => what.startsWith('B>W')), `white turns a black disc: ${seen}`);
});

// Waits until a region that screen readers speak has these words.
async function heard(page, words) {
  const regions = page.locator('[role=status], [aria-live]');
  await regions.filter({ hasText: words }).first().waitFor({ state: 'attached' })
    .catch(async (error) => assert.fail(`not spoken; spoken: ${JSON.stringify(await regions.allTextContents())}: ${error.message}`));
}

test('the reason of the end is spoken and shown, also if its words arrive after the end', async () => {
  const { page } = await person();
  let release;
  const over = new Promise((resolve) => { release = resolve; });
  await page.route(/\/events-/, (route) => over.then(() => route.continue()));
  const ear = page.waitForResponse(/\/ear-/); // it speaks the line again when it comes
  await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'random' }]);
  await myTurnOrOver(page);
  await ear;
  await page.locator('.under-board').getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog .danger').click();
  await heard(page, /White \(.+\) wins/);
  release();
  await heard(page, /White \(.+\) wins — The game ended by resignation\./);
  await page.locator('.result').getByText('The game ended by resignation.').waitFor();
});

for (const [locale, [lost, won, alone]] of [
  ['en-US', [/White \(.+\) wins — The game ended by resignation\./, /You win! — The last stone has been taken\./, { fifteen: /Solved.* — The puzzle is solved\./, bubbles: /Field clear! — The field is clear\./ }]],
  ['ja-JP', [/白（.+）の勝ち　投了により終局しました。/, /あなたの勝ちです.*　最後の石が取られました。/, { fifteen: /完成しました.*　パズルが完成しました。/, bubbles: /全部消しました.*　全部消しました。/ }]],
]) {
  test(`who has won is spoken, in every game (${locale})`, async () => {
    const { page } = await person({ locale });
    const spoken = (words) => heard(page, words);
    await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'random' }]);
    await myTurnOrOver(page);
    await page.locator('.under-board .button').filter({ hasText: /Resign|投了/ }).click();
    await page.locator('dialog .danger').click();
    await spoken(lost);
    await playAlone(page, house.url, 'nim', { rows: [1] }, [{ bot: 'perfect' }]);
    await myTurnOrOver(page);
    for (let taps = 0; taps < 2; taps += 1) await page.locator('.stone').click();
    await spoken(won);
    await playAlone(page, house.url, 'fifteen', { tiles: [1, 2, 3, 4, 5, 6, 7, 0, 8], seats: 1 });
    await page.locator('.tile[data-tile="8"]').click();
    await spoken(alone.fifteen);
    await playAlone(page, house.url, 'bubbles', { seats: 1, field: ['aa......'], hurry_s: 60 });
    const box = await page.locator('.bubble-field[data-mine] canvas').boundingBox();
    const unit = box.width / 32768;
    await page.mouse.click(box.x + 10_240 * unit, box.y + 2048 * unit);
    await spoken(alone.bubbles);
  });
}
