// The way to a page whose code is loaded only when somebody opens it.
import { h } from './dom';
import { t } from './i18n';
import type { Page } from './router';

export function door(load: () => Promise<Page>): Page {
  const host = h('div', {});
  let page: Page | undefined;
  let gone = false;
  const open = async () => {
    const loaded = await load();
    if (gone) return loaded.destroy();
    page = loaded;
    host.replaceChildren(page.element);
  };
  open().catch(() => host.replaceChildren(h('p', { class: 'loading quiet' }, t('error.offline'))));
  return {
    element: host,
    relabel: () => page?.relabel(),
    destroy() {
      gone = true;
      page?.destroy();
    },
  };
}

export const recordDoor = (id: string) => door(async () => (await import('./record/page')).recordPage(id));
export const missingDoor = (what: 'room' | 'page') => door(async () => (await import('./missing')).missingPage(what));
