// Letter keys on keyboards of other scripts, and presses that begin elsewhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterRoom, playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { serverDocument } from './lib/play.mjs';

const house = openHouse();

// A key as a keyboard of another script sends it.
function press(page, key, code, more = {}) {
  return page.evaluate(({ init, altGraph }) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    if (altGraph) Object.defineProperty(event, 'getModifierState', { value: (name) => name === 'AltGraph' });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, { init: { key, code, ...more }, altGraph: more.altGraph === true });
}

test('the keys of a room and of a board work on other keyboards, by the place of the key', async () => {
  const { page } = await house.person();
  await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'minimum', level: 1 }]);
  const zen = page.locator('.shell[data-zen]');
  const isZen = async () => (await zen.count()) === 1;
  let now = false;
  const toggles = [
    ['я', 'KeyZ', 'Russian'],
    ['Я', 'KeyZ', 'Russian with Shift'],
    ['ζ', 'KeyZ', 'Greek'],
    ['ז', 'KeyZ', 'Hebrew'],
    ['ئ', 'KeyZ', 'Arabic'],
    ['ผ', 'KeyZ', 'Thai'],
    ['ᄏ', 'KeyZ', 'Korean'],
    ['つ', 'KeyZ', 'Japanese kana'],
    ['z', 'KeyZ', 'Latin'],
    ['Z', 'KeyZ', 'Latin with Shift'],
    ['z', 'KeyY', 'German, where Z and Y change places'],
    ['z', 'Slash', 'Dvorak'],
    ['ｚ', 'KeyZ', 'full width'],
  ];
  for (const [key, code, what] of toggles) {
    await press(page, key, code);
    now = !now;
    assert.equal(await isZen(), now, what);
  }
  const nothing = [
    ['y', 'KeyZ', {}, 'German: the key in the place of Z is Y'],
    ['w', 'KeyZ', {}, 'French'],
    ['ž', 'KeyZ', {}, 'a Latin letter of its own'],
    ['я', 'KeyZ', { ctrlKey: true }, 'with Ctrl'],
    ['z', 'KeyZ', { metaKey: true }, 'with Meta'],
    ['z', 'KeyZ', { altKey: true }, 'with Alt'],
    ['z', 'KeyZ', { altGraph: true }, 'with AltGr'],
    ['я', 'KeyZ', { isComposing: true }, 'in a composition'],
    ['Process', 'KeyZ', { keyCode: 229 }, 'taken by an input method'],
    ['Dead', 'KeyZ', {}, 'a dead key'],
  ];
  for (const [key, code, more, what] of nothing) {
    await press(page, key, code, more);
    assert.equal(await isZen(), now, what);
  }
  if (now) await press(page, 'Escape', 'Escape');
  assert.equal(await isZen(), false);
  // N on the board: the next legal cell, here on a Russian keyboard.
  await page.locator('.cell[tabindex="0"]').first().focus();
  await press(page, 'т', 'KeyN');
  const first = await page.evaluate(() => document.activeElement.dataset.cell);
  assert.ok(await page.locator(`[data-cell="${first}"].legal`).count());
  await press(page, 'и', 'KeyB');
  assert.notEqual(await page.evaluate(() => document.activeElement.dataset.cell), first);
  // S: the score, for those who listen; here on a Greek one.
  await press(page, 'σ', 'KeyS');
  await page.locator('.spoken', { hasText: /\d/ }).waitFor();
  // ?: the list of keys, here on an Arabic one.
  await press(page, '؟', 'Slash', { shiftKey: true });
  await page.locator('dialog .keys').waitFor();
});

test('bubbles: a press that began elsewhere does not shoot, one on the field does', async () => {
  const { page } = await house.person();
  const code = await enterRoom(page, house.url, { game: 'bubbles', seats: ['me'] });
  await page.locator('[data-focus=start]').click();
  const field = page.locator('.bubble-field[data-mine]');
  await field.waitFor();
  await page.locator('.card-panel button.close, .card [aria-label=Close]').first().click({ timeout: 3000 }).catch(() => {});
  const box = await field.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
  const shots = async () => Object.values((await serverDocument(page, code)).view.fields ?? {}).map((one) => one.shot);
  const sent = [];
  await page.exposeFunction('tellMove', () => sent.push(1));
  await page.evaluate(() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
      if (String(data).includes('"type":"move"')) window.tellMove();
      return send.call(this, data);
    };
  });
  await page.mouse.move(3, 3);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
  // Out of the field and back in, with a press elsewhere in between.
  await page.mouse.down();
  await page.mouse.move(3, 3, { steps: 3 });
  await page.mouse.up();
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  assert.equal(sent.length, 0, 'no shot yet');
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => true);
  for (let i = 0; i < 100 && sent.length === 0; i += 1) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  assert.equal(sent.length, 1, String(await shots()));
});
