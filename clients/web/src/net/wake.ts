// Moments at which hanging requests should be checked: the network is back, the person looks at the page again, or the
// browser has restored the page from its memory.

// Returns a function that stops listening.
export function onWake(wake: () => void): () => void {
  const visible = () => document.visibilityState !== 'hidden' && wake();
  // `pageshow` fires for every page; only one restored from memory may have slept.
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
