"""Closed rooms in PostgreSQL are packed by a real engawad, or by any node of a cluster: a game is the same afterwards, and nothing is lost or
duplicated when the server dies at any step."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from case import Case  # noqa: E402
from harness import FAIL_POINTS, TIMEOUT, Client, eventually, serve  # noqa: E402
from postgres import free_port  # noqa: E402
from test_store import FLAGS  # noqa: E402

SOON = ("--lobby-ttl-s", "1", "--idle-ttl-s", "1")
LATER = ("--lobby-ttl-s", "3600", "--idle-ttl-s", "3600")
SECRET = "a secret that all the nodes know"


class ClosedRooms(Case):
    def setUp(self):
        super().setUp()
        self.environment = {"ENGAWA_STORE_URL": self.postgres.url(self.database)}

    def serve(self, *flags, points="", **more):
        points = {"ENGAWA_FAIL_POINTS": points} if points else {}
        return serve(self, *FLAGS, *flags, environment={**self.environment, **points, **more})

    def number(self, query):
        return int(self.sql(f"SELECT {query}"))

    def rows(self, table):
        return self.number(f"count(*) FROM {table}")

    def play(self, server):
        """A game played to its end: the players, the room and its document."""
        room = server.room(seats=["me", {"bot": "minimum", "level": 1}], options={"preset": "classic"}, token=(token := server.guest()))
        client = Client(server, room, token)
        client.ok("start")
        client.play_to_the_end()
        client.close()
        return token, room, client.document

    def assert_same(self, server, token, room, document):
        client = Client(server, room, token)
        for part in ("view", "result", "ply", "round"):
            self.assertEqual(client.document[part], document[part])
        client.ok("say", text="I am back")
        client.close()

    def test_a_game_is_packed_and_wakes_up_as_it_was(self):
        server = self.serve(*SOON, "--admin-port", "0")
        token, room, document = self.play(server)
        before = self.inputs(room)
        plain = self.number("sum(octet_length(input) + 100) FROM journal")
        eventually(lambda: self.rows("packed") == 1 and self.rows("journal") == 0)  # without any request
        packed = self.number("sum(octet_length(inputs) + 100) FROM packed")
        print(f"\na game of reversi: about {plain} bytes with their places, packed {packed}")
        self.assertLess(packed, plain / 8)
        self.assertEqual(self.inputs(room)[:len(before)], before)
        self.assert_same(server, token, room, document)
        eventually(lambda: self.rows("journal") == 0)
        self.assertEqual(self.rows("packed"), 1)
        self.assertEqual(server.stop(), 0)

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_killed_at_any_step_nothing_is_lost_or_doubled(self):
        server = self.serve(*LATER)
        games = [self.play(server) for _ in range(2)]
        server.kill()
        for step in ("store.pack", "store.packed"):
            with self.subTest(step=step):
                before = self.rows("journal")
                dying = self.serve(*SOON, points=f"{step}=kill@1")
                self.assertEqual(dying.process.wait(TIMEOUT), -9)
                dying.process.stdout.close()
                self.assertGreaterEqual(self.rows("journal"), before)  # the end of a reconnect time is an input, too
                self.assertEqual(self.rows("packed"), 0)
        server = self.serve(*SOON)
        eventually(lambda: self.rows("packed") == 2 and self.rows("journal") == 0)
        for game in games:
            self.assert_same(server, *game)
        server.stop()

    def test_any_node_packs_and_any_node_opens(self):
        def node(*flags):
            return self.serve(*flags, "--cluster-address", f"127.0.0.1:{free_port()}", ENGAWA_CLUSTER_SECRET=SECRET)
        first, second = node(*SOON), node(*SOON)
        game = self.play(first)
        eventually(lambda: self.rows("packed") == 1 and self.rows("journal") == 0)
        self.assert_same(second, *game)
        self.assert_same(first, *game)


if __name__ == "__main__":
    unittest.main()
