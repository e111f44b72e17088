// The WebSocket of the tests in Node: the package `ws`, as protocol/ has it installed. It is called as that of browsers is.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../protocol/package.json', import.meta.url));
export const { WebSocket, WebSocketServer } = require('ws');

// Of the server at `url`, on its way to be open.
export function connect(url, path) {
  return new WebSocket(new URL(path, url).href.replace(/^http/, 'ws'), 'engawa.v1');
}
