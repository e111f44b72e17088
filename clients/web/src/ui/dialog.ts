// Modal dialogs on the browser's own <dialog>: focus, Escape and the backdrop are its work.
import { type Child, h } from '../dom';
import { t } from '../i18n';

export function openDialog(title: string, ...body: Child[]): HTMLDialogElement {
  document.querySelector('dialog[open]')?.remove(); // one at a time
  const close = h('button', { class: 'button', type: 'button', onclick: () => dialog.close() }, t('dialog.close'));
  const dialog = h(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'dialog-title' },
    h('h2', { id: 'dialog-title' }, title),
    ...body,
    h('div', { class: 'actions' }, close),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// True when the person says yes.
export function confirmDialog(question: string): Promise<boolean> {
  return new Promise((resolve) => {
    const yes = h('button', { class: 'button danger', type: 'button', value: 'yes' }, t('dialog.yes'));
    const no = h('button', { class: 'button', type: 'button', autofocus: true }, t('dialog.cancel'));
    const dialog = h(
      'dialog',
      { class: 'dialog small', 'aria-label': question },
      h('p', {}, question),
      h('div', { class: 'actions' }, no, yes),
    );
    yes.addEventListener('click', () => dialog.close('yes'));
    no.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
