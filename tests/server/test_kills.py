"""kill -9 in mid-game, at random moments: no acknowledged move is missing after the restart, none is there twice, and the game
continues.

A short form for every build, also with sanitizers; tests/faults does the same with all games and every other fault.
"""
import json
import os
import random
import tempfile
import threading
import unittest

import stored
from harness import Client, Closed, serve

KILLS = int(os.environ.get("ENGAWA_KILLS", "10"))
SEED = int(os.environ.get("ENGAWA_SEED", "1"))


class Player:
    """Plays the first legal moves and keeps the acknowledged ones. Repeats unanswered requests with the same id."""

    def __init__(self, client):
        self.client = client
        self.acknowledged = {}  # request id -> (round, ply, cell, seq)
        self.unanswered = None

    def play(self):
        client = self.client
        while True:
            if self.unanswered is None:
                client.until(client.my_turn_or_over)
                if client.document["phase"] == "over":
                    client.ask("rematch")
                    client.until(lambda: client.document["phase"] == "playing")
                    continue
                cell = client.document["legal"].split()[-1]
                self.unanswered = (client.next_id, client.document["round"], client.document["ply"], cell)
            number, round_, ply, cell = self.unanswered
            client.next_id = max(client.next_id, number + 1)
            answer = client.ask("move", id=number, ply=ply, move={"cell": cell})
            self.unanswered = None
            if answer["type"] == "ok":
                self.acknowledged[number] = (round_, ply, cell, answer["seq"])
            else:
                assert answer["code"] in ("stale", "not_your_turn", "game_over"), answer  # a bot had to move for us meanwhile


class Kills(unittest.TestCase):
    def test_no_acknowledged_move_is_lost_or_doubled(self):
        chance = random.Random(SEED)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        server = serve(self, "--threads", "2", "--messages-per-s", "100000", "--messages-burst", "100000", "--connections-per-ip", "1000", data=folder.name)
        players = []
        for table in range(3):
            tokens = [server.guest(f"P{i}") for i in range(2)]
            preset = ("five", "seed", "classic")[table]
            room = server.room(tokens[0], options={"preset": preset}, seats=["me", "open"], clock={"kind": "none"})
            pair = [Client(server, room, token) for token in tokens]
            pair[1].ok("sit", seat=1)
            pair[0].ok("start")
            players += [Player(client) for client in pair]
        lost = 0
        for _ in range(KILLS):
            killer = threading.Timer(chance.uniform(0.001, 0.15), server.kill)
            threads = [threading.Thread(target=self.until_closed, args=(player,)) for player in players]
            for thread in threads:
                thread.start()
            killer.start()
            killer.join()
            for thread in threads:
                thread.join()
            server.start()
            for player in players:
                player.client.connect(resume=True)
            lost += self.missing(players)
        self.assertEqual(lost, 0)
        moves = sum(len(player.acknowledged) for player in players)
        print(f"\n{KILLS} kills, {moves} acknowledged moves, {lost} lost or doubled")
        self.assertGreater(moves, KILLS)
        for first, second in zip(players[::2], players[1::2]):
            seq = max(first.client.seq, second.client.seq)
            for player in (first, second):
                player.client.ok("sync", seq=player.client.seq)
                self.assertGreaterEqual(player.client.seq, seq)

    @staticmethod
    def until_closed(player):
        try:
            player.play()
        except (Closed, ConnectionError, TimeoutError):
            pass

    def missing(self, players):
        """Acknowledged moves that the restored rooms do not have exactly once, at the acknowledged number."""
        lost = 0
        for player in players:
            by_request = {}
            for seq, text in stored.inputs(player.client.server.data, player.client.room):
                row = json.loads(text)
                if row["in"] == "move" and row.get("guest") == player.client.guest:
                    by_request.setdefault(row["request"], []).append((seq, row["move"]["cell"]))
            for number, (_, _, cell, seq) in player.acknowledged.items():
                lost += by_request.get(number) != [(seq, cell)]
        return lost


if __name__ == "__main__":
    unittest.main()
