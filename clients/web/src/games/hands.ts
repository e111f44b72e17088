// What boards with real moves share. The games import it as one: in three pieces it would take three requests, and more bytes.
export { type Foresight, Looks } from './looks';
export { Planned, TOO_LATE } from './planned';
export { Taps, wayOf } from './taps';
