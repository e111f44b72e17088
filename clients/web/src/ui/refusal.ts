// Tells somebody why something was refused.
import { t } from '../i18n';
import { persist } from '../net/persist';
import { toast } from './toast';

// Undefined: it could not be loaded.
export const rare = () => persist(() => import('../rare')).catch(() => undefined);

export async function tellRefusal(code: string): Promise<void> {
  const sentence = code === 'offline' ? t('error.offline') : (await rare())?.sentenceOf(code);
  toast(sentence ?? `${t('error.unknown')} (${code})`, 'refusal');
}

// Before it is needed: when the server refuses, it may be hard to reach.
export function prepareRare(): void {
  addEventListener('load', () => setTimeout(async () => (await rare())?.install(), 3000), { once: true });
}
