// The people whom the host may mute, remove or make the host. Pure.
import { isHost, type RoomFacts, seatNames } from '../../model/facts';

// The people that the host may remove: everyone at a seat except the host and people who were just removed.
export function removable(facts: RoomFacts): { guest: string; nick: string; seat: string }[] {
  if (!isHost(facts)) return [];
  return seatNames(facts.doc).flatMap((seat) => {
    const { guest, nick } = facts.doc.seats[seat] ?? {};
    const stays = guest === undefined || guest === facts.guest || facts.doc.kicked?.[guest] !== undefined;
    return stays ? [] : [{ guest, nick: nick ?? '', seat }];
  });
}

// Whether the host may make this guest the host: somebody else who is at their seat.
export function canHost(facts: RoomFacts, guest: string): boolean {
  const seat = Object.values(facts.doc.seats).find((one) => one.guest === guest);
  return isHost(facts) && guest !== facts.guest && seat?.online === true && !seat.left;
}

// The people that the host may mute: those who may be removed, and spectators who chat.
export function mutable(facts: RoomFacts): { guest: string; nick: string; seat?: string }[] {
  const people: { guest: string; nick: string; seat?: string }[] = removable(facts);
  if (!isHost(facts)) return people;
  const known = new Set([facts.guest, ...people.map(({ guest }) => guest), ...Object.keys(facts.doc.kicked ?? {})]);
  const talkers = [...Object.values(facts.doc.chat ?? {}), ...mutedPeople(facts)];
  for (const { guest, nick } of talkers) {
    if (!known.has(guest)) people.push({ guest, nick });
    known.add(guest);
  }
  return people;
}

function mutedPeople(facts: RoomFacts): { guest: string; nick: string }[] {
  return Object.entries(facts.doc.muted ?? {}).map(([guest, nick]) => ({ guest, nick }));
}
