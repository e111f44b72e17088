// The invitation: the content of the QR code, when its code is loaded, and the phone's share dialog.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openHouse } from './lib/house.mjs';
import { Engawad } from './lib/engawad.mjs';
import { codeOf, playNow } from './lib/play.mjs';

const house = openHouse();
const { person } = house;

const require = createRequire(new URL('../../clients/web/package.json', import.meta.url));
const { encode } = await import(pathToFileURL(require.resolve('uqr')));

// The dark squares of a code as the page has to draw it.
const squaresOf = (text) =>
  encode(text, { ecc: 'M', border: 2 }).data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`${x} ${y}`] : [])));

const drawnSquares = (page) =>
  page.locator('.qr-place svg.qr path').evaluate((path) => {
    const d = path.getAttribute('d');
    const squares = [...d.matchAll(/M(\d+) (\d+)h1v1h-1z/g)];
    return squares.map(([whole]) => whole).join('') === d ? squares.map(([, x, y]) => `${x} ${y}`) : [d];
  });

// The QR code for one address may still be in progress when the field has the next.
const codeSays = (page, text) =>
  page.waitForFunction(
    (d) => document.querySelector('.qr-place svg.qr path')?.getAttribute('d') === d,
    squaresOf(text).map((at) => `M${at}h1v1h-1z`).join(''),
  );

// Which of these scripts can make QR codes. They are requested from the server, because the browser may discard a body,
// or close before it has reported it.
async function withCodes(scripts) {
  const texts = await Promise.all([...scripts].map(async (url) => [url, await (await fetch(url)).text()]));
  return texts.filter(([, text]) => text.includes('Version value out of range')).map(([url]) => url);
}

test('the QR code says the link of the room, dark on light, and its code comes when it is first drawn', async () => {
  const { page } = await person({ colorScheme: 'dark' });
  const scripts = new Set();
  page.on('request', (request) => request.url().endsWith('.js') && scripts.add(request.url()));
  await playNow(page, house.url, 'classic');
  await page.locator('.turn.mine').waitFor();
  await page.waitForLoadState('networkidle');
  assert.ok(scripts.size >= 3, `${scripts.size} scripts`);
  assert.deepEqual(await withCodes(scripts), [], 'nobody has asked for a QR code yet');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.locator('.qr-place svg.qr path').waitFor();
  assert.equal((await withCodes(scripts)).length, 1);
  const link = `${house.url}/r/${codeOf(page)}`;
  assert.equal(await page.getByLabel('Link to this room').inputValue(), link);
  const drawn = await drawnSquares(page);
  assert.deepEqual(drawn, squaresOf(link));
  assert.notDeepEqual(drawn, squaresOf(`${link}x`));
  // A camera needs dark squares on a light background with a border, also in the dark theme.
  const look = await page.locator('.qr-place').evaluate((place) => {
    const svg = place.querySelector('svg');
    const light = [svg, place].map((one) => getComputedStyle(one).backgroundColor).find((color) => color !== 'rgba(0, 0, 0, 0)');
    return { light, dark: svg.querySelector('path').getAttribute('fill'), box: svg.getAttribute('viewBox') };
  });
  assert.deepEqual([look.light, look.dark], ['rgb(255, 255, 255)', '#000']);
  const size = encode(link, { ecc: 'M', border: 2 }).size;
  assert.equal(look.box, `0 0 ${size} ${size}`);
});

for (const [locale, words] of [
  ['en-US', { invite: 'Invite', share: 'Share …', title: 'Room' }],
  ['ja-JP', { invite: '招待', share: '共有する…', title: 'ルーム' }],
]) {
  test(`a phone shares the link in its own way, and only where there is one (${locale})`, async () => {
    const { page } = await person({ locale });
    await playNow(page, house.url, 'classic');
    await page.getByRole('button', { name: words.invite }).first().click();
    await page.locator('dialog .invite').waitFor();
    assert.equal(await page.getByRole('button', { name: words.share }).count(), 0);
    const code = codeOf(page);

    const phone = await person({ locale });
    await phone.page.addInitScript(() => {
      window.shared = [];
      Object.defineProperty(navigator, 'share', {
        value: async (what) => {
          window.shared.push(what);
          if (window.shared.length === 1) throw new DOMException('closed by the person', 'AbortError');
        },
      });
    });
    await phone.page.goto(`${house.url}/r/${code}`);
    await phone.page.locator('.board .cell').first().waitFor();
    await phone.page.getByRole('button', { name: words.invite }).first().click();
    for (let i = 0; i < 2; i += 1) await phone.page.getByRole('button', { name: words.share }).click();
    const shared = await phone.page.evaluate(() => window.shared);
    assert.deepEqual(shared.map(({ url }) => url), [`${house.url}/r/${code}`, `${house.url}/r/${code}`], 'whoever closed it may try again');
    assert.equal(shared[0].title, `${words.title} ${code}`);
  });
}

// A separate server with these flags, opened as `host`.
async function invitation(t, args, host, locale) {
  const server = await Engawad.start({ args });
  t.after(() => server.stop());
  const { page } = await person({ locale });
  await playNow(page, server.url.replace('127.0.0.1', host), 'classic');
  await page.getByRole('button', { name: locale === 'ja-JP' ? '招待' : 'Invite' }).first().click();
  const dialog = page.locator('dialog .invite');
  await dialog.locator('.qr-place svg.qr path').waitFor();
  const answer = await (await fetch(`${server.url.replace('127.0.0.1', host)}/api/address`)).json();
  return { page, dialog, server, answer, link: () => dialog.locator('input').inputValue() };
}

test('a host who opened localhost sends the address that friends can open', async (t) => {
  const { page, dialog, server, answer, link } = await invitation(t, ['--bind', '0.0.0.0'], 'localhost', 'en-US');
  // If this machine has a network, its address there; else the page explains what to do.
  const known = answer.reach === 'network';
  const origin = known ? answer.url : server.url.replace('127.0.0.1', 'localhost');
  assert.ok(known ? /^http:\/\/(?!localhost|127\.)/.test(origin) : answer.reach === 'unknown', JSON.stringify(answer));
  await dialog.getByText(known ? 'in the same network' : 'in place of the one in this link').waitFor();
  assert.equal(await link(), `${origin}/r/${codeOf(page)}`);
  await codeSays(page, await link());
});

for (const [locale, words] of [
  ['en-US', '--bind 0.0.0.0'],
  ['ja-JP', 'このままでは友だちは開けません'],
]) {
  test(`where nobody else reaches the server, the invitation says so (${locale})`, async (t) => {
    const { page, dialog, server, link } = await invitation(t, [], '127.0.0.1', locale);
    await dialog.getByText(words).waitFor();
    assert.equal(await link(), `${server.url}/r/${codeOf(page)}`);
  });
}

test('the public address of the settings is in every invitation', async (t) => {
  const { page, dialog, link } = await invitation(t, ['--public-url', 'https://games.example'], '127.0.0.1', 'en-US');
  await page.waitForFunction(() => document.querySelector('dialog .invite input').value.startsWith('https://games.example/r/'));
  assert.equal(await link(), `https://games.example/r/${codeOf(page)}`);
  await codeSays(page, await link());
  assert.equal(await dialog.getByText('--bind').count(), 0);
});
