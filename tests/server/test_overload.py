"""Too much of everything, from hostile peers: each has one clear end, and other clients notice nothing.

ENGAWA_IDLE=5000 opens that many idle WebSockets instead of 1000; the memory of one is printed.
"""
import os
import pathlib
import re
import select
import socket
import time
import unittest

import raw
from harness import Client, Closed, Server, Socket, eventually, until_closed
from test_security import Ended

RAISED = ("--admin-port", "0", "--connections-per-ip", "100000", "--joins-per-min", "1000000", "--guests-per-min", "1000000", "--accepts-per-s", "100000",
          "--requests-per-s", "100000", "--rooms-per-min", "1000", "--core-dumps", "1")


class Watched(Ended):
    """With access to the server's metrics, memory and descriptors."""

    def await_metric(self, name, ready):
        until = time.monotonic() + 20
        while not ready(value := self.server.metric(name)):
            self.assertLess(time.monotonic(), until, (name, value))
        return value

    def status_file(self, key):
        text = pathlib.Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(re.search(rf"{key}:\s+(\d+)", text).group(1))

    def open_files(self):
        return len(os.listdir(f"/proc/{self.server.process.pid}/fd"))


class Overload(Watched, unittest.TestCase):
    flags = (*RAISED, "--messages-per-s", "100", "--messages-burst", "100", "--http-connections-per-ip", "20")

    def test_floods_of_every_kind_are_answered_and_then_closed_with_1008(self):
        room = self.server.room()
        beside = Client(self.server, self.server.room(), nick="Beside")
        kinds = {"sit": {"seat": 0}, "stand": {}, "seat": {"seat": 1, "to": "open"}, "start": {}, "move": {"ply": 0, "move": {"cell": "a1"}}, "resign": {}, "rematch": {},
                 "hint": {}, "preview": {"ply": 0, "move": {"cell": "a1"}}, "say": {"text": "flood"}, "sync": {}, "log": {}, "ping": {}, "hello": {}, "dance": {}}
        hostile = {kind: Client(self.server, room, nick=kind) for kind in kinds}
        answered, ended = {kind: set() for kind in kinds}, {}
        for kind, client in hostile.items():
            for number in range(1, 701):
                try:
                    client.socket.send({"type": kind, "id": number, **kinds[kind]})
                except Closed:
                    break
        sockets = {client.socket.connection: kind for kind, client in hostile.items()}
        pinged = 0
        while sockets:
            if time.monotonic() - pinged > 0.05:
                beside.ok("ping")
                pinged = time.monotonic()
            for ready in select.select(list(sockets), [], [], 0.05)[0]:
                kind = sockets[ready]
                try:
                    answer = hostile[kind].socket.receive()
                    if "re" in answer and answer["re"] != "h1":
                        self.assertNotIn(answer["re"], answered[kind], "one answer each")
                        answered[kind].add(answer["re"])
                        if answer.get("code") == "rate_limited" and kind != "hint":
                            self.assertGreater(answer["retry_ms"], 0)
                except Closed as closed:
                    ended[kind] = closed.code
                    del sockets[ready]
        self.assertEqual(set(ended.values()), {1008}, ended)
        for kind, numbers in answered.items():
            missing = set(range(1, max(numbers) + 1)) - numbers
            # An answer may wait for the journal, but the close does not: the last requests have to be repeated with the same ids.
            self.assertTrue(not missing or min(missing) >= max(numbers) - 32, (kind, missing, max(numbers)))

    def test_what_is_no_message_has_a_ration_too(self):
        """Who floods finds it unread, and is closed in the end as somebody who says nothing: nobody is read for ever."""
        pong, ping, empty = (raw.encode(b"", code) for code in (raw.PONG, raw.PING, 0))
        part, closing = raw.encode(b"{", raw.TEXT, 0), raw.encode(b"\x03\xe8", raw.CLOSE)
        hello = raw.encode(b'{"type":"hello","id":1}')
        kinds = {"pongs": (hello, pong), "pongs before hello": (b"", pong), "pings": (hello, ping), "long pongs": (hello, raw.encode(b"x" * 125, raw.PONG)),
                 "empty parts": (hello + part, raw.encode(b"", 0, 0)), "parts before hello": (part, raw.encode(b"", 0, 0)),
                 "control frames between parts": (hello + part, raw.encode(b"", 0, 0) + pong + ping), "pongs after a close": (hello + closing, pong),
                 "bytes after a close": (closing, b"x" * 64), "closes": (hello, closing), "messages after a close": (closing, hello), "bytes after a bad frame": (empty, b"\xff" * 64)}
        most = 64 << 20
        with Server(*RAISED, "--messages-per-s", "2", "--messages-burst", "2", "--ping-s", "1", "--hello-ms", "1000") as server:
            floods = {}
            for kind, (first, repeated) in kinds.items():
                flood = Socket(server.port, "/lobby/ws").connection
                flood.sendall(first)
                flood.setblocking(False)
                floods[flood] = [kind, repeated * (65536 // len(repeated)), 0]
            while floods:
                ready = select.select([], list(floods), [], 20)[1]
                self.assertTrue(ready, [kind for kind, _, _ in floods.values()])
                for flood in ready:
                    kind, piece, sent = floods[flood]
                    try:
                        floods[flood][2] += flood.send(piece[sent % len(piece):])
                    except ConnectionError:
                        del floods[flood]
                        flood.close()
                        continue
                    self.assertLess(floods[flood][2], most, kind)
            self.assertGreater(server.metric("engawa_reads_delayed_total"), len(kinds) // 2)

    def test_who_pings_often_is_answered(self):
        """A library's keep-alive, and a burst of it after a pause: each ping gets its pong."""
        client = Client(self.server, self.server.room(), nick="Pings")
        for number in range(60):
            client.socket.send_frame(b"%d" % number, raw.PING)
        pongs = []
        while len(pongs) < 60:
            _, opcode, payload = client.socket.next_frame()
            if opcode == raw.PONG:
                pongs.append(payload)
        self.assertEqual(pongs, [b"%d" % number for number in range(60)])
        client.ok("ping")

    def test_big_frames_cost_their_sender_its_ration(self):
        client = Client(self.server, self.server.room(), nick="Big")
        answers = [client.ask("ping", pad="y" * 16000) for _ in range(12)]
        self.assertIn("rate_limited", [a.get("code") for a in answers])
        self.assertGreater(max(a.get("retry_ms", 0) for a in answers), 50)

    def test_churn_leaves_nothing_behind(self):
        before = self.server.metric("engawa_connections")
        files, room = self.open_files(), self.server.room()
        for i in range(300):
            opened = Socket(self.server.port, f"/rooms/{room}/ws" if i % 2 else "/lobby/ws")
            if i % 3:
                opened.send({"type": "hello", "id": 1})
            if i % 5 == 0:
                opened.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")  # a reset instead of an end
            opened.close()
        self.await_metric("engawa_connections", lambda value: value <= before)
        until = time.monotonic() + 20
        while self.open_files() > files + 5:
            self.assertLess(time.monotonic(), until, "descriptors are left behind")

    def test_http_connections_of_an_address_are_counted_and_turning_away_is_too(self):
        turned = self.server.metric("engawa_http_turned_away_total")
        opened, answers = [], []
        for _ in range(60):
            opened.append(socket.create_connection(("127.0.0.1", self.server.port), 20))
        self.await_metric("engawa_http_turned_away_total", lambda value: value >= turned + 30)
        for one in opened:
            one.setblocking(False)
            try:
                answers.append(one.recv(4096))
            except BlockingIOError:
                pass  # waits for our request
            except ConnectionError:
                answers.append(b"")
            one.close()
        self.assertGreaterEqual(len(answers), 30)
        self.assertIn(b'"retry_ms":1000', b"".join(answers))
        until = time.monotonic() + 20
        while True:  # and when they are gone there is space again
            try:
                if self.server.http("GET", "/healthz")[0] == 200:
                    break
            except OSError:
                pass
            self.assertLess(time.monotonic(), until)


class Idle(Watched, unittest.TestCase):
    flags = RAISED

    def prepare(self):
        """Waits until the server only reads the tables of the 15-puzzle: while they are computed, at a low priority, they take 100 MB."""
        def read():
            return "fifteen-7-7-1.tables" in pathlib.Path(f"/proc/{self.server.process.pid}/maps").read_text()
        try:
            eventually(read)
            self.server.stop()
            self.server.start()
            eventually(read)
        except AssertionError:
            self.skipTest("this machine is too busy to make the tables of the 15-puzzle in time")

    def test_weights_are_loaded_for_boards_in_use_only(self):
        self.prepare()
        self.assertLess(self.status_file("RssAnon"), 32 * 1024)  # 21 MB; with the weights of all boards, 42

    def test_idle_websockets_cost_little(self):
        self.prepare()
        count = int(os.environ.get("ENGAWA_IDLE", "1000"))
        before, files = self.status_file("RssAnon"), self.open_files()
        idle = []
        for _ in range(count):
            idle.append(Socket(self.server.port, "/lobby/ws"))
            idle[-1].send({"type": "hello", "id": 1})
        for one in idle:
            self.assertEqual(one.status, 101)
            self.assertEqual(one.receive()["type"], "welcome")
        each = (self.status_file("RssAnon") - before) * 1024 / count
        print(f"\n{count} idle WebSockets: {each:.0f} bytes each")
        self.assertLess(each, 16384)
        for one in idle:
            one.close()
        self.await_metric("engawa_connections", lambda value: value < count)
        until = time.monotonic() + 20
        while self.open_files() > files + 5:
            self.assertLess(time.monotonic(), until, "descriptors are left behind")


class SlowReaders(Watched, unittest.TestCase):
    flags = (*RAISED, "--messages-per-s", "100000", "--messages-burst", "100000", "--chat-per-10s", "100000")

    def slow_socket(self, path):
        """One whose system takes few bytes that it does not read; it has said hello."""
        slow = Socket(self.server.port, path, receive_buffer=2048)
        slow.send({"type": "hello", "id": 1})
        self.assertEqual(slow.receive()["type"], "welcome")
        return slow

    def slow_reader(self, room):
        return self.slow_socket(f"/rooms/{room}/ws")

    def flood_until_given_up(self, room, before):
        """A client that chats until the server has given up the slow reader; and one that receives every line."""
        talker, listener = Client(self.server, room, nick="Talker"), Client(self.server, room, nick="Listener")
        for i in range(100000):
            talker.post("say", text="あ" * 200)
            if i % 50 == 49:
                talker.ok("ping")
                listener.ok("ping")
                if self.server.metric("engawa_slow_readers_total") > before:
                    break
        talker.ok("ping")
        listener.until(lambda: listener.seq >= talker.seq)
        self.assertEqual(talker.document["chat"], listener.document["chat"])

    def test_a_slow_reader_that_reads_again_in_time_is_told_4102(self):
        room = self.server.room()
        self.assert_is_told(room, self.slow_reader(room))

    def test_a_slow_stream_is_told_the_same(self):
        room = self.server.room()
        slow = self.slow_socket("/stream/ws")
        slow.send({"room": room, "frame": {"type": "hello", "id": 2}})
        self.assertEqual(slow.receive()["frame"]["type"], "welcome")
        self.assert_is_told(room, slow)

    def assert_is_told(self, room, slow):
        before = self.server.metric("engawa_slow_readers_total")
        self.flood_until_given_up(room, before)
        frames = []
        with self.assertRaises(Closed) as closed:
            while True:
                frames.append(slow.receive())
        self.assertEqual(closed.exception.code, 4102)
        self.assertGreater(self.server.metric("engawa_outbox_overflows_total"), 0)  # and before that its backlog became one state

    def test_a_slow_reader_that_never_reads_is_dropped(self):
        slow = self.slow_reader(room := self.server.room())
        before = self.server.metric("engawa_slow_readers_total")
        ended = self.server.metric('engawa_connections_closed_total{code="4102"}')
        self.flood_until_given_up(room, before)
        self.await_metric('engawa_connections_closed_total{code="4102"}', lambda value: value > ended)
        self.assertIn(until_closed(slow.receive), (4102, 1006))  # the close frame had no way out past what was not read


class Floods(unittest.TestCase):
    def test_connections_of_an_address_are_rationed(self):
        with Server("--accepts-per-s", "10", roomy=False) as server:
            refused = 0
            for _ in range(60):
                with socket.create_connection(("127.0.0.1", server.port), 20) as one:
                    try:
                        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                        refused += b" 503 " in one.recv(4096)
                    except ConnectionError:
                        refused += 1
            self.assertGreater(refused, 5)

    def test_websockets_in_all_are_counted(self):
        with Server("--connections", "3") as server:
            opened = [Socket(server.port, "/lobby/ws") for _ in range(4)]
            self.assertEqual([one.status for one in opened], [101, 101, 101, 503])
            self.assertIn(b'"limit_reached"', opened[3].data or opened[3].connection.recv(4096))
            for one in opened:
                one.close()

    def test_rooms_in_all_are_counted(self):
        with Server("--rooms", "2", "--rooms-per-min", "100") as server:
            codes = [server.http("POST", "/api/rooms", {"game": "nim"}) for _ in range(3)]
            self.assertEqual([code[0] for code in codes], [201, 201, 503])
            self.assertEqual(codes[2][1]["code"], "limit_reached")


if __name__ == "__main__":
    unittest.main()
