// Every scene at five sizes, in both languages: pictures for people to look at (build/screenshots/), and nothing wider than the screen.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from './lib/browser.mjs';
import { Engawad, root } from './lib/engawad.mjs';
import { takeScreenshots } from './screenshots.mjs';

let server;
let browser;
before(async () => {
  server = await Engawad.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test('no scene scrolls sideways or cuts a button off, and pages make no errors', async () => {
  const wide = [];
  const look = async (page, name) => {
    const found = await page.evaluate(() => {
      const width = document.documentElement.clientWidth;
      const rolls = (element) => element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || rolls(element.parentElement));
      const out = [...document.querySelectorAll('button, input, select, .score, h1, h2')].filter((element) => {
        if (rolls(element.parentElement)) return false; // a row that scrolls on purpose
        const box = element.getBoundingClientRect();
        return box.width > 2 && (box.right > width + 1 || box.left < -1);
      });
      return { scrolls: document.documentElement.scrollWidth > width, out: out.map((element) => element.outerHTML.slice(0, 80)) };
    });
    if (found.scrolls || found.out.length > 0) wide.push({ name, ...found });
  };
  const faults = await takeScreenshots(browser, server, join(root, 'build/screenshots'), { look, themes: ['light'] });
  assert.deepEqual(wide, []);
  assert.deepEqual(faults, []);
});
