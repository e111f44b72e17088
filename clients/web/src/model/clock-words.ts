// The time control of a room in words. Pure.
import { t } from '../base/i18n';
import type { RoomDocument } from '../protocol';

export function clockWords({ clock }: RoomDocument): string {
  if (clock.kind === 'move') return t('table.clock.move', { n: clock.limit_ms / 1000 });
  if (clock.kind === 'none') return t('table.clock.none');
  const m = clock.initial_ms / 60_000;
  if (clock.kind === 'fischer') return t('table.clock.fischer', { m, s: clock.increment_ms / 1000 });
  const periods = t('table.clock.byoyomi', { n: clock.periods, s: clock.period_ms / 1000 });
  return m > 0 ? t('table.clock.main', { m }) + periods : periods;
}
