// Where others reach this server. The page may have been opened as localhost, which is another machine for everybody else.
import type { Address } from '../protocol';
import { api } from './api';

let known: Address = { reach: 'page' };
let asked: Promise<Address> | undefined;

// Asks the server once; without an answer the page's own address has to do.
export function learnReach(): Promise<Address> {
  asked ??= api.address().then(
    (answer) => {
      known = answer;
      return answer;
    },
    () => {
      asked = undefined;
      return known;
    },
  );
  return asked;
}

// The beginning of links that are sent to others, as far as it is known.
export const sharedOrigin = (): string => known.url ?? location.origin;
