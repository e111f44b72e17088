// The reaction to a closed socket, by the class of its close code (protocol/README.md, "Close codes").

export type Verdict =
  | { kind: 'again'; delayMs: number }
  | { kind: 'newGuest' } // the token is invalid: reconnect without it
  | { kind: 'stop'; reason: StopReason };

export type StopReason = 'replaced' | 'kicked' | 'noRoom' | 'broken' | 'closed' | 'refused';

const FIRST_MS = 250;
// While the server may only be restarting, reconnect soon after it should be up again; later, less often.
const LONG_MS = 2500;
const HASTY_TRIES = 20; // about 40 s
const LONGEST_MS = 15_000;

// `failures`: the number of tries in a row without a welcome. `random`: 0..1.
export function afterClose(code: number, failures: number, random: number): Verdict {
  if (code === 4003) return { kind: 'newGuest' };
  if (code === 4004) return { kind: 'stop', reason: 'replaced' };
  if (code === 4005) return { kind: 'stop', reason: 'kicked' };
  if (code === 4006) return { kind: 'stop', reason: 'noRoom' };
  if (code === 4007) return { kind: 'stop', reason: 'broken' };
  if (code === 4008) return { kind: 'stop', reason: 'closed' };
  // Reconnecting unchanged after our own error would loop, so these codes end the connection. The page always sends
  // hello first: after 4002 it was late, as on a slow network, so it retries.
  if (code >= 4000 && code < 4100 && code !== 4002) return { kind: 'stop', reason: 'refused' };
  if (code === 1002 || code === 1003 || code === 1007 || code === 1008 || code === 1009)
    return { kind: 'stop', reason: 'refused' };
  if (code === 1012) return { kind: 'again', delayMs: Math.round(random * 3000) };
  const ceiling = failures > HASTY_TRIES ? LONGEST_MS : Math.min(LONG_MS, FIRST_MS * 2 ** failures);
  return { kind: 'again', delayMs: Math.round(ceiling * (0.5 + random / 2)) };
}
