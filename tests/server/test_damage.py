"""Flipped bits on the disk, in every column of every table, anywhere in the file and in its log: the damage is found and named, its room is
quarantined with the row's number, other rooms are not affected, and no guest gets the answer that a token is unknown."""
import contextlib
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
import zlib

import stored
from harness import ENGAWAD, FAIL_POINTS, TIMEOUT, Client, Server, first_words

FLAGS = ("--admin-port", "0", "--threads", "1")
SEED = int(os.environ.get("ENGAWA_SEED", "1"))
FLIPS = int(os.environ.get("ENGAWA_FLIPS", "25"))


def flip(value, chance):
    """The value with one bit flipped; integers stay small enough to be stored again."""
    if value is None:
        return "x"
    if isinstance(value, int):
        return value ^ 1 << chance.randrange(40)
    raw = bytearray(value.encode() if isinstance(value, str) else value)
    if not raw:
        return "x"
    raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    return bytes(raw)


class Damage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """A folder with two active rooms, each with a snapshot, and the record of a deleted third one."""
        cls.temporary = tempfile.TemporaryDirectory()
        cls.whole = pathlib.Path(cls.temporary.name) / "whole"
        cls.whole.mkdir()
        server = Server(*FLAGS, "--lobby-ttl-s", "3600", data=str(cls.whole))
        try:
            cls.tokens, cls.rooms = [], []
            for name in ("A", "B"):
                token = server.guest(name)
                room = server.room(token, options={"preset": "classic"}, seats=["me", {"bot": "minimum", "level": 1}])
                client = Client(server, room, token)
                client.ok("start")
                client.ok("resign")
                client.post("rematch")
                client.until(lambda client=client: client.document["phase"] == "playing" and client.my_turn())
                client.ok("say", text=f"I am {name}")
                client.close()
                cls.tokens.append(token)
                cls.rooms.append(room)
            server.stop()
        finally:
            server.__exit__()
        with stored.opened(cls.whole, write=True) as database:
            for part, text in enumerate(("{line one}\n{line", " two}\n")):
                database.execute("INSERT INTO records(id, part, ended_at, text, sum) VALUES('K7WMA2QX-1', ?, 99999999999999, ?, 0)", (part, text))
            stored.seal(database, "records")
        stored.pack(cls.whole, cls.rooms[1], 5)
        cls.said = {room: stored.inputs(cls.whole, room) for room in cls.rooms}

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def copy(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = pathlib.Path(folder.name) / "data"
        shutil.copytree(self.whole, self.data)
        return self.data

    def run_engawad(self, *flags):
        return subprocess.run([ENGAWAD, *flags, "--data", self.data], capture_output=True, text=True, timeout=TIMEOUT)

    def assert_found(self, what):
        for flags in (("--check",), ("--backup", str(self.data.with_name("copy.db")))):
            result = self.run_engawad(*flags)
            self.assertEqual(result.returncode, 1, result)
            self.assertIn(what, result.stderr)

    def journal(self, room):
        try:
            return stored.inputs(self.data, room)
        except (zlib.error, ValueError, AssertionError):  # a packed row
            return []

    def enter(self, server, room, token):
        """"ok" and the seat's document, or the code of the refusal."""
        answer, code = first_words(server, room, token=token)
        return f"closed {code}" if answer is None else "ok" if answer["type"] == "welcome" else answer["code"]

    def test_every_column_of_every_table(self):
        chance = random.Random(SEED)
        for table, (columns, _) in stored.SUMS.items():
            for column in (*columns.split(", "), "sum") if table in ("journal", "packed") else columns.split(", "):
                with self.subTest(table=table, column=column):
                    self.flip_one(table, column, chance)

    def flip_one(self, table, column, chance):
        self.copy()
        rooms = dict(enumerate(self.rooms))
        with stored.opened(self.data, write=True) as database:
            database.execute("PRAGMA foreign_keys = OFF")
            if table == "packed":  # a load with a snapshot would not look at it
                database.execute("DELETE FROM snapshots WHERE room = (SELECT id FROM rooms WHERE code = ?)", (rooms[1],))
            where, owner = {"guests": ("nick = 'B'", None), "rooms": ("code = ?", 1), "journal": ("room = (SELECT id FROM rooms WHERE code = ?) AND seq = (SELECT max(seq) FROM journal j WHERE j.room = journal.room)", 1),
                            "packed": ("room = (SELECT id FROM rooms WHERE code = ?)", 1),
                            "snapshots": ("room = (SELECT id FROM rooms WHERE code = ?) AND seq = (SELECT max(seq) FROM snapshots s WHERE s.room = snapshots.room)", 1), "records": ("part = 1", None)}[table]
            values = (rooms[owner],) if owner is not None else ()
            old = database.execute(f"SELECT {column} FROM {table} WHERE {where}", values).fetchone()[0]
            new = flip(old, chance)
            cast = "CAST(? AS TEXT)" if isinstance(old, str) else "?"
            database.execute(f"UPDATE {table} SET {column} = {cast} WHERE {where}", (new, *values))
        named = {"journal": "the journal", "packed": "the packed inputs", "snapshots": "the snapshots", "records": "the records"}.get(table, table)
        self.assert_found(f"of {named} does not fit its checksum")
        with Server(*FLAGS, data=str(self.data)) as server:
            self.assertEqual(self.enter(server, self.rooms[0], self.tokens[0]), "ok")
            Client(server, self.rooms[0], self.tokens[0]).ok("say", text="nothing happened here")
            mine = self.enter(server, self.rooms[1], self.tokens[1])
            if table == "guests":
                self.assertEqual(mine, "internal")
                self.assertEqual(server.http("POST", "/api/rooms", {"game": "nim"}, self.tokens[1])[0], 500)
                self.assertEqual(self.enter(server, self.rooms[1], self.tokens[0]), "ok")
            elif table in ("rooms", "journal", "packed"):
                self.assertIn(mine, ("internal", "busy"))
                if mine == "internal":
                    broken = {row["code"]: row for row in server.admin("GET", "/rooms")[1]["rooms"]}[self.rooms[1]]
                    self.assertEqual(broken["state"], "broken")
                    self.assertRegex(broken["reason"], r"row \d+|before step \d+")
            else:
                self.assertEqual(mine, "ok")
            if table == "records":
                self.assertEqual(server.http("GET", "/api/records/K7WMA2QX-1")[0], 503)
            server.stop()
        for room in self.rooms:  # and no stored data is lost or confirmed
            if table not in ("journal", "packed", "rooms"):
                self.assertEqual(stored.inputs(self.data, room)[:len(self.said[room])], self.said[room])
        self.assertEqual(self.run_engawad("--check").returncode, 1)

    def damage_page(self, name, at, bit):
        """Flips a bit in the first page of a table or an index; a negative `at` counts from its end."""
        with stored.opened(self.data) as database:
            page = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
            size = database.execute("PRAGMA page_size").fetchone()[0]
        content = bytearray((self.data / "engawa.db").read_bytes())
        content[(page - (at >= 0)) * size + at] ^= 1 << bit
        (self.data / "engawa.db").write_bytes(content)
        return bytes(content)

    def test_an_index_that_does_not_fit_its_table(self):
        for index in ("guests_seen", "rooms_closed", "records_kept", "sqlite_autoindex_packed_1"):
            with self.subTest(index):
                self.copy()
                self.damage_page(index, -1, 0)
                result = self.run_engawad("--check")
                self.assertEqual(result.returncode, 1, result)
                self.assertIn(f"missing from index {index}", result.stderr)
                copy = self.data.with_name("copy.db")
                result = self.run_engawad("--backup", str(copy))
                self.assertEqual((result.returncode, "the copy is sound" in result.stderr), (1, True), result)
                with contextlib.closing(sqlite3.connect(copy)) as database:
                    self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])

    def test_a_refused_database_is_left_as_it_is(self):
        self.copy()
        content = self.damage_page("journal", 4, 0)  # their number of rows
        result = self.run_engawad("--port", "0")
        self.assertEqual((result.returncode, "nothing was changed" in result.stderr), (1, True), result)
        self.assertEqual((self.data / "engawa.db").read_bytes(), content)

    def test_bits_anywhere_in_the_file(self):
        """The server reports that the database is damaged and leaves it unchanged, or every room is unchanged or quarantined."""
        refused = damaged = 0
        for number in range(FLIPS):
            chance = random.Random(f"{SEED} {number}")
            self.copy()
            content = bytearray((self.data / "engawa.db").read_bytes())
            content[chance.randrange(100, len(content))] ^= 1 << chance.randrange(8)
            (self.data / "engawa.db").write_bytes(content)
            with self.subTest(number=number):
                try:
                    server = Server(*FLAGS, data=str(self.data))
                except AssertionError:
                    refused += 1
                    self.assertEqual((self.data / "engawa.db").read_bytes(), bytes(content))
                    continue
                changed = []
                with server:
                    for room, token in zip(self.rooms, self.tokens):
                        entered = self.enter(server, room, token)
                        self.assertIn(entered, ("ok", "internal", "busy"))
                        if entered != "ok":
                            damaged += 1
                            continue
                        client = Client(server, room, token)
                        self.assertEqual([line["text"] for line in client.document["chat"].values()], [f"I am {'AB'[self.rooms.index(room)]}"])
                        client.ok("say", text="still here")
                        client.close()
                        if self.journal(room)[:len(self.said[room])] != self.said[room]:
                            changed.append(room)  # before a snapshot: no load has needed it
                    server.stop()
                if changed:
                    self.assert_found("does not fit its checksum")
        print(f"\n{FLIPS} flipped bits: {refused} databases refused, {damaged} rooms quarantined")


@unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
class Log(unittest.TestCase):
    """The write-ahead log after kill -9: SQLite itself does not report the frames after a damaged one."""
    FRAME = 24 + 4096

    def setUp(self):
        """Nothing of the log is in the database yet."""
        with Server(*FLAGS, environment={"ENGAWA_FAIL_POINTS": "store.checkpoint=throw"}) as server:
            player = Client(server, server.room(), nick="A")
            for number in range(5):
                player.ok("say", text=f"line {number}")
            player.close()
            self.room = player.room
            server.kill()
            folder = tempfile.TemporaryDirectory()
            self.addCleanup(folder.cleanup)
            self.data = pathlib.Path(folder.name)
            for name in ("engawa.db", "engawa.db-wal"):
                shutil.copyfile(pathlib.Path(server.data) / name, self.data / name)

    def damage(self):
        """A bit in the middle of the log, in a page."""
        content = bytearray((self.data / "engawa.db-wal").read_bytes())
        self.at = 32 + (len(content) - 32) // self.FRAME // 2 * self.FRAME
        content[self.at + 1000] ^= 1
        (self.data / "engawa.db-wal").write_bytes(content)

    def check(self, *flags):
        return subprocess.run([ENGAWAD, "--check", "--data", self.data, *flags], capture_output=True, text=True, timeout=TIMEOUT)

    def test_a_whole_log(self):
        result = self.check()
        self.assertEqual((result.returncode, result.stderr), (0, ""), result)
        said = [text for _, text in stored.inputs(self.data, self.room) if "line " in text]  # the player's departure may be stored or not
        self.assertEqual((len(said), said[-1].count("line 4")), (5, 1))

    def test_a_check_names_what_is_lost(self):
        self.damage()
        result = self.check()
        self.assertRegex(result.stderr, rf"engawa.db-wal is damaged at byte {self.at}, and \d+ commits behind it cannot be used: if the power was not cut, ")
        self.assertEqual((result.returncode, "0 problems" in result.stdout), (0, True), result)

    def test_no_power_cut_does_that_when_each_commit_is_flushed(self):
        self.damage()
        result = self.check("--durability", "power")
        self.assertIn(f"is damaged at byte {self.at}, and ", result.stderr)
        self.assertEqual((result.returncode, "1 problems" in result.stdout), (1, True), result)

    def test_a_start_logs_it_and_goes_on_from_what_is_left(self):
        self.damage()
        with tempfile.TemporaryFile("w+") as log, Server(*FLAGS, data=str(self.data), stderr=log) as server:
            player = Client(server, server.room(), nick="B")
            player.ok("say", text="from here on")
            player.close()
            self.assertRegex(server.admin("GET", "/metrics")[1], r"(?m)^engawa_store_lost_commits [1-9]")
            self.assertEqual(server.stop(), 0)
            log.seek(0)
            self.assertRegex(log.read(), rf"\[error\] the write-ahead log .*engawa.db-wal is damaged at byte {self.at}, and \d+ commits behind it cannot be used")
        result = self.check()
        self.assertEqual((result.returncode, result.stderr), (0, ""), result)


if __name__ == "__main__":
    unittest.main()
