// An evening: two friends and one who looks on come by a link and play three rounds of two games without leaving the room, with the mouse and
// by keyboard alone. The score of the evening is right at the end, for everybody.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { KEYS, MOUSE } from './lib/hands.mjs';
import { openHouse } from './lib/house.mjs';

const house = openHouse();
const { person } = house;

const WORDS = {
  'en-US': { friends: 'Play with friends', start: 'Start the game', change: 'Change the game', play: 'Play this', resign: 'Resign', again: 'Play again', other: 'Other game', score: 'Rounds won in this room' },
  'ja-JP': { friends: '友だちと遊ぶ', start: '対局を始める', change: 'ゲームを変える', play: 'これにする', resign: '投了する', again: 'もう一局', other: '別のゲームにする', score: 'このルームでの勝ち数' },
};

async function named(nick, options) {
  const someone = await person(options);
  await someone.context.addInitScript((name) => localStorage.setItem('engawa.nick', name), nick);
  return { ...someone, nick };
}

async function score({ page }, words) {
  const region = page.getByRole('region', { name: words.score });
  await region.waitFor();
  return region.getByRole('listitem').allTextContents();
}

// Whoever of the two must move resigns, so that the other one wins.
async function resignGame(hands, loser, words) {
  await loser.page.locator('.shell[data-ready] .table .turn').waitFor();
  await hands.press(loser.page, '.under-board', 'button', words.resign);
  await hands.press(loser.page, 'dialog', 'button', words.resign);
}

// The host chooses a variant with the arrows or the mouse, and says so.
async function choose(hands, page, opener, value, words) {
  await hands.press(page, '#main', 'button', opener);
  const radio = page.locator(`dialog input[value="${value}"]`);
  await radio.waitFor();
  if (hands === MOUSE) await radio.check();
  else {
    for (let i = 0; !(await page.evaluate(() => document.activeElement.matches('dialog input[type=radio]'))); i += 1) {
      assert.ok(i < 40, 'no Tab leads to the games');
      await page.keyboard.press('Tab');
    }
    for (let i = 0; !(await radio.isChecked()); i += 1) {
      assert.ok(i < 60, 'no arrow leads to the game');
      await page.keyboard.press('ArrowDown');
    }
  }
  await hands.press(page, 'dialog', 'button', words.play);
}

for (const [how, hands, locale] of [['with the mouse', MOUSE, 'en-US'], ['by keyboard alone', KEYS, 'ja-JP']]) {
  test(`three rounds of two games in one room, and the score of the evening (${how})`, async () => {
    const words = WORDS[locale];
    const hana = await named('Hana', { locale });
    await hana.page.goto(house.url);
    await hands.press(hana.page, 'main', 'button', words.friends);
    await hana.page.locator('.seat.mine').waitFor();
    const { page } = hana;
    const link = page.url();
    await choose(hands, page, words.change, 'nim 753', words);
    await page.locator('.seat[data-seat=s1]').waitFor();
    await page.locator('.seat[data-seat=s2]').waitFor({ state: 'detached' });
    const ken = await named('Ken', { locale });
    await ken.page.goto(link);
    await ken.page.locator('[data-seat=s1].mine').waitFor();
    const watcher = await named('Mio', { locale });
    await watcher.page.goto(link);
    await watcher.page.locator('.room-full').waitFor();
    const everybody = [hana, ken, watcher];
    const over = () => Promise.all(everybody.map((one) => one.page.locator('.result:not([hidden])').waitFor()));

    await hands.press(page, '#main', 'button', words.start);
    await resignGame(hands, ken, words);
    await over();
    for (const one of everybody) assert.deepEqual(await score(one, words), ['Hana 1', 'Ken 0']);
    for (const one of [ken, hana]) await hands.press(one.page, '.under-board', 'button', words.again);
    // The seats have changed.
    await ken.page.locator('.player.mine[data-seat=s0]').waitFor();
    await resignGame(hands, hana, words);
    await over();
    for (const one of everybody) assert.deepEqual(await score(one, words), ['Hana 1', 'Ken 1']);

    await choose(hands, page, words.other, 'reversi classic', words);
    await page.locator('.seat.mine').waitFor();
    await watcher.page.locator('.room-full').waitFor();
    assert.deepEqual(await score(watcher, words), ['Hana 1', 'Ken 1']);
    await assertNoViolations(page, 'the waiting room with the score');
    await hands.press(page, '#main', 'button', words.start);
    await resignGame(hands, ken, words);
    await over();
    for (const one of everybody) {
      assert.deepEqual(await score(one, words), ['Hana 2', 'Ken 1']);
      assert.equal(one.page.url(), link, 'nobody has left the room');
    }
    await assertNoViolations(page, 'the result with the score');
  });
}
