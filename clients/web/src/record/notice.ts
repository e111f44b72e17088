// A page with a few words and one way on, instead of a record.
import { h } from '../base/dom';
import { t as common } from '../base/i18n';
import type { Page } from '../base/router';
import { bar } from '../ui/bar';

export function notice(words: () => [title: string, why: string, action: HTMLElement]): Page {
  const element = h('div', { class: 'missing-page' });
  const relabel = () => {
    const [title, why, action] = words();
    const main = h('main', { class: 'panel missing', id: 'main' }, h('h1', {}, title), h('p', {}, why), action);
    element.replaceChildren(h('div', { class: 'shell' }, bar(), main));
    document.title = `${title} — ${common('app.name')}`;
  };
  relabel();
  return { element, relabel, destroy: () => {} };
}
