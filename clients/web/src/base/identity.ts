// How the server knows this browser: a guest's token and the chosen nick, kept across visits.
import { fitNick } from './nick';
import { SITE } from './site';

const TOKEN = 'engawa.token';
const NICK = 'engawa.nick';
const GIVEN = 'engawa.given';

// Storage may be refused (private mode, blocked cookies): the guest then lasts as long as the page.
const fallback = new Map<string, string>();
// Servers below different paths of a site share its storage; each has its own guest, with that guest's games and settings.
const placeOf = (key: string) => key + SITE;

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(placeOf(key)) ?? undefined;
  } catch {
    return fallback.get(key);
  }
}

export function store(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(placeOf(key));
    else localStorage.setItem(placeOf(key), value);
  } catch {
    if (value === undefined) fallback.delete(key);
    else fallback.set(key, value);
  }
}

export const identity = {
  get token(): string | undefined {
    return readStored(TOKEN);
  },
  set token(value: string | undefined) {
    store(TOKEN, value);
  },
  get nick(): string | undefined {
    return readStored(NICK);
  },
  // The friendly name that the server gives to a guest who has chosen none.
  get given(): string | undefined {
    return readStored(GIVEN);
  },
  set given(value: string | undefined) {
    store(GIVEN, value);
  },
  // At most as long as the server accepts; empty: no nick.
  set nick(value: string | undefined) {
    const clean = fitNick(value ?? '');
    store(NICK, clean === '' ? undefined : clean);
  },
};
