// The sentences of the server's refusals, loaded when the page has nothing else to do.
import errors from '../../../protocol/errors.json';
import { language } from './i18n';

// Undefined: a code of a newer server.
export function sentenceOf(code: string): string | undefined {
  return errors.errors.find((error) => error.code === code)?.[language()];
}
