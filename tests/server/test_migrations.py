"""Databases of other versions are refused and left alone; tables are made in one transaction; and a copy can be converted into rows that can be read
without engawad. The steps from one version to the next: tests/store/schema_test.cpp."""
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

import stored
from harness import ENGAWAD, FAIL_POINTS, ROOT, Client, Server, eventually

UNRELEASED = "no released version of engawad has written it"


class Migrations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.file = pathlib.Path(self.folder) / "engawa.db"

    def play(self, *flags):
        """Two rooms of one guest: in the first a move, in the second some chat."""
        with Server(*flags, data=self.folder) as server:
            self.token = server.guest("Taro")
            self.rooms = [server.room(self.token, seats=["me", {"bot": "minimum", "level": 1}], options={"preset": "classic"}) for _ in range(2)]
            player = Client(server, self.rooms[0], self.token)
            player.ok("start")
            player.until(player.my_turn)
            player.play_first_legal()
            player.close()
            self.talk(server)
            self.assertEqual(server.stop(), 0)

    def talk(self, server):
        player = Client(server, self.rooms[1], self.token)
        player.post("say", id="a request", text="\"é\"\t")
        player.post("say", id="page-41", text="and on")
        player.ok("say", id="page-42", text="and on")
        player.close()

    def ask(self, query, *values):
        with sqlite3.connect(self.file) as database:
            return database.execute(query, values).fetchone()[0]

    def run_server(self, **environment):
        return subprocess.run([ENGAWAD, "--port", "0", "--data", self.folder], capture_output=True, text=True, timeout=20, env={**os.environ, **environment})

    def refused(self, why):
        with sqlite3.connect(self.file) as database:
            before = list(database.iterdump())
        mode = self.ask("PRAGMA journal_mode")
        result = self.run_server()
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"({why}): nothing was changed", result.stderr)
        with sqlite3.connect(self.file) as database:
            self.assertEqual(list(database.iterdump()), before)
        self.assertEqual(self.ask("PRAGMA journal_mode"), mode)

    def test_a_database_of_a_newer_version_is_refused_and_left_alone(self):
        self.play()
        with sqlite3.connect(self.file) as database:
            database.execute("PRAGMA user_version = 1000")
        self.refused("it was written by a newer version of engawad")
        copied = subprocess.run([ENGAWAD, "--backup", self.folder + "/copy.db", "--data", self.folder], capture_output=True, text=True, timeout=20)
        self.assertEqual(copied.returncode, 1)
        self.assertIn("newer version", copied.stderr)

    def test_a_database_from_before_the_first_release_is_refused_and_left_alone(self):
        """Its version number stands for other tables than that of a released one."""
        with sqlite3.connect(self.file) as database:
            database.executescript("""CREATE TABLE guests(id TEXT PRIMARY KEY, token_hash BLOB NOT NULL UNIQUE, nick TEXT NOT NULL) WITHOUT ROWID;
                INSERT INTO guests VALUES('g_NP62PD6C3FGH', 'x', 'Hana'); PRAGMA user_version = 1;""")
        self.refused(UNRELEASED)

    def to_plain_rows(self, script):
        """With the program, as the document describes, if it exists; else with SQLite's library."""
        if program := shutil.which("sqlite3"):
            done = subprocess.run([program, "-bail", self.file], input=script.read_text(), capture_output=True, text=True, timeout=60)
            return self.assertEqual((done.returncode, done.stderr), (0, ""))
        with sqlite3.connect(self.file) as database:
            database.create_function("sqlar_uncompress", 2, lambda raw, size: stored.sqlar_uncompress(raw, size).encode())
            database.executescript(script.read_text())

    def test_a_database_becomes_rows_that_sqlite_alone_can_read(self):
        self.play("--lobby-ttl-s", "1")
        with Server("--lobby-ttl-s", "1", data=self.folder) as server:
            self.talk(server)
            eventually(lambda: self.ask("SELECT packed FROM rooms WHERE code = ?", self.rooms[1]) > 0)  # as columns
            self.assertEqual(server.stop(), 0)
        before = {room: stored.inputs(self.folder, room) for room in self.rooms}
        self.assertEqual(self.ask("SELECT packed FROM rooms WHERE code = ?", self.rooms[0]), 0)
        stored.pack(self.folder, self.rooms[0], len(before[self.rooms[0]]) // 2)
        command = re.search(r"sqlite3 -bail plain\.db < (.*?\.sql)", (ROOT / "docs/host/backup.md").read_text())[1]
        self.to_plain_rows(ROOT / command)
        with sqlite3.connect(self.file) as database:
            for room, texts in before.items():
                after = database.execute("SELECT seq, input FROM journal JOIN rooms ON rooms.id = room WHERE code = ? ORDER BY seq", (room,))
                self.assertEqual(after.fetchall(), texts)
        self.refused(UNRELEASED)

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_a_server_that_is_killed_while_it_makes_the_tables_has_made_none(self):
        self.assertEqual(self.run_server(ENGAWA_FAIL_POINTS="store.migrate=kill").returncode, -9)
        self.assertEqual(self.ask("SELECT count(*) FROM sqlite_schema"), 0)
        self.play()


if __name__ == "__main__":
    unittest.main()
