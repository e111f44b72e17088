// The room's link: to copy, to share, and as a picture for a phone's camera. In a dialog, and on the page where the
// seats are chosen.
import { h } from '../../base/dom';
import { t as common } from '../../base/i18n';
import { drawing, svg } from '../../base/svg';
import { persist } from '../../net/persist';
import { learnReach, sharedSite } from '../../net/reach';
import { loadStyle, STYLES } from '../../net/style';
import type { Address } from '../../protocol';
import { openDialog } from '../../ui/dialog';
import { type SeatsKey, t } from '../texts';

// The clipboard needs a secure context, which a server in a home network often lacks, so there is the old method as
// well.
export async function copyText(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand('copy');
  }
}

// A QR code as a path; its code is loaded when it is first drawn.
async function drawCode(place: HTMLElement, url: () => string): Promise<void> {
  const { encode } = await persist(() => import('uqr'));
  const { data, size } = encode(url(), { ecc: 'M', border: 2 });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  const picture = drawing(size, size, svg('path', { d: squares.join(''), fill: '#000', 'shape-rendering': 'crispEdges' }));
  picture.setAttribute('class', 'qr');
  place.replaceChildren(picture);
}

// What friends need, where the page was opened on the server's own machine.
const NEEDS: Partial<Record<Address['reach'], SeatsKey>> = {
  network: 'room.reachNetwork',
  machine: 'room.reachMachine',
  unknown: 'room.reachUnknown',
};

// A flag of the server is not broken between its dashes.
function withFlag(text: string): (HTMLElement | string)[] {
  const flag = (part: string, i: number) => (i % 2 === 1 ? h('span', { class: 'whole' }, part) : part);
  return text.split(/(--bind [\d.]+)/).map(flag);
}

// `focused`: the button that copies the link has the focus.
export function inviteParts(code: string, label: string, focused = false): HTMLElement[] {
  loadStyle(STYLES.dialogs as string).catch(() => {}); // usable without it
  const url = () => `${sharedSite()}/r/${code}`;
  const field = h('input', { class: 'field', readonly: true, value: url(), 'aria-label': label });
  field.addEventListener('focus', () => field.select());
  const done = h('span', { class: 'quiet', role: 'status' });
  const copyButton = h('button', { class: 'button primary', type: 'button', autofocus: focused }, t('room.copy'));
  copyButton.addEventListener('click', async () => {
    done.textContent = (await copyText(field)) ? t('room.copied') : '';
  });
  const canShare = typeof navigator.share === 'function';
  const share = () => void navigator.share({ title: common('room.title', { code }), url: url() }).catch(() => {});
  const shareButton = canShare && h('button', { class: 'button', type: 'button', onclick: share }, t('room.share'));
  const picture = h('div', { class: 'qr-place', role: 'img', 'aria-label': t('room.qr') });
  const need = h('p', { class: 'quiet', hidden: true });
  // The address that friends can open, and what they need for it, come from the server.
  const draw = () => drawCode(picture, url).catch(() => picture.remove()); // the link is there all the same
  void draw();
  void learnReach().then(({ reach }) => {
    const words = NEEDS[reach];
    if (words) need.replaceChildren(...withFlag(t(words)));
    need.hidden = !words;
    if (field.value === url()) return;
    field.value = url();
    void draw();
  });
  return [
    h(
      'div',
      { class: 'invite' },
      h(
        'div',
        { class: 'invite-words' },
        h('p', { class: 'code' }, code),
        field,
        need,
        h('div', { class: 'actions start' }, copyButton, shareButton, done),
      ),
      picture,
    ),
  ];
}

export function openInvite(code: string): void {
  openDialog(common('room.invite'), h('p', {}, t('room.inviteHint')), ...inviteParts(code, t('room.link'), true));
}
