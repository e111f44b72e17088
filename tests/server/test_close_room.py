"""A host closes their room: all are disconnected, nobody can enter again, not even after a kill, and its place is free for another room."""
import unittest

from harness import Client, eventually, serve, table, until_closed, until_lobby


class CloseRoom(unittest.TestCase):
    def serve(self, *flags):
        return serve(self, "--admin-port", "0", *flags)

    def table(self, server, **body):
        host, friend = table(self, server, **body)
        return host.room, host, friend

    def close(self, server, room, token, status=200):
        found, answer = server.http("DELETE", f"/api/rooms/{room}", token=token)
        self.assertEqual(found, status, answer)
        return answer

    def assert_sent_away(self, client):
        self.assertEqual(until_closed(client.take), 4008)

    def refused_hello(self, server, room, token=None):
        with self.assertRaises(AssertionError) as refused:
            Client(server, room, token)
        return refused.exception.args[0]

    def test_everybody_is_sent_away_in_mid_game_and_nobody_comes_back(self):
        server = self.serve()
        room, host, friend = self.table(server)
        host.ok("start")
        host.play_first_legal()
        self.assertEqual(self.close(server, room, host.token), {"room": room, "closed": True})
        for client in (host, friend):
            self.assert_sent_away(client)
        self.assertEqual((friend.document["closed"], friend.document["phase"]), (True, "playing"))
        self.assertEqual(friend.steps[-1]["events"], [{"kind": "room_closed"}])
        for token in (host.token, friend.token, None):
            self.assertEqual(self.refused_hello(server, room, token)["code"], "room_closed")
        self.assertEqual(self.close(server, room, host.token, 410)["code"], "room_closed")
        self.assertEqual(server.http("GET", f"/api/rooms/{room}")[1]["closed"], True)
        until_lobby(server, lambda rooms: room not in rooms)

    def test_a_closed_room_stays_closed_when_the_server_was_killed(self):
        server = self.serve()
        for _ in range(8):  # it was answered, so it is stored, even if the kill follows at once
            room, host, friend = self.table(server)
            self.close(server, room, host.token)
            server.kill()
            server.start()
            for token in (host.token, friend.token):
                self.assertEqual(self.refused_hello(server, room, token)["code"], "room_closed")

    def test_only_the_host_closes_it_and_a_refusal_changes_nothing(self):
        server = self.serve()
        room, host, friend = self.table(server)
        for token, status, code in ((friend.token, 403, "not_host"), (None, 401, "unauthenticated"), ("x" * 32, 401, "unauthenticated")):
            self.assertEqual(self.close(server, room, token, status)["code"], code)
        for code in ("00000000", "x", ""):
            self.assertEqual(self.close(server, code, host.token, 404)["code"], "not_found")
        self.assertEqual(server.http("DELETE", f"/api/rooms/{room}/glimpse", token=host.token)[0], 405)
        seq = friend.seq
        host.until(lambda: host.seq == seq)
        host.ok("sync", seq=seq)
        self.assertEqual(host.seq, seq)
        host.ok("start")

    def test_records_of_its_rounds_stay(self):
        server = self.serve("--messages-per-s", "1000", "--messages-burst", "1000")
        room, host, friend = self.table(server, bot_delay_ms=0)
        host.ok("start")
        friend.ok("resign")
        host.until(lambda: host.document["phase"] == "over")
        before = server.http("GET", f"/api/records/{room}-1")
        self.close(server, room, host.token)
        self.assertEqual(server.http("GET", f"/api/records/{room}-1"), before)

    def test_the_place_of_a_closed_room_is_free_for_another_one(self):
        server = self.serve("--rooms-per-guest", "2")
        token = server.guest()
        rooms = [server.room(token, game="nim") for _ in range(2)]
        self.assertEqual(server.http("POST", "/api/rooms", {"game": "nim"}, token)[1]["code"], "limit_reached")
        self.close(server, rooms[0], token)
        eventually(lambda: server.http("POST", "/api/rooms", {"game": "nim"}, token)[0] == 201)


if __name__ == "__main__":
    unittest.main()
