// The analysis as a lesson: the position before each mistake is on the board, and a better move is looked for.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { boardOf, myTurnOrOver, playOne } from './lib/play.mjs';
import { lastPly, shows, takeStones } from './lib/record.mjs';

const house = openHouse();

const WORDS = {
  'en-US': { yours: /^Move \d+: you played [a-h][1-8]\. Find something better\.$/, found: /^Well found! /, again: / Try another move\.$/, theirs: /^Move \d+: white · .+ played/ },
  'ja-JP': { yours: /^\d+手目、あなたは[a-h][1-8]と打ちました。もっとよい手を探してください。$/, found: /^お見事！/, again: /ほかの手を探してみましょう。$/ },
};

// The analysis of a round, once it is done.
const analysisOf = (page, id) =>
  page.evaluate(async (record) => {
    const path = `/api/records/${record}/analysis`;
    await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
    for (;;) {
      const { state, items } = await (await fetch(path)).json();
      if (state === 'done') return items;
      if (state !== 'running' && state !== 'waiting') throw new Error(state);
      await new Promise((done) => setTimeout(done, 200));
    }
  }, id);

// Somebody with a name, by which the record knows them again.
async function hana(options) {
  const { page } = await house.person(options);
  await page.addInitScript(() => localStorage.setItem('engawa.nick', 'Hana'));
  return page;
}

// In any language.
async function resignGame(page) {
  await page.locator('.under-board').getByRole('button', { name: /^(Resign|投了する)$/ }).click();
  await page.locator('dialog .danger').click();
  await page.locator('.result:not([hidden])').waitFor();
}

const stay = (page) => page.waitForFunction(() => !document.querySelector('.board[aria-busy]'));
const said = (page, words) => page.locator('.lesson-words').filter({ hasText: words }).waitFor();

const MOVES = 14;

// The lesson of somebody who took the first legal square all the time, which is no way to play: three mistakes at least.
// `now`: the hint for its position.
async function played(options) {
  const page = await hana(options);
  for (let game = 1; ; game += 1) {
    const code = await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'random' }]);
    for (let move = 0; move < MOVES && !(await myTurnOrOver(page)); move += 1) await playOne(page);
    if (!(await myTurnOrOver(page))) await resignGame(page);
    const items = await analysisOf(page, `${code}-1`);
    await page.goto(`${house.url}/g/${code}-1`);
    await page.locator('.analysis-panel[data-state=done]').waitFor();
    if ((await page.locator('.mistake').count()) < 3 && game < 4) continue;
    await page.locator('.lesson').waitFor();
    const now = async () => {
      const mistake = Number(await page.locator('.record').getAttribute('data-ply'));
      return items.find(({ ply }) => ply === mistake - 1).hint;
    };
    return { page, now };
  }
}

// Everything that is to be tapped is on the screen as it is.
async function assertInSight(page, locator) {
  const box = await locator.boundingBox();
  const { width, height } = page.viewportSize();
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${locator}: ${JSON.stringify(box)}`);
}

for (const [locale, width, height, hasTouch] of [['ja-JP', 360, 740, true], ['en-US', 1280, 800, false]]) {
  test(`three mistakes are worked through with four taps each, without scrolling (${locale}, ${width}x${height})`, async () => {
    const { page, now } = await played({ locale, viewport: { width, height }, hasTouch });
    let taps = 0;
    const tap = async (selector) => {
      const place = page.locator(selector);
      await assertInSight(page, place);
      await (hasTouch ? place.tap() : place.click());
      taps += 1;
    };
    const title = page.locator('.lesson h2');
    const all = Number(/\d+$/.exec(await title.textContent().then((text) => text.trim()))?.[0]);
    assert.ok(all >= 3, `${all} mistakes`);
    for (let mistake = 1; mistake <= 3; mistake += 1) {
      taps = 0;
      assert.equal(await title.textContent(), locale === 'ja-JP' ? `ミス ${mistake}/${all}` : `Mistake ${mistake} of ${all}`);
      assert.match(await page.locator('.lesson-words').textContent(), WORDS[locale].yours);
      const { best } = await now();
      const cell = `[data-cell="${best[0].move.cell}"]`;
      await tap(cell);
      if (hasTouch) await tap(cell);
      await said(page, WORDS[locale].found);
      await stay(page);
      assert.notEqual((await boardOf(page))[best[0].move.cell], '.', 'it is on the board');
      assert.equal(await page.locator('.cell.legal').count(), 0, 'and nobody plays on');
      await tap('[data-do=lesson-why]');
      await said(page, '%');
      await tap('[data-do=lesson-next]');
      assert.ok(taps <= 4, `${taps} taps`);
    }
  });
}

test('another move is tried as often as one likes, or shown; nothing tells the answer before', async () => {
  const { page, now } = await played({ viewport: { width: 1280, height: 800 } });
  const { best } = await now();
  const good = new Set(best.map(({ move }) => move.cell));
  const before = await boardOf(page);
  assert.equal(await page.locator('.hinted, .judgement:visible, .mistake:visible').count(), 0);
  const legal = await page.locator('.cell.legal').evaluateAll((all) => all.map(({ dataset }) => dataset.cell));
  const bad = legal.find((cell) => !good.has(cell));
  if (bad) {
    await page.locator(`[data-cell="${bad}"]`).click();
    await said(page, WORDS['en-US'].again);
    assert.deepEqual(await boardOf(page), before, 'the position is as it was');
  }
  await page.locator('[data-do=lesson-show]').click();
  await said(page, /^The best move: /);
  await stay(page);
  assert.notDeepEqual(await boardOf(page), before);
  assert.equal(await page.locator('[data-do=lesson-show]').isVisible(), false);
  await assertNoViolations(page, 'lesson');
  // Closed, the record is as it was, at the mistake.
  const ply = Number(await page.locator('.record').getAttribute('data-ply'));
  await page.locator('.lesson-close').click();
  await page.locator('.lesson').waitFor({ state: 'detached' });
  await shows(page, ply);
  assert.match(await page.locator('.judgement').textContent(), /Gave away/);
  // Whose mistakes they are is chosen.
  await page.locator('select[name=whose]').selectOption('s1');
  await page.locator('[data-do=lesson]').click();
  await said(page, WORDS['en-US'].theirs);
  // Who goes elsewhere leaves.
  await page.locator('.game-place').focus();
  await page.keyboard.press('Home');
  await shows(page, 0);
  assert.equal(await page.locator('.lesson').count(), 0);
  assert.equal(await page.locator('.cell.legal').count(), 0);
});

test('a lesson by keyboard: the answer is played and spoken, and the next key is where it is needed', async () => {
  const { page, now } = await played();
  const { best } = await now();
  const focused = () => page.evaluate(() => document.activeElement.dataset.do ?? document.activeElement.className);
  await page.locator('.game-place').focus();
  await page.keyboard.press('ArrowRight');
  assert.match(await focused(), /cell/, 'an arrow leads on to the board');
  await page.locator(`[data-cell="${best[0].move.cell}"]`).focus();
  await page.keyboard.press('Enter');
  await said(page, WORDS['en-US'].found);
  assert.equal(await page.locator('.lesson-words').getAttribute('role'), 'status');
  assert.equal(await focused(), 'lesson-why');
  await page.keyboard.press('Enter');
  await said(page, /gave away/);
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'lesson-next');
  await page.keyboard.press('Enter');
  await page.locator('.lesson h2', { hasText: 'Mistake 2 of' }).waitFor();
  assert.match(await focused(), /game-place/);
});

test('753: every better move is known, and why', async () => {
  const page = await hana();
  const code = await playAlone(page, house.url, 'nim', { rows: [5, 3] }, [{ bot: 'osho' }]);
  await takeStones(page, 1);
  await resignGame(page);
  const [{ hint }] = await analysisOf(page, `${code}-1`);
  await page.goto(`${house.url}/g/${code}-1`);
  await lastPly(page);
  await page.locator('.lesson').waitFor();
  assert.match(await page.locator('.lesson-words').textContent(), /you played stone \d of row \d/);
  const [{ row, from, count }] = hint.winning;
  await page.locator(`.stone[data-row="${row}"][data-stone="${from}"]`).click();
  await page.locator(`.stone[data-row="${row}"][data-stone="${from + count - 1}"]`).click();
  await said(page, WORDS['en-US'].found);
  await page.locator('[data-do=lesson-why]').click();
  await said(page, /no answer wins/);
});

test('the worst mistake is a picture, to save and to copy', async () => {
  const page = await hana();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: house.url });
  const code = await playAlone(page, house.url, 'nim', { rows: [5, 3] }, [{ bot: 'osho' }]);
  await takeStones(page, 1);
  await resignGame(page);
  await analysisOf(page, `${code}-1`);
  await page.goto(`${house.url}/g/${code}-1`);
  await page.locator('.lesson').waitFor();
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save the turning point as a picture' }).click();
  const download = await coming;
  assert.equal(download.suggestedFilename(), `${code}-1-1.png`);
  const picture = await readFile(await download.path());
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1200, 630]);
  await page.getByRole('button', { name: 'Copy the picture' }).click();
  await page.getByText('Picture copied').waitFor();
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
  assert.deepEqual(types, ['image/png']);
});
