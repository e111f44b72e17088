// The display of moves during a game, counted in the page from its first moment.

// Counts steps that are drawn while an earlier one is being shown, and how long the page is more than two moves behind the received steps. In
// ticks of its own timer: on a processor that others use, it is as late as the page's timers are.
function count() {
  const TICK_MS = 25;
  const seen = { moves: 0, overtaken: 0, behindMs: 0, told: 0, steps: [] };
  window.seen = seen;
  const busy = new WeakSet();
  const { setAttribute, removeAttribute } = Element.prototype;
  Element.prototype.setAttribute = function set(name, value) {
    if (name === 'aria-busy' && this.closest('.game-place')) {
      seen.moves += 1;
      if (busy.has(this)) seen.overtaken += 1;
      busy.add(this);
    }
    return setAttribute.call(this, name, value);
  };
  Element.prototype.removeAttribute = function remove(name) {
    if (name === 'aria-busy') busy.delete(this);
    return removeAttribute.call(this, name);
  };
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...how) {
      super(...how);
      this.addEventListener('message', ({ data }) => {
        const { type, set, room } = JSON.parse(data);
        const ply = type === 'step' ? set.ply : type === 'state' ? room.ply : undefined;
        if (ply !== undefined) seen.told = ply;
      });
    }
  };
  let behind = 0;
  setInterval(() => {
    const shown = Number(document.querySelector('.turn')?.dataset.ply ?? seen.told);
    behind = seen.told - shown <= 2 ? 0 : behind + TICK_MS;
    seen.behindMs = Math.max(seen.behindMs, behind);
  }, TICK_MS);
}

export function watchMoves(page) {
  return page.addInitScript(count);
}

export function seenMoves(page) {
  return page.evaluate(() => window.seen);
}
