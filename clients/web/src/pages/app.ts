// The page as an app: its manifest in the person's language, the colour of the browser's bar, and the worker that stores
// its files (worker/worker.ts). All of it is loaded after the first screen.
import { language, onLanguage } from '../base/i18n';
import { onSettings } from '../base/settings';
import { inside } from '../base/site';

const WORKER = inside('/worker.js');

function showManifest(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
  if (link) link.href = inside(`/app-${language()}.webmanifest`);
}

let painted: string | undefined;

// index.html has the colours for the system's setting; this sets the person's choice. Reading a colour computes all styles
// of the page at once, so it is read only for another theme.
function paintBar(): void {
  const { theme } = document.documentElement.dataset;
  if (theme === painted) return;
  painted = theme;
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) meta.content = paper;
}

export function install(): void {
  showManifest();
  paintBar();
  onLanguage(showManifest);
  onSettings(paintBar);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => setTimeout(paintBar));
  // Browsers allow workers only for pages loaded over TLS or from this machine, and may still refuse. A page that a
  // worker served needs no registration: the browser checks for a newer worker itself, and registering would bring back
  // a worker that has removed itself (worker/none.ts). Another one may be that of the site that this server is a part of.
  if ('serviceWorker' in navigator && navigator.serviceWorker.controller?.scriptURL !== location.origin + WORKER) {
    navigator.serviceWorker.register(WORKER).catch(() => {});
  }
}
