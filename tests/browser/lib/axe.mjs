// Asserts that axe finds no accessibility violation on the page as it is now.
import assert from 'node:assert/strict';
import { axeSource } from './browser.mjs';

// What fades in or moves has other colours on its way.
const atRest = () =>
  Promise.all(
    document
      .getAnimations()
      .filter((one) => one.playState === 'running' && Number.isFinite(one.effect.getComputedTiming().endTime))
      .map((one) => one.finished.catch(() => {})),
  );

export async function assertNoViolations(page, where) {
  await page.locator('.toast').first().waitFor({ state: 'detached' }).catch(() => {});
  await page.evaluate(atRest);
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 120)} (${node.failureSummary})`).join('; ')}`);
  });
  assert.deepEqual(found, [], where);
}
