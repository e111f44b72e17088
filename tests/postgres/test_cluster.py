"""Several real engawads over one real PostgreSQL: any of them serves any client, they share one lobby, and an outsider does not become a node."""
import os
import pathlib
import socket
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from nodes import LONG, SECRET, Nodes  # noqa: E402 (it knows where the harness is)
from harness import ENGAWAD, FAIL_POINTS, Client, Socket, eventually, until_closed, until_lobby  # noqa: E402
from test_store import Talker  # noqa: E402


class Cluster(Nodes):
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
        self.assertEqual(one.metric("engawa_spliced_total"), 4)
        self.assertEqual(two.metric("engawa_spliced_total"), 0)
        aki.close()
        eventually(lambda: one.metric("engawa_splices") == 0)
        self.assertEqual(two.http("POST", "/api/rooms", {"game": "nim"}, token)[0], 201)

    def test_below_a_path_of_another_site_too(self):
        one, two = (self.node(flags=("--base-path", "/engawa")) for _ in range(2))
        token = one.guest("Aki")
        room = two.room(token, options={"preset": "classic"}, seats=["open", "open"])
        self.assertEqual(one.http("GET", f"/engawa/api/rooms/{room}"), two.http("GET", f"/api/rooms/{room}"))
        for node, base in ((one, "/engawa"), (one, ""), (two, "/engawa")):
            opened = Socket(node.port, f"{base}/rooms/{room}/ws")
            self.assertEqual(opened.status, 101)
            opened.send({"type": "hello", "id": 1, "token": token})
            self.assertEqual(opened.receive()["type"], "welcome")
            opened.close()
        self.assertEqual(one.metric("engawa_spliced_total"), 3)
        self.assertEqual(two.metric("engawa_spliced_total"), 0)

    def test_a_token_that_is_replaced_at_one_node_is_soon_unknown_at_the_others(self):
        one, two = self.node(), self.node()
        old = one.guest("Hana")
        me = two.http("GET", "/api/me", token=old)
        self.assertEqual(me[0], 200)
        new = one.http("POST", "/api/me/token", {}, old)[1]["token"]
        self.assertEqual(two.http("GET", "/api/me", token=new), me)
        eventually(lambda: two.http("GET", "/api/me", token=old)[0] == 401)
        self.assertEqual(one.http("DELETE", "/api/me/token", token=new)[0], 200)
        eventually(lambda: two.http("GET", "/api/me", token=new)[0] == 401)

    def test_a_host_closes_a_room_of_another_node(self):
        one, two = self.node(), self.node()
        token = one.guest("Host")
        room = two.room(token, options={"preset": "classic"}, seats=["me", "open"])
        client = Client(one, room, token)
        self.addCleanup(client.close)
        self.assertEqual(one.http("DELETE", f"/api/rooms/{room}", token=token), (200, {"room": room, "closed": True}))
        self.assertEqual(until_closed(client.take), 4008)

    def test_a_request_that_is_carried_ends_as_any_other(self):
        entry, owner = self.node(LONG), self.node(LONG)
        path = f"/api/rooms/{owner.room(options={'preset': 'classic'})}"
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n" + "a:b\r\n" * 3000
        for node in (owner, entry):  # the longest head that either takes
            with socket.create_connection(("127.0.0.1", node.port), 20) as client:
                client.sendall(head.encode() + b"\r\n")
                answer = client.recv(65536)
                self.assertTrue(answer.startswith(b"HTTP/1.1 200 "), answer)
        with socket.create_connection(("127.0.0.1", entry.port), 20) as client:
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            while client.recv(65536):
                pass
            eventually(lambda: entry.metric("engawa_splices") == 0)  # though the client has not closed
        self.assertEqual(entry.metric("engawa_spliced_total"), 2)

    def test_what_was_spent_of_a_ration_at_one_node_is_owed_at_the_others(self):
        ration = ("--guests-per-min", "40")
        one, two = self.node(flags=ration), self.node(flags=ration)
        aki = self.talkers(one, [])[0].client
        until_lobby(two, lambda rooms: aki.room in rooms)  # it knows the other node
        self.assertGreaterEqual(self.until_refused(one), 39)
        self.assertLess(self.until_refused(two, pause=0.2), 30)  # at least 40, if it knew no guest

    def until_refused(self, node, pause=0):
        """How many guests the node has made."""
        made = 0
        while (answer := node.http("POST", "/api/guests", {"nick": "Ben"}))[0] == 201:
            made += 1
            time.sleep(pause)  # so that it learns of it before the node's own rate limit is used up
        self.assertEqual((answer[0], answer[1]["code"]), (429, "rate_limited"))
        return made

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
        self.assertEqual(one.http("POST", "/api/play", body, one.guest())[0], 201)  # nothing waits any more

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

    def test_who_does_not_know_the_secret_is_no_node(self):
        one, stranger = self.node(LONG), self.node(LONG, "another secret, which is long enough")
        room = stranger.room(options={"preset": "classic"})
        status, answer = one.http("GET", f"/api/rooms/{room}")
        self.assertEqual((status, answer["code"]), (503, "busy"), answer)
        self.assertEqual(one.metric("engawa_splice_failures_total"), 1)
        eventually(lambda: stranger.metric("engawa_links_refused_total") == 1)
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
        eventually(lambda: one.metric("engawa_links_refused_total") == 2)
        self.assertEqual(one.http("GET", "/api/rooms")[0], 200)

    def test_silent_strangers_at_the_port_of_the_nodes_keep_no_node_out(self):
        entry, owner = self.node(LONG), self.node(LONG)
        room = owner.room(options={"preset": "classic"})
        strangers = [socket.create_connection(("127.0.0.1", owner.link), 20) for _ in range(400)]
        for stranger in strangers[::2]:
            stranger.sendall(b"engawa1\n")  # and then none
        try:
            self.assertEqual(entry.http("GET", f"/api/rooms/{room}")[0], 200)
            guest = Client(entry, room, nick="Ben")
            guest.ok("say", text="hello")
            guest.close()
        finally:
            for stranger in strangers:
                stranger.close()
        eventually(lambda: owner.metric("engawa_links_refused_total") == 400)

    @unittest.skipUnless(FAIL_POINTS, "needs fail points")
    def test_a_name_that_is_looked_up_for_long_keeps_nobody_waiting(self):
        """As when a node's name disappears with it, and the name server does not answer."""
        entry, slow, other = self.node(LONG, flags=("--threads", "1")), self.node(LONG), self.node(LONG)
        lost, found = slow.room(options={"preset": "classic"}), other.room(options={"preset": "classic"})
        entry.points.write_text("node.lookup=sleep:120000@1")
        with socket.create_connection(("127.0.0.1", entry.port), 60) as waiting:
            waiting.sendall(f"GET /api/rooms/{lost} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            eventually(lambda: entry.metric("engawa_splices") == 1)
            self.assertEqual(entry.http("GET", f"/api/rooms/{found}")[0], 200)  # the name of another node
            self.assertEqual(entry.http("GET", f"/api/rooms/{lost}")[0], 503)  # waits for the same lookup
            answer = waiting.recv(65536)
        self.assertTrue(answer.startswith(b"HTTP/1.1 503 "), answer)
        for line in (b"\r\nServer: engawad\r\n", b"\r\nContent-Security-Policy: default-src 'self'; ", b"\r\nX-Content-Type-Options: nosniff\r\n"):
            self.assertIn(line, answer)
        self.assertIn(b'"code":"busy"', answer)
        self.assertEqual(entry.stop(), 0)

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
