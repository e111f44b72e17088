// The score of all rounds that people have played in this room, whatever they played. Loaded with the seats and the result.
import { h, named } from '../base/dom';
import { speaker } from '../base/i18n';
import { loadStyle, STYLES } from '../net/style';
import type { RoomDocument } from '../protocol';

await loadStyle(STYLES.result as string).catch(() => {}); // plain without it, but there

const { t } = speaker({
  en: { title: 'Rounds won in this room', bots: 'Bots' },
  ja: { title: 'このルームでの勝ち数', bots: 'ボット' },
});

// Undefined until two people have played. Whoever has won most is first; bots, together, are last.
export function eveningScore({ evening }: RoomDocument): HTMLElement | undefined {
  const people = Object.values(evening?.people ?? {}).sort((a, b) => b.wins - a.wins);
  if (people.length < 2) return undefined;
  const line = (name: Node | string, wins: number) => h('li', {}, name, ' ', h('b', {}, wins));
  return h(
    'section',
    { class: 'evening', 'aria-label': t('title') },
    h('h3', {}, t('title')),
    h('ul', {}, ...people.map(({ nick, wins }) => line(named(nick), wins)), evening?.bots && line(t('bots'), evening.bots)),
  );
}
