// The server's facts about the person's unfinished game, on its card.
import { setText } from '../base/dom';
import { titleOf } from '../base/i18n';
import { recordPath } from '../base/record-path';
import { inside } from '../base/site';
import { pictureOf } from '../games/pictures';
import { noteGone, type OwnGame } from '../model/own-games';
import { api, Refused } from '../net/api';
import type { Game } from '../protocol';
import { t } from './texts';

export interface Parts {
  picture: HTMLElement;
  title: HTMLElement;
  words: HTMLElement;
  go: HTMLAnchorElement;
}

// Returns the function that writes the text again once the games are known.
export function resumeDetails(own: OwnGame, games: () => Game[], { picture, title, words, go }: Parts): () => void {
  const name = () =>
    titleOf(
      games().find((game) => game.id === own.game),
      own.game,
    );
  let say = () => {}; // the name of the game in the text about the room
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
    go.href = inside(glimpse.round === own.round ? `/r/${own.code}` : recordPath(`${own.code}-${own.round}`));
  };
  draw().catch((refusal) => refusal instanceof Refused && refusal.code === 'not_found' && showGone());

  function showGone(): void {
    noteGone(own);
    say = () => {};
    title.textContent = t('resume.gone');
    words.textContent = t('resume.goneWhy');
    go.textContent = t('resume.look');
    go.href = inside(recordPath(`${own.code}-${own.round}`));
  }
  return () => say();
}
