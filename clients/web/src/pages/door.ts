// Opens a page whose code is loaded on demand.
import { h } from '../base/dom';
import { t } from '../base/i18n';
import type { Page } from '../base/router';
import { persist } from '../net/persist';
import { rare } from '../ui/refusal';

export function door(load: () => Promise<Page>): Page {
  const host = h('div', {});
  let page: Page | undefined;
  let gone = false;
  const open = async () => {
    const loaded = await persist(load);
    if (gone) return loaded.destroy();
    page = loaded;
    host.replaceChildren(page.element);
  };
  open().catch(async () => {
    page = (await rare())?.waitForServer(host, open, () => {});
    if (!page) host.replaceChildren(h('p', { class: 'loading quiet' }, t('error.offline')));
    else if (gone) page.destroy();
  });
  return {
    element: host,
    relabel: () => page?.relabel(),
    destroy() {
      gone = true;
      page?.destroy();
    },
  };
}

export const recordDoor = (id: string) => door(async () => (await import('../record/door')).openRecord(id));
export const devDoor = () => door(async () => (await import('../dev/page')).openDev());
export const missingDoor = (what: 'room' | 'page') => door(async () => (await import('./missing')).missingPage(what));
