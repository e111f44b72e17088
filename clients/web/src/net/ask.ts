// fetch() with an end: it fails when nothing has come for HTTP_SILENCE_MS, also in the middle of a body. What hangs when
// the network comes back fails at once. A failed request is the caller's to repeat.
import { HTTP_SILENCE_MS, STALE_MS } from './limits';
import { onWake } from './wake';

interface Hanging {
  since: number; // when something came last
  end(): void;
}

const hanging = new Set<Hanging>();
// After a failure the browser's cache is left out until something comes again: it lets a second request for an address wait
// for the first one, which may hang for ever where it was begun by index.html and cannot be ended.
let failed = false;
let listening = false;

function endStale(): void {
  for (const one of [...hanging]) if (Date.now() - one.since > STALE_MS) one.end();
}

function listen(): void {
  if (listening || typeof document === 'undefined') return; // a test without a browser
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
    const response = await fetch(address, { ...init, signal: control.signal, ...(failed && { cache: 'no-store' }) });
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
