// What a page needs only when something goes wrong, or once it is there. Loaded as one when it has nothing else to do.

export { explain, stopped, wordsOf } from '../net/trouble';
export { install } from './app';
export { sentenceOf, tellPause } from './errors';
export { loadAnew, unreachablePage, waitForServer } from './unreachable';
