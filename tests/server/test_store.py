"""The disk under the server: full, read-only, broken, or locked by another process, during games. Nothing is sent that is not stored, the affected
rooms stop and return automatically, and the others do not notice.

A disk is really filled on a small tmpfs if this user may mount one; other errors come from disk_fault.c, a library that makes the system calls of
SQLite fail."""
import contextlib
import errno
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest

import stored
from faulty_disk import FaultyDisk
from harness import ENGAWAD, TIMEOUT, Client, Closed, Server, first_words, idle_watcher, serve

FLAGS = ("--admin-port", "0", "--chat-per-10s", "1000000", "--messages-per-s", "1000000", "--messages-burst", "1000000", "--connections-per-ip", "1000")


def is_mountable():
    if os.geteuid() != 0:
        return False
    with tempfile.TemporaryDirectory() as folder:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], capture_output=True).returncode == 0
        if mounted:
            subprocess.run(["umount", folder], check=True)
        return mounted


class Talker:
    """Sends chat lines in a room, as a client should: unanswered ones are repeated with the same id, also after a reconnect."""

    def __init__(self, client):
        self.client = client
        self.said = {}  # id -> text of acknowledged lines
        self.unanswered = None
        self.refusals = []

    def say(self):
        client = self.client
        if self.unanswered is None:
            self.unanswered = (client.next_id, f"line {client.next_id} " + "x" * 150)
            client.next_id += 1
        number, text = self.unanswered
        answer = client.ask("say", id=number, text=text)
        if answer["type"] == "ok":
            self.said[number], self.unanswered = text, None
        else:
            self.refusals.append(answer["code"])
        return answer

    def say_until_closed(self, most=100000):
        try:
            for _ in range(most):
                self.say()
        except Closed as closed:
            return closed.code
        return None

    def come_back(self):
        """Reconnects until the server accepts us, with the back-off of a client. Returns the refusals."""
        refused, pause, deadline = [], 0.05, time.monotonic() + TIMEOUT
        while True:
            try:
                self.client.connect(resume=True)
                return refused
            except AssertionError as welcome:
                refused.append(welcome.args[0])
            except (Closed, ConnectionError) as failure:
                refused.append(failure)
            assert time.monotonic() < deadline, refused
            time.sleep(pause)
            pause = min(2 * pause, 1)


def talkers_at(test, *servers):
    """One for each of these servers, who comes to it, with a seat in a room of their own at the first one."""
    talkers = [Talker(Client(server, servers[0].room(options={"preset": "classic"}), nick=f"Guest {i}")) for i, server in enumerate(servers)]
    for talker in talkers:
        test.addCleanup(lambda client=talker.client: client.close())
        talker.client.ok("sit", seat=0)
    return talkers


class Store(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.data = self.folder / "data"
        self.data.mkdir()
        self.log = self.folder / "log"

    def serve(self, **more):
        return serve(self, *FLAGS, data=str(self.data), log=self.log, **more)

    def assert_down(self, server, idle, room):
        status, ready = server.admin("GET", "/readyz")
        self.assertEqual((status, ready["ready"], ready["reasons"]), (503, False, ["store"]), ready)
        self.assertTrue(ready["store"])
        self.assertRegex(server.admin("GET", "/metrics")[1], r"(?m)^engawa_store_up 0$")
        answer, code = first_words(server, room, nick="Late")
        self.assertEqual((answer["code"], code), ("busy", 1013))
        status, answer = server.http("POST", "/api/rooms", {"game": "reversi"})
        self.assertEqual((status, answer["code"]), (503, "busy"))
        status, answer = server.http("POST", "/api/guests", {})
        self.assertEqual((status, answer["code"]), (503, "busy"))
        idle.ok("ping")  # clients without anything to store are still connected
        self.assertIsNone(server.process.poll())

    def assert_recovered(self, server, talkers):
        for talker in talkers:
            talker.come_back()
            for _ in range(3):
                self.assertEqual(talker.say()["type"], "ok")
        self.assertEqual(server.admin("GET", "/readyz"), (200, {"ready": True}))
        for talker in talkers:
            talker.client.close()  # the server waits for clients that do not answer the close
        self.assertEqual(server.stop(), 0)
        for talker in talkers:
            rows = stored.inputs(self.data, talker.client.room)
            self.assertEqual([seq for seq, _ in rows], list(range(1, len(rows) + 1)), "a gap")
            lines = [(entry["request"], entry["text"]) for entry in (json.loads(text) for _, text in rows) if entry["in"] == "say"]
            self.assertEqual(lines, list(talker.said.items()), "what was acknowledged, just once, in order, and nothing else")
        begun = [line for line in self.log.read_text().splitlines() if "the store fails" in line]
        ended = [line for line in self.log.read_text().splitlines() if "the store works again" in line]
        self.assertEqual(len(begun), len(ended))
        self.assertLess(len(self.log.read_text().splitlines()), 40, "a log that is flooded")
        return len(begun)

    def fill(self, folder):
        with open(folder / "ballast", "wb") as ballast:
            size = 65536
            while size:
                try:
                    os.write(ballast.fileno(), b"\0" * size)
                except OSError as error:
                    self.assertEqual(error.errno, errno.ENOSPC)
                    size //= 2

    @unittest.skipUnless(is_mountable(), "this user may not mount a tmpfs: test_errors_of_the_disk fills the disk in another way")
    def test_a_full_disk_in_mid_game(self):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", self.data], check=True)
        self.addCleanup(lambda: subprocess.run(["umount", "-l", self.data], check=True))
        server = self.serve()
        talkers = talkers_at(self, server, server)
        idle = idle_watcher(server)
        self.addCleanup(idle.close)
        for talker in talkers:
            self.assertIsNone(talker.say_until_closed(5))
        self.fill(self.data)
        codes = [talker.say_until_closed() for talker in talkers]
        self.assertEqual(codes, [1011, 1011])
        self.assertTrue(any("busy" in talker.refusals for talker in talkers), "the request that could not be stored has an answer")
        self.assert_down(server, idle, talkers[0].client.room)
        (self.data / "ballast").unlink()
        self.assertTrue(self.is_up_soon(server))
        idle.ok("say", text="never sent away")
        idle.close()
        self.assert_recovered(server, talkers)

    def test_errors_of_the_disk(self):
        disk = FaultyDisk(self.folder, self.data)
        server = self.serve(environment=disk.environment)
        talkers = talkers_at(self, server, server)
        idle = idle_watcher(server)
        self.addCleanup(idle.close)
        for number in (errno.ENOSPC, errno.EIO, errno.EROFS):
            for talker in talkers:
                self.assertEqual(talker.say()["type"], "ok", errno.errorcode[number])
            disk.fails(number)
            self.assertEqual([talker.say_until_closed(1000) for talker in talkers], [1011, 1011], errno.errorcode[number])
            self.assert_down(server, idle, talkers[0].client.room)
            disk.works()
            for talker in talkers:
                talker.come_back()
                self.assertEqual(talker.say()["type"], "ok", errno.errorcode[number])
            self.assertEqual(idle.ok("say", text="still here")["type"], "ok")
        idle.close()
        self.assertEqual(self.assert_recovered(server, talkers), 3)

    def test_a_database_that_somebody_else_holds(self):
        server = self.serve()
        talkers = talkers_at(self, server, server)
        idle = idle_watcher(server)
        self.addCleanup(idle.close)
        other = sqlite3.connect(self.data / "engawa.db", isolation_level=None)
        self.addCleanup(other.close)
        other.execute("BEGIN EXCLUSIVE")
        number = talkers[0].client.post("say", text="a short lock is only waited for")
        time.sleep(0.5)
        other.execute("COMMIT")
        answer = talkers[0].client.until(lambda: talkers[0].client.answers.get(number))
        self.assertEqual(answer["type"], "ok")
        talkers[0].said[number] = "a short lock is only waited for"
        other.execute("BEGIN EXCLUSIVE")
        self.assertEqual([talker.say_until_closed(1000) for talker in talkers], [1011, 1011])
        self.assert_down(server, idle, talkers[0].client.room)
        other.execute("ROLLBACK")
        self.assertTrue(self.is_up_soon(server))
        idle.ok("say", text="never sent away")
        idle.close()
        self.assertEqual(self.assert_recovered(server, talkers), 1)

    def is_up_soon(self, server):
        deadline = time.monotonic() + TIMEOUT
        while server.admin("GET", "/readyz")[0] != 200:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)
        return True

    def test_a_program_that_reads_the_database_stops_nobody(self):
        server = self.serve()
        with contextlib.ExitStack() as programs:
            reader, writer = (programs.enter_context(contextlib.closing(sqlite3.connect(self.data / "engawa.db", isolation_level=None, timeout=TIMEOUT))) for _ in range(2))
            reader.execute("BEGIN")  # what it reads stays in the log, which cannot begin anew
            reader.execute("SELECT count(*) FROM rooms").fetchone()
            writer.execute("CREATE TABLE of_another_program(content)")
            writer.execute("INSERT INTO of_another_program VALUES(zeroblob(10000000))")  # the log is to begin anew beyond 8 MiB
            end = time.monotonic() + 8  # the server tries every second
            while time.monotonic() < end:
                self.assertEqual(server.http("POST", "/api/guests", {})[0], 201)
        self.assertEqual(server.metric("engawa_store_outages_total"), 0)

    def test_a_folder_that_is_read_only_at_the_start(self):
        self.serve().stop()
        if os.geteuid() != 0:
            self.data.chmod(0o555)
            self.addCleanup(self.data.chmod, 0o755)
            (self.data / "engawa.db").chmod(0o444)
        elif is_mountable():
            subprocess.run(["mount", "--bind", self.data, self.data], check=True)
            self.addCleanup(lambda: subprocess.run(["umount", "-l", self.data], check=True))
            subprocess.run(["mount", "-o", "remount,bind,ro", self.data], check=True)
        else:
            self.skipTest("root may write everywhere here, and may not mount anything read-only")
        result = subprocess.run([ENGAWAD, "--port", "0", "--data", self.data], capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(result.returncode, 1, result)
        self.assertRegex(result.stderr, r"engawad: cannot")
        self.assertIn(str(self.data), result.stderr)

    def test_durability_is_how_often_the_disk_is_flushed(self):
        library, lines, flushes = str(FaultyDisk(self.folder, self.data).library), 40, {}
        for durability in ("process", "power"):
            log = self.folder / durability
            with Server(*FLAGS, "--durability", durability, environment={"LD_PRELOAD": library, "DISK_FLUSH_LOG": str(log)}) as server:
                talker = talkers_at(self, server)[0]
                log.write_text("")
                self.assertIsNone(talker.say_until_closed(lines))
                flushes[durability] = log.stat().st_size
                talker.client.close()
                self.assertEqual(server.stop(), 0)
        self.assertGreaterEqual(flushes["power"], lines)
        self.assertLess(flushes["process"], lines)
        result = subprocess.run([ENGAWAD, "--durability", "both"], capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(result.returncode, 2)
        self.assertIn("process or power", result.stderr)


if __name__ == "__main__":
    unittest.main()
