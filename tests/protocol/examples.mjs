// Checks one example against the contract. Returns the list of its faults.
import { checkClient, checkHttpAnswer, checkHttpRequest, checkStreamClient, checkStreamServer, Conversation } from '../conformance/contract.mjs';

// Refusals of malformed frames, as far as a schema can detect them.
const malformed = new Set(['bad_message', 'unknown_type']);

function faultsOfExchange(exchange) {
  const faults = [];
  const body = checkHttpRequest(exchange.call, exchange.request);
  if (exchange.refused ? !body : body) faults.push(body ?? 'is said to be malformed, but the schema allows it');
  if (exchange.refused && !malformed.has(exchange.answer.code)) faults.push(`a malformed body is not answered by ${exchange.answer.code}`);
  const answer = checkHttpAnswer(exchange.call, exchange.status, exchange.answer);
  if (answer) faults.push(answer);
  return faults.map((fault) => `${exchange.call}: ${fault}`);
}

function faultsOfConversation(example) {
  const conversation = new Conversation(example.channel);
  const faults = [];
  example.messages.forEach((entry, index) => {
    const where = `message ${index + 1} (${entry.message.type})`;
    if (entry.known) conversation.resume(entry.known, entry.message.seq);
    if (entry.from === 'server') {
      const fault = conversation.received(entry.message);
      if (fault) faults.push(`${where}: ${fault}`);
      return;
    }
    const fault = conversation.sent(entry.message);
    if (!entry.refused && fault) faults.push(`${where}: ${fault}`);
    if (!entry.refused) return;
    if (!fault) faults.push(`${where}: is said to be malformed, but the schema allows it`);
    if (!malformed.has(example.messages[index + 1]?.message.code)) faults.push(`${where}: is not followed by its refusal`);
    if (checkClient(entry.message) && example.messages[index + 1]?.message.re === undefined) conversation.pending.delete(JSON.stringify(entry.message.id));
  });
  for (const id of conversation.unanswered()) faults.push(`request ${id} has no answer`);
  return faults;
}

// A stream: each frame by itself, and the contents of one room's envelopes as a conversation of that room.
function faultsOfStream({ messages, ...example }) {
  const faults = messages.map(({ from, message }) => (from === 'client' ? checkStreamClient(message) : checkStreamServer(message))).flatMap((fault, index) => (fault ? [`message ${index + 1}: ${fault}`] : []));
  const rooms = new Set(messages.flatMap(({ message }) => (message.frame ? [message.room] : [])));
  for (const room of rooms) {
    const own = messages.filter(({ message }) => message.frame && message.room === room).map(({ message, ...entry }) => ({ ...entry, message: message.frame }));
    faults.push(...faultsOfConversation({ ...example, channel: 'room', messages: own }).map((fault) => `${room}: ${fault}`));
  }
  return faults;
}

export function faultsOf(example) {
  if (example.channel === 'stream') return faultsOfStream(example);
  if (example.channel === 'http') return example.exchanges.flatMap(faultsOfExchange);
  return faultsOfConversation(example);
}
