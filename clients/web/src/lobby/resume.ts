// "Your game goes on": the first thing on the start page while a game of one's own is unfinished. It is there from the
// first moment and keeps its size, whatever the server then says of the room.
import { h, setText } from '../dom';
import { pictureOf } from '../games/pictures';
import { t, titleOf } from '../i18n';
import { api, Refused } from '../net/api';
import { noteGone, type OwnGame, runningGame } from '../own-games';
import type { Game } from '../protocol';
import { recordPath } from '../record-path';

export interface ResumeCard {
  element: HTMLElement;
  // The games are known now, and with them the name of the unfinished one.
  update(): void;
}

export function resumeCard(games: () => Game[]): ResumeCard | undefined {
  const own = runningGame();
  if (!own) return undefined;
  const picture = h('div', { class: 'resume-picture' });
  const title = h('h2', {}, t('resume.title'));
  const words = h('p', { class: 'hint' });
  const go = h('a', { class: 'button primary', href: `/r/${own.code}`, 'data-link': true }, t('resume.back'));
  const card = h('section', { class: 'panel resume', 'data-room': own.code }, picture, h('div', {}, title, words), go);

  const name = () =>
    titleOf(
      games().find((game) => game.id === own.game),
      own.game,
    );
  let say = () => {}; // the name of the game, in what is known of the room
  const draw = async () => {
    const glimpse = await api.glimpse(own.code);
    say = () => setText(words, t('resume.waits', { game: name() }));
    say();
    const drawn = glimpse.view && (await pictureOf(glimpse.game, glimpse.view));
    if (drawn) picture.replaceChildren(drawn);
    if (glimpse.phase === 'playing' && glimpse.round === own.round) return;
    title.textContent = t('resume.over');
    say = () => setText(words, name());
    say();
    go.textContent = t('resume.look');
    go.href = glimpse.round === own.round ? `/r/${own.code}` : recordPath(`${own.code}-${own.round}`);
  };
  draw().catch((refusal) => refusal instanceof Refused && refusal.code === 'not_found' && showGone(own));

  function showGone(game: OwnGame): void {
    noteGone(game);
    say = () => {};
    title.textContent = t('resume.gone');
    words.textContent = t('resume.goneWhy');
    go.textContent = t('resume.look');
    go.href = recordPath(`${game.code}-${game.round}`);
  }
  return { element: card, update: () => say() };
}
