// Calls `work` repeatedly while the element is in view and the page is visible, so that hidden parts cost nothing. The
// pauses grow, so that a forgotten page asks seldom.
const SLOWER = 1.04;
const LONGEST_MS = 20_000;

export function whileSeen(element: Element, everyMs: number, work: () => Promise<unknown>): () => void {
  let seen = false;
  let pause = everyMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  const run = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (!seen || document.hidden || busy) return;
    busy = true;
    await work().catch(() => {}); // the next turn tries again
    busy = false;
    if (!seen || document.hidden) return;
    timer = setTimeout(() => void run(), pause);
    pause = Math.min(LONGEST_MS, pause * SLOWER);
  };
  const sight = new IntersectionObserver((entries) => {
    seen = entries.at(-1)?.isIntersecting === true;
    if (seen && timer === undefined) void run();
  });
  const wake = () => {
    pause = everyMs;
    if (timer === undefined) void run();
  };
  sight.observe(element);
  document.addEventListener('visibilitychange', wake);
  document.addEventListener('pointerdown', wake, { passive: true });
  return () => {
    seen = false;
    clearTimeout(timer);
    sight.disconnect();
    document.removeEventListener('visibilitychange', wake);
    document.removeEventListener('pointerdown', wake);
  };
}
