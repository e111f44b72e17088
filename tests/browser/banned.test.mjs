// What the operator's acts look like to a person in a room: a notice to everybody, and a ban with its reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHouse } from './lib/house.mjs';
import { makeRoom } from './lib/play.mjs';

const house = openHouse(['--admin-port', '0']);
const { person } = house;

async function act(members) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${house.adminUrl}/acts`, { method: 'POST', headers, body: JSON.stringify(members) });
  assert.equal(answer.status, 201, await answer.clone().text());
}

for (const [locale, notice, banned, reason] of [
  ['en-US', 'From the operator: We restart at 8', 'The operator of this server has banned you. Until: ', 'Reason: spam & noise'],
  ['ja-JP', '運営者からのお知らせ：8時に再起動します', 'このサーバーの運営者により、利用を停止されています。 期限：', '理由：spam & noise'],
])
  test(`a notice and a ban in ${locale}`, async () => {
    const { page } = await person({ locale });
    const host = await person();
    const code = await makeRoom(host.page, house.url);
    await page.goto(`${house.url}/r/${code}`);
    await page.locator('[data-seat=s1]').first().waitFor();
    await act({ act: 'notice', en: 'We restart at 8', ja: '8時に再起動します' });
    await page.getByText(notice).first().waitFor();
    const token = await page.evaluate(() => Object.values(localStorage).join(' ').match(/[0-9a-f]{32}/)[0]);
    const { id } = await (await fetch(`${house.url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).json();
    await act({ act: 'ban', guest: id, minutes: 60, reason: 'spam & noise' });
    const banner = page.locator('.banner');
    await banner.getByText(banned).waitFor();
    await banner.getByText(reason).waitFor();
    await page.reload();
    await banner.getByText(reason).waitFor();
  });
