// The bubble shooter: whole games by mouse, by keyboard and by numbers, alone and together; the drawing, and its smoothness.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { assertOver, playAlone, playTogether, recordMoves, tabTo } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { openTab, serverDocument } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const FIELD = '.bubble-field';
const WIDTH = 32768;
const START = { x: 16384, y: 48159 };
// Eleven rows in which no three of a colour touch: two more bubbles in one column reach the line.
const FULL = Array.from({ length: 11 }, (_, r) => (r % 2 === 0 ? ['ababcdcd', 'cdcdabab'][(r / 2) % 2] : 'efefefe'));

// A point on the path of a shot, in pixels.
async function pointAt(page, angle) {
  const box = await page.locator(`${FIELD} canvas`).boundingBox();
  const unit = box.width / WIDTH;
  const radians = (angle * Math.PI) / 18_000;
  return [box.x + (START.x + 9000 * Math.sin(radians)) * unit, box.y + (START.y - 9000 * Math.cos(radians)) * unit];
}

async function clickAt(page, angle) {
  await page.mouse.click(...(await pointAt(page, angle)));
}

const shots = async (page, code, seat = 's0') => (await serverDocument(page, code)).view.fields[seat].shot;
const playing = (page) => page.locator(`${FIELD}[data-mine]`).waitFor();

test('the puzzle by mouse: one shot clears a small field', async () => {
  const { page } = await person();
  const code = await playAlone(page, house.url, 'bubbles', { seats: 1, field: ['aa......'] });
  await playing(page);
  const box = await page.locator(`${FIELD} canvas`).boundingBox();
  const unit = box.width / WIDTH;
  await page.mouse.click(box.x + 10_240 * unit, box.y + 2048 * unit); // besides the two
  await assertOver(page, code, { winner: 's0', reason: 'cleared' });
  await page.getByRole('heading', { name: 'Field clear!' }).waitFor();
});

test('the puzzle by keyboard: turn until the preview says that it pops, shoot', async () => {
  const { page } = await person({ locale: 'ja-JP' });
  const code = await playAlone(page, house.url, 'bubbles', { seats: 1, field: ['......aa'] });
  await playing(page);
  await tabTo(page, FIELD);
  const aim = page.locator(FIELD);
  await page.keyboard.press('Shift+ArrowRight');
  assert.equal(await aim.getAttribute('aria-valuenow'), '0.2');
  await page.keyboard.press('0');
  assert.match(await aim.getAttribute('aria-valuetext'), /^真上/);
  for (let i = 0; i < 40 && !/個消えます/.test(await aim.getAttribute('aria-valuetext')); i += 1) await page.keyboard.press('ArrowRight');
  assert.match(await aim.getAttribute('aria-valuetext'), /個消えます/);
  await page.keyboard.press('Space');
  await assertOver(page, code, { reason: 'cleared' });
  await page.getByRole('heading', { name: '全部消しました！' }).waitFor();
});

test('the puzzle by words and numbers, for who sees no canvas', async () => {
  const { page } = await person();
  const sent = recordMoves(page);
  const code = await playAlone(page, house.url, 'bubbles', { seats: 1, field: ['ab......'] });
  await playing(page);
  await openTab(page, 'text');
  await page.locator('.bubble-rows li').first().waitFor(); // the text field's code is fetched now
  assert.deepEqual(await page.locator('.bubble-rows li').allTextContents(), ['Row 1: red, yellow, 6 gaps']);
  await page.getByLabel('Angle in degrees').fill('12.5');
  await page.locator('.angle-form output', { hasText: '12.5 degrees to the right: row 1, column 7' }).waitFor();
  await page.getByRole('button', { name: 'Shoot', exact: true }).click();
  await page.locator('.spoken', { hasText: 'row 1' }).waitFor();
  assert.equal(sent[0].angle, 1250);
  const { view } = await serverDocument(page, code);
  assert.match(view.fields.s0.rows.r0, /^ab\.\.\.\.[ab]\.$/);
  await page.locator('.bubble-rows', { hasText: /^Row 1: red, yellow, 4 gaps, (red|yellow), gap$/ }).waitFor();
  await assertNoViolations(page, 'bubbles with its words');
});

test('by mouse against a bot to the end, after the hints', async () => {
  const { page } = await person();
  const code = await playAlone(page, house.url, 'bubbles', { seats: 2, field: FULL.slice(0, 8) }, [{ bot: 'random' }]);
  await playing(page);
  await page.locator('.hint-button:enabled').waitFor();
  for (let i = 0; i < 60 && !(await page.locator('.result').isVisible()); i += 1) {
    const button = page.locator('.hint-button');
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    await button.click({ timeout: 1000 }).catch(() => {});
    const angle = Math.round(Number(await page.locator(FIELD).getAttribute('aria-valuenow')) * 100);
    if (await page.locator(`${FIELD}[data-mine]`).count()) await clickAt(page, angle);
    await page.waitForTimeout(300); // a person looks before the next shot
  }
  const room = await assertOver(page, code, { reason: 'last_standing' });
  assert.ok(room.view.fields.s0.shot >= 1);
  assert.deepEqual(
    await page.locator('.place').evaluateAll((places) => places.map((place) => place.dataset.seat)),
    room.result.ranking.map(({ seat }) => seat),
  );
});

// Cells of the large canvas whose pixels differ from the pond.
const drawn = (page) =>
  page.evaluate(() => {
    const canvas = document.querySelector('.bubble-field canvas');
    const context = canvas.getContext('2d');
    const unit = canvas.width / 32768;
    const cells = [];
    for (let r = 0; r < 12; r += 1) {
      for (let c = 0; c < 8; c += 1) {
        for (const odd of [0, 2048]) {
          const x = (2048 + 4096 * c + odd - 900) * unit;
          const y = (2048 + 3547 * r - 900) * unit;
          const [red, green, blue] = context.getImageData(x, y, 1, 1).data;
          if (Math.abs(red - 29) + Math.abs(green - 47) + Math.abs(blue - 56) > 20) cells.push(`${r} ${2 * c + (odd ? 1 : 0)}`);
        }
      }
    }
    return cells;
  });

function standing({ rows, shift }) {
  return Object.values(rows).flatMap((row, r) => [...row].flatMap((color, c) => (color === '.' ? [] : [`${r} ${2 * c + ((r + shift) % 2)}`])));
}

test('two browsers together while a third watches: everybody sees the same fields', async () => {
  const [host, friend, watcher] = [await person(), await person({ locale: 'ja-JP' }), await person()];
  const code = await playTogether(host, friend, watcher, house.url, 'bubbles', { seats: 2, field: FULL, hurry_s: 60 });
  await playing(host.page);
  await playing(friend.page);
  await host.page.locator('.player[data-seat=s1] .mini canvas').waitFor();
  await watcher.page.locator('.player[data-seat=s1] button.mini').click();
  await watcher.page.locator('.player[data-seat=s0] button.mini').waitFor();
  await watcher.page.locator('.player[data-seat=s0] button.mini').click();
  await clickAt(friend.page, 6000);
  await friend.page.locator('.spoken', { hasText: '段目' }).waitFor();
  // A shot that pops lengthens the game: how many are needed depends on the colours that are dealt.
  while (!(await host.page.locator('.result').isVisible())) {
    const before = await shots(host.page, code);
    await clickAt(host.page, 0);
    for (;;) {
      const room = await serverDocument(host.page, code);
      if (room.phase === 'over' || room.view.fields.s0.shot > before) break;
    }
  }
  const room = await assertOver(host.page, code, { winner: 's1', reason: 'last_standing' });
  await friend.page.getByRole('heading', { name: 'あなたの勝ちです' }).waitFor();
  await watcher.page.locator('.result:not([hidden])').waitFor();
  await watcher.page.waitForTimeout(1200); // until the falling bubbles are gone
  const expected = standing(room.view.fields.s0);
  const seen = await drawn(watcher.page);
  for (const cell of expected) if (Number(cell.split(' ')[0]) < 12) assert.ok(seen.includes(cell), `${cell} is drawn`);
});

test('a shot that comes too early waits until the last one has landed, without a word', async () => {
  const { page } = await person();
  const sent = recordMoves(page);
  const code = await playAlone(page, house.url, 'bubbles', { seats: 1, field: ['abcdefab'], hurry_s: 60 });
  await playing(page);
  const [x, y] = await pointAt(page, 1000);
  await page.mouse.click(x, y);
  await page.mouse.click(x, y);
  for (;;) if ((await shots(page, code)) >= 2) break;
  assert.equal(await page.locator('.toast.refusal').count(), 0);
  assert.ok(sent.length >= 2 && sent.every(({ angle }) => angle === sent[0].angle)); // a shot that was milliseconds early was sent again
});

test('frames are drawn while four others shoot, and none at all when nothing moves', async (context) => {
  const { page } = await person();
  const awa = (level) => ({ bot: 'awa', level });
  await playAlone(page, house.url, 'bubbles', { preset: 'party' }, [awa(1), awa(2), awa(3), awa(4)]);
  await playing(page);
  await page.locator('.mini canvas').nth(3).waitFor();
  await page.evaluate(() => {
    window.frames_ = { cost: [], gap: [] };
    const ask = window.requestAnimationFrame.bind(window);
    let last = 0;
    window.requestAnimationFrame = (draw) =>
      ask((now) => {
        const from = performance.now();
        draw(now);
        window.frames_.cost.push(performance.now() - from);
        if (last > 0 && now - last < 100) window.frames_.gap.push(now - last); // a longer one: nothing moved between
        last = now;
      });
  });
  for (let i = 0; i < 20; i += 1) {
    await page.mouse.move(...(await pointAt(page, -6000 + 600 * i)));
    if (i % 4 === 3) await clickAt(page, -6000 + 600 * i);
    await page.waitForTimeout(250);
  }
  const { cost, gap } = await page.evaluate(() => window.frames_);
  const at = (list, part) => [...list].sort((a, b) => a - b)[Math.floor(list.length * part)];
  const figures = [cost, gap].map((list) => [0.5, 0.95, 0.99].map((part) => at(list, part).toFixed(1)).join('/'));
  context.diagnostic(`${cost.length} frames; own work p50/p95/p99 ${figures[0]} ms; between frames ${figures[1]} ms`);
  assert.ok(cost.length > 20, `${cost.length} frames`);

  const quiet = await person();
  await playAlone(quiet.page, house.url, 'bubbles', { seats: 1, field: ['abcdefab'], hurry_s: 60 });
  await playing(quiet.page);
  // After the page has loaded and drawn its remaining parts, a second without a frame follows, which a running loop would never have.
  const idle = await quiet.page.evaluate(async (seconds) => {
    let frames = 0;
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => {
      frames += 1;
      return ask(draw);
    };
    for (let i = 0; i < seconds; i += 1) {
      frames = 0;
      await new Promise((done) => setTimeout(done, 1000));
      if (frames === 0) break;
    }
    return frames;
  }, 20);
  assert.equal(idle, 0, 'nothing moves, nothing is drawn');
});

test('with reduced motion a shot is where it lands at once', async () => {
  const { page } = await person({ reducedMotion: 'reduce' });
  const code = await playAlone(page, house.url, 'bubbles', { seats: 1, field: ['abcdefab'], hurry_s: 60 });
  await playing(page);
  await clickAt(page, 0);
  await page.locator('.spoken', { hasText: 'row 2' }).waitFor();
  const room = await serverDocument(page, code);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const seen = await drawn(page);
  for (const cell of standing(room.view.fields.s0)) assert.ok(seen.includes(cell), `${cell} is drawn: ${seen}`);
});
