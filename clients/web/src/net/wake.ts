// Moments at which what hangs should be looked at: the network is back, somebody looks at the page again, or the browser
// has brought it back from its memory.

// Returns a function that ends the listening.
export function onWake(wake: () => void): () => void {
  const visible = () => document.visibilityState !== 'hidden' && wake();
  // Every page is shown once; only one that comes out of the memory may have slept.
  const shown = (event: PageTransitionEvent) => event.persisted !== false && visible();
  addEventListener('online', visible);
  addEventListener('pageshow', shown);
  document.addEventListener('visibilitychange', visible);
  return () => {
    removeEventListener('online', visible);
    removeEventListener('pageshow', shown);
    document.removeEventListener('visibilitychange', visible);
  };
}
