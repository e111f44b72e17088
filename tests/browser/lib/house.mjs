// Shared by most test files: one server and one browser for all tests of a file, and people who leave after each test, whose
// pages must have no faults.
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
    for (const { context } of here) {
      // Code that the page asks for by itself may be on its way through a route of the test: nobody waits for it.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
    assertNoFaults(...here);
  });
  // A person created by `come`, which gets the browser.
  const join = async (come) => {
    const someone = await come(browser);
    people.push(someone);
    return someone;
  };
  return {
    get adminUrl() {
      return server.adminUrl;
    },
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
