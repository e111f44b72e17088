// Tells the person why a request was refused.
import { t } from '../base/i18n';
import { tellPauses } from '../net/api';
import type { Listener } from '../net/connection';
import { persist } from '../net/persist';
import { toast } from './toast';

// Undefined: it could not be loaded.
export const rare = () => persist(() => import('../pages/rare')).catch(() => undefined);

// Why there is no connection; undefined: unknown.
export const explain: NonNullable<Listener<unknown>['explain']> = async (failure) => (await rare())?.explain(failure);

// `facts`: until when and why, of a mute.
export async function tellRefusal(code: string, facts?: object): Promise<void> {
  const sentence = code === 'offline' ? t('error.offline') : (await rare())?.sentenceOf(code, facts);
  toast(sentence ?? `${t('error.unknown')} (${code})`, 'refusal');
}

// Loaded in advance, because a server that refuses may be hard to reach.
export function prepareRare(): void {
  tellPauses((code, ms) => void rare().then((more) => more?.tellPause(code, ms)));
  addEventListener('load', () => setTimeout(async () => (await rare())?.install(), 3000), { once: true });
}
