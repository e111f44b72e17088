"""A room has its own time. However a server ended, however long it was down and whatever its clock shows when it is back: nobody loses or keeps a
seat, a game or the host's role because of that, and its records are valid."""
import json
import time
import unittest

from harness import FAIL_POINTS, ROOT, full_speed, serve, table
from wall_clock import HOUR, YEAR, wall_clock

CLOCKS = (-5, 2 * HOUR, 2 * YEAR, -2 * YEAR)  # of the runs, one after the other
LONG = ("--grace-ms", "3600000")  # longer than a test, shorter than the clocks are wrong


@full_speed
class RoomTime(unittest.TestCase):
    def server(self, *flags):
        return serve(self, "--admin-port", "0", "--messages-per-s", "1000", "--messages-burst", "1000", "--cache", str(ROOT / "build/cache"), *flags)

    def restart(self, server, end, seconds, **environment):
        if end == "stopped":
            self.assertEqual(server.stop(), 0)
        else:
            server.kill()
        server.start({**wall_clock(seconds), **environment})

    def after_each_restart(self, *flags, **body):
        """A new room for each way in which a server ends and each clock of its next run. Yields the actions for the test."""
        server = self.server(*flags)
        for end in ("stopped", "killed"):
            for seconds in CLOCKS:
                host, friend = table(self, server, **body)
                yield server, host, friend, end, seconds

    def come_first(self, client):
        """Reconnects, and is alone until everything due has happened: a shard checks its rooms at least every second."""
        client.connect(resume=True)
        client.ok("say", text="I am first")
        began = client.ok("ping", client_ms=0)["server_ms"]
        while client.ok("ping", client_ms=0)["server_ms"] < began + 1500:
            time.sleep(0.05)

    def inputs(self, server, room):
        status, text = server.admin("GET", f"/rooms/{room}/journal")
        self.assertEqual(status, 200)
        return [json.loads(line) for line in text.splitlines()]

    def assert_forth(self, server, room):
        times = [line["at"] for line in map(lambda line: line.get("input", line), self.inputs(server, room)) if "at" in line]
        self.assertGreater(len(times), 2)
        self.assertEqual(times, sorted(times))

    def test_in_a_game_nobody_is_played_for_or_loses(self):
        for server, host, friend, end, seconds in self.after_each_restart(*LONG, absent="forfeit"):
            with self.subTest(end=end, clock=seconds):
                host.ok("start")
                friend.until(lambda: friend.document["phase"] == "playing")
                self.restart(server, end, seconds)
                self.come_first(host)
                friend.connect(resume=True)
                friend.ok("say", text="me too")
                host.until(lambda: host.seq >= friend.seq)
                self.assertEqual((host.document["phase"], host.document["ply"]), ("playing", 0))
                for seat in host.document["seats"].values():
                    self.assertTrue(seat["online"])
                    self.assertNotIn("stand_in", seat)
                told = {event["kind"] for step in host.steps for event in step["events"]}
                self.assertFalse(told & {"stand_in", "forfeit", "hand_back", "over", "host"}, told)
                host.play_first_legal()
                self.assert_forth(server, host.room)

    def test_before_a_game_seats_and_host_stay(self):
        for server, host, friend, end, seconds in self.after_each_restart(*LONG):
            with self.subTest(end=end, clock=seconds):
                self.restart(server, end, seconds)
                self.come_first(friend)  # the host is second
                self.assertEqual(friend.document["host"], host.guest)
                host.connect(resume=True)
                host.ok("start")
                self.assertEqual([seat["online"] for seat in host.document["seats"].values()], [True, True])
                self.assert_forth(server, host.room)

    def test_who_does_not_return_is_not_waited_for_longer_because_of_a_clock(self):
        for server, host, friend, end, seconds in self.after_each_restart("--grace-ms", "50"):
            with self.subTest(end=end, clock=seconds):
                host.ok("start")
                self.restart(server, end, seconds)
                host.connect(resume=True)
                host.until(lambda: host.document["seats"]["s1"].get("stand_in"))
                self.restart(server, end, -seconds)
                host.connect(resume=True)
                host.play_first_legal()
                host.until(lambda: host.document["ply"] >= 2)  # the stand-in's move comes at once
                self.assert_forth(server, host.room)

    def test_clients_are_told_the_rooms_time(self):
        server = self.server(*LONG)
        host, friend = table(self, server, clock={"kind": "move", "limit_ms": 3600000})
        host.ok("start")
        self.restart(server, "stopped", -2 * YEAR)
        host.connect(resume=True)
        host.until(lambda: "at" in host.document["clock"])
        at = host.document["clock"]["at"]
        self.assertLess(abs(host.ok("ping", client_ms=0)["server_ms"] - at), HOUR * 1000)

    def test_the_record_over_wrong_clocks_is_true(self):
        server = self.server(*LONG)
        host, friend = table(self, server)
        host.ok("start")
        friend.until(lambda: friend.document["phase"] == "playing")
        for i, seconds in enumerate((2 * YEAR, -5, -2 * YEAR, HOUR)):
            self.restart(server, ("stopped", "killed")[i % 2], seconds)
            for client in (host, friend):
                client.connect(resume=True)
            for client in (host, friend):
                client.until(client.my_turn)
                client.play_first_legal()
        host.ok("resign")
        self.assert_true_record(server, host.room, set_back=False)

    @unittest.skipUnless(FAIL_POINTS, "this build has no fail points")
    def test_an_older_servers_record_whose_time_goes_back_is_shown(self):
        server = self.server(*LONG)
        host, friend = table(self, server)
        host.ok("start")
        self.restart(server, "killed", -HOUR, ENGAWA_FAIL_POINTS="bug.trust_clock=on")
        for client in (host, friend):
            client.connect(resume=True)
        host.play_first_legal()
        friend.until(friend.my_turn)
        friend.ok("resign")
        self.restart(server, "stopped", 0)
        self.assert_true_record(server, host.room, set_back=True)

    def assert_true_record(self, server, room, set_back):
        status, text = server.http("GET", f"/api/records/{room}-1")
        self.assertEqual(status, 200)
        times = [line["at"] for line in map(json.loads, text.splitlines()) if "at" in line]
        self.assertEqual(times != sorted(times) or times[0] < json.loads(text.splitlines()[0])["started"], set_back)
        status, replay = server.http("GET", f"/api/records/{room}-1/replay")
        self.assertEqual(status, 200, replay)
        status, analysis = server.http("POST", f"/api/records/{room}-1/analysis?from=0", {})
        self.assertEqual(status, 200, analysis)


if __name__ == "__main__":
    unittest.main()
