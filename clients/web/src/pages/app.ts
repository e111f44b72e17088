// The page as an app: its manifest in the person's language, the colour of the bar that the browser draws around it, and
// the worker that keeps its files (worker/worker.ts). All of it comes after the first screen.
import { language, onLanguage } from '../base/i18n';
import { onSettings } from '../base/settings';

function showManifest(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
  if (link) link.href = `/app-${language()}.webmanifest`;
}

// index.html has the colours of the system's choice; here is the person's.
function paintBar(): void {
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) meta.content = paper;
}

export function install(): void {
  showManifest();
  paintBar();
  onLanguage(showManifest);
  onSettings(paintBar);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => setTimeout(paintBar));
  // Browsers have workers only for pages that came over TLS or from this machine, and may still refuse. A page that came
  // through a worker needs no more: the browser looks for a newer one by itself, and a worker that has removed itself
  // meanwhile (worker/none.js) would be back.
  if ('serviceWorker' in navigator && !navigator.serviceWorker.controller) {
    navigator.serviceWorker.register('/worker.js').catch(() => {});
  }
}
