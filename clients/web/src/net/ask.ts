// fetch() of a path of this server, with a time limit: it fails when nothing has arrived for HTTP_SILENCE_MS, also in the middle of a body. A
// request that hangs when the network returns fails at once. The caller repeats failed requests.
import { inside } from '../base/site';
import { HTTP_SILENCE_MS, STALE_MS } from './limits';
import { onWake } from './wake';

interface Hanging {
  since: number; // when something last arrived
  end(): void;
}

const hanging = new Set<Hanging>();
// After a failure the browser's cache is bypassed until something arrives again. The cache lets a second request for an
// address wait for the first, which may hang for ever if index.html began it, and cannot be aborted.
let failed = false;
let listening = false;

function endStale(): void {
  for (const one of [...hanging]) if (Date.now() - one.since > STALE_MS) one.end();
}

function listen(): void {
  if (listening || typeof document === 'undefined') return; // in a test without a browser
  listening = true;
  onWake(endStale);
}

export async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  listen();
  const control = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const one: Hanging = { since: 0, end: () => control.abort() };
  const renew = () => {
    one.since = Date.now();
    clearTimeout(timer);
    timer = setTimeout(one.end, HTTP_SILENCE_MS);
  };
  const done = () => {
    clearTimeout(timer);
    hanging.delete(one);
  };
  hanging.add(one);
  renew();
  control.signal.addEventListener('abort', () => {
    failed = true;
    done();
  });
  try {
    const response = await fetch(inside(address), { ...init, signal: control.signal, ...(failed && { cache: 'no-store' }) });
    renew();
    failed = false;
    if (response.body === null) {
      done();
      return response;
    }
    const pieces = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, to) {
        renew();
        to.enqueue(piece);
      },
      flush: done,
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(pieces), { status, statusText, headers });
  } catch (error) {
    done();
    throw error;
  }
}
