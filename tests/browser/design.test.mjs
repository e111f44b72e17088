// How the page looks, as the browser computes it: its type, its colours, and where its parts stand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { playAlone } from './lib/games.mjs';
import { openHouse } from './lib/house.mjs';
import { colorsOf } from './lib/pixels.mjs';
import { myTurnOrOver, openTab, playNow } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const SCALE = [12, 14, 16, 20, 28, 40];

// The sizes of all text that is seen, but for what is drawn: boards, discs, pictures.
const sizes = (page) =>
  page.evaluate(() => {
    const found = {};
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const { parentElement: part } = node;
      if (!node.data.trim() || part.closest('svg, .board, .disc, script, style') || !part.checkVisibility({ visibilityProperty: true })) continue;
      const size = Number.parseFloat(getComputedStyle(part).fontSize);
      if (size > 0) found[size] ??= part.className || part.tagName;
    }
    return found;
  });

for (const [width, height] of [[360, 740], [768, 1024], [1280, 800]]) {
  test(`text has six sizes and no other (${width} px)`, async () => {
    const { page } = await person({ viewport: { width, height } });
    await page.goto(house.url);
    await page.locator('.preset').first().waitFor();
    const others = async () => Object.entries(await sizes(page)).filter(([size]) => !SCALE.includes(Number(size)));
    assert.deepEqual(await others(), []);
    await playNow(page, house.url, 'five');
    await myTurnOrOver(page);
    assert.deepEqual(await others(), []);
  });
}

test('headings, the logo and the turn have the book face; scores and clocks are even figures of the other', async () => {
  const { page } = await person();
  const face = (selector) => page.locator(selector).first().evaluate((part) => [getComputedStyle(part).fontFamily.split(',')[0], getComputedStyle(part).fontWeight, getComputedStyle(part).fontVariantNumeric]);
  await page.goto(house.url);
  for (const part of ['.hero h1', '.logo-ja', '.game-title']) assert.deepEqual((await face(part)).slice(0, 2), ['"Hiragino Mincho ProN"', '600'], part);
  await playNow(page, house.url, 'five');
  await myTurnOrOver(page);
  assert.deepEqual((await face('.turn-text')).slice(0, 2), ['"Hiragino Mincho ProN"', '600']);
  for (const part of ['.player .score', '.turn .clock']) {
    const [family, , figures] = await face(part);
    assert.deepEqual([family, figures], ['system-ui', 'tabular-nums'], part);
  }
});

// How far two colours are apart for the eye (WCAG), each [r, g, b].
function contrast(one, other) {
  const light = (color) => {
    const [r, g, b] = color.map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [more, less] = [light(one), light(other)].sort((a, b) => b - a);
  return (more + 0.05) / (less + 0.05);
}
const rgb = (color) => color.match(/[\d.]+/g).slice(0, 3).map(Number);

test('on my turn the band has the colour of my disc, and its words stand out in each colour, by day and by night', async () => {
  const { page } = await person();
  await playNow(page, house.url, 'five');
  await page.locator('.turn.mine').waitFor();
  const mine = await page.locator('.player.mine .disc').getAttribute('data-look');
  assert.equal(await page.locator('.turn').getAttribute('data-look'), mine);
  for (const theme of ['light', 'dark'])
    for (const colors of ['usual', 'distinct'])
      for (const look of 'BWACY') {
        const [band, words, ply, disc] = await page.evaluate(
          ([...chosen]) => {
            const turn = document.querySelector('.turn.mine');
            [document.documentElement.dataset.theme, document.documentElement.dataset.colors, turn.dataset.look] = chosen;
            const of = (part, what) => getComputedStyle(part)[what];
            const probe = turn.appendChild(Object.assign(document.createElement('i'), { style: `color: var(--disc-${chosen[2]})` }));
            const found = [of(turn, 'backgroundColor'), of(turn.querySelector('.turn-text'), 'color'), of(turn.querySelector('.ply'), 'color'), of(probe, 'color')];
            probe.remove();
            return found;
          },
          [theme, colors, look],
        );
        assert.equal(band, disc);
        for (const ink of [words, ply]) assert.ok(contrast(rgb(band), rgb(ink)) >= 4.5, `${ink} on ${band} (${look}, ${theme}, ${colors})`);
      }
});

// Everything with the colour of what can be pressed, in its ground, its edge or its words, that cannot be pressed.
const pressedInVain = (page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const act = ['--moss', '--moss-deep'].map((name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return [...document.querySelectorAll('body *')]
      .filter((part) => !part.closest('button, a, svg') && part.checkVisibility())
      .filter((part) => {
        const style = getComputedStyle(part);
        const edge = Number.parseFloat(style.borderTopWidth) > 0 ? style.borderTopColor : '';
        return [style.backgroundColor, edge, style.color].some((color) => act.includes(color));
      })
      .map((part) => part.className || part.tagName);
  });

for (const colorScheme of ['light', 'dark']) {
  test(`only what can be pressed has the colour of that (${colorScheme})`, async () => {
    const { page } = await person({ colorScheme });
    await page.goto(house.url);
    await page.locator('.preset').first().waitFor();
    assert.deepEqual(await pressedInVain(page), []);
    const [ground, ink] = await page.locator('#play').evaluate((button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color]);
    assert.ok(contrast(rgb(ground), rgb(ink)) >= 4.5);
    if (colorScheme === 'dark') assert.equal(ground, 'rgb(243, 219, 160)', "the lantern's yellow");
    await playNow(page, house.url, 'five');
    await page.locator('.turn.mine').waitFor();
    assert.deepEqual(await pressedInVain(page), []);
  });
}

for (const [width, height] of [[320, 640], [360, 740], [1280, 800]]) {
  test(`coordinates are read at once, and no seam crosses them (${width} px)`, async () => {
    const { page } = await person({ viewport: { width, height } });
    await playNow(page, house.url, 'five');
    await page.locator('.coordinate').nth(12).waitFor();
    for (const theme of ['light', 'dark']) {
      const found = await page.evaluate((chosen) => {
        document.documentElement.dataset.theme = chosen;
        const plank = getComputedStyle(document.querySelector('.board-frame')).backgroundColor;
        return [...document.querySelectorAll('.coordinate')]
          .filter((one) => one.textContent !== '')
          .map((one) => ({ size: Number.parseFloat(getComputedStyle(one).fontSize), ink: getComputedStyle(one).color, plank, wide: one.scrollWidth > one.clientWidth + 1 }));
      }, theme);
      assert.equal(found.length, 20);
      for (const { size, ink, plank, wide } of found) assert.ok(size >= 12 && !wide && contrast(rgb(ink), rgb(plank)) >= 4.5, `${size} px, ${ink} on ${plank}`);
    }
    // From the upper to the lower edge of the frame beside the squares the wood is the same, but for its grain.
    const { x, y, height: high } = await page.locator('.board-frame').boundingBox();
    const wood = Object.keys(await colorsOf(page, { x: x + 3, y: y + 12, width: 1, height: high - 24 })).map((color) => color.split(',').reduce((sum, value) => sum + Number(value), 0) / 3);
    assert.ok(Math.max(...wood) - Math.min(...wood) < 12, `${Math.min(...wood)} to ${Math.max(...wood)}`);
  });
}

const TOOLS = { 'en-US': ['Again', 'Sound', 'Rules', 'Keys', 'Focus'], 'ja-JP': ['もう一度見る', '音', 'ルール', 'キー操作', '盤に集中'] };
for (const [locale, names] of Object.entries(TOOLS)) {
  for (const [width, height] of [[360, 740], [768, 1024], [1280, 800]]) {
    test(`Hint and Resign are words, the rest is one row of pictures below them, each with a name to be seen (${locale}, ${width} px)`, async () => {
      const { page } = await person({ locale, viewport: { width, height } });
      await playNow(page, house.url, 'five');
      await page.locator('.turn.mine').waitFor();
      const tools = page.locator('.under-board .tool:visible');
      const boxes = await tools.evaluateAll((all) => all.map((one) => ({ name: one.title, said: one.textContent || one.getAttribute('aria-label'), ...one.getBoundingClientRect().toJSON() })));
      assert.equal(new Set(boxes.map(({ y }) => y)).size, 1, 'one row');
      for (const { name, width: wide } of boxes) assert.ok(name && wide < 60, `${name} is ${wide} px wide`);
      for (const name of names) assert.ok(boxes.some(({ name: seen }) => seen === name), `${name} of ${boxes.map(({ name: seen }) => seen)}`);
      const words = await page.locator('.under-board .button:visible:not(.tool)').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
      assert.ok(words.length >= 2 && words.every((bottom) => bottom <= boxes[0].y), `${words} above ${boxes[0].y}`);
      // While a finger holds it, and with the focus, its name is above it, on the screen.
      for (const tool of [page.locator('.sound-button'), tools.last()]) {
        await tool.focus();
        await page.keyboard.press('Shift+Tab');
        await page.keyboard.press('Tab');
        // Its style comes after the board. It is seen, and not read out after the name.
        await page.waitForFunction((one) => getComputedStyle(one, '::after').content === `"${one.title}" / ""`, await tool.elementHandle());
      }
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    });
  }
}

test('bots have a face beside their name, in the rail and in the result, and it moves nothing when it comes', async () => {
  const { page } = await person();
  await page.route(/\/stamps-/, async (route) => {
    await page.locator('.player-name[data-face]').first().waitFor();
    await page.evaluate(() => {
      window.places = [...document.querySelectorAll('.player-name')].map((one) => JSON.stringify(one.getBoundingClientRect()));
    });
    await route.continue();
  });
  await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'kitsune', level: 4 }]);
  const name = page.locator('.player-name[data-face=kitsune]');
  await page.waitForFunction(() => /svg/.test(getComputedStyle(document.querySelector('.player-name[data-face]')).backgroundImage));
  assert.deepEqual(await page.locator('.player-name').evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect()))), await page.evaluate(() => window.places));
  // Its words stand beside it.
  const [left, words] = await name.evaluate((one) => [one.getBoundingClientRect().left, one.firstElementChild.getBoundingClientRect().left]);
  assert.ok(words - left >= 28, `${words - left} px`);
  await page.locator('.turn.mine').waitFor();
  await page.locator('.under-board').getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog .danger').click();
  await page.locator('.place-name[data-face=kitsune]').waitFor();
});

for (const [locale, thanks] of [['en-US', 'Thanks!'], ['ja-JP', 'ありがとう']]) {
  test(`a quick sentence has its stamp, in the chat and at the card of who said it (${locale})`, async () => {
    const { page } = await person({ locale });
    await playAlone(page, house.url, 'reversi', { preset: 'classic' }, [{ bot: 'random' }]);
    await page.locator('.turn.mine').waitFor();
    await openTab(page, 'chat');
    const drawn = (selector) => page.waitForFunction((one) => /svg/.test(getComputedStyle(document.querySelector(one) ?? document.body).backgroundImage), selector);
    await drawn('.chip[data-stamp=thanks]');
    await page.getByRole('button', { name: thanks, exact: true }).click();
    await drawn('.player.mine .emote[data-stamp=thanks]');
    assert.equal(await page.locator('.player.mine .emote').textContent(), thanks);
    assert.equal(await page.locator('.chat-lines .mine span').textContent(), thanks, 'the sentence is sent as before');
  });
}

for (const colorScheme of ['light', 'dark']) {
  test(`where nothing is, a cat sleeps on the veranda (${colorScheme})`, async () => {
    const { page } = await person({ colorScheme, viewport: { width: 360, height: 740 } });
    await page.goto(`${house.url}/r/00000000`);
    const home = page.locator('.missing .button');
    await home.waitFor();
    const [picture, high] = await page.locator('.missing').evaluate((main) => [getComputedStyle(main, '::before').backgroundImage, Number.parseFloat(getComputedStyle(main, '::before').height)]);
    assert.match(picture, /svg/);
    assert.ok(high >= 180, `${high} px`);
    const { y, height } = await home.boundingBox();
    assert.ok(y + height <= 740, 'the way home is on the first screen');
    await assertNoViolations(page, 'the page for what is not there');
  });
}
