// The dialogs of every page: settings, the list of keys, and the rules. Their code is loaded when somebody opens one.
import { t } from '../i18n';
import { persist } from '../net/persist';
import { toast } from './toast';

// Code that comes when it is needed; undefined if it does not, and then the person has been told.
export async function later<Code>(load: () => Promise<Code>): Promise<Code | undefined> {
  try {
    return await persist(load);
  } catch {
    toast(t('error.offline'), 'refusal');
    return undefined;
  }
}

// The keys of the open game, if any.
let gameKeys: () => string[] = () => [];

export function setGameKeys(keys: () => string[]): void {
  gameKeys = keys;
}

export async function openSettings(): Promise<void> {
  (await later(() => import('./settings-dialog')))?.openSettings();
}

export async function openKeys(): Promise<void> {
  (await later(() => import('./lists')))?.openList(t('keys.title'), 'keys', [...gameKeys(), t('keys.help')]);
}

// `card` shows the game's first steps, if it has any.
export async function openRules(game: string, sentences: string[], card: (() => void) | false): Promise<void> {
  (await later(() => import('./lists')))?.openList(t('help.title', { game }), 'rules', sentences, card);
}

// `?` anywhere except in text fields.
export function bindHelpKey(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '?' || (event.target as Element).closest?.('input, textarea, select, dialog')) return;
    event.preventDefault();
    void openKeys();
  });
}
