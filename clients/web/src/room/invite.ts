// The dialog with the room's link.
import { h } from '../dom';
import { t } from '../i18n';
import { openDialog } from '../ui/dialog';

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

export function openInvite(code: string): void {
  const url = `${location.origin}/r/${code}`;
  const field = h('input', { class: 'field', readonly: true, value: url, 'aria-label': t('room.link') });
  const done = h('span', { class: 'quiet', role: 'status' });
  const copyButton = h('button', { class: 'button primary', type: 'button', autofocus: true }, t('room.copy'));
  copyButton.addEventListener('click', async () => {
    done.textContent = (await copyText(field)) ? t('room.copied') : '';
  });
  const canShare = typeof navigator.share === 'function';
  const share = () => void navigator.share({ title: t('room.title', { code }), url }).catch(() => {});
  const shareButton = canShare && h('button', { class: 'button', type: 'button', onclick: share }, t('room.share'));
  openDialog(
    t('room.invite'),
    h('p', {}, t('room.inviteHint')),
    field,
    h('p', { class: 'code' }, code),
    h('div', { class: 'actions start' }, copyButton, shareButton, done),
  );
}
