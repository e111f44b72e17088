// The place of the offer to show the first steps on a small screen: beside the board, else below it, else over the bar; never
// over the board.

const EDGE_PX = 12;
const LEAST_PX = 200; // for its words

// Places it until the returned function is called.
export function keepOffBoard(card: HTMLElement): () => void {
  const place = () => {
    const board = document.querySelector('.game-place :is(.board-frame, .bubble-frame)')?.getBoundingClientRect();
    if (!board) return;
    const beside = innerWidth - board.right - 2 * EDGE_PX;
    const below = innerHeight - board.bottom - 2 * EDGE_PX;
    card.dataset.at = 'below'; // its height there, whatever it was before: else two places could alternate
    card.dataset.at = beside >= LEAST_PX ? 'beside' : below >= card.offsetHeight ? 'below' : 'above';
    card.style.setProperty('--beside', `${beside}px`);
  };
  const turned = new ResizeObserver(place); // also once at the start
  // The board moves when things around it grow: the table, the cards of the players.
  const around = document.querySelectorAll('.game-place, .table, .players');
  for (const part of [document.documentElement, card, ...around]) turned.observe(part);
  return () => {
    turned.disconnect();
    card.removeAttribute('data-at');
  };
}
