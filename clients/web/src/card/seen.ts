// Which games' cards this device has shown: each opens automatically only once.
import { readStored, store } from '../base/identity';

const KEY = 'engawa.cards';

export function cardSeen(game: string): boolean {
  const seen = (readStored(KEY) ?? '').split(' ');
  return seen.includes(game) || seen.includes('all');
}

export function noteCard(game: string): void {
  if (!cardSeen(game)) store(KEY, `${readStored(KEY) ?? ''} ${game}`.trim());
}
