// The speed of animations, chosen in the settings: the duration that the page sets for each, and the visible effect.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';

const house = openHouse();
const { person } = house;

async function choose(page, label) {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('group', { name: 'Animation' }).getByLabel(label, { exact: true }).check();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
}

// Recorded from the first moment: the duration set for each animation, and the page's wait between two frames of a move.
function watchTimes() {
  window.times = { animations: [], waits: [], sideways: 0 };
  const { animate } = Element.prototype;
  Element.prototype.animate = function begin(...how) {
    const animation = animate.apply(this, how);
    window.times.animations.push(animation.effect.getComputedTiming().duration);
    return animation;
  };
  const { setTimeout } = window;
  window.setTimeout = (act, ms, ...more) => {
    window.times.waits.push(ms);
    return setTimeout(act, ms, ...more);
  };
}

const FLIP = { board: ['BWWW....', '........', '...WB...', '...BW...'], rotation: 'BW' };

// The placed stone is alone for 260 ms and each of three discs turns for 120 ms, at normal speed.
for (const [label, put, turn] of [['Slow', 520, 240], ['Normal', 260, 120], ['Fast', 130, 60], ['None']]) {
  test(`discs turn at the chosen speed: ${label}`, async () => {
    const { page } = await person();
    await page.addInitScript(watchTimes);
    await playAlone(page, house.url, 'reversi', FLIP, [{ bot: 'random' }], { bot_delay_ms: 5000 });
    await page.locator('.turn.mine').waitFor();
    await choose(page, label);
    await page.evaluate(() => {
      new MutationObserver(() => {
        window.times.sideways = Math.max(window.times.sideways, document.querySelectorAll('.board [data-now]').length);
      }).observe(document.querySelector('.board'), { subtree: true, attributes: true });
      window.times.waits.length = 0;
    });
    await page.locator('[data-cell=e1]').click();
    await page.locator('[data-cell=b1] .disc[data-look=B]').waitFor();
    await page.locator('.board:not([aria-busy])').waitFor();
    const { waits, sideways } = await page.evaluate(() => window.times);
    const frames = [520, 260, 130, 240, 120, 60];
    const counted = waits.filter((ms) => frames.includes(ms));
    assert.deepEqual(counted, put ? [put, turn, turn, turn] : [], `${waits}`);
    assert.equal(sideways, put ? 1 : 0);
  });
}

for (const [label, ms] of [['Slow', 220], ['Normal', 110], ['Fast', 55], ['None']]) {
  test(`tiles slide at the chosen speed: ${label}`, async () => {
    const { page } = await person();
    await page.addInitScript(watchTimes);
    await playAlone(page, house.url, 'fifteen', { tiles: [1, 2, 3, 4, 5, 6, 0, 7, 8], seats: 1 });
    await page.locator('.tiles[data-mine]').waitFor();
    await choose(page, label);
    await page.locator('.tile[data-tile="7"]').click();
    await page.locator('.fifteen-facts b', { hasText: /^1$/ }).first().waitFor();
    assert.deepEqual(await page.evaluate(() => window.times.animations), ms ? [ms] : []);
    const order = await page.locator('.tile').evaluateAll((tiles) => tiles.map((tile) => tile.dataset.tile).join(''));
    assert.equal(order, '123456708');
  });
}
