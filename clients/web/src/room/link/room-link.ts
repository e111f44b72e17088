// The connection of a room, with what the person is told of it: refusals, notices, and that it is back.
import { t } from '../../base/i18n';
import { Connection, type Listener, type Status } from '../../net/connection';
import type { Answer } from '../../net/requests';
import type { Notice, RoomDocument } from '../../protocol';
import { explain, rare, tellRefusal } from '../../ui/refusal';
import { toast } from '../../ui/toast';

export class RoomLink {
  guest: string | undefined; // this viewer, once the server has said so
  everOnline = false;
  readonly connection: Connection<RoomDocument>;

  constructor(code: string, listener: Pick<Listener<RoomDocument>, 'onDocument' | 'onStatus' | 'onGuest' | 'onPong'>) {
    // The first status, that it connects, is told before there is a connection to ask for more.
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

  // The person is told about a refusal, except for the codes in `quiet`.
  async request(type: string, fields?: object, quiet: string[] = []): Promise<Answer> {
    const answer = await this.ask(type, fields);
    if (!answer.ok && !quiet.includes(answer.code)) void tellRefusal(answer.code);
    return answer;
  }

  move(move: object, quiet?: string[]): Promise<Answer> {
    const { doc, hash } = this.connection.replica;
    return this.request('move', { ply: doc?.ply ?? 0, hash, move }, quiet);
  }

  // `lost`: the person has seen that there was no connection.
  see({ kind }: Status, lost: boolean): void {
    if (kind !== 'online') return;
    if (this.everOnline && lost) toast(t('net.back'));
    this.everOnline = true;
  }
}

function tellNotice(notice: Notice): void {
  // A newer server may have others.
  if (notice.kind !== 'draining' && notice.kind !== 'history') return;
  void rare().then((code) => code && toast(code.wordsOf(notice)));
}
