// Tells somebody why something was refused.
import { t } from '../i18n';
import { toast } from './toast';

const sentences = () => import('../errors').catch(() => undefined);

export async function tellRefusal(code: string): Promise<void> {
  const sentence = code === 'offline' ? t('error.offline') : (await sentences())?.sentenceOf(code);
  toast(sentence ?? `${t('error.unknown')} (${code})`, 'refusal');
}

// Before there is one: when the server refuses, it may be hard to reach.
export function prepareRefusals(): void {
  addEventListener('load', () => setTimeout(() => void sentences(), 3000), { once: true });
}
