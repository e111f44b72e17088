// The sentences of the server's refusals, loaded when the page has nothing else to do.
import errors from '../../../../protocol/errors.json';
import { language } from '../base/i18n';
import { t } from '../texts/unreachable';
import { toast } from '../ui/toast';

// Undefined: a code of a newer server.
export function sentenceOf(code: string): string | undefined {
  return errors.errors.find((error) => error.code === code)?.[language()];
}

// What somebody asked for waits, and goes on by itself.
export function tellPause(code: string, ms: number): void {
  const sentence = sentenceOf(code);
  if (sentence) toast(`${sentence} ${t('net.pause', { n: Math.ceil(ms / 1000) })}`);
}
