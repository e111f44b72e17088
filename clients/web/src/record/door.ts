// The way to the page of a record, which is loaded only when somebody opens one.
import { h } from '../dom';
import { t } from '../i18n';
import type { Page } from '../router';

export function recordDoor(id: string): Page {
  const host = h('div', {});
  let page: Page | undefined;
  let gone = false;
  const open = async () => {
    const { recordPage } = await import('./page');
    if (gone) return;
    page = recordPage(id);
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
