// Four ways to use the page: with a mouse, a finger, a keyboard, or as a screen reader does (only roles, names and actions).
import assert from 'node:assert/strict';
import { tabTo } from './games.mjs';

export const MOUSE = {
  person: {},
  async begin() {},
  press: (page, scope, role, name) => page.locator(scope).getByRole(role, { name, exact: true }).click(),
  cell: (page, scope, name) => page.locator(`${scope} [data-cell=${name}]`).click(),
  legal: (page, scope) => page.locator(`${scope} .cell.legal`).first().click(),
};

// The first tap chooses, the second plays.
export const FINGER = {
  person: { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  async begin() {},
  press: (page, scope, role, name) => page.locator(scope).getByRole(role, { name, exact: true }).tap(),
  async cell(page, scope, name) {
    const cell = page.locator(`${scope} [data-cell=${name}]`);
    await cell.tap();
    await cell.tap();
  },
  async legal(page, scope) {
    await FINGER.cell(page, scope, await page.locator(`${scope} .cell.legal`).first().getAttribute('data-cell'));
  },
};

// From the current focus, Tab by Tab.
async function tabOn(page, ready, most = 80) {
  for (let i = 0; i < most; i += 1) {
    if (await ready()) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('no Tab leads there');
}

export const KEYS = {
  person: {},
  async begin() {},
  async press(page, scope, role, name) {
    const target = page.locator(scope).getByRole(role, { name, exact: true });
    await target.waitFor();
    await tabOn(page, () => target.evaluate((element) => element === document.activeElement));
    await page.keyboard.press('Enter');
  },
  async cell(page, scope, name) {
    await KEYS.toBoard(page, scope);
    const at = () => page.evaluate(() => document.activeElement.dataset.cell);
    await page.keyboard.press('Control+Home');
    for (let i = 0; i < 10 && Number((await at()).slice(1)) < Number(name.slice(1)); i += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    for (let i = 0; i < 10 && (await at()) < name; i += 1) await page.keyboard.press('ArrowRight');
    assert.equal(await at(), name);
    await page.keyboard.press('Enter');
  },
  async legal(page, scope) {
    await KEYS.toBoard(page, scope);
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
  },
  async toBoard(page, scope) {
    await page.locator(`${scope} .cell`).first().waitFor();
    const there = () => page.evaluate((cells) => document.activeElement.matches(cells), `${scope} .cell`);
    if (!(await there())) await tabTo(page, `${scope} .cell`, 80);
  },
};

// Through the browser's accessibility tree: triggers the default action of the element with that role and name.
export const TREE = {
  person: {},
  async begin(page) {
    TREE.tools = await page.context().newCDPSession(page);
  },
  async find(page, scope, role, name) {
    await page.locator(scope).first().waitFor({ state: 'attached' });
    const { result } = await TREE.tools.send('Runtime.evaluate', { expression: `document.querySelector(${JSON.stringify(scope)})` });
    const { nodes } = await TREE.tools.send('Accessibility.queryAXTree', { objectId: result.objectId, role });
    return nodes.find((node) => !node.ignored && (typeof name === 'string' ? node.name?.value === name : name.test(node.name?.value ?? '')));
  },
  async press(page, scope, role, name) {
    for (let tries = 0; ; tries += 1) {
      const node = await TREE.find(page, scope, role, name);
      if (node) {
        const { object } = await TREE.tools.send('DOM.resolveNode', { backendNodeId: node.backendDOMNodeId });
        return TREE.tools.send('Runtime.callFunctionOn', { objectId: object.objectId, functionDeclaration: 'function () { this.focus(); this.click(); }' });
      }
      assert.ok(tries < 200, `the tree has no ${role} ${name}`);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  },
  cell: (page, scope, name) => TREE.press(page, scope, 'gridcell', new RegExp(`^${name}[,、]`)),
  legal: (page, scope) => TREE.press(page, scope, 'gridcell', /legal move|置けます/),
};
