"""Byo-yomi over real sockets: which settings are accepted, the cost of a period, and that kill -9 during one costs nothing."""
import json
import time
import unittest

import stored
from harness import Client, serve, table

PERIOD = 3000  # the shortest
LAG = 500  # the most that a move gets back for network delay


class ByoYomi(unittest.TestCase):
    def setUp(self):
        self.server = serve(self, "--messages-per-s", "100000", "--messages-burst", "100000")

    def play(self, **clock):
        players = table(self, self.server, clock={"kind": "byoyomi", "period_ms": PERIOD, **clock})
        players[0].ok("start")
        players[1].until(lambda: players[1].document["phase"] == "playing")
        return players

    def pass_time(self, player, ms):
        """Waits until that much of the turn is over, by the server's clock."""
        began = player.document["clock"]["at"]
        while player.ok("ping", client_ms=0)["server_ms"] < began + ms:
            time.sleep(0.02)
        return began

    def test_wishes(self):
        wish = {"kind": "byoyomi", "initial_ms": 600000, "period_ms": 30000, "periods": 5}
        for given, taken in [(wish, wish), ({"kind": "byoyomi"}, {"kind": "byoyomi", "initial_ms": 300000, "period_ms": 30000, "periods": 3}),
                             ({**wish, "initial_ms": 0}, {**wish, "initial_ms": 0})]:
            room = self.server.room(self.server.guest(), clock=given)
            summary = self.server.http("GET", f"/api/rooms/{room}")[1]
            self.assertEqual(summary["clock"], taken)
            watcher = Client(self.server, room)
            self.assertEqual((watcher.document["clock"], watcher.document["settings"]["timeout"]), (taken, "forfeit"))
            watcher.close()
        for given, words in [({"periods": 0}, "periods must be an integer from 1 to 30"), ({"periods": 31}, "periods must be"), ({"periods": 2.5}, "periods must be"),
                             ({"period_ms": 2999}, "period_ms must be an integer from 3000 to 3600000"), ({"period_ms": "30"}, "period_ms must be"),
                             ({"initial_ms": -1}, "initial_ms must be an integer from 0 to 10800000"),
                             ({"increment_ms": 5000}, "a clock with byo-yomi has no increment_ms"), ({"limit_ms": 5000}, "a clock with byo-yomi has no limit_ms"),
                             ({"kind": "fischer"}, 'period_ms belongs to a clock of the kind "byoyomi"'), ({"kind": "none"}, "period_ms belongs to"),
                             ({"kind": "canadian"}, 'kind must be "none", "move", "fischer" or "byoyomi"')]:
            status, answer = self.server.http("POST", "/api/rooms", {"game": "reversi", "clock": {**wish, **given}})
            self.assertEqual((status, answer["code"]), (400, "bad_message"), given)
            self.assertIn(words, answer["message"])
        status, answer = self.server.http("POST", "/api/rooms", {"game": "bubbles", "clock": wish})
        self.assertEqual((status, answer["code"]), (400, "bad_message"))

    def test_periods_are_lost_in_silence_until_the_last(self):
        host, friend = self.play(initial_ms=0, periods=2)
        host.play_first_legal()
        self.assertEqual(host.document["clock"]["left"], {"s0": 2 * PERIOD, "s1": 2 * PERIOD})
        friend.until(friend.my_turn)
        self.pass_time(friend, PERIOD + LAG)
        friend.play_first_legal()
        self.assertEqual(friend.document["clock"]["left"], {"s0": 2 * PERIOD, "s1": PERIOD})
        host.until(host.my_turn)
        began, before = host.document["clock"]["at"], host.seq
        friend.until(lambda: friend.document["phase"] == "over")
        self.assertGreaterEqual(friend.ok("ping", client_ms=0)["server_ms"], began + 2 * PERIOD)
        self.assertEqual((friend.document["result"]["reason"], friend.document["result"]["winner"]), ("time", "s1"))
        self.assertEqual([step["events"][0] for step in friend.steps if step["seq"] > before], [{"kind": "flag", "seat": "s0"}])
        room = friend.room
        header = json.loads(self.server.http("GET", f"/api/records/{room}-1")[1].split("\n")[0])
        self.assertEqual(header["clock"], {"kind": "byoyomi", "initial_ms": 0, "period_ms": PERIOD, "periods": 2})
        self.assertEqual(self.server.stop(), 0)
        rows = [json.loads(text) for seq, text in stored.inputs(self.server.data, room) if seq > before]
        self.assertEqual(rows[0]["in"], "flag")
        self.assertGreaterEqual(rows[0]["at"], began + 2 * PERIOD)

    def test_kill_9_in_the_middle_of_a_period_takes_nothing(self):
        host, friend = self.play(initial_ms=0, periods=3)
        self.pass_time(host, PERIOD + LAG)
        host.play_first_legal()
        friend.until(friend.my_turn)
        friend.play_first_legal()
        host.until(host.my_turn)
        before = host.document["clock"]
        self.assertEqual(before["left"], {"s0": 2 * PERIOD, "s1": 3 * PERIOD})
        self.pass_time(host, PERIOD + PERIOD // 2)  # a period is lost and half of the next is used, which is stored in no row
        self.server.kill()
        self.server.start()
        for player in (host, friend):
            player.connect(resume=True)
        host.until(lambda: "running" in host.document["clock"])
        after = host.document["clock"]
        self.assertEqual((after["running"], after["left"]), ("s0", before["left"]))
        self.assertGreater(after["at"], before["at"])
        self.pass_time(host, PERIOD // 2)
        host.play_first_legal()
        self.assertEqual(host.document["clock"]["left"], before["left"])
        friend.until(lambda: friend.my_turn() and friend.seq == host.seq)
        self.assertEqual(friend.document["clock"], host.document["clock"])


if __name__ == "__main__":
    unittest.main()
