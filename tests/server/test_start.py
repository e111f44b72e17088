"""The server answers before it has read its database; whoever asks for a room gets it, and the others are read one after the other and sleep."""
import time
import unittest

import stored
from harness import FAIL_POINTS, TIMEOUT, Client, eventually, serve


@unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
class Start(unittest.TestCase):
    def setUp(self):
        self.server = serve(self, "--admin-port", "0", "--rooms-per-min", "1000", "--threads", "2")
        self.players = []
        for number in range(6):
            player = Client(self.server, self.server.room(visibility="public"), nick=f"P{number}")
            player.ok("sit", seat=0)
            self.players.append(player)
        self.server.kill()

    def start_with(self, points):
        self.server.set_points(points)
        self.server.start({"ENGAWA_FAIL_POINTS": self.server.points_file})

    def metric(self, name):
        return self.server.metric(f"engawa_{name}")

    def test_it_answers_while_no_room_can_be_read(self):
        self.start_with("store.take_room=hold")
        self.assertEqual(self.server.http("GET", "/healthz")[0], 200)
        self.assertEqual(self.server.http("GET", "/api/rooms")[0], 200)
        self.assertEqual(self.metric("rooms_loaded_total"), 0)
        self.server.set_points("")
        for player in self.players:
            before = player.document["seats"]["s0"]["guest"]
            player.connect(resume=True)
            self.assertEqual(player.document["seats"]["s0"]["guest"], before)
            player.ok("say", text="still here")

    def until_read_and_asleep(self):
        """They also sleep before they are read."""
        eventually(lambda: self.metric("rooms_loaded_total") >= len(self.players))
        eventually(lambda: self.metric("rooms_asleep") == len(self.players))

    def test_rooms_that_nobody_asks_for_are_read_and_sleep(self):
        self.start_with("")
        self.until_read_and_asleep()
        self.assertEqual(self.metric("rooms"), 0)
        for player in self.players:  # every player was marked as disconnected once
            texts = [text for _, text in stored.inputs(self.server.data, player.room)]
            self.assertEqual(sum('"in":"restart"' in text for text in texts), 1, texts)
            player.connect(resume=True)
            player.ok("say", text="good morning")
        self.assertEqual((self.metric("rooms"), self.metric("rooms_asleep")), (len(self.players), 0))

    def test_the_rooms_that_were_used_last_are_read_first(self):
        self.server.flags += ["--threads", "1"]
        self.start_with("")
        order = [self.players[number] for number in (3, 1, 4, 0, 5, 2)]
        for player in order:
            player.connect(resume=True)
            player.ok("say", text="me")
        self.server.kill()
        self.start_with("")
        self.until_read_and_asleep()
        with stored.opened(self.server.data) as database:
            rows = database.execute("SELECT code FROM journal JOIN rooms ON rooms.id = room WHERE input LIKE '%\"restart\"%' ORDER BY journal.id").fetchall()
        self.assertEqual([code for (code,) in rows[-len(order):]], [player.room for player in reversed(order)])

    def test_a_sleeper_s_seats_wait_for_the_first_who_comes(self):
        self.start_with("")
        player = Client(self.server, self.server.room(grace_ms=300), nick="A")
        player.ok("sit", seat=0)
        self.server.kill()
        self.start_with("")
        eventually(lambda: self.metric("rooms_loaded_total") > len(self.players))
        eventually(lambda: self.metric("rooms_asleep") == len(self.players) + 1)
        other = Client(self.server, player.room, nick="B")
        self.assertEqual(other.document["seats"]["s0"]["kind"], "human")
        other.until(lambda: other.document["seats"]["s0"]["kind"] == "open")

    def test_a_sleeper_is_closed_when_nobody_has_come_for_long(self):
        self.server.flags += ["--lobby-ttl-s", "1", "--idle-ttl-s", "1"]
        self.start_with("")

        def closed():
            with stored.opened(self.server.data) as database:
                return database.execute("SELECT count(*) FROM rooms WHERE closed = 1").fetchone()[0]

        eventually(lambda: closed() == len(self.players))
        self.assertEqual(self.metric("rooms_asleep"), 0)
        self.players[0].connect(resume=True)
        self.players[0].ok("say", text="open again")

    def test_a_damaged_room_holds_up_none_of_the_others(self):
        self.start_with("room.replay=throw@1")
        end = time.monotonic() + TIMEOUT
        while self.metric("rooms_loaded_total") < len(self.players) - 1:
            self.assertLess(time.monotonic(), end)

    def test_it_stops_while_it_still_reads(self):
        self.start_with("store.take_room=sleep:50")
        self.assertEqual(self.server.stop(), 0)

    def test_the_pages_of_a_large_database_are_checked_while_it_runs(self):
        self.start_with("store.large=on")
        self.players[0].connect(resume=True)
        self.players[0].ok("say", text="the rest is well")
        self.server.stop()
        with stored.opened(self.server.data, write=True) as database:
            page, size = (database.execute(query).fetchone()[0] for query in ("SELECT rootpage FROM sqlite_schema WHERE name = 'records_kept'", "PRAGMA page_size"))
        with open(f"{self.server.data}/engawa.db", "r+b") as file:
            file.seek((page - 1) * size)
            file.write(b"\xff" * 64)
        self.start_with("store.large=on,store.survey=hold")
        self.assertEqual(self.server.http("GET", "/healthz")[0], 200)
        self.assertEqual(self.server.admin("GET", "/readyz")[0], 200)
        self.server.set_points("")
        eventually(lambda: self.server.admin("GET", "/readyz")[0] == 503)
        self.assertIn("the database is damaged", self.server.admin("GET", "/readyz")[1]["store"])
        self.assertEqual(self.server.stop(), 1)


if __name__ == "__main__":
    unittest.main()
