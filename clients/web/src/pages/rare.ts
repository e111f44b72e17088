// Code for the case that something goes wrong, or for later. Loaded as one file when the page is idle.

export { explain, stopped, wordsOf } from '../net/trouble';
export { install } from './app';
export { sentenceOf, tellPause } from './errors';
export { loadAnew, unreachablePage, waitForServer } from './unreachable';
