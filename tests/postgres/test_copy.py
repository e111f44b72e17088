"""A server is moved from SQLite to PostgreSQL and back with --copy-store: its people continue with their tokens and histories."""
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from case import Case  # noqa: E402
from harness import ENGAWAD, FAIL_POINTS, serve  # noqa: E402
from test_store import FLAGS, talkers_at  # noqa: E402


class Copy(Case):
    SETTINGS = {"password": "open-sesame"}

    def setUp(self):
        super().setUp()
        self.url = self.postgres.url(self.database)

    def copy(self, source, target, environment=None):
        return subprocess.run([ENGAWAD, "--copy-store", source, target, "--data", self.folder], capture_output=True, text=True, timeout=120,
                              env={**os.environ, **(environment or {})})

    def assert_copied(self, source, target):
        done = self.copy(source, target)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done)
        self.assertRegex(done.stdout, r"(?m)^copied .* to .*: \d+ guests, 2 rooms with \d+ inputs and \d+ snapshots, \d+ parts of records, \d+ acts of the operator$")
        self.assertNotIn("sesame", done.stdout)

    def serve(self, url):
        return serve(self, *FLAGS, "--store-url", url, data=str(self.folder))

    def test_people_play_on(self):
        server = self.serve("sqlite:")
        talkers = talkers_at(self, server, server)
        back = f"sqlite:{self.folder}/back"
        for source, target in (("sqlite:", self.url), (self.url, back)):
            for talker in talkers:
                self.assertIsNone(talker.say_until_closed(20))
                talker.client.socket.close()
            self.assertEqual(server.stop(), 0)
            self.assert_copied(source, target)
            server = self.serve(target)
            for talker in talkers:
                talker.client.server = server
                states = talker.client.states
                talker.come_back()
                self.assertEqual(talker.client.states, states, "the past is the same: nobody needs the whole state")
                self.assertEqual(talker.say()["type"], "ok")
        for talker in talkers:
            talker.client.close()
        self.assertEqual(server.stop(), 0)
        check = subprocess.run([ENGAWAD, "--check", "--store-url", back], capture_output=True, text=True, timeout=60)
        self.assertEqual(check.returncode, 0, check)

    def test_what_is_refused(self):
        with self.serve("sqlite:") as server:
            server.room(), server.room()
            for arguments, words in ((("sqlite:", self.url), "another engawad"), (("sqlite:", "sqlite:"), "to itself"),
                                     (("sqlite:", "mysql://me:sesame@host"), "FROM and TO of --copy-store must be sqlite:"),
                                     (("sqlite:", "postgres://me:sesame@127.0.0.1:1/games"), "another engawad")):
                done = self.copy(*arguments)
                self.assertEqual(done.returncode, 2 if "mysql" in arguments[1] else 1, done)
                self.assertRegex(done.stderr, "^engawad: ")
                self.assertIn(words, done.stderr)
                self.assertNotIn("sesame", done.stderr)
            self.assertEqual(server.stop(), 0)
        self.assert_copied("sqlite:", self.url)
        done = self.copy("sqlite:", self.url)
        self.assertEqual(done.returncode, 1, done)
        self.assertIn(f"{self.database} is not empty: name a new one; nothing was changed", done.stderr)

    @unittest.skipUnless(FAIL_POINTS, "an engawad without fail points")
    def test_a_copy_that_is_killed_leaves_nothing(self):
        with self.serve("sqlite:") as server:
            server.room(), server.room()
            self.assertEqual(server.stop(), 0)
        other = f"sqlite:{self.folder}/other"
        for target in (self.url, other):
            self.assertEqual(self.copy("sqlite:", target, {"ENGAWA_FAIL_POINTS": "store.copy=kill"}).returncode, -9)
            done = self.copy("sqlite:", target, {"ENGAWA_FAIL_POINTS": "store.copy=throw"})
            self.assertEqual(done.returncode, 1, done)
            self.assertIn("nothing was changed", done.stderr)
            self.assert_copied("sqlite:", target)


if __name__ == "__main__":
    unittest.main()
