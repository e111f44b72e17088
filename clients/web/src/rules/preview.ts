// The effect of a move before it is made. The server is asked, because only it has the whole position; answers
// are kept while the position lasts, and later ones are dropped.
import type { Answer } from '../net/requests';
import type { Preview, RoomDocument } from '../protocol';

export type { Preview } from '../protocol';

type Ask = (fields: { ply: number; move: unknown }) => Promise<Answer>;
type Asked = Promise<Preview | undefined>;

const MOST_KEPT = 64; // moves of one position

function placeOf(doc: RoomDocument | undefined): string | undefined {
  return doc?.phase === 'playing' && doc.ply !== undefined ? `${doc.round} ${doc.ply}` : undefined;
}

export class Previews {
  private readonly kept = new Map<string, Asked>();
  private place: string | undefined;

  // `doc`: the present document.
  constructor(
    private readonly ask: Ask,
    private readonly doc: () => RoomDocument | undefined,
  ) {}

  // Undefined: refused, unavailable, or too late.
  async of(move: unknown): Asked {
    const doc = this.doc();
    const place = placeOf(doc);
    if (place !== this.place) this.kept.clear();
    this.place = place;
    if (place === undefined) return undefined;
    const key = JSON.stringify(move);
    const asked = this.kept.get(key) ?? this.begin(key, { ply: doc?.ply ?? 0, move });
    const preview = await asked;
    if (!preview && this.kept.get(key) === asked) this.kept.delete(key);
    return placeOf(this.doc()) === place ? preview : undefined;
  }

  private begin(key: string, fields: { ply: number; move: unknown }): Asked {
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    const asked = this.ask(fields).then((answer) => (answer.ok ? answer.preview : undefined));
    this.kept.set(key, asked);
    return asked;
  }
}
