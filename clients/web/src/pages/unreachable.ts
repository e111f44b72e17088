// Shown instead of a page while the server is unreachable: informs the person, keeps trying, and continues
// automatically.
import { h, setText } from '../base/dom';
import { t as common } from '../base/i18n';
import type { Page } from '../base/router';
import { Refused } from '../net/api';
import { ask } from '../net/ask';
import { afterClose } from '../net/backoff';
import type { Trouble } from '../net/connection';
import { onWake } from '../net/wake';
import { t } from '../texts/unreachable';
import { bar } from '../ui/bar';
import { toast } from '../ui/toast';

const RELOADED = 'engawa.reloaded';
const RELOAD_AGAIN_MS = 30_000;

export interface Unreachable extends Page {
  tell(words: 'trying' | 'still'): void;
  // The reason, as far as it is known.
  because(trouble: Trouble | undefined): void;
}

// `again`: the person does not want to wait.
export function unreachablePage(again: () => void): Unreachable {
  const host = h('div', { class: 'missing-page' });
  const status = h('p', { class: 'quiet', role: 'status' });
  let told: 'trying' | 'still' | undefined;
  const before = document.title;
  let title = '';
  const head = h('h1', {});
  const why = h('p', {});
  let trouble: Trouble | undefined;
  const showWhy = () => {
    setText(head, trouble?.title() ?? t('away.title'));
    // Without any answer there is more to explain.
    setText(why, trouble && trouble.title() !== t('away.title') ? trouble.words() : t('away.why'));
    title = `${head.textContent} — ${common('app.name')}`;
    document.title = title;
  };
  const page: Unreachable = {
    element: host,
    relabel() {
      const button = h('button', { class: 'button primary', type: 'button', 'data-do': 'again' }, t('away.again'));
      button.addEventListener('click', () => {
        page.tell('trying');
        again();
      });
      const main = h('main', { class: 'panel missing unreachable', id: 'main' }, head, why, button, status);
      host.replaceChildren(h('div', { class: 'shell' }, bar(), main));
      showWhy();
      setText(status, told ? t(`away.${told}`) : '\u00a0');
    },
    tell(words) {
      told = words;
      setText(status, t(`away.${words}`));
    },
    because(now) {
      trouble = now;
      showWhy();
    },
    destroy() {
      if (document.title === title) document.title = before; // the page that replaces it may have its own by now
    },
  };
  page.relabel();
  return page;
}

// Some browsers do not request code again that failed to load once, and a server with a newer page may no longer have
// it: then the whole page is reloaded, but not repeatedly. Returns whether it is.
async function reloadIfThere(): Promise<boolean> {
  const { ok } = await ask('/api/games', { method: 'HEAD' });
  if (!ok) return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < RELOAD_AGAIN_MS) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    return false; // without storage it could reload repeatedly
  }
  location.reload();
  return true;
}

// For code of a page that did not arrive: whether the page is reloaded. If not, the person is informed.
export async function loadAnew(): Promise<boolean> {
  const anew = await reloadIfThere().catch(() => false);
  if (!anew) toast(t('away.noCode'), 'refusal');
  return anew;
}

// Shows that page in `host` and repeats `work` while it fails because the server is unreachable; then `work` shows its
// result, or `failed` the refusal. It is destroyed when something else is shown in `host`.
export function waitForServer(host: Element, work: () => Promise<unknown>, failed: (refusal: Refused) => void): Page {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let gone = false;
  const page = unreachablePage(() => void attempt());

  async function attempt(): Promise<void> {
    clearTimeout(timer);
    if (busy || gone || document.hidden) return;
    busy = true;
    try {
      await work();
      destroy();
    } catch (error) {
      await onFailure(error);
    }
    busy = false;
  }

  async function onFailure(error: unknown): Promise<void> {
    if (gone) return;
    if (error instanceof Refused && error.code !== 'offline') {
      destroy();
      return failed(error);
    }
    if (!(error instanceof Refused)) await reloadIfThere().catch(() => {});
    failures += 1;
    page.tell('still');
    later();
  }

  function later(): void {
    const verdict = afterClose(1006, failures, Math.random());
    if (verdict.kind === 'again') timer = setTimeout(() => void attempt(), verdict.delayMs);
  }

  const forget = onWake(() => void attempt());
  function destroy(): void {
    gone = true;
    page.destroy();
    clearTimeout(timer);
    forget();
  }

  host.replaceChildren(page.element);
  later();
  return { ...page, destroy };
}
