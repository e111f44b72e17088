// What can be done with a record: sharing it, its file, the rules, the keys, and the way back.
import { h } from '../base/dom';
import { titleOf } from '../base/i18n';
import { helpOf } from '../model/help';
import { learnReach, sharedSite } from '../net/reach';
import { copyText } from '../room/seats/invite';
import { openKeys, openRules } from '../ui/dialogs';
import { icon } from '../ui/icons';
import { toast } from '../ui/toast';
import type { RecordFacts } from './facts';
import { t } from './texts';

// The link to the shown move, by a field that the browser can copy from everywhere.
async function copyLink(tools: HTMLElement, address: string): Promise<void> {
  const field = h('input', { class: 'field', value: address });
  tools.append(field);
  if (await copyText(field)) toast(t('page.copied'));
  field.remove();
}

function rulesButton({ first, loaded: { replay, module, game } }: RecordFacts): HTMLElement {
  const rules = () => helpOf(module, first.doc, first.doc.view);
  const open = () => openRules(titleOf(game, replay.game), rules, false);
  return h('button', { class: 'button small', type: 'button', onclick: open }, icon('rules'), t('page.rules'));
}

function keysButton(): HTMLElement {
  return h('button', { class: 'button small keys-button', type: 'button', onclick: openKeys }, icon('keys'), t('page.keys'));
}

function link(href: string, text: string): HTMLElement {
  return h('a', { class: 'button small', href, 'data-link': true }, text);
}

// Of a record that the server keeps; `at`: the shown ply.
export function servedTools(id: string, record: RecordFacts, at: () => number): HTMLElement {
  void learnReach();
  const share = () => void navigator.share({ title: document.title, url: `${sharedSite()}/g/${id}` }).catch(() => {});
  const copy = () => void copyLink(tools, `${sharedSite()}/g/${id}${at() > 0 ? `#${at()}` : ''}`);
  const tools = h(
    'div',
    { class: 'record-tools' },
    h('button', { class: 'button small', type: 'button', 'data-do': 'copy', onclick: copy }, t('page.copy')),
    typeof navigator.share === 'function' &&
      h('button', { class: 'button small', type: 'button', onclick: share }, t('page.share')),
    h('a', { class: 'button small', href: `/api/records/${id}`, download: `${id}.jsonl` }, t('page.download')),
    rulesButton(record),
    keysButton(),
    link(`/r/${record.first.doc.code}`, t('page.room')),
  );
  return tools;
}

// Of a record from a file, which the server need not know.
export function fileTools(record: RecordFacts): HTMLElement {
  return h('div', { class: 'record-tools' }, rulesButton(record), keysButton(), link('/g/', t('page.other')));
}
