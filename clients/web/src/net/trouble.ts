// Why a socket has not led to a welcome. A browser hides the answer to a refused upgrade from its page, so the same address
// is asked again in plain HTTP: the response contains the refusal, or 426 if the server would not refuse
// (protocol/README.md).
import { language } from '../base/i18n';
import type { ErrorMessage, Notice } from '../protocol';
import { t } from '../texts/unreachable';
import { ask } from './ask';
import type { StopReason } from './backoff';
import type { Failure, Trouble } from './connection';

export type Measure = Pick<ErrorMessage, 'reason' | 'until'>;
type Cause = 'away' | 'proxy' | 'connections' | 'joins' | 'guests' | 'full' | 'busy';

// A single refused upgrade may be the last one before the network returned.
const SURE_OF_PROXY = 2;
const AGAIN_MS = 5000; // for a refusal that ends when another client leaves

function trouble(cause: Cause, retryMs?: number): Trouble {
  const title = () => t(cause === 'away' ? 'away.title' : 'away.notYet');
  return { title, words: () => t(`cause.${cause}`), ...(retryMs === undefined ? {} : { retryMs }) };
}

// The answer to hello.
function ofHello({ code, retry_ms }: ErrorMessage): Trouble | undefined {
  if (code === 'limit_reached') return trouble('full', AGAIN_MS);
  if (code === 'rate_limited') return trouble('guests', retry_ms);
  if (code === 'busy' || code === 'internal' || code === 'moved' || code === 'draining') return trouble('busy', retry_ms);
  return undefined;
}

async function ofUpgrade(path: string, failures: number): Promise<Trouble | undefined> {
  const response = await ask(path);
  const answer = (await response.json().catch(() => undefined)) as ErrorMessage | undefined;
  if (response.status === 426) return failures < SURE_OF_PROXY ? undefined : trouble('proxy');
  if (answer?.code === 'rate_limited') return trouble('joins', answer.retry_ms);
  if (answer?.code === 'limit_reached') return trouble('connections', AGAIN_MS);
  if (answer?.code === 'busy') return trouble('busy', answer.retry_ms);
  return answer === undefined ? trouble('away') : undefined;
}

// Undefined: unknown.
export async function explain({ path, refusal, failures }: Failure): Promise<Trouble | undefined> {
  if (refusal) return ofHello(refusal);
  return ofUpgrade(path, failures).catch(() => trouble('away'));
}

// Why the page does not reconnect automatically, and the label of the button that does.
export function stopped(reason: Exclude<StopReason, 'noRoom'>, refusal?: ErrorMessage): [string, string] {
  if (refusal?.code === 'banned') return [[t('net.banned'), ...measure(refusal)].join(' '), t('net.retry')];
  if (reason === 'replaced') return [t('net.replaced'), t('net.takeBack')];
  if (reason === 'kicked') return [t('net.kicked'), t('net.watch')];
  return [t(`net.${reason}`), t('net.retry')];
}

// Until when the operator's ban or mute holds, and why.
export function measure({ reason, until }: Measure): string[] {
  const words: string[] = [];
  if (until !== undefined) {
    const style: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
    words.push(t('net.bannedUntil', { time: new Intl.DateTimeFormat(language(), style).format(until) }));
  }
  if (reason) words.push(t('net.bannedFor', { reason }));
  return words;
}

// Undefined: a newer server sends others.
export function wordsOf({ kind, text }: Notice): string | undefined {
  if (kind === 'draining' || kind === 'history') return t(`net.${kind}`);
  const words = text?.[language()] ?? text?.en ?? text?.ja;
  return words && t('net.operator', { text: words });
}
