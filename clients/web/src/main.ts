// The entry point of the page: appearance, language, and the page for the address.

import { applyLanguage, onLanguage } from './base/i18n';
import { isCode, type Page, type Route, startRouter } from './base/router';
import { applyLooks } from './base/settings';
import { lobbyPage } from './lobby/page';
import { devDoor, missingDoor, recordDoor } from './pages/door';
import { roomPage } from './room/page';
import { bindHelpKey } from './ui/dialogs';
import { prepareRare } from './ui/refusal';
import { mountToasts } from './ui/toast';

const host = document.getElementById('page') as HTMLElement;
let page: Page | undefined;

function pageOf(route: Route): Page {
  if (route.page === 'room') return isCode(route.code) ? roomPage(route.code) : missingDoor('room');
  if (route.page === 'record') return recordDoor(route.id);
  if (route.page === 'dev') return devDoor();
  return route.page === 'lobby' ? lobbyPage() : missingDoor('page');
}

applyLooks();
applyLanguage();
mountToasts();
bindHelpKey();
prepareRare();
onLanguage(() => page?.relabel());
startRouter((route) => {
  page?.destroy();
  page = pageOf(route);
  host.replaceChildren(page.element);
});
