// The page of a record: it opens at the end of the game, or at the person's first mistake, with board, moves and graph on one screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOver, playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { myTurnOrOver, playOne } from './lib/play.mjs';
import { lastPly, shows } from './lib/record.mjs';

const house = openHouse();
const { person } = house;

const WORDS = { 'en-US': { resign: 'Resign', replay: 'Replay and analysis', analyse: 'Analyse this game' }, 'ja-JP': { resign: '投了する', replay: '再生・解析', analyse: '解析する' } };

// Some moves of a game; undefined if it has ended meanwhile: of random games of five, one in fifteen does so before the fourth turn.
async function begun(page, options, bots, moves) {
  const code = await playAlone(page, house.url, 'reversi', options, bots);
  for (let i = 0; i < moves; i += 1) {
    if (await myTurnOrOver(page)) return undefined;
    await page.locator('.cell.legal').first().waitFor();
    await playOne(page);
  }
  return (await myTurnOrOver(page)) ? undefined : code;
}

async function played(page, words, options, bots, moves) {
  let code;
  while (!code) code = await begun(page, options, bots, moves);
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
    // Another position is in the address, which leads there.
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

async function analysed(page) {
  await page.locator('.analyse').click();
  await page.locator('.analysis-panel[data-state=done]').waitFor({ timeout: 120_000 });
}

test('the graph: bands of a whole with names and axes, and a thread at the shown move, by pointer and by keys', async () => {
  const { page } = await person({ viewport: { width: 1280, height: 800 } });
  const bots = [{ bot: 'random' }, { bot: 'random' }, { bot: 'mcs', level: 1 }, { bot: 'mcs', level: 2 }];
  const code = await played(page, WORDS['en-US'], { preset: 'five' }, bots, 4);
  await page.goto(`${house.url}/g/${code}-1`);
  const plies = await lastPly(page);
  const assertWhole = async () => {
    // Between the upper edge of the first band and the lower one of the last there is nothing but bands, from 0 to 100 %.
    const edges = await page.locator('.graph-band').evaluateAll((all) =>
      all.map((band) => {
        const points = band.getAttribute('d').slice(1, -1).split('L').map((point) => point.split(' ').map(Number));
        const upper = points.slice(0, points.length / 2);
        return [upper.map(([, y]) => y), points.slice(points.length / 2).reverse().map(([, y]) => y)];
      }));
    assert.equal(edges.length, 5);
    assert.ok(edges[0][0].every((y) => y === 0) && edges[4][1].every((y) => y === 200));
    edges.slice(1).forEach(([upper], i) => assert.deepEqual(upper, edges[i][1]));
    assert.equal(edges[0][0].length, plies + 1);
  };
  await assertWhole();
  await analysed(page);
  await assertWhole();
  assert.deepEqual(await page.locator('.graph-heights span').allTextContents(), ['100%', '50%', '0%']);
  assert.ok((await page.locator('.graph-moves span').count()) > 2);
  const names = page.locator('.graph-names li');
  assert.equal(await names.count(), 5);
  const tops = await names.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  assert.ok(tops.slice(1).every((top, i) => top - tops[i] >= 12), `${tops}`);
  for (const part of ['.record .board', '.move-list', '.graph', '.judgement']) {
    const box = await page.locator(part).first().boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 800, `${part}: ${JSON.stringify(box)}`);
  }
  const plot = await page.locator('.graph-plot').boundingBox();
  const x = (ply) => plot.x + (plot.width * ply) / plies;
  await page.mouse.move(x(2), plot.y + 40);
  await page.mouse.down();
  await shows(page, 2);
  await page.mouse.move(x(5), plot.y + 90);
  await shows(page, 5);
  await page.mouse.move(plot.x - 50, plot.y + 90);
  await shows(page, 0);
  await page.mouse.move(x(3), plot.y + 90);
  await page.mouse.up();
  await shows(page, 3);
  const thread = page.getByRole('slider', { name: 'Move in the graph' });
  const middle = await thread.boundingBox().then(({ x: left, width }) => left + width / 2);
  assert.ok(Math.abs(middle - x(3)) < 1.5, `${middle} and ${x(3)}`);
  assert.match(await thread.getAttribute('aria-valuetext'), /^Move 3: /);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'slider');
  for (const [key, ply] of [['ArrowRight', 4], ['ArrowLeft', 3], ['End', plies], ['Home', 0]]) {
    await page.keyboard.press(key);
    await shows(page, ply);
    assert.equal(await thread.getAttribute('aria-valuenow'), String(ply));
  }
});

test('on a phone the graph is right under the board and its controls', async () => {
  const { page } = await person({ viewport: { width: 360, height: 740 } });
  const code = await played(page, WORDS['en-US'], { preset: 'classic' }, [{ bot: 'random' }], 3);
  await page.goto(`${house.url}/g/${code}-1`);
  await lastPly(page);
  const side = (selector) => page.locator(selector).first().boundingBox();
  const [board, controls, graph, moves] = [await side('.record .board'), await side('.player-bar'), await side('.graph-panel'), await side('.moves-panel')];
  assert.ok(controls.y >= board.y + board.height && graph.y - controls.y - controls.height < 30, JSON.stringify({ board, controls, graph }));
  assert.ok(graph.y >= controls.y + controls.height && moves.y > graph.y);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
});
