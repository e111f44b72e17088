// Whether a move is still being shown: as long as the board is `aria-busy`.

export function isBusy(table: Element | undefined): boolean {
  return table?.isConnected === true && table.querySelector('.game-place [aria-busy=true]') !== null;
}

// Resolves when nothing moves on the board any more.
export function landed(table: Element | undefined): Promise<void> {
  return new Promise((done) => {
    if (!table || !isBusy(table)) return done();
    const seen = new MutationObserver(() => {
      if (isBusy(table)) return;
      seen.disconnect();
      done();
    });
    seen.observe(table, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] });
  });
}
