// Tells a player who looks elsewhere that it is their turn: a badge on the page's icon, and, if they asked for it, a
// notification of the system.

import { settings } from '../base/settings';
import { SITE } from '../base/site';
import { ask } from '../net/ask';

let plain: string | undefined; // the icon without a badge
let badged: Promise<string> | undefined;
let now: string | undefined;
let shown: Notification | undefined;

const BADGE = '<circle cx="24" cy="8" r="7" fill="#d23c62" stroke="#fff" stroke-width="2"/></svg>';

function iconLink(): HTMLLinkElement | null {
  return document.querySelector<HTMLLinkElement>('link[rel=icon]');
}

async function withBadge(address: string): Promise<string> {
  const picture = await (await ask(address)).text();
  return `data:image/svg+xml,${encodeURIComponent(picture.replace('</svg>', BADGE))}`;
}

async function draw(words: string | undefined): Promise<void> {
  const link = iconLink();
  if (!link) return;
  plain ??= link.href;
  badged ??= withBadge(plain);
  const wanted = words === undefined ? plain : await badged.catch(() => plain as string);
  if (words === now && link.href !== wanted) link.href = wanted;
}

function notify(words: string, room: string | undefined): void {
  if (settings.notify !== 'on' || !document.hidden || !('Notification' in window)) return;
  if (Notification.permission !== 'granted') return;
  try {
    shown = new Notification(words, { body: room ?? '', tag: `engawa-turn${SITE}` });
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  } catch {
    // Some phones allow notifications only to service workers.
  }
}

// `words`: what waits for this person; undefined: nothing.
export function attention(words: string | undefined, room?: string): void {
  if (words === now) return;
  now = words;
  void draw(words);
  if (words === undefined) shown?.close();
  else notify(words, room);
}
