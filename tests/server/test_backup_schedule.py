"""Copies of the database that the server makes by itself (backup.every), and how one is put back (--restore)."""
import contextlib
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import time
import unittest

import stored
from harness import ENGAWAD, TIMEOUT, Client, Server

NAME = re.compile(r"engawa-\d{8}T\d{6}Z\.db")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.data, self.copies = self.folder / "data", self.folder / "copies"

    def run_once(self, *flags):
        done = subprocess.run([ENGAWAD, "--data", self.data, *map(str, flags)], capture_output=True, text=True, timeout=TIMEOUT, check=False)
        return done.returncode, done.stdout + done.stderr

    def names(self, folder=None):
        return sorted(file.name for file in (folder or self.copies).iterdir())

    def metric(self, server, name):
        text = server.get("/metrics", port=server.admin_port)[2].decode()
        return float(re.search(rf"^{re.escape(name)} (\S+)$", text, re.M)[1])

    def until(self, true, what):
        deadline = time.monotonic() + TIMEOUT
        while not true():
            self.assertLess(time.monotonic(), deadline, what)
            time.sleep(0.02)  # the copies are made by another process, which tells only its log

    def chat(self, room, server, lines):
        client = Client(server, room)
        for line in lines:
            client.ok("say", text=line)
        client.close()


class Schedule(Case):
    def served(self, *flags, **how):
        flags = ("--admin-port", "0", "--backup-every", "1s", "--backup-dir", str(self.copies), *flags)
        return Server(*flags, data=str(self.data), **how)

    def test_the_newest_are_kept_and_every_one_is_whole(self):
        self.copies.mkdir()
        (self.copies / "mine.db").write_text("mine")
        with self.served("--backup-keep", "3") as server:
            room = server.room()
            self.chat(room, server, ["hello"])
            self.until(lambda: self.metric(server, 'engawa_backups_total{result="made"}') >= 5, "five copies")
            self.assertAlmostEqual(self.metric(server, "engawa_backup_newest_timestamp_seconds"), time.time(), delta=10)
            self.assertEqual(self.metric(server, "engawa_backup_interval_seconds"), 1)
            self.assertEqual(self.metric(server, 'engawa_backups_total{result="failed"}'), 0)
        self.assertEqual(self.copies.stat().st_mode & 0o777, 0o700)
        names = self.names()
        self.assertEqual(names[-1], "mine.db")
        self.assertEqual(len(names), 4)
        for name in names[:3]:
            self.assertRegex(name, NAME)
            restored = self.folder / name
            restored.mkdir()
            os.rename(self.copies / name, restored / "engawa.db")
            code, text = self.run_once("--check", "--data", restored)
            self.assertEqual(code, 0, text)

    def test_a_restart_goes_on_with_the_intervals(self):
        with self.served("--backup-every", "1h") as server:
            self.until(lambda: self.metric(server, "engawa_backup_newest_timestamp_seconds") > 0, "the first copy")
        first = self.names()
        with self.served("--backup-every", "1h") as server:
            server.room()
            self.assertGreater(self.metric(server, "engawa_backup_newest_timestamp_seconds"), 0)
            self.assertEqual(server.stop(), 0)
        self.assertEqual(self.names(), first)

    def test_without_a_folder_it_is_in_the_data_folder_and_by_default_there_is_none(self):
        with Server("--backup-every", "1h", "--admin-port", "0", data=str(self.data)) as server:
            self.until(lambda: self.metric(server, "engawa_backup_newest_timestamp_seconds") > 0, "the first copy")
        self.assertRegex(self.names(self.data / "backups")[0], NAME)
        with Server("--admin-port", "0") as server:
            self.assertEqual(self.metric(server, "engawa_backup_interval_seconds"), 0)

    def test_a_copy_that_fails_is_counted_and_leaves_the_others(self):
        with self.served() as server:
            self.until(lambda: self.metric(server, 'engawa_backups_total{result="made"}') >= 1, "the first copy")
            old = self.names()
            self.copies.rename(self.folder / "away")
            self.until(lambda: self.metric(server, 'engawa_backups_total{result="failed"}') >= 1, "a failure")
            (self.folder / "away").rename(self.copies)
            made = self.metric(server, 'engawa_backups_total{result="made"}')
            self.until(lambda: self.metric(server, 'engawa_backups_total{result="made"}') > made, "the next copy")
            self.assertLessEqual(set(old), set(self.names()))

    def test_what_cannot_be_done_is_said_at_the_start(self):
        for value in ("0", "1", "h", "-1h", "1w", "1.5h", "400d", "99999999999999999999s"):
            code, text = self.run_once("--backup-every", value)
            self.assertEqual((code, "--backup-every must be a time of 1 s to 365 d with its unit" in text), (2, True), text)
        (self.folder / "file").write_text("")
        code, text = self.run_once("--port", "0", "--backup-every", "1h", "--backup-dir", self.folder / "file")
        self.assertEqual((code, "must be a folder, and this is a file" in text), (2, True), text)
        code, text = self.run_once("--port", "0", "--backup-every", "1h", "--backup-dir", self.folder / "file/copies")
        self.assertEqual((code, "choose another with --backup-dir" in text), (1, True), text)


class Restore(Case):
    def setUp(self):
        super().setUp()
        self.copy = self.folder / "copy.db"
        with Server(data=str(self.data)) as server:
            self.room = server.room()
            self.chat(self.room, server, ["one", "two"])
            self.assertEqual(self.run_once("--backup", self.copy)[0], 0)

    def texts(self):
        with Server(data=str(self.data)) as server:
            client = Client(server, self.room)
            texts = [line["text"] for _, line in sorted(client.document["chat"].items())]
            client.close()
        return texts

    def test_a_lost_database_comes_back(self):
        for part in ("engawa.db", "engawa.db-wal", "engawa.db-shm"):
            (self.data / part).unlink(missing_ok=True)
        code, text = self.run_once("--restore", self.copy)
        self.assertEqual(code, 0, text)
        self.assertRegex(text, r"^restored \S+ into \S+: 1 room with \d+ inputs\n$")
        self.assertEqual(self.texts(), ["one", "two"])

    def test_newer_moves_are_lost_only_if_that_is_said(self):
        with Server(data=str(self.data)) as server:
            self.chat(self.room, server, ["three"])
            other = server.room()
        before = stored.inputs(self.data, self.room)
        code, text = self.run_once("--restore", self.copy)
        self.assertEqual(code, 1)
        self.assertRegex(text, r"\d+ inputs of 2 rooms and 1 guest would be lost: nothing was changed; --over restores ")
        self.assertEqual(stored.inputs(self.data, self.room), before)
        code, text = self.run_once("--restore", self.copy, "--over")
        self.assertEqual(code, 0, text)
        kept = pathlib.Path(re.search(r"what was there before is in (\S+)", text)[1])
        self.assertEqual(stored.inputs(kept, self.room), before)
        self.assertEqual(self.texts(), ["one", "two"])
        self.assertNotEqual(other, self.room)

    def test_guests_records_and_acts_are_lost_only_if_that_is_said(self):
        with Server("--admin-port", "0", data=str(self.data)) as server:
            token = server.guest("New")
            self.assertEqual(server.http("POST", "/acts", {"act": "forbid", "word": "casino"}, port=server.admin_port)[0], 201)
        for lost in ("1 guest and 1 act", "1 guest, 1 record and 1 act"):
            code, text = self.run_once("--restore", self.copy)
            self.assertEqual((code, text.partition(" would be lost: nothing was changed")[0].rpartition("engawad: ")[2]), (1, lost), text)
            with contextlib.closing(sqlite3.connect(self.data / "engawa.db")) as database:
                database.execute("INSERT OR IGNORE INTO records(id, part, ended_at, text) VALUES('K7WMA2QX-1', 0, 1, ''), ('K7WMA2QX-1', 1, 1, '')")
                database.commit()
        with Server("--admin-port", "0", data=str(self.data)) as server:
            self.assertEqual(server.http("GET", "/api/me", token=token)[0], 200, "nothing was changed")
        code, text = self.run_once("--restore", self.copy, "--over")
        self.assertEqual(code, 0, text)
        with Server("--admin-port", "0", data=str(self.data)) as server:
            self.assertEqual(server.http("GET", "/api/me", token=token)[0], 401)
            self.assertEqual(server.admin("GET", "/acts")[1]["now"]["words"], [])

    def test_not_while_a_server_runs(self):
        with Server(data=str(self.data)):
            code, text = self.run_once("--restore", self.copy, "--over")
            self.assertEqual((code, "is in use by another engawad" in text), (1, True), text)

    def test_what_is_no_good_copy(self):
        before = stored.inputs(self.data, self.room)
        text_file, damaged, cut = (self.folder / name for name in ("text", "damaged.db", "cut.db"))
        text_file.write_text("not a database " * 1000)
        whole = self.copy.read_bytes()
        at = whole.index(b'"text":"two"')
        damaged.write_bytes(whole[:at] + whole[at:].replace(b'"text":"two"', b'"text":"TWO"', 1))
        cut.write_bytes(whole[: len(whole) // 2])
        for file, words in ((self.folder / "nothing", "there is no copy"), (text_file, "cannot restore"), (damaged, "does not fit its checksum"),
                            (cut, "cannot restore"), (self.data / "engawa.db", "is the database itself")):
            code, text = self.run_once("--restore", file, "--over")
            self.assertEqual((code, words in text), (1, True), text)
        self.assertEqual(stored.inputs(self.data, self.room), before)
        self.assertEqual([name for name in self.names(self.data) if "restored" in name or "before" in name], [])
        for flags, words in ((("--restore", ""), "is empty"), (("--over",), "--restore"), (("--restore", self.copy, "--check"), "cannot be combined")):
            code, text = self.run_once(*flags)
            self.assertEqual((code, words in text), (2, True), text)

    def test_a_damaged_database_is_replaced_only_if_that_is_said(self):
        (self.data / "engawa.db").write_bytes(b"rubbish" * 1000)
        (self.data / "engawa.db-wal").unlink(missing_ok=True)  # it may have every page
        code, text = self.run_once("--restore", self.copy)
        self.assertEqual((code, "what would be lost is not known" in text), (1, True), text)
        code, text = self.run_once("--restore", self.copy, "--over")
        self.assertEqual(code, 0, text)
        self.assertEqual(self.texts(), ["one", "two"])


if __name__ == "__main__":
    unittest.main()
