"""Nodes of a cluster whose clocks differ by years: data that is old by one node's clock is not deleted; data that is old by the servers' uptime is,
whichever clock stamped it."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from nodes import LONG, Nodes  # noqa: E402 (it knows where the harness is)
from harness import Client, eventually  # noqa: E402
import stored  # noqa: E402
from wall_clock import DAY, wall_clock  # noqa: E402

SOON = ("--lobby-ttl-s", "1", "--idle-ttl-s", "1", "--record-ttl-s", "1")
OLD = ("K7WMA2QX-1", 0, 1, "old")


class Deletion(Nodes):
    def number(self, query):
        return int(self.sql(f"SELECT {query}"))

    def looks(self):
        """The only running node has looked for old data: when the second record is gone, the pass that found the first has ended."""
        for _ in range(2):
            self.sql("INSERT INTO records(id, part, ended_at, text, sum) VALUES('%s', %d, %d, '%s', %d)" % (*OLD, stored.row_sum(*OLD)))
            eventually(lambda: self.number("count(*) FROM records") == 0)

    def fill(self, node):
        """A game in progress in a room that is closed, and its player."""
        token = node.guest("Taro")
        client = Client(node, node.room(token, seats=["me", {"bot": "minimum", "level": 1}], options={"preset": "classic"}), token)
        client.ok("start")
        client.until(client.my_turn)
        client.close()
        return client.room, token

    def test_the_clock_of_one_node_deletes_nothing(self):
        for days in (730, -730, 7300):
            with self.subTest(days=days):
                right = self.node(LONG, flags=SOON)
                wrong = self.node(LONG, flags=SOON, environment=wall_clock(days * DAY))
                games = [self.fill(right), self.fill(wrong)]
                for room, _ in games:
                    eventually(lambda: self.number(f"closed FROM rooms WHERE code = '{room}'") == 1)
                right.kill()
                self.looks()
                right = self.node(LONG, flags=SOON)
                wrong.kill()
                self.looks()
                for room, token in games:
                    client = Client(right, room, token)
                    client.until(client.my_turn)
                    client.play_first_legal()
                    client.close()
                right.kill()

    def test_what_a_wrong_clock_stamped_goes_when_its_time_is_over(self):
        wrong = self.node(LONG, flags=SOON, environment=wall_clock(730 * DAY))
        room, _ = self.fill(wrong)
        eventually(lambda: self.number(f"closed FROM rooms WHERE code = '{room}'") == 1)
        wrong.kill()
        self.node(LONG, flags=(*SOON, "--archive-s", "2", "--guest-ttl-s", "2"))
        eventually(lambda: self.number("count(*) FROM rooms") == 0)
        eventually(lambda: self.number("count(*) FROM guests") == 0)


if __name__ == "__main__":
    unittest.main()
