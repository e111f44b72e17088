// The sentences for the server's refusals, loaded when the page is idle.
import errors from '../../../../protocol/errors.json';
import { h } from '../base/dom';
import { language } from '../base/i18n';
import { type Measure, measure } from '../net/trouble';
import { t } from '../texts/unreachable';
import { toast } from '../ui/toast';

// Undefined: the code is from a newer server. `facts`: what else the refusal says.
export function sentenceOf(code: string, facts: Measure = {}): string | undefined {
  const sentence = errors.errors.find((error) => error.code === code)?.[language()];
  return sentence && [sentence, ...measure(facts)].join(' ');
}

// A request waits and is repeated automatically: the remaining seconds are counted down. Screen readers hear the
// sentence once.
export function tellPause(code: string, ms: number): void {
  const sentence = code === 'rate_limited' ? t('net.crowd') : sentenceOf(code);
  if (!sentence) return;
  const end = Date.now() + ms;
  const left = h('span');
  const count = () => {
    left.textContent = t('net.pause', { n: Math.max(1, Math.ceil((end - Date.now()) / 1000)) });
  };
  count();
  const element = toast(`${sentence} `, 'info', ms);
  element.append(left);
  const timer = setInterval(() => (element.isConnected ? count() : clearInterval(timer)), 1000);
}
