// The connection of a room, with its messages to the person: refusals, notices, and the reconnection.
import { t } from '../../base/i18n';
import { identity } from '../../base/identity';
import { Connection, type Listener, type Status } from '../../net/connection';
import type { Answer } from '../../net/requests';
import type { Notice, RoomDocument } from '../../protocol';
import { explain, rare, tellRefusal } from '../../ui/refusal';
import { toast } from '../../ui/toast';

export class RoomLink {
  guest: string | undefined; // this viewer, once the server has told us
  everOnline = false;
  #renames = false;
  readonly connection: Connection<RoomDocument>;

  constructor(code: string, listener: Pick<Listener<RoomDocument>, 'onDocument' | 'onStatus' | 'onGuest' | 'onPong'>) {
    // The first status, "connecting", arrives before the connection object exists, so no more can be asked.
    const onStatus = (status: Status) => void (this.connection && listener.onStatus(status));
    const onRefusal = (refusal: string) => void tellRefusal(refusal);
    const told = { ...listener, onStatus, onNotice: tellNotice, onRefusal, explain };
    this.connection = new Connection(`/rooms/${code}/ws`, told, true);
  }

  get doc(): RoomDocument | undefined {
    return this.connection.replica.doc;
  }

  ask(type: string, fields?: object): Promise<Answer> {
    return this.connection.request(type, fields);
  }

  // Shows a refusal to the person, except for the codes in `quiet`.
  async request(type: string, fields?: object, quiet: string[] = []): Promise<Answer> {
    const answer = await this.ask(type, fields);
    if (!answer.ok && !quiet.includes(answer.code)) void tellRefusal(answer.code, answer);
    return answer;
  }

  // `ply`: of the position for which the move was chosen.
  move(move: object, quiet?: string[], ply = 0): Promise<Answer> {
    const { hash } = this.connection.replica;
    return this.request('move', { ply, hash, move }, quiet);
  }

  // The server learns a name when a connection begins. A reconnect for that reason is not a loss.
  rename(nick: string): void {
    identity.nick = nick;
    this.#renames = true;
    this.connection.restart();
  }

  // `lost`: the person has seen that there was no connection.
  see({ kind }: Status, lost: boolean): void {
    if (kind !== 'online') return;
    if (this.everOnline && lost && !this.#renames) toast(t('net.back'));
    this.#renames = false;
    this.everOnline = true;
  }
}

function tellNotice(notice: Notice): void {
  void rare().then((code) => {
    const words = code?.wordsOf(notice);
    if (words) toast(words);
  });
}
