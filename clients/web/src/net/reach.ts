// The address under which others reach this server. The page may have been opened as localhost, which means another
// machine for everyone else.
import { SITE } from '../base/site';
import type { Address } from '../protocol';
import { api } from './api';

let known: Address = { reach: 'page' };
let asked: Promise<Address> | undefined;

// Asks the server once; without an answer the page's own address is used.
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

// The first part of links for other people, as far as it is known.
export const sharedSite = (): string => known.url ?? location.origin + SITE;
