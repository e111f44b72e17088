"""Several real engawads over one real PostgreSQL: any of them takes any client, and when one is killed, stopped, frozen or starts again, its rooms go on
elsewhere with all that was acknowledged, once."""
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from case import Case  # noqa: E402
from harness import ENGAWAD, FAIL_POINTS, Client, Server, Socket, eventually, until_lobby  # noqa: E402
from postgres import free_port  # noqa: E402
from test_store import FLAGS, Talker  # noqa: E402

SECRET = "a secret that all the nodes know"
LONG = 60000  # ms: a lease that does not end during a test


class Cluster(Case):
    def setUp(self):
        super().setUp()
        self.logs = []

    def node(self, lease_ms=1000, secret=SECRET, flags=()):
        link = free_port()
        log = self.folder / f"log-{link}"
        self.logs.append(log)
        stderr = open(log, "a")
        self.addCleanup(stderr.close)
        points = self.folder / f"points-{link}"
        self.environment = {"ENGAWA_STORE_URL": self.postgres.url(self.database), "ENGAWA_CLUSTER_SECRET": secret, **({"ENGAWA_FAIL_POINTS": str(points)} if FAIL_POINTS else {})}
        server = Server(*FLAGS, "--admin-port", "0", "--cluster-address", f"127.0.0.1:{link}", "--cluster-lease-ms", str(lease_ms), *flags, stderr=stderr,
                        environment=self.environment)
        server.link, server.points = link, points
        self.addCleanup(server.__exit__)
        return server

    def start(self, node):
        node.start(self.environment)

    def metric(self, node, name):
        return int(re.search(rf"(?m)^{name} (\d+)", node.admin("GET", "/metrics")[1]).group(1))

    def owner(self, room):
        return self.sql(f"SELECT address FROM nodes n JOIN rooms r ON r.owner = n.id WHERE code = '{room}'").strip()

    def talkers(self, owner, others):
        """In a room of `owner` each: one client that came to the owner itself, and one for each other node."""
        rooms = [owner.room(options={"preset": "classic"}) for _ in range(1 + len(others))]
        talkers = [Talker(Client(node, room, nick=f"Guest {i}")) for i, (node, room) in enumerate(zip((owner, *others), rooms))]
        for talker in talkers:
            self.addCleanup(lambda client=talker.client: client.close())
            talker.client.ok("sit", seat=0)
            talker.say()
        return talkers

    def assert_stored(self, talkers):
        for talker in talkers:
            self.assertEqual(talker.say()["type"], "ok")
            room = talker.client.room
            stored = [(seq, json.loads(text)) for seq, text in self.inputs(room)]
            self.assertEqual([seq for seq, _ in stored], list(range(1, len(stored) + 1)))
            lines = [entry["text"] for _, entry in stored if entry["in"] == "say"]
            self.assertEqual(len(lines), len(set(lines)), "a line is there twice")
            self.assertLessEqual(set(talker.said.values()), set(lines))

    def talk_until(self, talkers, happens):
        """All talk all the time; gives the codes with which they were closed, and how long each was away after `happens`, in s."""
        codes, away, begun = {}, {}, threading.Event()

        def talk(number, talker):
            talker.say()
            begun.set()
            codes[number] = talker.say_until_closed()
            talker.come_back()
            while talker.say()["type"] != "ok":
                talker.come_back()
            away[number] = time.monotonic()

        threads = [threading.Thread(target=talk, args=item) for item in enumerate(talkers)]
        for thread in threads:
            thread.start()
        begun.wait()
        time.sleep(0.2)  # in the middle of it
        began = time.monotonic()
        happens()
        for thread in threads:
            thread.join()
        self.assertEqual(len(away), len(talkers), codes)
        return [away[number] - began for number in range(len(talkers))]

    def test_any_node_takes_any_client(self):
        one, two = self.node(), self.node()
        token = one.guest("Aki")
        room = two.room(token, options={"preset": "classic"}, seats=["open", "open"])
        self.assertEqual(self.owner(room), f"127.0.0.1:{two.link}")
        aki, ben = Client(one, room, token), Client(two, room, nick="Ben")
        self.addCleanup(aki.close)
        self.addCleanup(ben.close)
        self.assertEqual(aki.ok("sit", seat=0)["type"], "ok")
        ben.ok("sit", seat=1)
        ben.ok("say", text="こんにちは")
        aki.until(lambda: aki.seq == ben.seq)
        self.assertEqual(aki.document, ben.document)
        self.assertEqual(aki.hash, ben.hash)
        for path in (f"/api/rooms/{room}", f"/api/rooms/{room}/glimpse", f"/api/rooms/{room}/picture"):
            self.assertEqual(one.http("GET", path), two.http("GET", path))
        self.assertEqual(one.http("GET", "/api/rooms/AAAAAAAA")[0], 404)
        self.assertEqual(self.metric(one, "engawa_spliced_total"), 4)
        self.assertEqual(self.metric(two, "engawa_spliced_total"), 0)
        aki.close()
        eventually(lambda: self.metric(one, "engawa_splices") == 0)
        self.assertEqual(two.http("POST", "/api/rooms", {"game": "nim"}, token)[0], 201)

    def test_a_request_that_is_carried_ends_as_any_other(self):
        entry, owner = self.node(LONG), self.node(LONG)
        path = f"/api/rooms/{owner.room(options={'preset': 'classic'})}"
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n" + "a:b\r\n" * 1500
        for node in (owner, entry):  # the longest head that either takes
            with socket.create_connection(("127.0.0.1", node.port), 20) as client:
                client.sendall(head.encode() + b"\r\n")
                answer = client.recv(65536)
                self.assertTrue(answer.startswith(b"HTTP/1.1 200 "), answer)
        with socket.create_connection(("127.0.0.1", entry.port), 20) as client:
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            while client.recv(65536):
                pass
            eventually(lambda: self.metric(entry, "engawa_splices") == 0)  # though the client has not closed
        self.assertEqual(self.metric(entry, "engawa_spliced_total"), 2)

    def test_the_nodes_have_one_lobby(self):
        one, two = self.node(), self.node()
        token = two.guest("Aki")
        room = two.room(token, options={"preset": "classic"}, seats=["me", "open"])
        aki = Client(two, room, token)
        self.addCleanup(aki.close)
        for node in (one, two):
            rooms = until_lobby(node, lambda rooms: room in rooms and rooms[room]["online"] == 1)
            self.assertEqual(rooms[room], two.http("GET", f"/api/rooms/{room}")[1])
        ben = Client(one, room, nick="Ben")
        self.addCleanup(ben.close)
        ben.ok("sit", seat=1)
        until_lobby(one, lambda rooms: room in rooms and rooms[room]["online"] == 2)
        two.kill()
        until_lobby(one, lambda rooms: room not in rooms)
        self.start(two)  # another node has the room by now, or gets it
        for client, node in ((aki, one), (ben, two)):
            client.server = node
            eventually(lambda: self.owner(room) != "")
            Talker(client).come_back()
        for node in (one, two):
            until_lobby(node, lambda rooms: room in rooms and rooms[room]["online"] == 2)
            self.assertEqual([listed["code"] for listed in node.http("GET", "/api/rooms")[1]["rooms"]], [room])
        aki.close()
        ben.close()
        for node in (one, two):
            until_lobby(node, lambda rooms: room not in rooms)

    def test_quick_play_leads_to_who_waits_at_another_node(self):
        one, two = self.node(), self.node()
        token, second = two.guest("Aki"), one.guest("Ben")
        body = {"game": "reversi", "options": {"preset": "classic"}}
        room = two.room(token, options=body["options"], seats=["me", "open"])
        aki = Client(two, room, token)
        self.addCleanup(aki.close)
        until_lobby(one, lambda rooms: room in rooms and rooms[room]["online"] == 1)
        status, answer = one.http("POST", "/api/play", body, second)
        self.assertEqual((status, answer["room"], answer["seat"]), (200, room, 1), answer)
        aki.until(lambda: aki.document["seats"]["s1"]["kind"] == "held")
        ben = Client(one, room, second)
        self.addCleanup(ben.close)
        aki.until(lambda: aki.document["seats"]["s1"]["kind"] == "human")
        self.assertEqual(one.http("POST", "/api/play", body, one.guest())[0], 201)  # nobody waits any more

    def test_the_address_of_a_client_is_passed_on(self):
        entry, owner = self.node(flags=("--trusted-proxies", "127.0.0.1")), self.node(flags=("--joins-per-min", "2"))
        room = owner.room(options={"preset": "classic"})

        def joins(address, node=entry):
            joining = Socket(node.port, f"/rooms/{room}/ws", (f"X-Forwarded-For: {address}",))
            self.addCleanup(joining.close)
            return joining.status

        self.assertEqual([joins("203.0.113.7") for _ in range(3)], [101, 101, 429])
        self.assertEqual([joins("203.0.113.8"), joins("203.0.113.7")], [101, 429])
        self.assertEqual([joins("203.0.113.7", owner) for _ in range(3)], [101, 101, 429])  # it has no proxy, and its own address

    def test_a_node_is_killed(self):
        nodes = [self.node() for _ in range(3)]
        talkers = self.talkers(nodes[0], nodes[1:])
        stranded = talkers.pop(0)  # its own node is gone: it goes to another one, as a proxy sends it

        def kill():
            nodes[0].kill()
            stranded.client.server = nodes[1]

        away = self.talk_until([stranded, *talkers], kill)
        self.assert_stored([stranded, *talkers])
        print("after kill -9, s:", [round(s, 2) for s in away], file=sys.stderr)
        for talker in (stranded, *talkers):
            self.assertIn(self.owner(talker.client.room), [f"127.0.0.1:{node.link}" for node in nodes[1:]])
        self.start(nodes[0])
        stranded.client.server = nodes[0]
        stranded.come_back()
        self.assert_stored([stranded])

    def test_rooms_of_a_dead_node_go_on_though_nobody_asks(self):
        one, two = self.node(), self.node()
        room = one.room(options={"preset": "classic"})
        one.kill()
        eventually(lambda: self.owner(room) == f"127.0.0.1:{two.link}")
        eventually(lambda: self.metric(two, "engawa_rooms_taken_over_total") == 1)

    def test_a_frozen_node_wakes_and_finds_its_rooms_taken(self):
        nodes = [self.node() for _ in range(2)]
        talkers = self.talkers(nodes[0], nodes[1:])
        frozen, spliced = talkers
        nodes[0].process.send_signal(signal.SIGSTOP)
        try:
            # A request on its way there is told to come again when the lease has ended; one that comes later finds the room here.
            status, answer = nodes[1].http("GET", f"/api/rooms/{frozen.client.room}")[:2]
            if status == 200:
                self.assertEqual(self.owner(frozen.client.room), f"127.0.0.1:{nodes[1].link}")
            else:
                self.assertEqual((status, answer["code"]), (503, "busy"))
            self.assertIsNotNone(spliced.say_until_closed())  # the node in between notices
            spliced.come_back()
            spliced.say()
            room = frozen.client.room
            eventually(lambda: self.owner(room) == f"127.0.0.1:{nodes[1].link}")
            other = Talker(Client(nodes[1], room, nick="Ben"))
            self.addCleanup(other.client.close)
            other.say()
        finally:
            nodes[0].process.send_signal(signal.SIGCONT)
        # The former owner has its connection and the room as it was: it must not acknowledge anything.
        self.assertIsNotNone(frozen.say_until_closed())
        self.assertEqual(self.owner(room), f"127.0.0.1:{nodes[1].link}")
        frozen.come_back()
        frozen.say()
        frozen.said |= other.said
        self.assert_stored([frozen, spliced])
        self.assertGreaterEqual(self.metric(nodes[0], "engawa_lease_lapses_total"), 1)

    @unittest.skipUnless(FAIL_POINTS, "needs fail points")
    def test_a_node_that_wakes_while_its_rooms_are_taken_lets_them_go(self):
        former, taker = self.node(), self.node()
        room = former.room(options={"preset": "classic"})
        taker.points.write_text("store.claimed=sleep:500")
        former.process.send_signal(signal.SIGSTOP)
        try:
            # The taker is between its claim and the commit: nobody else sees yet whose room it is.
            eventually(lambda: self.sql("SELECT pid FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE '%free AS%' AND query_start > "
                                        f"(SELECT lease_until FROM nodes WHERE address = '127.0.0.1:{former.link}')"))
        finally:
            former.process.send_signal(signal.SIGCONT)
        eventually(lambda: self.owner(room) == f"127.0.0.1:{taker.link}")
        eventually(lambda: self.metric(former, "engawa_lease_lapses_total") == 1)
        guest = Client(taker, room, nick="Aki")
        self.addCleanup(guest.close)
        guest.ok("sit", seat=0)
        eventually(lambda: former.http("GET", f"/api/rooms/{room}") == taker.http("GET", f"/api/rooms/{room}"))
        self.assertGreater(self.metric(former, "engawa_spliced_total"), 0)

    def test_each_node_keeps_its_rooms_when_the_database_was_away(self):
        nodes = [self.node(3000) for _ in range(2)]
        talkers = [Talker(Client(node, node.room(options={"preset": "classic"}), nick="Aki")) for node in nodes]
        for talker in talkers:
            self.addCleanup(lambda client=talker.client: client.close())
            talker.say()
        self.postgres.stop()
        for node in nodes:
            eventually(lambda: node.admin("GET", "/readyz")[0] == 503)
        time.sleep(3.5)  # longer than the lease
        self.postgres.start()
        for node in nodes:
            eventually(lambda: self.metric(node, "engawa_lease_lapses_total") == 1)
        for node, talker in zip(nodes, talkers):
            self.assertEqual(self.owner(talker.client.room), f"127.0.0.1:{node.link}")
            self.assertEqual(self.metric(node, "engawa_rooms_taken_over_total"), 0)
        self.assert_stored(talkers)

    def test_a_node_that_stops_hands_its_rooms_over_at_once(self):
        nodes = [self.node(LONG) for _ in range(2)]
        talkers = self.talkers(nodes[0], nodes[1:])
        stranded = talkers.pop(0)

        def stop():
            stranded.client.server = nodes[1]
            self.assertEqual(nodes[0].stop(), 0)

        away = self.talk_until([stranded, *talkers], stop)
        print("after a stop, s:", [round(s, 2) for s in away], file=sys.stderr)
        self.assertLess(max(away), LONG / 1000)
        self.assert_stored([stranded, *talkers])

    def test_a_node_that_starts_again_has_its_rooms_at_once(self):
        nodes = [self.node(LONG) for _ in range(2)]
        talkers = self.talkers(nodes[0], nodes[1:])
        nodes[0].kill()
        self.start(nodes[0])
        for talker in talkers:
            talker.say_until_closed()
            talker.come_back()
        self.assert_stored(talkers)
        for talker in talkers:
            self.assertEqual(self.owner(talker.client.room), f"127.0.0.1:{nodes[0].link}")

    def test_who_does_not_know_the_secret_is_no_node(self):
        one, stranger = self.node(LONG), self.node(LONG, "another secret, which is long enough")
        room = stranger.room(options={"preset": "classic"})
        status, answer = one.http("GET", f"/api/rooms/{room}")
        self.assertEqual((status, answer["code"]), (503, "busy"), answer)
        self.assertEqual(self.metric(one, "engawa_splice_failures_total"), 1)
        eventually(lambda: self.metric(stranger, "engawa_links_refused_total") == 1)
        for bytes_sent in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" + bytes(64), b"engawa1\n" + bytes(32) + bytes(64)):
            with socket.create_connection(("127.0.0.1", one.link), 10) as link:
                link.sendall(bytes_sent)
                got = b""
                try:
                    while piece := link.recv(4096):
                        got += piece
                except ConnectionError:
                    pass
            self.assertIn(len(got), (0, 64))
        eventually(lambda: self.metric(one, "engawa_links_refused_total") == 2)
        self.assertEqual(one.http("GET", "/api/rooms")[0], 200)

    def test_settings_that_do_not_fit_are_refused(self):
        url = self.postgres.url(self.database)
        for arguments, words in ((("--cluster-address", "a:1"), "cluster.secret must have 32 characters or more"),
                                 (("--cluster-secret", SECRET), "cluster.address is not"),
                                 (("--cluster-address", "a", "--cluster-secret", SECRET, "--store-url", url), "HOST:PORT"),
                                 (("--cluster-address", "a:99999", "--cluster-secret", SECRET, "--store-url", url), "HOST:PORT"),
                                 (("--cluster-address", "a:1", "--cluster-secret", SECRET), "store.url must be postgres"),
                                 (("--cluster-address", "a:1", "--cluster-secret", "short", "--store-url", url), "32 characters"),
                                 (("--cluster-lease-ms", "1"), "from 500 to 60000")):
            done = subprocess.run([ENGAWAD, "--data", self.folder, *arguments], capture_output=True, text=True, timeout=60)
            self.assertNotEqual(done.returncode, 0, arguments)
            self.assertIn(words, done.stderr)
            self.assertNotIn(SECRET, done.stderr)
        shown = subprocess.run([ENGAWAD, "--print-config", "--cluster-address", "a:1", "--store-url", url], capture_output=True, text=True,
                               env={**os.environ, "ENGAWA_CLUSTER_SECRET": SECRET}, timeout=60)
        self.assertEqual(shown.returncode, 0, shown)
        self.assertIn('secret = "***"', shown.stdout)
        self.assertNotIn(SECRET, shown.stdout)


if __name__ == "__main__":
    unittest.main()
