// Modal dialogs on the browser's own <dialog>, which handles focus, Escape and the backdrop.
import { type Child, h } from '../base/dom';
import { loadStyle, STYLES } from '../net/style';
import { t } from '../texts/dialogs';

await loadStyle(STYLES.dialogs as string).catch(() => {}); // usable without it

// Opens the dialog over the page, and calls `closed` after it. The browser gives the focus back to the button that opened it; if
// the page has replaced that button, the new one gets it.
function present(dialog: HTMLDialogElement, closed = () => {}): void {
  const opener = document.activeElement?.getAttribute('data-focus');
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (opener && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-focus="${CSS.escape(opener)}"]`)?.focus();
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0; // the focus may be at its end, but reading starts at the top
}

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
  present(dialog);
  return dialog;
}

// A form in a dialog: returns its values if the person confirms, else undefined. `beside` is placed next to the
// buttons, which stay visible.
export function formDialog(title: string, body: HTMLElement, agree: string, beside?: Child): Promise<FormData | undefined> {
  return new Promise((resolve) => {
    const no = h('button', { class: 'button', type: 'button', onclick: () => dialog.close() }, t('dialog.cancel'));
    const yes = h('button', { class: 'button primary', type: 'submit' }, agree);
    const form = h('form', {}, body, h('div', { class: 'actions' }, beside, no, yes));
    const dialog = h(
      'dialog',
      { class: 'dialog form', 'aria-labelledby': 'dialog-title' },
      h('h2', { id: 'dialog-title' }, title),
      form,
    );
    let held: FormData | undefined;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      held = new FormData(form);
      dialog.close();
    });
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
    present(dialog, () => resolve(held));
    form.querySelector<HTMLElement>('input:checked')?.focus();
  });
}

// True if the person confirms. `verb` is the label of the button.
export function confirmDialog(question: string, verb: string): Promise<boolean> {
  return new Promise((resolve) => {
    const yes = h('button', { class: 'button danger', type: 'button', value: 'yes' }, verb);
    const no = h('button', { class: 'button', type: 'button', autofocus: true }, t('dialog.cancel'));
    const dialog = h(
      'dialog',
      { class: 'dialog small', 'aria-label': question },
      h('p', {}, question),
      h('div', { class: 'actions' }, no, yes),
    );
    yes.addEventListener('click', () => dialog.close('yes'));
    no.addEventListener('click', () => dialog.close());
    present(dialog, () => resolve(dialog.returnValue === 'yes'));
  });
}

// The same for actions of a player in the game.
export function confirmed(what: 'leave' | 'resign'): Promise<boolean> {
  return confirmDialog(t(`sure.${what}`), t(`sure.${what}Do`));
}
