"""Databases of older versions: one made by version 1 is brought up to date when the server starts, and its games go on."""
import json
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

DATA = ROOT / "tests/data/store"
NEWEST = 7


class Migrations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.file = pathlib.Path(self.folder) / "engawa.db"
        with sqlite3.connect(self.file) as database:
            database.executescript((DATA / "version-1.sql").read_text())
        self.known = json.loads((DATA / "version-1.json").read_text())

    def packed(self, room):
        with sqlite3.connect(self.file) as database:
            return database.execute("SELECT packed FROM rooms WHERE code = ?", (room,)).fetchone()[0]

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
        self.migrate(3)

    def test_a_database_of_version_4_is_migrated_and_its_games_go_on(self):
        self.migrate(4)

    def test_a_database_of_version_5_with_packed_inputs_is_migrated_and_its_games_go_on(self):
        self.migrate(5)

    def test_a_database_of_version_6_is_migrated_and_its_games_go_on(self):
        self.migrate(6)

    def stored_before(self, version):
        """(room, number, text) of all inputs."""
        with sqlite3.connect(self.file) as database:
            if version < 5:
                return database.execute("SELECT code, seq, input FROM journal JOIN rooms ON rooms.id = room ORDER BY code, seq").fetchall()
            codes = [code for code, in database.execute("SELECT code FROM rooms WHERE packed > 0")]
        return [(code, seq, text) for code in codes for seq, text in stored.inputs(self.folder, code)]

    def migrate(self, version):
        self.file.unlink()
        with sqlite3.connect(self.file) as database:
            database.executescript((DATA / f"version-{version}.sql").read_text())
        before = self.stored_before(version)
        self.assertGreater(len(before), 30)
        known = json.loads((DATA / f"version-{version}.json").read_text())
        self.assertEqual(self.version(), version)
        with Server(data=self.folder) as server:
            player = Client(server, known["room"], known["token"])
            self.assertEqual((player.document["view"], player.document["ply"], player.document["round"]), (known["view"], known["ply"], known["round"]))
            self.assertEqual([line["text"] for line in player.document["chat"].values()], [f"written by version {version}"])
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
        for code in {code for code, _, _ in before}:
            were = [(seq, text) for room, seq, text in before if room == code]
            self.assertEqual(stored.inputs(self.folder, code)[:len(were)], were)
        result = subprocess.run([ENGAWAD, "--check", "--data", self.folder], capture_output=True, text=True, timeout=20)
        self.assertEqual(result.returncode, 0, result)
        with Server(data=self.folder) as server:
            again = Client(server, known["room"])
            self.assertEqual(again.document["phase"], "over")
            again.close()

    def go_back(self, script):
        """As the README says, where there is the program; else with SQLite's library."""
        if program := shutil.which("sqlite3"):
            done = subprocess.run([program, "-bail", self.file], input=script.read_text(), capture_output=True, text=True, timeout=60)
            return self.assertEqual((done.returncode, done.stderr), (0, ""))
        with sqlite3.connect(self.file) as database:
            database.create_function("sqlar_uncompress", 2, lambda raw, size: stored.sqlar_uncompress(raw, size).encode())
            database.executescript(script.read_text())

    def test_the_way_back_to_version_3_that_the_readme_names(self):
        columns = """SELECT m.name, group_concat(c.name) FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' GROUP BY m.name"""
        with sqlite3.connect(":memory:") as old:
            old.executescript((DATA / "version-3.sql").read_text())
            wanted = old.execute(columns).fetchall()
        with Server("--lobby-ttl-s", "1", data=self.folder) as server:
            player = Client(server, self.known["other"], self.known["token"])
            player.post("say", id="a request", text="\"é\"\t")
            player.post("say", id="page-41", text="and on")
            player.ok("say", id="page-42", text="and on")
            player.close()
            eventually(lambda: self.packed(self.known["other"]) > 0)  # as columns
            self.assertEqual(server.stop(), 0)
        before = {room: stored.inputs(self.folder, room) for room in (self.known["room"], self.known["other"])}
        self.assertEqual(self.packed(self.known["room"]), 0)
        stored.pack(self.folder, self.known["room"], len(before[self.known["room"]]) // 2)
        command = re.search(r"`sqlite3 -bail engawa\.db < (.*?\.sql)`", (ROOT / "docs/host/upgrade.md").read_text())[1]
        self.go_back(ROOT / command)
        with sqlite3.connect(self.file) as database:
            for room, texts in before.items():
                after = database.execute("SELECT seq, input FROM journal WHERE room = (SELECT id FROM rooms WHERE code = ?) ORDER BY seq", (room,))
                self.assertEqual(after.fetchall(), texts)
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
