// The card of the person's unfinished game at the top of the start page. It is there from the first moment and keeps
// its size, whatever details the server then sends (resume-details.ts).
import { h } from '../base/dom';
import { t } from '../base/i18n';
import { runningGame } from '../model/own-games';
import { persist } from '../net/persist';
import type { Game } from '../protocol';

export interface ResumeCard {
  element: HTMLElement;
  // The games have been loaded, so the name of the unfinished one is known.
  update(): void;
}

export function resumeCard(games: () => Game[]): ResumeCard | undefined {
  const own = runningGame();
  if (!own) return undefined;
  const picture = h('div', { class: 'resume-picture' });
  const title = h('h2', {}, t('resume.title'));
  const words = h('p', { class: 'hint' });
  const go = h('a', { class: 'button primary', href: `/r/${own.code}`, 'data-link': true }, t('resume.back'));
  const element = h('section', { class: 'panel resume', 'data-room': own.code }, picture, h('div', {}, title, words), go);
  let update = () => {};
  // The link back works without them, too.
  persist(() => import('./resume-details')).then(
    ({ resumeDetails }) => {
      update = resumeDetails(own, games, { picture, title, words, go });
    },
    () => {},
  );
  return { element, update: () => update() };
}
