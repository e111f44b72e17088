// The cards: each game's first steps on a small real board, opened automatically once, without blocking anything.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { openHouse } from './lib/house.mjs';

const house = openHouse(['--tries-per-min', '10000']);
const { person } = house;

async function begin(page, game) {
  await page.goto(house.url);
  await page.locator(`[data-play=${game}]`).click();
  await page.locator('.turn').waitFor();
}

const told = (page) => page.locator('.card-told');
const WORDS = { 'en-US': { next: 'Next', finish: 'Play now' }, 'ja-JP': { next: '次へ', finish: '今すぐ遊ぶ' } };

// A step is done: its button leads to the next one.
async function forward(page, words, last = false) {
  const button = page.locator('.card').getByRole('button', { name: last ? words.finish : words.next });
  await button.waitFor();
  assert.ok((await told(page).textContent()).length > 5);
  await button.click();
}

async function stones(page, row, from, to) {
  await page.locator(`.card .stone[data-row="${row}"][data-stone="${from}"]`).click();
  await page.locator(`.card .stone[data-row="${row}"][data-stone="${to}"]`).click();
}

// Aims at the field of the card: shots to both sides until one pops.
async function shootUntilDone(page) {
  const field = page.locator('.card .bubble-field');
  for (let i = 0; i < 40; i += 1) {
    await field.waitFor();
    const box = await field.boundingBox();
    await page.mouse.click(box.x + box.width * (0.06 + ((i * 7) % 20) * 0.046), box.y + box.height * 0.06);
    const done = await page.waitForFunction(() => {
      const words = document.querySelector('.card-told').textContent;
      return words !== '' && { done: document.querySelector('.card .actions .primary') !== null };
    });
    if ((await done.jsonValue()).done) return;
    await page.locator('.card .actions button').last().click(); // again
  }
  assert.fail('no shot popped');
}

const PLAY = {
  async reversi(page, words) {
    await page.locator('.card .cell.legal').first().click();
    await forward(page, words);
    await page.locator('.card [data-cell=a2]').click();
    await forward(page, words);
    await page.locator('.card [data-cell=a2]').click();
    await page.locator('.card .actions .primary').waitFor();
    assert.equal(await page.locator('.card [data-cell=c2]').getAttribute('data-disc'), null, 'the bomb is gone');
    await forward(page, words);
    const cyan = () => page.locator('.card [data-disc=C]').count();
    const before = await cyan();
    await page.locator('.card .cell.legal').first().click();
    await page.locator('.card .actions .primary').waitFor();
    assert.ok((await cyan()) > before, 'cyan has cut in');
    await forward(page, words, true);
  },
  async nim(page, words) {
    await stones(page, 0, 1, 2);
    await forward(page, words);
    await stones(page, 0, 0, 0);
    await page.waitForFunction(() => document.querySelector('.card-told').textContent !== '');
    assert.equal(await page.locator('.card .actions .primary').count(), 0, 'not yet');
    await page.locator('.card .actions button').last().click();
    await stones(page, 0, 0, 2);
    await forward(page, words);
    await stones(page, 0, 0, 0);
    await forward(page, words);
    await stones(page, 2, 0, 0);
    await forward(page, words, true);
  },
  async fifteen(page, words) {
    await page.locator('.card .tile[data-tile="8"]').click();
    await forward(page, words);
    await page.locator('.card .tile[data-tile="8"]').click();
    await forward(page, words);
    await page.locator('.card .tile[data-tile="5"]').click();
    await page.locator('.card .tile[data-tile="8"]').click();
    await forward(page, words, true);
  },
  async bubbles(page, words) {
    await shootUntilDone(page);
    await forward(page, words);
    await shootUntilDone(page);
    await forward(page, words);
    await shootUntilDone(page);
    await forward(page, words, true);
  },
};

for (const locale of ['en-US', 'ja-JP']) {
  for (const game of Object.keys(PLAY)) {
    test(`${game}: the card can be played to its end, and does not come again (${locale})`, async () => {
      const { page } = await person({ cards: true, locale });
      await begin(page, game);
      await page.locator('.card .card-board > *').waitFor();
      await assertNoViolations(page, `the card of ${game}`);
      await PLAY[game](page, WORDS[locale]);
      await page.locator('.card').waitFor({ state: 'detached' });
      await begin(page, game);
      await page.locator('.room .board-frame, .room .bubble-frame').first().waitFor();
      assert.equal(await page.locator('.card').count(), 0);
    });
  }
}

test('a real move needs no click on the card, and closes it for good', async () => {
  const { page } = await person({ cards: true });
  await begin(page, 'reversi');
  await page.locator('.card .cell').first().waitFor();
  await page.locator('.room .cell.legal').first().click();
  await page.locator('.card').waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('.room .cell').first().waitFor();
  assert.equal(await page.locator('.card').count(), 0);
});

test('on a phone it is one line that covers no board, and opens on request', async () => {
  const { page } = await person({ cards: true, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await begin(page, 'reversi');
  await page.locator('.card').waitFor();
  assert.equal(await page.locator('.card .cell').count(), 0, 'nothing is loaded for it');
  const [card, board] = [await page.locator('.card').boundingBox(), await page.locator('.room .board').boundingBox()];
  assert.ok(card.y >= board.y + board.height, `${card.y} is below ${board.y + board.height}`);
  await page.getByRole('button', { name: 'Try them' }).tap();
  await page.locator('.card .cell.legal').first().tap();
  await page.locator('.card .cell.legal').first().tap(); // by touch the first tap only chooses
  await page.locator('.card .actions .primary').waitFor();
  await page.locator('.card').getByRole('button', { name: 'Skip' }).tap();
  await page.locator('.card').waitFor({ state: 'detached' });
});

test('it comes again from the rules; Escape closes it; a server that refuses is told of', async () => {
  const { page } = await person();
  await page.addInitScript(() => delete globalThis.WebAssembly); // a page without its own rules
  await begin(page, 'nim');
  const open = async () => {
    await page.getByRole('button', { name: 'Rules' }).click();
    await page.locator('#open-card').click();
  };
  await open();
  await page.locator('.card .stone').first().waitFor();
  await page.locator('.card .stone').first().focus();
  await page.keyboard.press('Escape');
  await page.locator('.card').waitFor({ state: 'detached' });
  await page.route('**/api/games/nim/try', (route) => route.fulfill({ status: 429, json: { type: 'error', code: 'rate_limited', message: 'too many' } }));
  await open();
  await page.getByText('The steps could not be loaded.').waitFor();
});

// The elements of a card's board, and their number in the first step.
const PIECES = { reversi: ['.cell', 16], nim: ['.stone', 8], fifteen: ['.tile', 9], bubbles: ['.bubble-canvas', 1] };

for (const [width, height] of [[360, 740], [768, 1024], [1280, 850], [740, 360]]) {
  test(`the small board of every card is whole, and so are the buttons (${width}x${height})`, async () => {
    const { page } = await person({ cards: true, viewport: { width, height } });
    for (const [game, [piece, count]] of Object.entries(PIECES)) {
      await begin(page, game);
      await page.locator('.card').waitFor();
      const folded = page.locator('.card .card-offer button:visible');
      if (await folded.count()) await folded.click();
      await page.locator(`.card ${piece}`).nth(count - 1).waitFor();
      const around = await page.locator('.card').boundingBox();
      const boxes = await page.locator(`.card ${piece}, .card .actions .button`).evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ x, y, width: w, height: h }) => ({ x, y, w, h })));
      for (const { x, y, w, h } of boxes) {
        const inside = x >= around.x && x + w <= around.x + around.width && y >= around.y && y + h <= around.y + around.height;
        assert.ok(inside && w >= 20 && h >= 20, `${game}: ${JSON.stringify({ x, y, w, h })} in ${JSON.stringify(around)}`);
      }
      const rows = await page.locator('.card [role=row]').evaluateAll((all) =>
        all.map((row) => new Set([...row.children].map((one) => Math.round(one.getBoundingClientRect().top))).size));
      assert.ok(rows.every((lines) => lines === 1), `${game}: a row is a line: ${rows}`);
    }
  });
}

// The offer alone: the text fits into the button, and it covers no part of the board.
for (const locale of ['en-US', 'ja-JP']) {
  test(`on a small screen the offer covers nothing of the board, and its words fit (${locale})`, async () => {
    for (const [width, height] of [[320, 640], [360, 740], [740, 360], [768, 1024], [1024, 768]]) {
      const { page } = await person({ cards: true, locale, viewport: { width, height } });
      for (const game of ['reversi', 'nim', 'fifteen', 'bubbles']) {
        await page.evaluate(() => location.protocol.startsWith('http') && localStorage.clear());
        await begin(page, game);
        const button = page.locator('.card[data-at] .card-offer button');
        await button.waitFor();
        await page.locator('.card').evaluate((card) => Promise.all(card.getAnimations().map(({ finished }) => finished))); // it rises to its place
        const found = await page.evaluate(() => {
          const [a, b] = ['.card', '.game-place :is(.board-frame, .bubble-frame)'].map((part) => document.querySelector(part).getBoundingClientRect());
          const start = document.querySelector('.card-offer button');
          const words = document.createRange();
          words.selectNodeContents(start);
          const [text, box] = [words.getBoundingClientRect(), start.getBoundingClientRect()];
          return {
            over: a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
            inside: a.left >= 0 && a.top >= 0 && a.right <= innerWidth && a.bottom <= innerHeight,
            fits: text.left >= box.left && text.right <= box.right && box.height >= 44,
          };
        });
        assert.deepEqual(found, { over: false, inside: true, fits: true }, `${game} at ${width}x${height}`);
      }
    }
  });
}
