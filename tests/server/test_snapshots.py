"""Snapshots of rooms: they are made where rounds begin, used at the restart, and a fault in one is found and does no harm."""
import json
import pathlib
import subprocess
import tempfile
import unittest

import stored
from harness import ENGAWAD, EVERY_ROUND, FAIL_POINTS, TIMEOUT, Client, serve


@unittest.skipUnless(FAIL_POINTS, "every round's snapshot takes a server with fail points")
class Snapshots(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data, self.log = folder.name, pathlib.Path(folder.name) / "log"
        self.server = serve(self, "--messages-per-s", "100000", "--messages-burst", "100000", data=self.data, log=self.log, environment=EVERY_ROUND)
        self.client = Client(self.server, self.server.room(options={"preset": "classic"}, seats=["open", {"bot": "minimum", "level": 1}]), nick="A")
        self.addCleanup(self.client.close)
        self.client.ok("sit", id="sit", seat=0)
        self.client.ok("start")
        for _ in range(2):
            self.client.ok("resign")  # of the only person: the game is over
            self.client.post("rematch")
            self.client.until(lambda: self.client.document["phase"] == "playing")
        self.client.until(self.client.my_turn)
        self.first_move = {"id": "move", "ply": self.client.document["ply"], "move": {"cell": self.client.document["legal"].split()[0]}}
        self.client.ok("move", **self.first_move)
        self.client.until(self.client.my_turn)

    def rows(self):
        with stored.opened(self.data) as database:
            return database.execute("SELECT seq, hash, snapshot FROM snapshots ORDER BY seq").fetchall()

    def change(self, seq, text, with_hash):
        with stored.opened(self.data, write=True) as database:
            database.execute("UPDATE snapshots SET snapshot = ? WHERE seq = ?", (text, seq))
            if with_hash:
                stored.seal(database, "snapshots", "seq = ?", (seq,))

    def check(self):
        return subprocess.run([ENGAWAD, "--check", "--data", self.data], capture_output=True, text=True, timeout=TIMEOUT)

    def assert_goes_on(self):
        """As before the restart; repeated requests from before and after the snapshot get their first answers."""
        view, ply = self.client.document["view"], self.client.document["ply"]
        self.server.start()
        self.client.connect()
        self.client.until(lambda: self.client.document["seats"]["s0"]["online"])
        self.assertEqual((self.client.document["view"], self.client.document["ply"]), (view, ply))
        seq = self.client.seq
        self.assertEqual(self.client.ask("sit", id="sit", seat=0)["type"], "ok")
        self.assertEqual(self.client.ask("move", **self.first_move)["type"], "ok")
        self.client.ok("ping")
        self.assertEqual(self.client.seq, seq)
        self.client.close()  # the server waits for clients that do not answer the close
        self.assertEqual(self.server.stop(), 0)

    def test_they_are_what_the_journal_says_and_are_used(self):
        self.client.close()  # the server waits for clients that do not answer the close
        self.assertEqual(self.server.stop(), 0)
        self.assertEqual(len(self.rows()), 2)  # the newest two of three rounds
        result = self.check()
        self.assertEqual(result.returncode, 0, result)
        self.assertRegex(result.stdout, r"^1 rooms with \d+ inputs and 1 snapshots, 0 problems\n$")
        stored.change_input(self.data, self.client.room, 5, "rubbish")  # inputs before the snapshot are not read
        self.assert_goes_on()
        self.assertEqual(self.check().returncode, 1)

    def test_a_damaged_one_is_passed_over(self):
        self.client.close()  # the server waits for clients that do not answer the close
        self.assertEqual(self.server.stop(), 0)
        (older, _, _), (newer, _, text) = self.rows()
        self.change(newer, text.replace('"nick":"A"', '"nick":"B"'), False)
        self.assert_goes_on()
        self.assertIn(f"at step {newer} is damaged", self.log.read_text())
        self.change(older, "rubbish", True)  # of the right hash, but not a snapshot
        self.assert_goes_on()
        self.assertIn(f"at step {older} is of no use", self.log.read_text())
        self.assertEqual(self.check().returncode, 1)

    def test_one_that_is_not_what_the_journal_says_is_found(self):
        self.client.close()  # the server waits for clients that do not answer the close
        self.assertEqual(self.server.stop(), 0)
        seq, _, text = self.rows()[-1]
        changed = json.loads(text)
        changed["answers"][0][1].pop()
        self.change(seq, json.dumps(changed), True)
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"engawad: room {self.client.room}: the snapshot at step {seq} is not what the journal says", result.stderr)

    def test_a_check_while_a_server_runs(self):
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("another engawad", result.stderr)


if __name__ == "__main__":
    unittest.main()
