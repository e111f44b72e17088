// The dialogs of every page: settings, the list of keys, and the rules. Their code is loaded on demand.

import { t } from '../base/i18n';
import { isElsewhere } from '../base/keys';
import type { HelpLine } from '../model/help';
import { persist } from '../net/persist';
import type { KeyOfRoom } from '../texts/dialogs';
import { toast } from './toast';

// Loads code on demand; undefined if it fails, and then the person has been informed.
export async function later<Code>(load: () => Promise<Code>): Promise<Code | undefined> {
  try {
    return await persist(load);
  } catch {
    toast(t('error.offline'), 'refusal');
    return undefined;
  }
}

// The keys of the open game, if any, and those of its room.
let gameKeys: () => string[] = () => [];
let roomKeys: () => KeyOfRoom[] = () => [];

export function setGameKeys(keys: () => string[], room: () => KeyOfRoom[] = () => []): void {
  gameKeys = keys;
  roomKeys = room;
}

export async function openSettings(): Promise<void> {
  (await later(() => import('./settings-dialog')))?.openSettings();
}

export async function openKeys(): Promise<void> {
  (await later(() => import('./lists')))?.openKeys(gameKeys(), roomKeys());
}

// `load`: the rules; `card` shows the game's first steps, if it has any.
export async function openRules(game: string, load: () => Promise<HelpLine[]>, card: (() => void) | false): Promise<void> {
  const [lists, lines] = (await later(() => Promise.all([import('./lists'), load()]))) ?? [];
  if (lines) lists?.openRules(game, lines, card);
}

// `?` anywhere except in text fields.
export function bindHelpKey(): void {
  document.addEventListener('keydown', (event) => {
    // Also the Arabic question mark, and the full-width one. Shift may be needed for it, and on some keyboards AltGr.
    if (!['?', '？', '؟'].includes(event.key) || event.isComposing || isElsewhere(event)) return;
    event.preventDefault();
    void openKeys();
  });
}
