// The worst mistake of an analysed record as a picture to share: to save, and where the browser can do it, to copy.
import { h } from '../base/dom';
import { inside } from '../base/site';
import { toast } from '../ui/toast';
import { t } from './texts';

// Where the server draws a move.
const addressOf = (record: string, ply: number) => inside(`/api/records/${record}/turning-point.png?move=${ply}`);

async function pictureAt(address: string): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.blob();
}

export class Souvenir {
  readonly element: HTMLElement;
  private readonly save: HTMLAnchorElement;
  private address = '';

  constructor(private readonly record: string) {
    this.save = h('a', { class: 'button small', 'data-do': 'picture' }, t('picture.save'));
    // Only where the page came over TLS, or from the same machine.
    const copies = typeof ClipboardItem === 'function' && navigator.clipboard !== undefined;
    const name = { class: 'button small', type: 'button', 'data-do': 'copy-picture' };
    const copy = h('button', { ...name, onclick: () => void this.copy() }, t('picture.copy'));
    this.element = h('div', { class: 'souvenir', hidden: true }, this.save, copies && copy);
  }

  // Undefined: there is no mistake to show.
  show(ply: number | undefined): void {
    this.element.hidden = ply === undefined;
    if (ply === undefined) return;
    this.address = addressOf(this.record, ply);
    this.save.href = this.address;
    this.save.download = `${this.record}-${ply}.png`;
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': pictureAt(this.address) })]);
      toast(t('picture.copied'));
    } catch {
      toast(t('picture.failed'), 'refusal');
    }
  }
}
