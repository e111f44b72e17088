// Code shared by boards with real moves. The games import it as one module: three would take three requests, and more bytes.
export { type Foresight, Looks } from './looks';
export { Planned, TOO_LATE } from './planned';
export { Taps, wayOf } from './taps';
