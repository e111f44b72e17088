// The page for a room, a record or an address that does not exist.
import { h } from '../base/dom';
import { t as common, speaker } from '../base/i18n';
import type { Page } from '../base/router';
import { loadStyle, STYLES } from '../net/style';
import { bar } from '../ui/bar';

await loadStyle(STYLES.asleep as string).catch(() => {}); // words without a picture

const en = {
  'missing.room': 'Room not found',
  'missing.roomWhy':
    'There is no room with this code. Check the code. The room may also have been closed because nobody was in it.',
  'missing.record': 'Game not found',
  'missing.recordWhy': 'There is no record of this game, or it has been deleted. Check the link.',
  'missing.page': 'Page not found',
  'missing.pageWhy': 'There is no page at this address. Check the address.',
};

const ja: Record<keyof typeof en, string> = {
  'missing.room': 'ルームが見つかりません',
  'missing.roomWhy': 'このコードのルームはありません。コードをお確かめください。だれもいなくなって閉じられた可能性もあります。',
  'missing.record': '棋譜が見つかりません',
  'missing.recordWhy': 'この棋譜は存在しないか、保存期間が過ぎて削除されました。リンクをお確かめください。',
  'missing.page': 'ページが見つかりません',
  'missing.pageWhy': 'このアドレスのページはありません。アドレスをお確かめください。',
};

const { t } = speaker({ en, ja });

export function missingPage(what: 'room' | 'record' | 'page'): Page {
  const host = h('div', { class: 'missing-page' });
  const relabel = () => {
    const title = t(`missing.${what}`);
    const home = h('a', { class: 'button primary', href: '/', 'data-link': true }, common('result.new'));
    const words = h('p', {}, t(`missing.${what}Why`));
    const main = h('main', { class: 'panel missing asleep', id: 'main' }, h('h1', {}, title), words, home);
    host.replaceChildren(h('div', { class: 'shell' }, bar(), main));
    document.title = `${title} — ${common('app.name')}`;
  };
  relabel();
  return { element: host, relabel, destroy: () => {} };
}
