// The page of a record, and the way to one.

export async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result:not([hidden])').waitFor();
}

// Waits until the record shows this ply.
export const shows = (page, ply) =>
  page.waitForFunction((n) => document.querySelector('.player-place')?.textContent.startsWith(`${n} / `), ply);

// The number of plies, once all of them are listed.
export async function lastPly(page) {
  await page.locator('.move-list .move-row').first().waitFor();
  const plies = Number((await page.locator('.player-place').textContent()).split('/')[1]);
  await page.waitForFunction((n) => document.querySelectorAll('.move-row').length === n + 1, plies);
  return plies;
}
