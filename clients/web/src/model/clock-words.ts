// The time control of a room in words. Pure.
import { speaker } from '../base/i18n';
import type { ClockWish } from '../protocol';

export const { t: clockText } = speaker({
  en: {
    title: 'Time control',
    none: 'No clock',
    move: '{n} s per move',
    fischer: '{m} min + {s} s per move',
    main: '{m} min + ',
    byoyomi: 'byo-yomi {n} × {s} s',
  },
  ja: {
    title: '持ち時間',
    none: 'なし',
    move: '1手{n}秒',
    fischer: '{m}分＋1手{s}秒',
    main: '{m}分＋',
    byoyomi: '秒読み{s}秒×{n}回',
  },
});

// `clock`: of a room, or of the wish for one, with all times of its kind.
export function clockWords({ clock }: { clock: ClockWish }): string {
  const { kind, limit_ms = 0, initial_ms = 0, increment_ms = 0, periods: n = 0, period_ms = 0 } = clock;
  if (kind === 'move') return clockText('move', { n: limit_ms / 1000 });
  if (kind === 'none') return clockText('none');
  const m = initial_ms / 60_000;
  if (kind === 'fischer') return clockText('fischer', { m, s: increment_ms / 1000 });
  const periods = clockText('byoyomi', { n, s: period_ms / 1000 });
  return m > 0 ? clockText('main', { m }) + periods : periods;
}
