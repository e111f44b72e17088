// How long the page waits for whom. All in one place, because they belong together: what hangs in one place is tried again
// in another, and whoever waits should see within some seconds that nobody answers.

// From the opening of a socket to the server's welcome. A far and slow link needs some seconds, so each try that nobody
// answered gives the next one more time, up to the longest.
export const WELCOME_MS = 5000;
export const LONGEST_WELCOME_MS = 20_000;

// A connection is asked for a sign of life this often, and while it says nothing at all after a request.
export const PING_EVERY_MS = 15_000;
export const DOUBT_MS = 3000;
// It is given up when it is silent for so long after that question; sooner when there is a reason for doubt: a request
// without an answer, a network that has changed, a page that somebody looks at again.
export const SILENCE_MS = 10_000;
export const DOUBTED_SILENCE_MS = 4000;

// Of an HTTP request: without its head, or without the next piece of its body.
export const HTTP_SILENCE_MS = 10_000;
// Code and styles, which the browser loads: no one hears of their pieces, so this is for all of them.
export const CODE_MS = 12_000;

// What has waited for so long when the network or the person comes back is begun anew: it probably went into the void.
export const STALE_MS = 1500;

// A request that the server refuses for a time is sent again after that time, if it is not longer. So often
// that a class behind one router starts, too.
export const LONGEST_RETRY_MS = 60_000;
export const MOST_RETRIES = 12;
