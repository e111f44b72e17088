// The connection on the page: three bars that follow the measured round trip, the same in words, and details in a
// panel.
import { h, setText } from '../../base/dom';
import { t } from '../../base/i18n';
import type { Link } from '../../net/connection';
import { later } from '../../ui/dialogs';

// The longest round trips with three bars and with two.
const GOOD_MS = 150;
const FAIR_MS = 400;

function barsOf({ status, roundTripMs }: Link): number {
  if (status.kind !== 'online' || roundTripMs === undefined) return 0;
  return roundTripMs <= GOOD_MS ? 3 : roundTripMs <= FAIR_MS ? 2 : 1;
}

function wordsOf({ status, roundTripMs }: Link): string {
  if (status.kind !== 'online') return t('net.offline');
  return roundTripMs === undefined ? t('net.onlinePlain') : t('net.online', { ms: roundTripMs });
}

// `ping` measures again. Call `show` whenever a fact about the connection has changed.
export function signal(link: () => Link, ping: () => void): { element: HTMLElement; show(): void } {
  const bars = h('span', { class: 'light-bars', 'aria-hidden': 'true' }, h('i', {}), h('i', {}), h('i', {}));
  const number = h('span', { class: 'light-ms', 'aria-hidden': 'true' });
  const words = h('span', { class: 'hidden-text' });
  let showPanel = (_now: Link) => {};
  const open = async () => {
    ping();
    showPanel = (await later(() => import('./panel')))?.openLink(link()) ?? showPanel;
  };
  const element = h(
    'button',
    { class: 'light', type: 'button', 'aria-haspopup': 'dialog', onclick: () => void open() },
    bars,
    number,
    words,
  );
  const show = () => {
    const now = link();
    element.className = `light ${now.status.kind}`;
    element.dataset.bars = String(barsOf(now));
    element.title = wordsOf(now);
    setText(words, wordsOf(now));
    setText(number, barsOf(now) === 0 ? '' : `${now.roundTripMs} ms`);
    showPanel(now);
  };
  return { element, show };
}
