// node tests/protocol/validate.mjs                      checks protocol/examples against the schemas
// node tests/protocol/validate.mjs --traffic FILE...    checks captured traffic against them: lines of
//   {"dir":"in"|"out","channel":"room"|"lobby"|"stream"|"http","frame":{...}}, as engawad --trace-traffic writes.
//   "refused":true marks a client's frame that was answered by an error: it need not be valid. An http line may name its "call" and "status".
// Ends in `N passed, N failed`, where N are examples or files; exits with 1 if anything failed or there was nothing to check.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { check, checkClient, checkHttpAnswer, checkHttpRequest, checkServer, checkStreamClient, checkStreamServer, examples } from '../conformance/contract.mjs';
import { faultsOf } from './examples.mjs';
import { Refusals } from './refusals.mjs';

const kShown = 20;
const bodies = ['http#GuestRequest', 'http#InvitationRequest', 'http#RoomRequest', 'http#PlayRequest', 'http#TrialRequest'];
const answers = ['http#Games', 'http#GuestAnswer', 'http#MeAnswer', 'http#RoomAnswer', 'http#InvitationAnswer', 'http#Programs', 'http#RoomList', 'http#PlayAnswer', 'http#Results', 'http#Boards', 'http#Address', 'http#Glimpse', 'http#Watched', 'http#Trial', 'lobby#Summary', 'error'];

const checkAny = (names, value) => (names.some((name) => check(name, value) === null) ? null : `is none of ${names.join(', ')}`);

function checkHttpLine(line) {
  if (line.dir === 'in') return line.call ? checkHttpRequest(line.call, line.frame) : checkAny(bodies, line.frame);
  return line.call && line.status ? checkHttpAnswer(line.call, line.status, line.frame) : checkAny(answers, line.frame);
}

function checkLine(text, refusals) {
  let line;
  try {
    line = JSON.parse(text);
  } catch {
    return 'is not JSON';
  }
  if (!['in', 'out'].includes(line.dir) || !['room', 'lobby', 'stream', 'http'].includes(line.channel) || line.frame === undefined)
    return 'is not a line of traffic: dir, channel and frame';
  const unsaid = refusals.faultOf(line);
  if (unsaid) return unsaid;
  if (line.dir === 'in' && line.refused) return null;
  if (line.channel === 'http') return checkHttpLine(line);
  if (line.channel === 'stream' && line.dir === 'out') return checkStreamServer(line.frame);
  if (line.channel === 'stream' && line.frame.type === undefined) return checkStreamClient(line.frame);
  return line.dir === 'in' ? checkClient(line.frame) : checkServer(line.frame, line.channel);
}

const count = { passed: 0, failed: 0 };
const tell = (good) => (count[good ? 'passed' : 'failed'] += 1);

// Returns the number of frames, and of those that break the contract.
async function checkFile(file) {
  let frames = 0;
  let bad = 0;
  let number = 0;
  const refusals = new Refusals();
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number += 1;
    if (!text) continue;
    frames += 1;
    const fault = checkLine(text, refusals);
    if (!fault) continue;
    bad += 1;
    if (bad <= kShown) console.error(`${file}:${number}: ${text.slice(0, 200)}: ${fault}`);
  }
  if (bad > kShown) console.error(`${file}: and ${bad - kShown} more`);
  if (frames === 0) console.error(`${file}: has no traffic`);
  return { frames, bad };
}

const files = process.argv.slice(2);
if (files[0] === '--traffic') {
  let all = 0;
  for (const file of files.slice(1)) {
    const { frames, bad } = await checkFile(file);
    all += frames;
    tell(frames > 0 && bad === 0);
  }
  console.log(`${all} frames in ${files.length - 1} files`);
} else {
  for (const example of examples) {
    const faults = faultsOf(example);
    for (const fault of faults) console.error(`protocol/examples/${example.name}.json: ${fault}`);
    tell(faults.length === 0);
  }
}
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
