// One line about the connection when there is a problem. It covers the line that says whose turn it is, which is then
// unknown.
import { h, setText } from '../../base/dom';
import { t } from '../../base/i18n';
import type { Link, Status } from '../../net/connection';
import { rare } from '../../ui/refusal';

interface Banner {
  element: HTMLElement;
  update(status: Status, ever: boolean, trouble: Link['trouble']): void;
}

export function connectionBanner(restart: () => void): Banner {
  const text = h('span', {});
  const button = h('button', { class: 'button small', type: 'button', onclick: restart });
  const home = h('a', { class: 'button small', href: '/', 'data-link': true }, t('result.new'));
  const element = h('div', { class: 'banner', role: 'status', hidden: true }, text, button, home);
  const say = (words: string, again?: string) => {
    element.hidden = words === '';
    element.classList.toggle('stays', now?.kind === 'stopped');
    setText(text, words);
    button.hidden = again === undefined;
    button.textContent = again ?? '';
  };
  let now: Status | undefined;
  // `ever`: there was a connection before, so this is a lost connection and not the first try.
  const update: Banner['update'] = (status, ever, trouble) => {
    now = status;
    home.hidden = !(status.kind === 'stopped' && status.reason !== 'replaced');
    if (status.kind === 'online') return say('');
    // The first try needs no message: the page already says that it is loading.
    if (status.kind === 'connecting' && !ever) return say('');
    if (status.kind !== 'stopped') return say([t('net.waiting'), trouble?.words()].filter(Boolean).join(' '));
    if (status.reason === 'noRoom') return say(''); // has its own page
    const { reason, refusal } = status;
    void rare().then((code) => {
      const [words = t('error.offline'), again] = code?.stopped(reason, refusal) ?? [];
      if (status === now) say(words, again);
    });
  };
  return { element, update };
}
