// One line about the connection when there is a problem. It covers the line that says whose turn it is, which is then
// unknown.
import { h } from '../../dom';
import { t } from '../../i18n';
import type { Status } from '../../net/connection';

export function connectionBanner(restart: () => void): { element: HTMLElement; update(status: Status, ever: boolean): void } {
  const text = h('span', {});
  const button = h('button', { class: 'button small', type: 'button', onclick: restart });
  const home = h('a', { class: 'button small', href: '/', 'data-link': true }, t('result.new'));
  const element = h('div', { class: 'banner', role: 'status', hidden: true }, text, button, home);
  const say = (words: string, again?: string) => {
    element.hidden = words === '';
    text.textContent = words;
    button.hidden = again === undefined;
    button.textContent = again ?? '';
  };
  // `ever`: there was a connection before, so this is a lost connection and not the first try.
  const update = (status: Status, ever: boolean) => {
    home.hidden = !(status.kind === 'stopped' && status.reason !== 'replaced');
    if (status.kind === 'online') return say('');
    // The first try needs no message: the page already says that it is loading.
    if (status.kind === 'connecting' && !ever) return say('');
    if (status.kind !== 'stopped') return say(t('net.waiting'));
    if (status.reason === 'replaced') return say(t('net.replaced'), t('net.takeBack'));
    if (status.reason === 'kicked') return say(t('net.kicked'), t('net.watch'));
    if (status.reason === 'noRoom') return say(''); // has its own page
    if (status.reason === 'setAside') return say(t('net.setAside'), t('net.retry'));
    say(t('net.refused'), t('net.retry'));
  };
  return { element, update };
}
