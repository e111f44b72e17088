"""The host chooses the next game: all see it at once, and it survives a repetition, a kill and a snapshot."""
import os
import unittest
import unittest.mock

from harness import EVERY_ROUND, FAIL_POINTS, Client, serve

NIM = {"rows": [1]}


class Configure(unittest.TestCase):
    def table(self, nicks=("Host", "Friend", "Watcher"), environment=None, **body):
        server = serve(self, "--messages-per-s", "1000", "--messages-burst", "1000", environment=environment)
        tokens = [server.guest(nick) for nick in nicks]
        body = {"game": "nim", "options": NIM, "seats": ["me", "open"], "clock": {"kind": "none"}} | body
        room = server.room(tokens[0], **body)
        return server, *(Client(server, room, token) for token in tokens)

    def seats(self, client):
        return [seat.get("nick", seat["kind"]) for _, seat in sorted(client.document["seats"].items())]

    def test_everybody_sees_the_game_the_variant_and_the_clock_at_once(self):
        _, host, friend, watcher = self.table()
        friend.ok("sit", seat=1)
        seq = host.ok("configure", game="reversi", options={"preset": "five"}, clock={"kind": "move", "limit_ms": 30000})["seq"]
        for client in (host, friend, watcher):
            client.until(lambda client=client: client.seq >= seq)
            self.assertEqual(client.steps[-1]["events"], [{"kind": "configure"}])
            document = client.document
            self.assertEqual((document["game"], document["options"], document["phase"]), ("reversi", {"preset": "five"}, "lobby"))
            self.assertEqual(document["clock"], {"kind": "move", "limit_ms": 30000})
            self.assertEqual((len(document["seats"]), self.seats(client)[:2]), (5, ["Host", "Friend"]))
        host.ok("configure", clock={"kind": "fischer", "initial_ms": 60000, "increment_ms": 1000})
        self.assertEqual((host.document["game"], host.document["settings"]["timeout"]), ("reversi", "forfeit"))
        host.ok("configure", game="bubbles")
        self.assertEqual(host.document["clock"], {"kind": "none"}, "everybody plays at once")

    def test_only_the_host_and_only_before_a_round(self):
        with unittest.mock.patch.dict(os.environ, ENGAWA_TRAFFIC_DIR=""):  # some requests are valid for no schema
            server, host, friend, watcher = self.table()
        friend.ok("sit", seat=1)
        for client in (friend, watcher):
            client.refused("not_host", "configure", game="reversi")
        host.ok("sync", seq=host.seq)
        before, seq = host.document, host.seq
        for fields in ({}, {"game": "chess"}, {"game": 7}, {"options": []}, {"options": {"rows": "x"}}, {"clock": {"kind": "sand"}}, {"clock": 3},
                       {"game": "bubbles", "clock": {"kind": "move"}}):
            host.refused("bad_message", "configure", **fields)
        self.assertEqual((host.document, host.seq), (before, seq))
        answer = host.ok("configure", id="once", options={"rows": [2, 1]})
        self.assertEqual(host.ok("configure", id="once", options={"rows": [2, 1]}), answer)
        self.assertEqual(host.ok("configure", options={"rows": [2, 1]})["seq"], answer["seq"], "it is so already")
        host.ok("start")
        host.refused("already_started", "configure", game="reversi")

    def test_whose_seat_is_gone_gets_another_the_host_first_or_watches(self):
        _, *people = self.table(nicks=("Host", "A", "B", "C"), game="reversi", options={"preset": "five"}, seats=["open"] * 5)
        host, a, b, c = people
        for client, seat in ((host, 4), (a, 0), (b, 2), (c, 3)):
            client.ok("sit", seat=seat)
        host.ok("configure", options={"preset": "classic"})
        self.assertEqual(self.seats(host), ["A", "Host"])
        host.ok("configure", options={"preset": "five"})
        self.assertEqual(self.seats(host)[:2], ["A", "Host"])
        host.ok("seat", seat=2, to="open")
        b.ok("sit", seat=2)  # spectators may take a seat again

    def rounds(self, server, host, friend):
        """A round of nim, then one of reversi in the same room."""
        friend.ok("sit", seat=1)
        host.ok("start")
        friend.until(lambda: friend.document["phase"] == "playing")
        host.until(host.my_turn)
        host.ok("move", ply=0, move={"row": 0, "from": 0, "count": 1})
        host.until(lambda: host.document["phase"] == "over")
        seq = host.ok("configure", game="reversi", options={"preset": "classic"})["seq"]
        friend.until(lambda: friend.seq >= seq)
        self.assertEqual((host.document["phase"], host.document["round"], self.seats(host)), ("lobby", 1, ["Host", "Friend"]))
        self.assertFalse({"result", "view", "legal"} & set(host.document))
        host.ok("start")
        friend.until(lambda: friend.document["phase"] == "playing")
        host.ok("resign")
        friend.until(lambda: friend.document["phase"] == "over")

    def test_another_game_after_the_end_and_what_is_kept_of_both(self):
        for environment in (None, EVERY_ROUND) if FAIL_POINTS else (None,):
            server, host, friend, _ = self.table(environment=environment)
            self.rounds(server, host, friend)
            before = host.document
            server.kill()
            server.start(environment)
            host.connect(resume=True)
            host.ok("sync", seq=host.seq)
            self.assertEqual((host.document["game"], host.document["round"], host.document["result"]), ("reversi", 2, before["result"]))
            for number, game in ((1, "nim"), (2, "reversi")):
                status, replay = server.http("GET", f"/api/records/{host.room}-{number}/replay")
                self.assertEqual((status, replay["game"]), (200, game))


if __name__ == "__main__":
    unittest.main()
