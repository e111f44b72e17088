// The other people in the room: everybody may report them; the host may mute, remove or make them the host. Pure.
import { isHost, type RoomFacts, seatNames } from '../../model/facts';

export interface Other {
  guest: string;
  nick: string;
  seat?: string;
}

// Everybody else who is known by name: those with a seat, and spectators who chat or whom the host has muted.
function others({ doc, guest: me }: RoomFacts): Other[] {
  const seated = seatNames(doc).map((seat) => ({ seat, ...doc.seats[seat] }));
  const muted = Object.entries(doc.muted ?? {}).map(([guest, nick]) => ({ guest, nick }));
  const found = new Map<string, Other>();
  for (const { guest, nick, seat } of [...seated, ...Object.values(doc.chat ?? {}), ...muted] as Partial<Other>[])
    if (guest && guest !== me && !found.has(guest)) found.set(guest, { guest, nick: nick ?? '', ...(seat && { seat }) });
  return [...found.values()];
}

// Those in the list of people. The people whom the host has removed are not: the host has another list of them.
export function listed(facts: RoomFacts): Other[] {
  const all = others(facts);
  return isHost(facts) ? all.filter(({ guest }) => facts.doc.kicked?.[guest] === undefined) : all;
}

// The people that the host may remove: everyone at a seat except the host and people who were just removed.
export function removable(facts: RoomFacts): Other[] {
  return isHost(facts) ? listed(facts).filter(({ seat }) => seat !== undefined) : [];
}

// Whether the host may make this guest the host: somebody else who is at their seat.
export function canHost(facts: RoomFacts, guest: string): boolean {
  const seat = Object.values(facts.doc.seats).find((one) => one.guest === guest);
  return isHost(facts) && guest !== facts.guest && seat?.online === true && !seat.left;
}
