// round(2^20 sin) for 0 to 90 degrees in hundredths. No exact value is within 1e-6 of a half (bubbles_flight_test.cpp
// checks it), and a browser's sine is wrong by less than 1e-9 of these units: so every browser computes the server's
// table.
export const SINE = Int32Array.from({ length: 9001 }, (_, i) => Math.round(2 ** 20 * Math.sin((i * Math.PI) / 18000)));
