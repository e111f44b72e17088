"""Nothing is deleted by age because of one clock: runs with a wall clock that is wrong, and right again. Games, guests and closed rooms survive all
of them, and really old data is deleted."""
import re
import tempfile
import time
import unittest

import stored
from harness import Client, eventually, serve
from wall_clock import DAY, wall_clock

RIGHT = {}
OLD_RECORD = "K7WMA2QX-1"
# Rooms are closed soon. The keeper looks every second, because records expire soon; the other times are the defaults.
FLAGS = ("--lobby-ttl-s", "1", "--idle-ttl-s", "1", "--record-ttl-s", "1")


class Deletion(unittest.TestCase):
    def setUp(self):
        self.log = tempfile.TemporaryFile()
        self.addCleanup(self.log.close)

    def server(self, clock=RIGHT, flags=FLAGS, **more):
        return serve(self, "--messages-per-s", "1000", "--messages-burst", "1000", *flags, environment=dict(clock), stderr=self.log, **more)

    def said(self):
        with open(f"/proc/self/fd/{self.log.fileno()}", encoding="utf-8") as log:
            return log.read()

    def fill(self, server):
        """A game in progress and one that is over, in closed rooms, of two guests; and a guest who has no room."""
        server.guest("Nobody")
        self.token = server.guest("Taro")
        self.playing = self.begin(server, self.token)
        other = server.guest("Hana")
        over = self.begin(server, other)
        over.ok("resign")
        for client in (self.playing, over):
            client.close()
        eventually(lambda: stored.count(server.data, "rooms WHERE closed = 1") == 2)

    def begin(self, server, token):
        client = Client(server, server.room(token, seats=["me", {"bot": "minimum", "level": 1}], options={"preset": "classic"}), token)
        client.ok("start")
        client.until(client.my_turn)
        return client

    def kept(self, server):
        """Inputs may have moved from the journal to the packed rows."""
        with stored.opened(server.data) as database:
            codes = [code for code, in database.execute("SELECT code FROM rooms WHERE closed < 2 ORDER BY code")]
            guests = database.execute("SELECT id, nick FROM guests ORDER BY id").fetchall()
        return guests, [(code, stored.inputs(server.data, code)) for code in codes]

    def begins_as(self, before, now):
        self.assertEqual(now[0], before[0])
        self.assertEqual([code for code, _ in now[1]], [code for code, _ in before[1]])
        for (_, old), (_, new) in zip(before[1], now[1]):
            self.assertEqual(new[:len(old)], old)

    def live(self, server, clock):
        """Another run, in which the keeper has looked for old data, at least once completely."""
        server.start(dict(clock))
        for _ in range(2):  # when the second one is gone, the pass that found the first has ended
            with stored.opened(server.data, write=True) as database:
                database.execute("INSERT INTO records(id, part, ended_at, text, sum) VALUES(?, 0, 1, 'old', 0)", (OLD_RECORD,))
                stored.seal(database, "records")
            eventually(lambda: stored.count(server.data, "records") == 0)
        server.kill()

    def play_on(self, server, clock=RIGHT):
        server.start(dict(clock))
        client = Client(server, self.playing.room, self.token)
        client.until(client.my_turn)
        client.play_first_legal()
        client.close()
        server.kill()

    def through(self, first, *lives):
        server = self.server(first)
        self.fill(server)
        server.kill()
        before = self.kept(server)
        for clock in lives:
            with self.subTest(clock=clock.get("WALL_CLOCK_ERROR", "right")):
                self.live(server, clock)
                self.begins_as(before, self.kept(server))
        self.play_on(server)
        return server

    def test_one_life_two_years_ahead_deletes_nothing(self):
        self.through(RIGHT, wall_clock(730 * DAY), RIGHT)

    def test_one_life_twenty_years_ahead_deletes_nothing(self):
        self.through(RIGHT, wall_clock(7300 * DAY), RIGHT, wall_clock(7300 * DAY), RIGHT)

    def test_a_first_life_two_years_ago_deletes_nothing(self):
        self.through(wall_clock(-730 * DAY), RIGHT, wall_clock(-730 * DAY), RIGHT)

    def test_a_first_life_in_1970_deletes_nothing(self):
        self.through(wall_clock(DAY - int(time.time())), RIGHT)

    def test_whatever_the_clocks_are_and_however_short_the_times_a_start_deletes_nothing_that_was_just_used(self):
        hour = ("--lobby-ttl-s", "1", "--idle-ttl-s", "1", "--record-ttl-s", "1", "--archive-s", "3600", "--guest-ttl-s", "3600")
        server = self.server(RIGHT, hour)
        self.fill(server)
        server.kill()
        before = self.kept(server)
        for days in (1, 2, -30, 90, 9000, -2):
            self.live(server, wall_clock(days * DAY))
        self.begins_as(before, self.kept(server))

    def test_what_was_used_in_the_future_goes_when_its_time_is_over(self):
        server = self.server(wall_clock(730 * DAY))
        self.fill(server)
        server.kill()
        server.flags += ["--archive-s", "2", "--guest-ttl-s", "2"]
        server.start()
        eventually(lambda: stored.count(server.data, "rooms") == 0)
        eventually(lambda: stored.count(server.data, "guests") == 0)
        for count, what in ((2, "room"), (3, "guest")):  # all at once, or one after the other
            eventually(lambda: sum(map(int, re.findall(rf"deleted by age: [^\n]*?(\d+) {what}s?\b", self.said()))) == count)

    def test_a_guest_who_came_in_the_future_and_comes_now_is_seen(self):
        """"Seen" is stored in the row, in uptime of servers. Otherwise a daily visitor would be deleted one day."""
        server = self.server(wall_clock(730 * DAY))
        token = server.guest("Taro")
        server.kill()
        with stored.opened(server.data, write=True) as database:
            database.execute("UPDATE uptime SET ms = 7200000")
        server.start()
        server.room(token)
        eventually(lambda: stored.count(server.data, "guests WHERE seen_uptime >= 7200000") == 1)

    def counted(self, server):
        """When the server was last in use, according to the database."""
        with stored.opened(server.data) as database:
            return database.execute("SELECT counted_at FROM uptime").fetchone()[0]

    def test_a_clock_that_is_far_off_is_said_at_the_start(self):
        server = self.server()
        eventually(lambda: self.counted(server) > 0)
        server.kill()
        for days, expected in ((730, "730 days after"), (3, "727 days before"), (25, None), (24, None), (0, "24 days before"), (-2, "2 days before"), (-700, "698 days before"),
                               (0, "700 days after")):
            with self.subTest(days=days):
                at, before = len(self.said()), self.counted(server)
                server.start(wall_clock(days * DAY))
                eventually(lambda: self.counted(server) != before)
                server.kill()
                warnings = [line for line in self.said()[at:].splitlines() if "clock" in line]
                self.assertEqual(len(warnings), 1 if expected else 0, self.said()[at:])
                if expected:
                    self.assertRegex(warnings[0], expected)


if __name__ == "__main__":
    unittest.main()
