// Styles that are loaded with the code that needs them.
import { STYLES } from 'virtual:styles';
import { h } from '../base/dom';
import { CODE_MS } from './limits';
import { persist } from './persist';

export { STYLES }; // of parts of the page that are loaded on demand

// The style of a game, or of a page, is loaded with its code, once.
const styles = new Map<string, Promise<void>>();

export function loadStyle(href: string): Promise<void> {
  if (!href) return Promise.resolve();
  const known = styles.get(href);
  if (known) return known;
  const loaded = persist(() => addStyle(href), 'own');
  styles.set(href, loaded);
  loaded.catch(() => styles.delete(href));
  return loaded;
}

function addStyle(href: string): Promise<void> {
  const link = h('link', { rel: 'stylesheet', href });
  document.head.append(link);
  return new Promise<void>((done, failed) => {
    const fail = () => {
      clearTimeout(timer);
      link.remove();
      failed(new Error(`${href} did not load`));
    };
    const timer = setTimeout(fail, CODE_MS);
    link.addEventListener('error', fail);
    link.addEventListener('load', () => {
      clearTimeout(timer);
      done();
    });
  });
}
