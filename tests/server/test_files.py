"""The files of the data folder, removed, replaced, moved or cut short under a running server: it notices within a second, acknowledges nothing more,
reports it, and ends with an error and a copy of everything stored. A second server cannot start, whatever happened to the lock file."""
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest

import stored
from harness import ENGAWAD, TIMEOUT, Client, Closed, Server, serve
from test_store import FLAGS, Talker

NOTICED_S = 1


def remove_all(data):
    for path in data.glob("engawa.db*"):
        path.unlink()


def replace(data):
    shutil.copy(data / "engawa.db", data / "other.db")
    os.replace(data / "other.db", data / "engawa.db")


HARMS = {
    "rm engawa.db*": remove_all,
    "rm engawa.db": lambda data: (data / "engawa.db").unlink(),
    "rm engawa.db-wal": lambda data: (data / "engawa.db-wal").unlink(),
    "rm engawa.db-shm": lambda data: (data / "engawa.db-shm").unlink(),
    "mv engawa.db away.db": lambda data: (data / "engawa.db").rename(data / "away.db"),
    "the folder is moved": lambda data: data.rename(data.with_name("moved")),
    "cp over it by another inode": replace,
}
CUTS = {
    "truncate engawa.db": lambda data: os.truncate(data / "engawa.db", 0),
    "truncate engawa.db-wal": lambda data: os.truncate(data / "engawa.db-wal", 0),
}


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def serve(self, name):
        self.data, self.log = self.folder / name / "data", self.folder / name / "log"
        self.data.mkdir(parents=True)
        return serve(self, *FLAGS, data=str(self.data), log=self.log)

    def talk_and_harm(self, server, harm):
        """Two rooms keep chatting meanwhile; returns their clients, and asserts that the damage is noticed in time and nothing is acknowledged
        afterwards."""
        talkers = [Talker(Client(server, server.room(), nick=f"Guest {i}")) for i in range(2)]
        for talker in talkers:
            self.addCleanup(talker.client.close)
            for _ in range(20):
                self.assertEqual(talker.say()["type"], "ok")
        harm(self.data)
        until = time.monotonic() + NOTICED_S
        while True:  # a client that chats all the time is refused within a second, at the latest
            try:
                if talkers[0].say()["type"] != "ok":
                    break
            except Closed:
                break
            self.assertLess(time.monotonic(), until, "still acknowledged a second later")
        refused = talkers[1].say_until_closed(1)
        self.assertTrue(refused == 1011 or talkers[1].refusals, "acknowledged afterwards")
        status, ready = server.admin("GET", "/readyz")
        self.assertEqual((status, ready["ready"], ready["reasons"]), (503, False, ["store"]), ready)
        self.assertRegex(ready["store"], r"engawa\.db(-wal|-shm)? was (removed or moved away|replaced by another file|truncated)")
        self.assertRegex(server.admin("GET", "/metrics")[1], r"(?m)^engawa_store_up 0$")
        return talkers

    def end(self, server, talkers):
        for talker in talkers:
            talker.client.close()
        self.assertEqual(server.stop(), 1)
        text = self.log.read_text()
        self.assertEqual(text.count("the store fails"), 1, text)
        self.assertNotIn("the store works again", text)
        return text

    def test_everything_stored_is_in_the_copy_that_the_server_leaves(self):
        for number, (name, harm) in enumerate(HARMS.items()):
            with self.subTest(name):
                server = self.serve(f"harm{number}")
                talkers = self.talk_and_harm(server, harm)
                if not self.data.exists():  # as an operator who follows the log
                    (self.data.with_name("moved")).rename(self.data)
                text = self.end(server, talkers)
                copy = re.search(r"all that was stored is in (\S+), to be used", text)
                self.assertTrue(copy, text)
                again = self.folder / f"again{number}"
                again.mkdir()
                shutil.copy(copy[1], again / "engawa.db")
                for talker in talkers:
                    rows = (json.loads(text) for _, text in stored.inputs(again, talker.client.room))
                    lines = [(row["request"], row["text"]) for row in rows if row["in"] == "say"]
                    self.assertEqual(lines[:len(talker.said)], list(talker.said.items()), "what was acknowledged, in order")
                with Server(*FLAGS, data=str(again)) as restored:
                    client = Client(restored, talkers[0].client.room, talkers[0].client.token)
                    client.ok("say", text="on we go")
                    client.close()

    def test_files_cut_short(self):
        for number, (name, harm) in enumerate(CUTS.items()):
            with self.subTest(name):
                server = self.serve(f"cut{number}")
                # If SQLite opens an empty database meanwhile, it removes the log file next to it.
                self.assertRegex(self.end(server, self.talk_and_harm(server, harm)), r"was truncated|engawa\.db-wal was removed")

    def test_an_idle_server_notices_too(self):
        server = self.serve("idle")
        remove_all(self.data)
        until = time.monotonic() + NOTICED_S
        while "engawa_store_up 0" not in server.admin("GET", "/metrics")[1].splitlines():
            self.assertLess(time.monotonic(), until)
        self.assertIn("was removed", self.end(server, []))

    def test_new_files_in_the_place_are_left_alone(self):
        server = self.serve("new")
        talkers = self.talk_and_harm(server, remove_all)
        with sqlite3.connect(self.data / "engawa.db") as fresh:
            fresh.execute("PRAGMA journal_mode = WAL")
            fresh.execute("CREATE TABLE mine(x)")
            fresh.commit()
            before = {path.name: path.read_bytes() for path in self.data.glob("engawa.db*") if not path.name.endswith("-shm")}
            self.end(server, talkers)
            for name, content in before.items():
                self.assertEqual((self.data / name).read_bytes(), content)

    def test_the_lock_is_on_the_database_too(self):
        server = self.serve("lock")
        talker = Talker(Client(server, server.room(), nick="A"))
        self.addCleanup(talker.client.close)
        (self.data / "engawa.lock").unlink()
        second = subprocess.run([ENGAWAD, "--port", "0", "--data", self.data], capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual((second.returncode, "in use by another engawad" in second.stderr), (1, True), second)
        (self.data / "engawa.lock").unlink(missing_ok=True)
        until = time.monotonic() + NOTICED_S
        while not (self.data / "engawa.lock").exists():
            self.assertLess(time.monotonic(), until)
        self.assertEqual(talker.say()["type"], "ok")  # nothing was lost, so nothing stops
        self.assertEqual(server.admin("GET", "/readyz")[0], 200)
        talker.client.close()
        self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    unittest.main()
