// The page for a room, a record or an address that does not exist.
import { h } from './dom';
import { t } from './i18n';
import type { Page } from './router';
import { bar } from './ui/bar';

export function missingPage(what: 'room' | 'record' | 'page'): Page {
  const host = h('div', { class: 'missing-page' });
  const relabel = () => {
    const title = t(`missing.${what}`);
    const home = h('a', { class: 'button primary', href: '/', 'data-link': true }, t('result.new'));
    const words = h('p', {}, t(`missing.${what}Why`));
    const main = h('main', { class: 'panel missing', id: 'main' }, h('h1', {}, title), words, home);
    host.replaceChildren(h('div', { class: 'shell' }, bar(), main));
    document.title = `${title} — ${t('app.name')}`;
  };
  relabel();
  return { element: host, relabel, destroy: () => {} };
}
