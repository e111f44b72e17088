"""A PostgreSQL that is unreachable when a server starts, as when compose starts both; and connection pools between the two."""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time
import unittest

from case import Case

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "server"), str(TESTS / "tools")]
from harness import ENGAWAD, TIMEOUT, Client, eventually, serve  # noqa: E402
from listener import Wire  # noqa: E402
from postgres import Postgres, end_with_us, free_port, unprivileged  # noqa: E402


def error_packet(code, message):
    fields = b"".join(name + value.encode() + b"\0" for name, value in ((b"S", "致命的"), (b"V", "FATAL"), (b"C", code), (b"M", message), (b"F", "x.c"), (b"L", "1"), (b"R", "f"))) + b"\0"
    return b"E" + (len(fields) + 4).to_bytes(4, "big") + fields


class Door(Wire):
    """Listens in place of a PostgreSQL: the first connections are told `packet` (None: nothing at all), and those after open() are led there."""

    def __init__(self, packet, port):
        self.packet, self.is_open, self.came = packet, False, 0
        super().__init__(port)

    def open(self):
        self.is_open = True

    def lead(self, client):
        self.came += 1
        if self.is_open:
            super().lead(client)
        elif self.packet is not None:
            threading.Thread(target=self.refuse, args=(client,), daemon=True).start()

    def refuse(self, client):
        with client:
            head = client.recv(8)
            while head == b"\0\0\0\x08\x04\xd2\x16\x2f" or head == b"\0\0\0\x08\x04\xd2\x16\x30":  # asks for TLS or GSS
                client.sendall(b"N")
                head = client.recv(8)
            client.sendall(self.packet)
            client.recv(4096)


class Distant(Wire):
    """Each answer comes late, as from another continent."""

    def passes(self, data, is_answer):
        if is_answer:
            time.sleep(0.05)
        return True


class Away(Case):
    def start(self, url, *flags):
        self.log = self.folder / "log"
        out = open(self.log, "w")
        self.addCleanup(out.close)
        process = subprocess.Popen([ENGAWAD, "--port", "0", "--data", self.folder, *flags], stdout=subprocess.PIPE, stderr=out, text=True, env={**os.environ, "ENGAWA_STORE_URL": url})
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def waits(self, words):
        eventually(lambda: "waiting for the database" in self.log.read_text())
        self.assertIn(words, self.log.read_text())

    def door(self, packet):
        door = Door(packet, self.postgres.port)
        self.addCleanup(door.close)
        return door

    def assert_listens(self, process):
        self.assertRegex(process.stdout.readline(), "^listening on ")
        self.assertIn("the database is there after", self.log.read_text())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(TIMEOUT), 0)

    def test_one_that_is_not_up_yet_is_waited_for(self):
        later = Postgres()
        self.addCleanup(later.__exit__)
        self.assertEqual(later.stop(), 0)
        process = self.start(later.url())
        self.waits("Connection refused")
        later.start()
        self.assert_listens(process)

    def test_one_that_says_that_it_is_starting_in_its_own_language(self):
        for code, message in (("57P03", "データベースシステムは起動処理中です"), ("57P01", "管理者コマンドにより接続を終了しています"), ("53300", "接続数が多すぎます")):
            door = self.door(error_packet(code, message))
            process = self.start(self.postgres.url(self.database, door.port) + "?sslmode=disable")
            self.waits(message)
            self.assertNotIn(code, self.log.read_text())
            door.open()
            self.assert_listens(process)

    def test_what_will_not_change_is_said_at_once(self):
        for code, message in (("28P01", "パスワード認証に失敗しました"), ("28000", "no pg_hba.conf entry"), ("3D000", "no such database"), ("0A000", "unsupported frontend protocol"), ("42501", "permission denied")):
            process = self.start(self.postgres.url(self.database, self.door(error_packet(code, message)).port) + "?sslmode=disable")
            self.assertEqual(process.wait(TIMEOUT), 1)
            self.assertIn(message, self.log.read_text())
            self.assertNotIn("waiting", self.log.read_text())
        for wrong in ("postgres://h:port/d", "postgres://h/d?nonsense=1", "postgres://h/d?sslmode=perhaps", "postgres://[::1/d"):
            process = self.start(wrong)
            self.assertEqual(process.wait(TIMEOUT), 1, wrong)
            self.assertNotIn("waiting", self.log.read_text())

    def test_a_stop_ends_the_wait_at_once_also_in_the_middle_of_an_attempt(self):
        silent = self.door(None)
        process = self.start(self.postgres.url(self.database, silent.port))
        eventually(lambda: silent.came > 0)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(TIMEOUT), 0)
        self.assertIn("stopped before the database was there", self.log.read_text())
        process = self.start("postgres://engawa@no-such-host.invalid/games")
        self.waits("no-such-host.invalid")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(TIMEOUT), 0)

    def test_one_that_answers_late_delays_the_start_and_no_more(self):
        distant = Distant(self.postgres.port)
        self.addCleanup(distant.close)
        for _ in range(2):  # with and without tables
            process = self.start(self.postgres.url(self.database, distant.port))
            self.assertRegex(process.stdout.readline(), "^listening on ", self.log.read_text())
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(TIMEOUT), 0)
            self.assertNotIn("the store fails", self.log.read_text())

    def test_modes_do_not_wait(self):
        url = self.postgres.url(self.database, free_port())
        for mode in (("--check", "--store-url", url), ("--copy-store", url, f"sqlite:{self.folder}/x")):
            done = subprocess.run([ENGAWAD, *mode], capture_output=True, text=True, timeout=TIMEOUT)
            self.assertEqual(done.returncode, 1, done)
            self.assertIn("Connection refused", done.stderr)
            self.assertNotIn("waiting", done.stderr)


class Pool(Case):
    """PgBouncer, which is popular because it saves connections: a server's session cannot be shared."""

    def pool(self, mode, port=None):
        own = unprivileged()
        place = self.folder / mode
        place.mkdir()
        listens = free_port()
        (place / "users").write_text('"engawa" ""\n')
        (place / "pgbouncer.ini").write_text(
            f"[databases]\n* = host=127.0.0.1 port={port or self.postgres.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {listens}\nunix_socket_dir =\nauth_type = trust\n"
            f"auth_file = {place}/users\npool_mode = {mode}\nlogfile = {place}/log\npidfile = {place}/pid\nserver_login_retry = 1\nignore_startup_parameters = extra_float_digits\n")
        for path in (self.folder, place, *place.iterdir()):
            if own:
                os.chown(path, own["user"], own["group"])
        process = subprocess.Popen(["pgbouncer", "-q", place / "pgbouncer.ini"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", preexec_fn=end_with_us, **own)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)

        def is_up():
            assert process.poll() is None, (place / "log").read_text()
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", listens)) == 0

        eventually(is_up)
        return self.postgres.url(self.database, listens)

    def test_a_pool_that_lends_the_session_out_is_refused_in_a_sentence(self):
        for mode in ("transaction", "statement"):
            url = self.pool(mode)
            for _ in range(2):  # state left behind by the first one is another sign
                done = subprocess.run([ENGAWAD, "--port", "0", "--data", self.folder / "data"], capture_output=True, text=True, timeout=TIMEOUT, env={**os.environ, "ENGAWA_STORE_URL": url})
                self.assertEqual(done.returncode, 1, done)
                self.assertRegex(done.stderr, r"^engawad: cannot use the database .*a pool between here and PostgreSQL, such as PgBouncer.*pool_mode to session")
                self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_a_pool_that_keeps_the_session_for_us_is_none(self):
        url = self.pool("session")
        data = self.folder / "data"
        data.mkdir()
        server = serve(self, data=str(data), environment={"ENGAWA_STORE_URL": url})
        player = Client(server, server.room(), nick="A")
        player.ok("say", text="through the pool")
        self.assertEqual(server.stop(), 0)
        server.start({"ENGAWA_STORE_URL": url})
        player.connect(resume=True)
        player.ok("say", text="again")
        self.assertEqual(server.stop(), 0)

    def test_a_pool_whose_database_is_away_is_waited_for(self):
        later = Postgres()
        self.addCleanup(later.__exit__)
        later.stop()
        url = self.pool("session", later.port).replace(self.database, "games")
        log = self.folder / "log"
        with open(log, "w") as out:
            process = subprocess.Popen([ENGAWAD, "--port", "0", "--data", self.folder / "data"], stdout=subprocess.PIPE, stderr=out, text=True, env={**os.environ, "ENGAWA_STORE_URL": url})
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        eventually(lambda: "waiting for the database" in log.read_text())
        later.start()
        self.assertRegex(process.stdout.readline(), "^listening on ")


if __name__ == "__main__":
    unittest.main()
