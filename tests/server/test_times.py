"""How long people wait, as /metrics shows it: the acknowledgement of a move by game, and the lag of each shard's loop."""
import re
import signal
import time
import unittest

import test_streams
from harness import Client, eventually, serve

MOVES, LAG = "engawa_move_ack_seconds", "engawa_event_loop_lag_seconds"


class Times(unittest.TestCase):
    def serve(self, *flags, **more):
        return serve(self, "--admin-port", "0", *flags, **more)

    def buckets(self, server, name, label):
        """{value of the label: {bound: count up to it}}, and {value: sum}."""
        text = server.admin("GET", "/metrics")[1]
        self.assertEqual(len(re.findall(rf"(?m)^# TYPE {name} histogram$", text)), 1)
        found, sums = {}, {}
        for value, bound, count in re.findall(rf'(?m)^{name}_bucket\{{{label}="(\w+)",le="([^"]+)"\}} (\d+)$', text):
            found.setdefault(value, {})[float(bound)] = int(count)
        for value, amount in re.findall(rf'(?m)^{name}_sum\{{{label}="(\w+)"\}} (\S+)$', text):
            sums[value] = float(amount)
        for value, counts in found.items():
            self.assertEqual(list(counts), sorted(counts))
            self.assertEqual(list(counts.values()), sorted(counts.values()))
            total = re.search(rf'(?m)^{name}_count\{{{label}="{value}"\}} (\d+)$', text)[1]
            self.assertEqual(int(total), counts[float("inf")])
        self.assertEqual(set(found), set(sums))
        return found, sums

    def moves(self, server):
        return {game: counts[float("inf")] for game, counts in self.buckets(server, MOVES, "game")[0].items()}

    def player(self, server, game="nim", **body):
        client = Client(server, server.room(game=game, seats=["open", {"bot": "random"}], clock={"kind": "none"}, **body), nick="Kaede")
        self.addCleanup(client.close)
        client.ok("sit", seat=0)
        client.ok("start")
        client.until(client.my_turn)
        return client

    def test_a_move_of_a_person_counts_for_its_game_once_it_is_acknowledged(self):
        server = self.serve("--threads", "3")
        games = {game["id"] for game in server.http("GET", "/api/games")[1]["games"]}
        self.assertEqual(self.moves(server), dict.fromkeys(games, 0))
        nim, others = self.player(server), [self.player(server) for _ in range(5)]
        nim.ok("say", text="a chat is no move")
        nim.refused("illegal_move", "move", ply=nim.document["ply"], move={"row": 0, "from": 0, "count": 32})
        reversi = self.player(server, "reversi", options={"preset": "classic"})
        self.assertEqual(set(self.moves(server).values()), {0})  # bots have moved, too: they wait for nobody
        for player in (nim, *others):
            self.assertTrue(player.follow_hint())
        reversi.play_first_legal()
        self.assertEqual({game: count for game, count in self.moves(server).items() if count}, {"nim": 6, "reversi": 1})
        self.assertGreater(self.buckets(server, MOVES, "game")[1]["nim"], 0)

    def test_the_wait_for_the_store_counts(self):
        server = self.serve(environment={"ENGAWA_FAIL_POINTS": "journal.commit=sleep:300"})
        self.assertTrue(self.player(server).follow_hint())
        counts = self.buckets(server, MOVES, "game")[0]["nim"]
        self.assertEqual((counts[0.25], counts[float("inf")]), (0, 1))

    def test_moves_over_a_stream_count(self):
        server = self.serve()
        stream = test_streams.Stream(server)
        self.addCleanup(stream.close)
        program = test_streams.LineClient(stream, server.room(game="nim", seats=["open", {"bot": "random"}], clock={"kind": "none"}))
        program.ok("sit", seat=0)
        program.ok("start")
        program.until(program.my_turn)
        self.assertTrue(program.follow_hint())
        self.assertEqual(self.moves(server)["nim"], 1)

    def test_the_lag_of_each_loop_is_measured_and_a_stop_counts_for_all_of_its_time(self):
        server = self.serve("--threads", "2")
        eventually(lambda: all(counts[float("inf")] > 1 for counts in self.buckets(server, LAG, "shard")[0].values()))
        self.assertEqual(set(self.buckets(server, LAG, "shard")[0]), {"0", "1"})
        server.freeze()
        time.sleep(1.5)  # the length of the stop is what is measured
        server.process.send_signal(signal.SIGCONT)

        def late():
            found = self.buckets(server, LAG, "shard")[0]
            return all(counts[float("inf")] - counts[0.25] >= 4 and counts[float("inf")] - counts[1.0] >= 1 for counts in found.values())

        eventually(late)


if __name__ == "__main__":
    unittest.main()
