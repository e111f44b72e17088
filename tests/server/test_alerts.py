"""Each alert of docker/monitoring/alerts.yml fires at a real Prometheus because of a real fault of a real server, not before it, and ends after it. The
alerts about leases are in tests/postgres/test_lease_alerts.py."""
import contextlib
import errno
import http.client
import pathlib
import re
import resource
import signal
import socket
import sqlite3
import tempfile
import unittest

import prometheus
import raw
import stored
from faulty_disk import FaultyDisk
from harness import FAIL_POINTS, ROOT, Client, Socket, eventually, until_closed
from test_monitoring import play
from test_tls import Tls, make_certificate

FREELY = ("--rooms-per-min", "1000000", "--connections-per-ip", "100000", "--messages-per-s", "1000000", "--messages-burst", "1000000", "--chat-per-10s", "1000000")
UPGRADE = (b"GET /lobby/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
           b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")


class EveryAlert(unittest.TestCase):
    def test_has_a_real_fault(self):
        tests = (pathlib.Path(__file__), ROOT / "tests/postgres/test_lease_alerts.py")
        tested = re.findall(r'self\.fires\("(\w+)"\)', "".join(file.read_text(encoding="utf-8") for file in tests))
        self.assertEqual(set(tested), set(prometheus.alerts()))


class Alerts(prometheus.Faults):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.data = self.folder / "data"
        self.data.mkdir()

    def served(self, *flags, **more):
        return super().served(*FREELY, *flags, data=str(self.data), **more)

    def guest_in_a_room(self, server):
        client = Client(server, server.room(), nick="Guest")
        self.addCleanup(client.close)
        return client

    def test_it_hangs(self):
        server = self.served("--threads", "1")
        self.calm("EngawaDown", "EngawaLoopLate")
        server.freeze()
        alert = self.fires("EngawaDown")
        self.assertEqual(alert["annotations"]["summary"], "The server does not answer.")
        server.process.send_signal(signal.SIGCONT)
        self.fires("EngawaLoopLate")
        self.ends("EngawaDown")
        self.ends("EngawaLoopLate")

    def test_it_has_nearly_too_many_connections(self):
        most = 16001
        files = resource.getrlimit(resource.RLIMIT_NOFILE)
        if files[1] < most + 3000:
            self.skipTest("takes 19000 open files: ulimit -Hn")
        resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, files)
        server = self.served("--hello-ms", "60000")
        self.calm("EngawaNearlyFull")
        with contextlib.ExitStack() as opened:
            for number in range(most):
                if number == most - 1:
                    self.see(f"engawa_connections == {number}")
                    self.assertIsNone(self.alert("EngawaNearlyFull"))
                connection = opened.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                connection.sendall(UPGRADE)
            self.fires("EngawaNearlyFull")
        self.ends("EngawaNearlyFull")

    def test_it_has_nearly_too_many_rooms(self):
        server = self.served("--lobby-ttl-s", "3600", "--exhibition-ms", "0")
        self.make_rooms(server, 8000)
        self.see("engawa_rooms == 8000")
        self.assertIsNone(self.alert("EngawaNearlyFull"))
        self.make_rooms(server, 1)
        self.fires("EngawaNearlyFull")

    def make_rooms(self, server, number):
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        for _ in range(number):
            connection.request("POST", "/api/rooms", b'{"game":"nim"}', {"Content-Type": "application/json"})
            with connection.getresponse() as answer:
                self.assertEqual((answer.status, answer.read()[:1]), (201, b"{"))
        connection.close()

    def test_its_certificate_ends(self):
        files = make_certificate(self.folder, days=13)
        server = Tls(*FREELY, "--admin-port", str(self.admin_port), "--tls-cert", str(files[0]), "--tls-key", str(files[1]))
        self.addCleanup(server.__exit__)
        self.fires("EngawaCertificateEnds")
        for new, old in zip(make_certificate(self.folder, "new", days=15), files):
            new.replace(old)
        server.process.send_signal(signal.SIGHUP)
        self.ends("EngawaCertificateEnds")

    def test_its_bots_are_behind(self):
        server = self.served("--bot-threads", "1")
        host = server.guest()
        rooms = [server.room(host, options={"preset": "classic"}, seats=[{"bot": "tengu", "level": 6}] * 2, clock={"kind": "none"}) for _ in range(40)]
        self.calm("EngawaBotsBehind")
        watchers = []
        for room in rooms:
            watchers.append(Socket(server.port, f"/rooms/{room}/ws"))
            self.addCleanup(watchers[-1].close)
            watchers[-1].send(raw.hello(1, host))
            watchers[-1].send({"type": "start", "id": 2})
        self.fires("EngawaBotsBehind")
        for watcher in watchers:
            watcher.close()
        self.ends("EngawaBotsBehind")

    def test_its_disk_is_full_now_and_then(self):
        disk = FaultyDisk(self.folder, self.data)
        server = self.served("--durability", "power", environment=disk.environment)
        self.calm("EngawaStoreFails", "EngawaStoreUnsteady")
        for outages in (1, 2, 3):
            disk.fails(errno.ENOSPC)
            eventually(lambda: server.http("POST", "/api/guests", {})[0] == 503)
            self.fires("EngawaStoreFails")
            disk.works()
            self.ends("EngawaStoreFails")
            self.see(f"engawa_store_outages_total == {outages}")
            if outages == 2:
                self.see("count_over_time(engawa_store_outages_total[1h]) > 8")  # what increase() adds is less with more looks at the server
                self.assertIsNone(self.alert("EngawaStoreUnsteady"))
        self.fires("EngawaStoreUnsteady")

    def test_its_disk_is_slow(self):
        disk = FaultyDisk(self.folder, self.data)
        server = self.served("--durability", "power", environment=disk.environment)
        play(server)
        self.calm("EngawaStoreSlow", "EngawaMovesWait")
        disk.is_slow(300)
        eventually(lambda: play(server) or self.is_firing("EngawaMovesWait"))
        self.fires("EngawaStoreSlow")
        self.fires("EngawaMovesWait")
        disk.works()
        self.ends("EngawaStoreSlow")
        self.ends("EngawaMovesWait")

    def test_its_log_and_a_room_are_damaged(self):
        server = self.served()
        client = self.guest_in_a_room(server)
        for number in range(5):
            client.ok("say", text=f"line {number}")
        self.calm("EngawaCommitsLost", "EngawaRoomsFail")
        server.kill()
        log = self.data / "engawa.db-wal"
        content = bytearray(log.read_bytes())
        content[len(content) // 2] ^= 1
        log.write_bytes(content)
        server.start()
        self.fires("EngawaCommitsLost")
        client = self.guest_in_a_room(server)
        client.ok("say", text="hello")
        client.close()
        server.stop()
        stored.change_input(self.data, client.room, 2, "rubbish")
        server.start()
        self.ends("EngawaCommitsLost")
        self.fires("EngawaRoomsFail")

    def test_a_room_does_not_replay_at_the_first_start_that_is_watched(self):
        server = self.served("--admin-port", "0")
        client = self.guest_in_a_room(server)
        client.ok("say", text="hello")
        client.close()
        server.stop()
        stored.change_input(self.data, client.room, 2, "rubbish")
        self.served()
        self.fires("EngawaRoomsFail")
        self.ends("EngawaRoomsFail")

    def test_a_row_of_a_room_is_damaged(self):
        server = self.served()
        client = self.guest_in_a_room(server)
        client.ok("say", text="hello")
        client.close()
        self.calm("EngawaRoomsFail")
        server.stop()
        stored.change_input(self.data, client.room, 2, "rubbish", sealed=False)
        server.start()
        self.fires("EngawaRoomsFail")
        self.ends("EngawaRoomsFail")

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_a_game_throws(self):
        points = self.folder / "points"
        server = self.served(environment={"ENGAWA_FAIL_POINTS": str(points)})
        client = self.guest_in_a_room(server)
        self.calm("EngawaRoomsFail")
        points.write_text("room.throw=throw@1")
        client.post("say", text="it fails")
        self.assertEqual(until_closed(client.take), 1011)
        self.fires("EngawaRoomsFail")

    def test_its_copies_fail(self):
        copies = self.folder / "copies"
        server = self.served("--backup-every", "3s", "--backup-dir", str(copies))
        eventually(lambda: server.metric('engawa_backups_total{result="made"}'))
        self.calm("EngawaBackupOld")
        copies.rename(self.folder / "away")
        self.fires("EngawaBackupOld")
        (self.folder / "away").rename(copies)
        self.ends("EngawaBackupOld")

    def test_another_program_keeps_its_log(self):
        server = self.served()
        self.calm("EngawaLogGrows")
        with contextlib.ExitStack() as programs:
            reader, writer = (programs.enter_context(contextlib.closing(sqlite3.connect(self.data / "engawa.db", isolation_level=None, timeout=20))) for _ in range(2))
            reader.execute("BEGIN")  # what it reads stays in the log until it ends
            reader.execute("SELECT count(*) FROM rooms").fetchone()
            writer.execute("CREATE TABLE of_another_program(content)")
            writer.execute("INSERT INTO of_another_program VALUES(zeroblob(270000000))")
            self.fires("EngawaLogGrows")
        # The log is cut at the next write after all of it is in the database.
        eventually(lambda: server.http("POST", "/api/guests", {})[0] == 201 and self.alert("EngawaLogGrows") is None)

    def test_they_are_too_many(self):
        server = self.served("--connections", "1", "--http-connections-per-ip", "20")
        inside = Socket(server.port, "/lobby/ws")
        self.addCleanup(inside.close)
        self.calm("EngawaRefuses")
        self.refused(server, 50)
        self.see('engawa_handshake_failures_total{reason="limit"} == 50')
        self.assertIsNone(self.alert("EngawaRefuses"))
        self.refused(server, 100)
        self.fires("EngawaRefuses")
        self.ends("EngawaRefuses")
        turned = []
        for _ in range(140):
            turned.append(socket.create_connection(("127.0.0.1", server.port)))
            self.addCleanup(turned[-1].close)
        self.fires("EngawaRefuses")

    def refused(self, server, times):
        for _ in range(times):
            late = Socket(server.port, "/lobby/ws")
            self.assertEqual(late.status, 503)
            late.close()

    def test_they_read_too_slowly(self):
        server = self.served()
        talker = self.guest_in_a_room(server)
        self.calm("EngawaSlowReaders")
        for _ in range(11):
            slow = Socket(server.port, f"/rooms/{talker.room}/ws", receive_buffer=2048)
            self.addCleanup(slow.close)
            slow.send(raw.hello(1, nick="Slow"))
            self.assertEqual(slow.receive()["type"], "welcome")

        def talk():
            for _ in range(50):
                talker.post("say", text="あ" * 200)
            talker.ok("ping")
            return server.metric('engawa_connections_closed_total{code="4102"}') == 11

        eventually(talk)
        self.fires("EngawaSlowReaders")
        self.ends("EngawaSlowReaders")


if __name__ == "__main__":
    unittest.main()
