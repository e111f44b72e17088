// The numbers above the board.
import { h, setText } from '../../base/dom';
import { gameTime, mySeat, type RoomFacts } from '../../model/facts';
import type { FifteenBoard } from '../../protocol';
import { fact } from '../fact';
import { isAlone, ownBest } from './best';
import { t } from './texts';
import { inPlace, type Tiles } from './tiles';
import { LIMITS, viewOf } from './view';

export class FactsBar {
  readonly element: HTMLElement;
  readonly #steps = fact(t('facts.steps'));
  readonly #home = fact(t('facts.inPlace'));
  readonly #best = fact(t('facts.best'));
  readonly #own = fact(t('facts.own'));
  readonly #left = fact(t('facts.left'));

  constructor() {
    const all = [this.#steps, this.#home, this.#best, this.#own, this.#left];
    this.element = h('div', { class: 'fifteen-facts' }, ...all.map(({ element }) => element));
  }

  // `view` and `tiles`: of the large board.
  update(now: RoomFacts, view: FifteenBoard | undefined, tiles: Tiles): void {
    setText(this.#steps.value, String(view?.steps ?? 0));
    setText(this.#home.value, `${inPlace(tiles)} / ${tiles.length - 1}`);
    const best = isAlone(now) ? ownBest(now) : undefined;
    this.#own.element.hidden = best === undefined;
    setText(this.#own.value, String(best ?? ''));
    // The shortest solution is shown only to players who have finished or play alone against it, and to spectators.
    const optimal = viewOf(now.doc)?.optimal;
    const may = mySeat(now) === undefined || isAlone(now) || view?.done !== undefined || now.doc.phase === 'over';
    this.#best.element.hidden = !optimal || !may;
    if (!optimal) return;
    const how = t(optimal.proved ? 'facts.proved' : 'facts.found');
    setText(this.#best.value, t('facts.optimal', { n: optimal.steps, how }));
  }

  // The time left for the others after the first has finished.
  tick({ doc }: RoomFacts, serverNow: number): void {
    const first = Object.values(viewOf(doc)?.boards ?? {}).find((other) => other.done?.place === 1)?.done;
    const now = gameTime(doc, serverNow);
    const running = doc.phase === 'playing' && first !== undefined && now !== undefined;
    this.#left.element.hidden = !running;
    if (!running) return;
    const limit = ('finish_s' in doc.options ? doc.options.finish_s : undefined) ?? LIMITS.finish_s;
    const n = Math.max(0, Math.ceil((first.ms + limit * 1000 - now) / 1000));
    setText(this.#left.value, t('facts.seconds', { n }));
  }
}
