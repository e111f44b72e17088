"""A real engawad over a real PostgreSQL: after either of them was killed, everything acknowledged is there, once and in order; while PostgreSQL is
unreachable the server reports it and waits; and the password of the URL never appears.

PostgreSQL is configured to acknowledge commits that are not on its disk yet (synchronous_commit = off), which the server must override."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from case import Case  # noqa: E402
from harness import ENGAWAD, FAIL_POINTS, TIMEOUT, Client, eventually, first_words, idle_watcher, refusing_port, serve  # noqa: E402
from listener import Wire  # noqa: E402
from test_store import FLAGS, talkers_at  # noqa: E402

SLOPPY = {"synchronous_commit": "off", "wal_writer_delay": "'10s'", "log_statement": "'none'"}


class Pipe(Wire):
    """Between engawad and PostgreSQL. It can lose the next answer, with the connection, or hold everything up."""

    def __init__(self, port):
        self.lose_answer, self.stalled, self.lost = threading.Event(), threading.Event(), threading.Event()
        super().__init__(port)

    def passes(self, data, is_answer):
        while self.stalled.is_set():
            time.sleep(0.01)
        if not is_answer or not self.lose_answer.is_set():
            return True
        self.lose_answer.clear()
        self.lost.set()
        return False

    def close(self):
        self.stalled.clear()
        super().close()


class OverPostgres(Case):
    SETTINGS = {"password": "open-sesame", **SLOPPY}

    def setUp(self):
        super().setUp()
        self.log = self.folder / "log"

    def serve(self, *flags, port=None):
        self.environment = {"ENGAWA_STORE_URL": self.postgres.url(self.database, port)}
        return serve(self, *FLAGS, *flags, log=self.log, environment=self.environment)

    def stored(self, code):
        return [(seq, json.loads(text)) for seq, text in self.inputs(code)]

    def assert_stored(self, talkers):
        for talker in talkers:
            rows = self.stored(talker.client.room)
            self.assertEqual([seq for seq, _ in rows], list(range(1, len(rows) + 1)), "a gap")
            lines = [(entry["request"], entry["text"]) for _, entry in rows if entry["in"] == "say"]
            self.assertEqual(lines, list(talker.said.items()), "what was acknowledged, just once, in order, and nothing else")

    def assert_down(self, server):
        def down():
            status, ready = server.admin("GET", "/readyz")
            return ready if status == 503 else None
        ready = eventually(down)
        self.assertEqual(ready["reasons"], ["store"])
        self.assertTrue(ready["store"])
        return ready["store"]

    def assert_up(self, server):
        eventually(lambda: server.admin("GET", "/readyz")[0] == 200)

    def come_back(self, talkers):
        for talker in talkers:
            talker.come_back()
            for _ in range(3):
                self.assertEqual(talker.say()["type"], "ok")

    def finish(self, server, talkers):
        for talker in talkers:
            talker.client.close()
        self.assertEqual(server.stop(), 0)
        self.assert_stored(talkers)
        log = self.log.read_text()
        self.assertNotIn("open-sesame", log)
        self.assertIn("PostgreSQL runs with fsync = off", log)  # as these tests do

    def test_kill_the_server_in_mid_game(self):
        server = self.serve()
        talkers = talkers_at(self, server, server)
        for lines in (5, 17, 40):
            for talker in talkers:
                self.assertIsNone(talker.say_until_closed(lines))
            killer = threading.Timer(0.05, server.kill)
            killer.start()
            self.assertEqual(talkers[0].say_until_closed(), 1006)
            killer.join()
            server.start(self.environment)
            self.come_back(talkers)
        self.finish(server, talkers)

    def test_rooms_with_damaged_rows_are_counted_and_logged_once(self):
        server = self.serve()
        rooms = [server.room() for _ in range(2)]
        for room in rooms:
            Client(server, room, nick="A").close()
        server.stop()
        self.sql(f"UPDATE journal SET sum = sum + 1 WHERE seq = 1 AND room = (SELECT id FROM rooms WHERE code = '{rooms[0]}')")
        self.sql(f"UPDATE rooms SET created_at = 7 WHERE code = '{rooms[1]}'")
        for counted in (2, 1):  # in the damaged row of a room nothing can be noted
            server.start(self.environment)
            for room in rooms * 2:
                self.assertEqual(first_words(server, room, nick="B")[1], 4007)
            self.assertEqual(server.metric("engawa_rooms_set_aside_total"), counted)
            server.stop()
        log = self.log.read_text()
        self.assertEqual([log.count(f"room {room} is quarantined:") for room in rooms], [1, 2])

    def test_postgres_is_killed_in_mid_game_and_started_again(self):
        server = self.serve()
        talkers = talkers_at(self, server, server)
        idle = idle_watcher(server)
        self.addCleanup(idle.close)
        for _ in range(3):
            for talker in talkers:
                self.assertIsNone(talker.say_until_closed(5))
            killer = threading.Timer(0.05, self.postgres.stop, (signal.SIGQUIT,))
            killer.start()
            self.assertEqual([talker.say_until_closed() for talker in talkers], [1011, 1011])
            killer.join()
            self.assert_down(server)
            self.assertRegex(server.admin("GET", "/metrics")[1], r"(?m)^engawa_store_up 0$")
            self.assertEqual(server.http("POST", "/api/rooms", {"game": "reversi"})[1]["code"], "busy")
            idle.ok("ping")  # clients without anything to store are still connected
            self.postgres.start()
            self.assert_up(server)
            self.come_back(talkers)
        idle.ok("say", text="never sent away")
        idle.close()
        self.finish(server, talkers)
        begun = [line for line in self.log.read_text().splitlines() if "the store fails" in line]
        ended = [line for line in self.log.read_text().splitlines() if "the store works again" in line]
        self.assertEqual(len(begun), len(ended))
        self.assertLess(len(begun), 30, "a log that is flooded")

    def test_an_outage_is_noticed_though_nobody_plays(self):
        server = self.serve()
        self.postgres.stop(signal.SIGINT)
        self.assert_down(server)
        self.postgres.start()
        self.assert_up(server)
        server.room()
        # Everything acknowledged is stored, so a server that is stopped meanwhile reports no errors.
        self.postgres.stop(signal.SIGINT)
        self.addCleanup(self.postgres.start)
        self.assert_down(server)
        self.assertEqual(server.stop(), 0)

    def test_a_commit_whose_answer_is_lost_is_not_made_twice(self):
        wire = Pipe(self.postgres.port)
        self.addCleanup(wire.close)
        server = self.serve(port=wire.port)
        talkers = talkers_at(self, server)
        for _ in range(4):
            self.assertIsNone(talkers[0].say_until_closed(3))
            wire.lose_answer.set()
            self.assertEqual(talkers[0].say_until_closed(), 1011)
            self.assertTrue(wire.lost.is_set())
            text = talkers[0].unanswered[1]
            said = self.sql("SELECT count(*) FROM journal WHERE position('" + text.rstrip("x") + "'::bytea IN input) > 0")
            self.assertEqual(said, "1", "it was stored, although nobody could know")
            wire.lost.clear()
            self.come_back(talkers)
        self.finish(server, talkers)

    def test_a_server_that_is_silent(self):
        wire = Pipe(self.postgres.port)
        self.addCleanup(wire.close)
        server = self.serve(port=wire.port)
        talkers = talkers_at(self, server)
        self.assertIsNone(talkers[0].say_until_closed(3))
        wire.stalled.set()
        self.assertEqual(talkers[0].say_until_closed(), 1011)
        self.assertIn("does not answer", self.assert_down(server))
        started = time.monotonic()
        server.http("GET", "/healthz")
        self.assertLess(time.monotonic() - started, 2)
        wire.stalled.clear()
        self.assert_up(server)
        self.come_back(talkers)
        self.finish(server, talkers)

    def test_a_database_that_became_read_only(self):
        server = self.serve()
        talkers = talkers_at(self, server, server)
        for talker in talkers:
            self.assertIsNone(talker.say_until_closed(5))
        self.postgres.sql("ALTER SYSTEM SET default_transaction_read_only = on")
        self.postgres.sql("SELECT pg_reload_conf()")
        try:
            self.assertEqual([talker.say_until_closed() for talker in talkers], [1011, 1011])
            self.assertIn("read-only", self.assert_down(server))
        finally:
            self.postgres.sql("ALTER SYSTEM RESET default_transaction_read_only")
            self.postgres.sql("SELECT pg_reload_conf()")
        self.assert_up(server)
        self.come_back(talkers)
        self.finish(server, talkers)

    def test_two_servers_cannot_have_one_database(self):
        server = self.serve()
        result = self.run_engawad("--port", "0")
        self.assertEqual(result.returncode, 1, result)
        self.assertRegex(result.stderr, r"^engawad: cannot use the database postgres://engawa:\*\*\*@127.0.0.1:\d+/games\d+ \(another engawad is using this database\)")
        server.room()

    def run_engawad(self, *flags, url=None):
        environment = {**os.environ, "ENGAWA_STORE_URL": url or self.postgres.url(self.database)}
        return subprocess.run([ENGAWAD, *flags], capture_output=True, text=True, timeout=TIMEOUT, env=environment)

    def test_what_a_start_refuses(self):
        for url, words, *flags in ((self.postgres.url(self.database, refusing_port(self)), "Connection refused", "--store-wait-s", "0"),
                                   (self.postgres.url("no_such"), 'database "no_such" does not exist'),
                                   (self.postgres.url(self.database, password="wrong-secret"), "password authentication failed"),
                                   (self.postgres.url(self.database, password="sec%ret"), "%25 for %")):
            result = self.run_engawad("--port", "0", *flags, url=url)  # permanent errors are not waited for
            self.assertEqual(result.returncode, 1, result)
            self.assertTrue(result.stderr.startswith("engawad: cannot use the database postgres://engawa:***@"), result)
            self.assertIn(words, result.stderr)
            for secret in ("open-sesame", "wrong-secret", "sec%ret", "%ret"):
                self.assertNotIn(secret, result.stdout + result.stderr)

    def test_a_start_does_not_read_the_journal(self):
        server = self.serve()
        code = server.room()
        server.stop()
        self.sql("INSERT INTO rooms SELECT 1000000 + i, 'R' || lpad(i::text, 7, '0'), 1, 1, 0, 'x', NULL, 0, 0 FROM generate_series(1, 2000) i")
        self.sql("INSERT INTO journal(room, seq, input, sum) SELECT 1000000 + i % 2000, 1 + i / 2000, 'x', 0 FROM generate_series(0, 99999) i")
        self.sql("ANALYZE")
        read = "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables WHERE relname = 'journal'"
        eventually(lambda: int(self.sql(read)) >= 0)
        before = int(self.sql(read))
        server.start(self.environment)
        Client(server, code, nick="Guest").close()
        server.stop()
        time.sleep(1.2)  # PostgreSQL gathers its statistics once a second
        # After the start, the rooms are read one after the other: fifty of these rows each.
        self.assertLess(int(self.sql(read)) - before, 10000)

    def test_check_and_metrics(self):
        server = self.serve()
        talkers = talkers_at(self, server, server)
        for talker in talkers:
            self.assertIsNone(talker.say_until_closed(5))
        metrics = server.admin("GET", "/metrics")[1]
        self.assertGreater(int(re.search(r'(?m)^engawa_store_bytes\{file="database"\} (\d+)$', metrics)[1]), 1000000)
        self.assertRegex(metrics, r"(?m)^engawa_store_round_trips_total [1-9]")
        self.assertNotIn("sesame", metrics)
        self.finish(server, talkers)
        result = self.run_engawad("--check")
        self.assertEqual((result.returncode, result.stderr), (0, ""), result)
        self.assertRegex(result.stdout, r"(?m)^2 rooms with \d+ inputs and \d+ snapshots, 0 problems\n$")
        good, bad = (talker.client.room for talker in talkers)
        self.sql(f"UPDATE journal SET input = input || ' ' WHERE seq = 4 AND room = (SELECT id FROM rooms WHERE code = '{bad}')")
        result = self.run_engawad("--check")
        self.assertEqual(result.returncode, 1, result)
        self.assertIn(f"room {bad}: the row of step 4 does not fit its checksum", result.stderr)
        self.assertNotIn(good, result.stderr)
        server.start(self.environment)
        self.assertEqual(server.http("GET", f"/api/rooms/{bad}")[1]["code"], "internal")
        talkers[0].come_back()
        self.assertEqual(talkers[0].say()["type"], "ok")

    @unittest.skipUnless(FAIL_POINTS, "an engawad without fail points")
    def test_kill_around_the_commit(self):
        server = self.serve()
        talkers = talkers_at(self, server)
        for point in ("journal.begin", "journal.append", "journal.commit", "journal.committed"):
            self.assertIsNone(talkers[0].say_until_closed(3))
            server.kill()
            server.start({**self.environment, "ENGAWA_FAIL_POINTS": f"{point}=kill@20-"})
            talkers[0].come_back()
            self.assertEqual(talkers[0].say_until_closed(), 1006)
            server.process.wait()
            server.process.stdout.close()
            server.start(self.environment)
            self.come_back(talkers)
        self.finish(server, talkers)


if __name__ == "__main__":
    unittest.main()
