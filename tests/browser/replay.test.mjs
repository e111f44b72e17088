// The controls of a record: the scrubber, the speed, the links to it, and the file.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { lastPly, resign, shows, takeStones } from './lib/record.mjs';

const house = openHouse();
const { person } = house;

// A game of a few moves, resigned; returns the id of its record, which the page shows then.
async function recordOf({ page }) {
  const code = await playAlone(page, house.url, 'nim', { rows: [7, 5, 3] }, [{ bot: 'perfect' }]);
  await takeStones(page, 2);
  await resign(page);
  await page.goto(`${house.url}/g/${code}-1`);
  return `${code}-1`;
}

const takenOf = (page) => page.locator('.stone.taken').evaluateAll((all) => all.map(({ dataset }) => `${dataset.row}:${dataset.stone}`).join(' '));

test('the scrubber leads to a move by pointer and by keys, says which it is, and ends the playing', async () => {
  const someone = await person();
  const { page } = someone;
  await recordOf(someone);
  const plies = await lastPly(page);
  assert.ok(plies >= 4, `${plies}`);
  const scrubber = page.locator('.scrubber');
  const at = async (ply) => {
    await shows(page, ply);
    const words = await page.locator(`.move-row[data-ply="${ply}"]`).evaluate((row) => row.lastElementChild.previousElementSibling?.textContent ?? row.textContent);
    assert.equal(await scrubber.inputValue(), String(ply));
    return [await scrubber.getAttribute('aria-valuetext'), words];
  };
  const boards = new Set();
  const box = await scrubber.boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 3, y);
  await page.mouse.down();
  await at(0);
  boards.add(await takenOf(page));
  await page.mouse.move(box.x + box.width / 2, y);
  await shows(page, plies / 2);
  boards.add(await takenOf(page));
  await page.mouse.move(box.x + box.width - 3, y);
  await page.mouse.up();
  await at(plies);
  boards.add(await takenOf(page));
  assert.equal(boards.size, 3, 'three positions');
  await scrubber.press('Home');
  assert.equal((await at(0))[0], 'Start');
  await scrubber.press('ArrowRight');
  const [said, words] = await at(1);
  assert.ok(said.startsWith('Move 1: ') && said.includes(words), `${said} and ${words}`);
  await page.locator('[data-do=play]').click();
  await page.locator('[data-do=play][title^=Pause]').waitFor();
  await scrubber.fill('3');
  await at(3);
  await page.locator('[data-do=play][title^=Play]').waitFor();
});

test('the speed: a move every three seconds to every three eighths of one, and the device remembers', async () => {
  const someone = await person();
  const { page } = someone;
  await page.clock.install();
  await recordOf(someone);
  await lastPly(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  const place = page.locator('.player-place');
  const play = page.locator('[data-do=play]');
  for (const [speed, ms] of [['0.5', 3000], ['1', 1500], ['2', 750], ['4', 375]]) {
    await page.locator('[data-do=first]').click();
    await page.locator('.player-speed').selectOption(speed);
    await play.click();
    for (const ply of [0, 1]) {
      await page.clock.runFor(ms - 1);
      assert.match(await place.textContent(), new RegExp(`^${ply} /`), `${speed}, too early`);
      await page.clock.runFor(1);
      assert.match(await place.textContent(), new RegExp(`^${ply + 1} /`), `${speed}, in time`);
    }
    await play.click();
  }
  await page.clock.resume();
  await page.reload();
  await lastPly(page);
  assert.equal(await page.locator('.player-speed').inputValue(), '4');
});

test('a link to the move is copied, the game is shared, and its file is what the server keeps', async () => {
  const someone = await person();
  const { page } = someone;
  await someone.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: house.url });
  const id = await recordOf(someone);
  await lastPly(page);
  assert.equal(await page.getByRole('button', { name: /^Share/ }).count(), 0, 'this browser has nothing to share with');
  await page.locator('.move-row[data-ply="2"]').click();
  await shows(page, 2);
  await page.locator('[data-do=copy]').click();
  await page.getByText('Link copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${house.url}/g/${id}#2`);

  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const download = await file;
  assert.equal(download.suggestedFilename(), `${id}.jsonl`);
  const kept = await page.evaluate((record) => fetch(`/api/records/${record}`).then((answer) => answer.text()), id);
  assert.equal(await readFile(await download.path(), 'utf8'), kept);
  assert.ok(kept.trim().split('\n').every((line) => typeof JSON.parse(line) === 'object'));

  // The link shows that move to others, and a phone can share the game.
  const other = await person();
  await other.page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: (what) => {
        window.shared = what;
        return Promise.reject(new DOMException('changed my mind', 'AbortError'));
      },
    });
  });
  await other.page.goto(link);
  await shows(other.page, 2);
  assert.equal(await takenOf(other.page), await takenOf(page));
  await other.page.getByRole('button', { name: 'Share …' }).click();
  assert.deepEqual(await other.page.evaluate(() => [window.shared, document.title]), [
    { title: await other.page.title(), url: `${house.url}/g/${id}` },
    await other.page.title(),
  ]);
});
