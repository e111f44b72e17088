// The page starts here: looks, language, and the page that the address names.
import { applyLanguage, onLanguage } from './i18n';
import { lobbyPage } from './lobby/page';
import { roomPage } from './room/page';
import { type Page, startRouter } from './router';
import { applyLooks } from './settings';
import { bindHelpKey } from './ui/dialogs';
import { mountToasts } from './ui/toast';

const host = document.getElementById('page') as HTMLElement;
let page: Page | undefined;

applyLooks();
applyLanguage();
mountToasts();
bindHelpKey();
onLanguage(() => page?.relabel());
startRouter((route) => {
  page?.destroy();
  page = route.page === 'room' ? roomPage(route.code) : lobbyPage();
  host.replaceChildren(page.element);
});
