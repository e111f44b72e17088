// The page of a record, and how to open it.
import { myTurnOrOver, plyAfter, plyOf } from './play.mjs';

export async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result:not([hidden])').waitFor();
}

// Waits until the record shows this ply, on its board too.
export const shows = (page, ply) =>
  page.waitForFunction((n) => document.querySelector(`.record[data-ply="${n}"] .player-place`)?.textContent.startsWith(`${n} / `), ply);

// The number of plies, once all of them are listed.
export async function lastPly(page) {
  await page.locator('.move-list .move-row').first().waitFor();
  const plies = Number((await page.locator('.player-place').textContent()).split('/')[1]);
  await page.waitForFunction((n) => document.querySelectorAll('.move-row').length === n + 1, plies);
  return plies;
}

// Makes that many moves of nim, a stone each, until it is this person's turn again.
export async function takeStones(page, moves) {
  for (let i = 0; i < moves; i += 1) {
    await myTurnOrOver(page);
    const before = await plyOf(page);
    for (let taps = 0; taps < 2; taps += 1) await page.locator('.stone:not(.taken)').first().click();
    await plyAfter(page, before);
  }
  await myTurnOrOver(page);
}
