// Reports to the operator: of a person, or of one message of the chat.
import { type Child, h, named } from '../../base/dom';
import { api, Refused } from '../../net/api';
import type { ChatLine, ReportRequest } from '../../protocol';
import { formDialog } from '../../ui/dialog';
import { drawn } from '../../ui/icons';
import { tellRefusal } from '../../ui/refusal';
import { toast } from '../../ui/toast';
import { t } from '../texts';

const MOST_POINTS = 200;
const MARK = 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 8v5M12 16h.1';

async function report(room: string, what: ReportRequest, nick: string, ...about: Child[]): Promise<void> {
  const label = h('label', { for: 'report-reason' }, t('report.reason'));
  const reason = h('input', {
    class: 'field',
    id: 'report-reason',
    name: 'reason',
    maxlength: MOST_POINTS,
    autocomplete: 'off',
  });
  const fields = await formDialog(
    t('report.title', { nick }),
    h('div', { class: 'report' }, ...about, label, reason),
    t('report.do'),
  );
  if (!fields) return;
  try {
    await api.report(room, { ...what, reason: `${fields.get('reason')}` });
    toast(t('report.done'));
  } catch (refusal) {
    const code = refusal instanceof Refused ? refusal.code : 'internal';
    if (what.message && code === 'not_found') toast(t('report.gone'), 'refusal');
    else void tellRefusal(code);
  }
}

export function reportPerson(room: string, guest: string, nick: string): Promise<void> {
  return report(room, { guest }, nick, h('p', {}, t('report.about')));
}

// The button behind a line of the chat, which the document names `message`. It is not read aloud with each new line.
export function reportButton(room: string, message: string, { nick, text }: ChatLine): HTMLElement {
  const ask = () => report(room, { message }, nick, h('blockquote', {}, named(text)), h('p', {}, t('report.aboutMessage')));
  return h(
    'button',
    {
      class: 'line-report',
      type: 'button',
      title: t('report.open'),
      'aria-label': `${t('report.open')} ${nick}: ${text}`,
      'aria-live': 'off',
      'data-focus': `report ${message}`,
      onclick: () => void ask(),
    },
    drawn(MARK),
  );
}
