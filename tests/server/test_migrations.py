"""Databases of older versions: one made by version 1 is brought up to date when the server starts, and its games go on."""
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import unittest

from harness import ENGAWAD, FAIL_POINTS, ROOT, Client, Server

DATA = ROOT / "tests/data/store"
NEWEST = 4


class Migrations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.file = pathlib.Path(self.folder) / "engawa.db"
        with sqlite3.connect(self.file) as database:
            database.executescript((DATA / "version-1.sql").read_text())
        self.known = json.loads((DATA / "version-1.json").read_text())

    def version(self):
        with sqlite3.connect(self.file) as database:
            return database.execute("PRAGMA user_version").fetchone()[0]

    def test_a_database_of_version_1_is_migrated_and_its_games_go_on(self):
        self.assertEqual(self.version(), 1)
        with Server(data=self.folder) as server:
            player = Client(server, self.known["room"], self.known["token"])
            self.assertEqual((player.document["view"], player.document["ply"]), (self.known["view"], self.known["ply"]))
            self.assertEqual([line["text"] for line in player.document["chat"].values()], ["written by version 1"])
            player.play_first_legal()
            player.play_to_the_end()
            Client(server, self.known["other"], self.known["token"]).ok("say", text="and this one")
            self.assertEqual(server.stop(), 0)
        self.assertGreaterEqual(self.version(), NEWEST)
        with Server(data=self.folder) as server:
            self.assertEqual(Client(server, self.known["room"]).document["phase"], "over")

    def test_a_database_of_a_newer_version_is_refused_and_left_alone(self):
        with sqlite3.connect(self.file) as database:
            database.execute("PRAGMA user_version = 1000")
        before = self.file.read_bytes()
        result = subprocess.run([ENGAWAD, "--port", "0", "--data", self.folder], capture_output=True, text=True, timeout=20)
        self.assertEqual(result.returncode, 1)
        self.assertIn("newer version", result.stderr)
        with sqlite3.connect(self.file) as database:
            self.assertEqual(database.execute("SELECT count(*) FROM journal").fetchone()[0], 23)
        self.assertEqual(len(before), self.file.stat().st_size)

    def test_a_database_of_version_3_is_migrated_and_its_games_go_on(self):
        self.file.unlink()
        with sqlite3.connect(self.file) as database:
            database.executescript((DATA / "version-3.sql").read_text())
        known = json.loads((DATA / "version-3.json").read_text())
        self.assertEqual(self.version(), 3)
        with Server(data=self.folder) as server:
            player = Client(server, known["room"], known["token"])
            self.assertEqual((player.document["view"], player.document["ply"], player.document["round"]), (known["view"], known["ply"], known["round"]))
            self.assertEqual([line["text"] for line in player.document["chat"].values()], ["written by version 3"])
            player.until(player.my_turn)
            player.play_first_legal()
            player.play_to_the_end()
            player.close()
            for game, room in known["others"].items():
                other = Client(server, room, known["token"])
                self.assertEqual([line["text"] for line in other.document["chat"].values()], [f"in {game}"])
                other.ok("say", text="and on")
                other.close()
            self.assertEqual(server.stop(), 0)
        self.assertGreaterEqual(self.version(), NEWEST)
        result = subprocess.run([ENGAWAD, "--check", "--data", self.folder], capture_output=True, text=True, timeout=20)
        self.assertEqual(result.returncode, 0, result)
        with Server(data=self.folder) as server:
            again = Client(server, known["room"])
            self.assertEqual(again.document["phase"], "over")
            again.close()

    def test_the_way_back_to_version_3_that_the_readme_names(self):
        columns = """SELECT m.name, group_concat(c.name) FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' GROUP BY m.name"""
        with sqlite3.connect(":memory:") as old:
            old.executescript((DATA / "version-3.sql").read_text())
            wanted = old.execute(columns).fetchall()
        with Server(data=self.folder) as server:
            self.assertEqual(server.stop(), 0)
        command = re.search(r"`sqlite3 engawa\.db '(ALTER TABLE guests[^']*)'`", (ROOT / "README.md").read_text())[1]
        with sqlite3.connect(self.file) as database:
            database.executescript(command)
            self.assertEqual(database.execute(columns).fetchall(), wanted)
        self.assertEqual(self.version(), 3)
        with Server(data=self.folder) as server:  # and forward again
            player = Client(server, self.known["room"], self.known["token"])
            player.play_first_legal()
            player.close()

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_a_migration_that_is_killed_has_changed_nothing(self):
        result = subprocess.run([ENGAWAD, "--port", "0", "--data", self.folder], capture_output=True, timeout=20,
                                env={**os.environ, "ENGAWA_FAIL_POINTS": "store.migrate=kill"})
        self.assertEqual(result.returncode, -9)
        self.assertEqual(self.version(), 1)
        with Server(data=self.folder) as server:
            Client(server, self.known["room"], self.known["token"]).play_first_legal()


if __name__ == "__main__":
    unittest.main()
