// All time limits of the page for the network. They are in one place because they belong together: a request that hangs in
// one place is repeated in another, and a waiting person should learn within some seconds that the server does not answer.

// From the opening of a socket to the server's welcome. A slow link over a long distance needs some seconds, so after
// each unanswered try the next one gets more time, up to the longest.
export const WELCOME_MS = 5000;
export const LONGEST_WELCOME_MS = 20_000;

// A ping is sent this often, and also when nothing at all arrives after a request.
export const PING_EVERY_MS = 15_000;
export const DOUBT_MS = 3000;
// The connection is given up after so much silence since the ping; sooner when there is a reason for doubt: a request
// without an answer, a change of the network, a page that comes into view again.
export const SILENCE_MS = 10_000;
export const DOUBTED_SILENCE_MS = 4000;

// Of an HTTP request: without its head, or without the next piece of its body.
export const HTTP_SILENCE_MS = 10_000;
// Code and styles: the browser does not report their pieces, so this is the limit for the whole load.
export const CODE_MS = 12_000;

// A request that has waited for so long when the network or the person returns is repeated: it was probably lost.
export const STALE_MS = 1500;

// The longest `retry_ms` after which a refused request is sent again, and how often: enough for a school
// class behind one router.
export const LONGEST_RETRY_MS = 60_000;
export const MOST_RETRIES = 12;
