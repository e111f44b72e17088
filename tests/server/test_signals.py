"""The effect of signals on a running server: stop signals let it finish, all others do not end it, also during the start."""
import pathlib
import resource
import signal
import sqlite3
import subprocess
import tempfile
import unittest

from harness import ENGAWAD, TIMEOUT, Client, Closed, Server, eventually, serve, until_closed


class Signals(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.log = open(self.folder / "log", "w+")
        self.addCleanup(self.log.close)

    def serve(self, *flags):
        return serve(self, *flags, data=str(self.folder / "data"), stderr=self.log)

    def logged(self):
        return (self.folder / "log").read_text()

    def test_what_is_sent_by_mistake_ends_nothing(self):
        server = self.serve("--chat-per-10s", "1000")
        player = Client(server, server.room(), nick="A")
        for number in (signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF, signal.SIGPOLL, signal.SIGPIPE, signal.SIGXFSZ):
            with self.subTest(signal=number):
                server.process.send_signal(number)
                player.ok("say", text=f"after {number}")
                if number not in (signal.SIGPIPE, signal.SIGXFSZ):
                    eventually(lambda: ("SIGHUP" if number == signal.SIGHUP else f"signal {int(number)} ") in self.logged())
        self.assertIsNone(server.process.poll())
        self.assertEqual(server.stop(), 0)

    def test_what_stops_it_lets_it_finish(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT, signal.SIGPWR, signal.SIGXCPU):
            with self.subTest(signal=number):
                server = self.serve()
                player = Client(server, server.room(), nick="A")
                player.ok("say", text="remember me")
                server.process.send_signal(number)
                self.assertEqual(until_closed(player.take), 1012)
                player.close()
                self.assertEqual(server.process.wait(2 * TIMEOUT), 0)

    def test_a_hangup_also_in_a_drain_and_under_nohup(self):
        """nohup makes its program ignore SIGHUP: a server handles it anyway, and continues."""
        previous = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        try:
            server = self.serve()
        finally:
            signal.signal(signal.SIGHUP, previous)
        server.process.send_signal(signal.SIGHUP)
        eventually(lambda: "SIGHUP" in self.logged())
        self.assertEqual(server.http("GET", "/healthz")[0], 200)
        server.process.send_signal(signal.SIGTERM)
        server.process.send_signal(signal.SIGHUP)
        self.assertEqual(server.process.wait(TIMEOUT), 0)

    def test_a_hangup_reads_the_level_of_the_log_again(self):
        config = self.folder / "config.toml"
        config.write_text('[log]\nlevel = "error"\n')
        server = self.serve("--config", str(config))
        config.write_text('[log]\nlevel = "INFO"\n[server]\nport = 1\n')
        server.process.send_signal(signal.SIGHUP)
        server.process.send_signal(signal.SIGUSR2)
        eventually(lambda: "signal 12 " in self.logged())
        config.write_text('[log]\nlevel = "loud"\n')
        server.process.send_signal(signal.SIGHUP)
        eventually(lambda: "config.toml:2: log.level must be debug" in self.logged())
        config.unlink()
        server.process.send_signal(signal.SIGHUP)
        eventually(lambda: "config.toml cannot be read" in self.logged())
        self.assertEqual(server.http("GET", "/healthz")[0], 200)
        self.assertEqual(server.stop(), 0)

    def test_a_file_that_may_not_grow_stops_rooms_and_not_the_server(self):
        server = self.serve()
        player = Client(server, server.room(), nick="A")
        player.ok("say", text="small")
        limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, limits[1]))
        with self.assertRaises((Closed, AssertionError)):
            for number in range(1000):
                player.ok("say", text=f"large {number} " + "x" * 150)
        self.assertIsNone(server.process.poll())
        self.assertEqual(server.http("GET", "/healthz")[0], 200)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)
        again = eventually(lambda: self.comes_back(server, player))
        again.ok("say", text="and on")
        self.assertEqual(server.stop(), 0)

    def comes_back(self, server, player):
        try:
            client = Client(server, player.room, player.token)
            client.ok("say", text="back")
            return client
        except (Closed, AssertionError):
            return None


class Waiting(unittest.TestCase):
    """A database that is unreachable at the start."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        with Server(data=str(self.folder)) as server:
            server.room()
            self.assertEqual(server.stop(), 0)

    def start(self, *flags):
        log = open(self.folder / "log", "w")
        self.addCleanup(log.close)
        process = subprocess.Popen([ENGAWAD, "--port", "0", "--data", self.folder, *flags], stdout=subprocess.PIPE, stderr=log, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def logged(self):
        return (self.folder / "log").read_text()

    def lock(self):
        other = sqlite3.connect(self.folder / "engawa.db", isolation_level=None)
        self.addCleanup(other.close)
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        return other

    def test_a_locked_database_is_waited_for(self):
        other = self.lock()
        process = self.start()
        eventually(lambda: "waiting for the database" in self.logged())
        self.assertIn("another program has locked the database", self.logged())
        other.close()
        self.assertRegex(process.stdout.readline(), r"^listening on ")
        self.assertIn("the database is there after", self.logged())

    def test_a_stop_while_it_waits_is_one_at_once(self):
        self.lock()
        for number in (signal.SIGTERM, signal.SIGINT):
            process = self.start()
            eventually(lambda: "waiting for the database" in self.logged())
            process.send_signal(signal.SIGHUP)
            process.send_signal(number)
            self.assertEqual(process.wait(TIMEOUT), 0)
            self.assertIn("stopped before the database was there", self.logged())

    def test_the_wait_has_an_end_and_may_be_none(self):
        self.lock()
        for seconds, words in (("4", "it was waited for 4 s"),  # the first attempt takes two
                                ("0", "another program has locked")):
            process = self.start("--store-wait-s", seconds)
            self.assertEqual(process.wait(3 * TIMEOUT), 1)
            self.assertIn(words, self.logged())
            self.assertEqual("waiting for" in self.logged(), seconds == "4")

    def test_what_will_not_change_is_not_waited_for(self):
        with Server(data=str(self.folder)):
            self.assertEqual(self.start().wait(TIMEOUT), 1)
            self.assertIn("another engawad", self.logged())
        (self.folder / "engawa.db").write_bytes(b"this is no database" * 100)
        self.assertEqual(self.start().wait(TIMEOUT), 1)
        self.assertNotIn("waiting", self.logged())

    def test_modes_do_not_wait(self):
        self.lock()
        done = subprocess.run([ENGAWAD, "--check", "--data", self.folder], capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("another program has locked the database", done.stderr)
        self.assertNotIn("waiting", done.stderr)

    def test_what_is_wrong_beside_the_database_is_said_before_the_wait(self):
        self.lock()
        process = self.start("--web-root", str(self.folder / "absent"))
        self.assertEqual(process.wait(TIMEOUT), 1)
        self.assertNotIn("waiting", self.logged())


if __name__ == "__main__":
    unittest.main()
