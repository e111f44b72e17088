"""Bots in rooms of a real engawad: their pace, searches that are no longer needed, and the operator's view of them."""
import json
import time
import unittest

from harness import TIMEOUT, Client, enter, eventually, serve

# A preset in which a bot's move takes a while: 256 cells, most of them empty.
WIDE = {"board": ["................"] * 7 + [".......WB.......", ".......BW......."] + ["................"] * 7, "first": "B"}


def journal(server, room):
    lines = [json.loads(line) for line in server.admin("GET", f"/rooms/{room}/journal")[1].splitlines()]
    return [line["input"] for line in lines if "input" in line]


def metric(server, name):
    lines = server.admin("GET", "/metrics")[1].splitlines()
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith((name + " ", name + "{")))


class Bots(unittest.TestCase):
    def serve(self, *flags):
        return serve(self, "--admin-port", "0", *flags)

    def play(self, server, token=None, **body):
        client = enter(self, server, token=token, **body)
        client.ok("start")
        return client

    def test_a_bot_takes_its_time_and_the_server_says_how_much_it_thought(self):
        server = self.serve()
        client = self.play(server, options={"preset": "classic"}, seats=["me", {"bot": "mcs"}], bot_delay_ms="natural")
        client.play_first_legal()
        client.until(client.my_turn)
        moves = [line for line in journal(server, client.room) if line["in"] in ("move", "bot_move")]
        self.assertEqual([move["in"] for move in moves], ["move", "bot_move"])
        self.assertGreaterEqual(moves[1]["at"] - moves[0]["at"], 300)
        self.assertEqual(metric(server, "engawa_bot_moves_total"), 1)
        self.assertGreaterEqual(metric(server, "engawa_bot_slices_total"), 1)
        self.assertGreater(metric(server, "engawa_bot_cpu_seconds_total"), 0)
        self.assertEqual(metric(server, "engawa_bot_queue_depth"), 0)

    def test_a_natural_pace_is_what_a_server_has_when_it_is_not_told(self):
        server = self.serve("--bot-delay-ms", "-1")
        client = self.play(server, options={"preset": "classic"}, seats=["me", {"bot": "random"}])
        client.play_first_legal()
        client.until(client.my_turn)
        first, second = [line["at"] for line in journal(server, client.room) if line["in"] in ("move", "bot_move")]
        self.assertGreaterEqual(second - first, 600)

    def test_who_plays_their_first_games_has_slow_bots_unless_the_server_has_a_pace_of_its_own(self):
        for flags, pause in ((("--bot-delay-ms", "-1"), 900), (("--bot-delay-ms", "0"), 0)):
            server = self.serve(*flags)
            token = server.guest()
            wish = {"game": "reversi", "options": {"preset": "classic"}, "with": "bots"}
            self.assertEqual(server.http("POST", "/api/play", {**wish, "newcomer": "yes"}, token)[1]["code"], "bad_message")
            client = Client(server, server.http("POST", "/api/play", {**wish, "newcomer": True}, token)[1]["room"], token)
            self.addCleanup(client.close)
            client.until(client.my_turn)
            client.play_first_legal()
            client.until(client.my_turn)
            first, second = [line["at"] for line in journal(server, client.room) if line["in"] in ("move", "bot_move")]
            self.assertGreaterEqual(second - first, pause)
            self.assertEqual(second - first >= 900, pause == 900)

    def test_an_address_that_wants_much_leaves_others_their_part(self):
        """80 rooms of bots that think long, of one address, and one room of another: counted in slices, since all share the processor with other
        programs."""
        server = self.serve("--trusted-proxies", "127.0.0.1", "--rooms-per-min", "1000", "--connections-per-ip", "1000", "--bot-threads", "1",
                            "--bot-budget-ms", "10000")  # so that nothing is late even on a slow machine

        def room(address, people):
            token = server.guest()
            bots = [{"bot": "oni", "level": 7}] * (5 - people)
            player = Client(server, server.room(token, options={"preset": "five"}, seats=["me"] * people + bots, bot_delay_ms=0), token,
                            headers=[f"X-Forwarded-For: {address}"])
            self.addCleanup(player.close)
            player.ok("start")
            return player

        others = [room("10.0.0.2", 1)]

        def slices():
            """Slices of all, for each answer of a bot in a room of the other address. A player without discs may have no turn any more: then a new
            game starts."""
            while others[-1].until(others[-1].my_turn_or_over) and not others[-1].my_turn():
                others.append(room("10.0.0.2", 1))
            player = others[-1]
            before, ply = metric(server, "engawa_bot_slices_total"), player.document["ply"]
            player.play_first_legal()
            player.until(player.my_turn_or_over)
            return (metric(server, "engawa_bot_slices_total") - before) / max(1, player.document["ply"] - ply - 1)
        alone = max(slices() for _ in range(3))
        for _ in range(80):
            room("10.0.0.1", 0)
        eventually(lambda: metric(server, "engawa_bot_queue_depth") > 40)
        beside = min(slices() for _ in range(3))
        self.assertLess(beside, 3 * alone + 10)

    def test_thoughts_that_nobody_waits_for_are_left(self):
        server = self.serve("--rooms-per-min", "1000", "--connections-per-ip", "1000", "--bot-budget-ms", "60000", "--bot-threads", "1")
        token = server.guest()
        clients = [self.play(server, token, options=WIDE, seats=[{"bot": "mcs", "level": 3}] * 2) for _ in range(40)]
        self.assertGreater(metric(server, "engawa_bot_queue_depth"), 30)
        for client in clients:
            client.close()
        end = time.monotonic() + TIMEOUT
        while metric(server, "engawa_bot_queue_depth") > 0:
            self.assertLess(time.monotonic(), end, "bots think on though everybody has gone")
        self.assertLess(metric(server, "engawa_bot_moves_total"), len(clients))  # else each of them was asked for a move, and returned it
        player = self.play(server, token, options={"preset": "classic"}, seats=["me", {"bot": "mcs"}])
        player.play_first_legal()
        player.until(player.my_turn)  # the thread is free


if __name__ == "__main__":
    unittest.main()
