// The guarantees of a server about its answers, tried by one guest in a separate room: [sentence, actions of the guest].
import { isDeepStrictEqual } from 'node:util';
import { Fault } from '../kit/raw.mjs';

const show = (value) => JSON.stringify(value).slice(0, 200);

function expect(answer, code, request) {
  if ((answer.code ?? answer.type) !== code) throw new Fault(`${show(request)} is answered by ${show(answer)}, not by ${code}`);
}

async function askFor(seat, request, code) {
  const answer = await seat.ask(request);
  expect(answer, code, request);
  return answer;
}

async function useIdsAgain(seat) {
  const first = { type: 'say', id: 'used', text: 'first' };
  const done = await askFor(seat, first, 'ok');
  await askFor(seat, { ...first, text: 'second' }, 'id_reused');
  await askFor(seat, { type: 'start', id: 'used' }, 'id_reused');
  const again = await seat.ask(first);
  if (!isDeepStrictEqual(again, done)) throw new Fault(`the repetition of ${show(first)} is answered by ${show(again)}, not by ${show(done)}`);
  await askFor(seat, { type: 'ping', id: 'used' }, 'pong');
  await askFor(seat, { type: 'say', id: 5, text: 'a number' }, 'ok');
  await askFor(seat, { type: 'say', id: '5', text: 'a text' }, 'ok');
  const said = Object.values(seat.document.chat).map((line) => line.text);
  if (!isDeepStrictEqual(said, ['first', 'a number', 'a text'])) throw new Fault(`this was said: ${show(said)}`);
}

// Frames that are refused before they are requests, each with its id.
async function sendUnreadable(seat) {
  const deep = '['.repeat(17) + ']'.repeat(17);
  const frames = [
    ['nul', '{"type":"say","id":"nul","text":"a\\u0000"}', 'bad_message'],
    ['deep', `{"type":"say","text":${deep},"id":"deep"}`, 'bad_json'],
    ['twice', '{"type":"say","text":"a","text":"b","id":"twice"}', 'bad_json'],
  ];
  for (const [id, text, code] of frames) {
    seat.conversation.sent({ type: 'say', id, text: '' });
    seat.socket.send(text);
    expect(await seat.until((frame) => frame.re === id || frame.type === 'error', `the answer to ${text.slice(0, 80)}`), code, text);
  }
  for (const id of seat.conversation.unanswered()) throw new Fault(`the refusal of ${id} has no "re"`);
}

// Every resulting frame is checked against the schemas.
async function writeLongTexts(seat) {
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';
  await askFor(seat, { type: 'say', id: 'marks', text: 'q\u0307'.repeat(200) }, 'ok');
  await askFor(seat, { type: 'say', id: 'families', text: family.repeat(71) }, 'ok');
  await askFor(seat, { type: 'say', id: 'too many', text: 'a'.repeat(201) }, 'bad_message');
  await askFor(seat, { type: 'say', id: 'too long', text: family.repeat(72) }, 'bad_message');
}

async function askForWhatIsSo(seat) {
  await askFor(seat, { type: 'sit', id: 'sit', seat: 0 }, 'ok');
  const { seq } = await askFor(seat, { type: 'sync', id: 'before' }, 'ok');
  for (const [number, request] of [{ type: 'sit', seat: 0 }, { type: 'seat', seat: 1, to: 'open' }].entries()) await askFor(seat, { ...request, id: `so${number}` }, 'ok');
  const after = await askFor(seat, { type: 'sync', id: 'after' }, 'ok');
  if (after.seq !== seq) throw new Fault(`what is so already made steps: from ${seq} to ${after.seq}`);
}

export const promises = [
  ['one id is one request: its repetition has the first answer, other content is refused', useIdsAgain],
  ['a frame that cannot be read is refused with the id that is in it', sendUnreadable],
  ['texts are counted as the schemas count them', writeLongTexts],
  ['a request for what is so already is confirmed and makes no step', askForWhatIsSo],
];
