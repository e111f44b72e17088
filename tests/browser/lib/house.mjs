// What most files of tests share: one server and one browser for all of a file's tests, and people who leave after each test
// with nothing on their page gone wrong.
import { after, afterEach, before } from 'node:test';
import { launch, person } from './browser.mjs';
import { Engawad } from './engawad.mjs';
import { assertNoFaults } from './play.mjs';

// Registers the hooks. `url` is the server's, once the tests run.
// `args` are more flags of the server.
export function openHouse(args = []) {
  let server;
  let browser;
  let people = [];
  before(async () => {
    server = await Engawad.start({ args });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  afterEach(async () => {
    const here = people;
    people = [];
    for (const { context } of here) await context.close();
    assertNoFaults(...here);
  });
  // Somebody whom `come` brings, given the browser.
  const join = async (come) => {
    const someone = await come(browser);
    people.push(someone);
    return someone;
  };
  return {
    get url() {
      return server.url;
    },
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
    person: (options) => join((there) => person(there, options)),
    join,
  };
}
