// The known facts about the connection, in a small dialog that is updated while it is open.
import { h, setText } from '../../base/dom';
import { language } from '../../base/i18n';
import type { Link } from '../../net/connection';
import { openDialog } from '../../ui/dialog';
import { t } from '../texts';

function tripOf({ status, roundTripMs }: Link): string {
  if (status.kind !== 'online') return t('link.none');
  return roundTripMs === undefined ? t('link.asked') : t('link.ms', { ms: roundTripMs });
}

function sinceOf({ status, since }: Link): string {
  if (status.kind !== 'online' || since === undefined) return '–';
  return new Intl.DateTimeFormat(language(), { timeStyle: 'medium' }).format(since);
}

// The result shows another state of the connection.
export function openLink(link: Link): (now: Link) => void {
  const rows = [
    { name: t('link.trip'), of: tripOf },
    { name: t('link.since'), of: sinceOf },
    { name: t('link.again'), of: ({ reconnects }: Link) => t('link.times', { n: reconnects }) },
  ].map((row) => ({ ...row, value: h('dd', {}) }));
  const show = (now: Link) => {
    for (const { value, of } of rows) setText(value, of(now));
  };
  show(link);
  openDialog(
    t('link.title'),
    h('section', { class: 'info' }, h('dl', {}, ...rows.map(({ name, value }) => h('div', {}, h('dt', {}, name), value)))),
  );
  return show;
}
