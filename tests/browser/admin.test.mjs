// The operator's page on the admin port: what it shows, each of its acts as the people in the rooms see them, and the log.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { assertNoViolations } from './lib/axe.mjs';
import { openHouse } from './lib/house.mjs';
import { makeRoom } from './lib/play.mjs';

const SECRET = 'of-the-operator-0123456789abcdef';
const folder = mkdtempSync(join(tmpdir(), 'engawa-admin-'));
const file = join(folder, 'token');
writeFileSync(file, `${SECRET}\n`);
const house = openHouse(['--admin-port', '0', '--admin-token-file', file]);
const { person } = house;
after(() => rmSync(folder, { recursive: true }));

async function operator(options, words) {
  const { page } = await person(options);
  await page.goto(house.adminUrl);
  await page.getByRole('textbox', { name: words.secret }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText(words.wrong).waitFor();
  await page.getByRole('textbox', { name: words.secret }).fill(SECRET);
  await page.keyboard.press('Enter');
  await page.locator('#main:not([hidden])').waitFor();
  return page;
}

const roomRow = (page, code) => page.locator('#rooms tr', { hasText: code });

// Someone who sits in a new room.
async function host(options) {
  const someone = await person(options);
  someone.code = await makeRoom(someone.page, house.url);
  return someone;
}

for (const [locale, words] of [
  ['en-US', {
    secret: 'Secret', wrong: 'This secret is wrong.', mute: 'Mute', ban: 'Ban', close: 'Close', asleep: 'asleep', unban: 'Lift the ban', memory: 'Memory', forbid: 'Forbid a word', allow: 'Allow', notice: 'Tell everybody something',
    minutes: 'Minutes', reason: 'Reason', word: 'Word', name: 'Your name', text: 'Text in English', seen: 'Reason: spam', done: /Done: act \d+ in the log/,
    nobody: 'Nobody is banned or muted, and no word is forbidden.', works: 'The server works.',
  }],
  ['ja-JP', {
    secret: '秘密の文字列', wrong: '文字列が違います。', mute: '発言を止める', ban: '利用停止', close: '閉じる', asleep: '休止中', unban: '停止を解除', memory: 'メモリー', forbid: '使えない言葉を加える', allow: '許可する', notice: '全員に知らせる',
    minutes: '分', reason: '理由', word: '言葉', name: 'あなたの名前', text: '日本語の文', seen: '理由：spam', done: /完了：記録の\d+番/,
    nobody: '利用停止、発言の停止、使えない言葉はありません。', works: 'サーバーは動いています。',
  }],
])
  test(`a ban with its reason, a word, a notice and a closed room, by the page (${locale})`, async () => {
    const bad = await host({ locale });
    const hana = await host({ locale });
    const page = await operator({ locale }, words);
    const dialog = page.locator('#act-dialog');
    const act = async (button, fields) => {
      await button.click();
      for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
      await dialog.locator('#act-do').click();
      await dialog.waitFor({ state: 'hidden' });
      await page.locator('#state', { hasText: words.done }).waitFor();
    };
    await page.getByText(words.nobody).waitFor();
    await page.locator('#rooms th', { hasText: words.memory }).waitFor();
    await roomRow(page, hana.code).getByRole('cell', { name: /^\d+ KiB$/ }).waitFor();

    const row = page.locator('#guests tr', { hasText: bad.code });
    const id = await row.locator('.code').first().textContent();
    await row.getByRole('button', { name: words.ban }).click();
    await dialog.locator('#act-do').click(); // a ban needs a reason
    assert.equal(await dialog.getByLabel(words.reason).evaluate((input) => input.validity.valueMissing), true);
    await dialog.getByLabel(words.minutes).fill('60');
    await dialog.getByLabel(words.name).fill('Yuki');
    await dialog.getByLabel(words.reason).fill('spam');
    await dialog.locator('#act-do').click();
    await dialog.waitFor({ state: 'hidden' });
    await bad.page.locator('.banner').getByText(words.seen).waitFor();
    await page.locator('#held li', { hasText: id }).waitFor();
    await page.locator('#log li', { hasText: id }).filter({ hasText: 'Yuki' }).waitFor();

    await act(page.getByRole('button', { name: words.forbid }), { [words.word]: 'casino' });
    await page.locator('#held li', { hasText: 'casino' }).waitFor();
    await act(page.getByRole('button', { name: words.notice }), { [words.text]: 'Dinner at 7' });
    await hana.page.getByText('Dinner at 7').first().waitFor();
    await act(roomRow(page, hana.code).getByRole('button', { name: words.close }), { [words.reason]: 'a test' });
    await roomRow(page, hana.code).getByText(words.asleep, { exact: true }).waitFor();

    await page.locator('#held').getByRole('button', { name: words.allow }).click();
    await page.locator('#held').getByRole('button', { name: words.unban }).click();
    await page.getByText(words.nobody).waitFor();
    await page.getByText(words.works).waitFor(); // the next look has come
    assert.match(await page.locator('#figures').textContent(), /(Memory|メモリー)[1-9][\d.]* MB/);
    assert.equal(await page.locator('#log li').count() % 6, 0);
  });

test('a report with its context, and the chat of the room, until the report is settled', async () => {
  const { page: rude, code } = await host();
  await rude.locator('.chat input').first().fill('go away');
  await rude.keyboard.press('Enter');
  await rude.getByText('go away').first().waitFor();
  const { guest } = (await (await fetch(`${house.adminUrl}/rooms`, { headers: { Authorization: `Bearer ${SECRET}` } })).json()).rooms.find((room) => room.code === code).people[0];
  const made = await fetch(`${house.url}/api/guests`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"nick":"Yui"}' });
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${(await made.json()).token}` };
  const sent = await fetch(`${house.url}/api/rooms/${code}/reports`, { method: 'POST', headers, body: JSON.stringify({ guest, reason: 'rude' }) });
  assert.equal(sent.status, 201, await sent.text());
  const page = await operator({}, { secret: 'Secret', wrong: 'This secret is wrong.' });
  const report = page.locator('#reports > li', { hasText: guest });
  await report.getByText('“rude”').waitFor();
  await report.getByText('go away').waitFor();
  await assertNoViolations(page, 'report');
  await report.getByRole('button', { name: 'Chat' }).click();
  const chat = page.locator('#chat-dialog');
  await chat.getByText('go away').waitFor();
  assert.match(await chat.textContent(), new RegExp(`${new Date().getFullYear() % 100}`)); // the time is one of today
  await chat.getByRole('button').click();
  await report.getByRole('button', { name: 'Settled' }).click();
  await report.waitFor({ state: 'detached' });
});

test('somebody whom the operator has muted reads until when, and why', async () => {
  const muted = await host({ locale: 'ja-JP' });
  const page = await operator({}, { secret: 'Secret', wrong: 'This secret is wrong.' });
  await page.locator('#guests tr', { hasText: muted.code }).getByRole('button', { name: 'Mute' }).click();
  const dialog = page.locator('#act-dialog');
  await dialog.getByLabel('Minutes').fill('60');
  await dialog.getByLabel('Reason').fill('暴言');
  await dialog.locator('#act-do').click();
  await dialog.waitFor({ state: 'hidden' });
  await muted.page.locator('.chat input').first().fill('go away');
  await muted.page.keyboard.press('Enter');
  await muted.page.locator('.toast.refusal').getByText(/発言を止められているため.* 期限：.*。 理由：暴言/).waitFor();
});

test('a refusal is told in the dialog, and nothing is lost', async () => {
  const page = await operator({}, { secret: 'Secret', wrong: 'This secret is wrong.' });
  const dialog = page.locator('#act-dialog');
  await page.getByRole('button', { name: 'Ban a guest or addresses' }).click();
  await dialog.getByLabel('Guest or addresses').fill('203.0.113.0/3');
  await dialog.getByLabel('Reason').fill('x');
  await dialog.locator('#act-do').click();
  await dialog.getByText('addresses must be one address, or a network').waitFor();
  assert.equal(await dialog.getByLabel('Guest or addresses').inputValue(), '203.0.113.0/3');
});

for (const colorScheme of ['light', 'dark'])
  test(`everything can be reached at 360 px, and axe finds nothing (${colorScheme})`, async () => {
    const { code } = await host();
    const page = await operator({ colorScheme, viewport: { width: 360, height: 740 } }, { secret: 'Secret', wrong: 'This secret is wrong.' });
    await roomRow(page, code).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await assertNoViolations(page, 'lists');
    await page.getByRole('button', { name: 'Tell everybody something' }).click();
    await assertNoViolations(page, 'dialog');
  });

test('the page is on the admin port only, and shows nothing without the secret', async () => {
  for (const path of ['/page.js', '/texts.js', '/acts', '/guests']) assert.equal((await fetch(house.url + path)).status, 404, path);
  const html = await (await fetch(`${house.url}/page.html`)).text();
  assert.doesNotMatch(html, /act-dialog/);
  for (const path of ['/acts', '/guests', '/rooms']) assert.equal((await fetch(house.adminUrl + path)).status, 401, path);
  const { headers } = await fetch(house.adminUrl);
  assert.match(headers.get('content-security-policy'), /^default-src 'none';.*frame-ancestors 'none'$/);
});
