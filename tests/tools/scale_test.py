#!/usr/bin/env python3
"""The laws of tests/bench/scale.py: no room is lost, all are back within the limit, and the median matches the arithmetic."""
import pathlib
import statistics
import subprocess
import sys
import unittest

BENCH = pathlib.Path(__file__).resolve().parents[1] / "bench"
sys.path.insert(0, str(BENCH))
import scale  # noqa: E402


def run(*words):
    return scale.Cluster(scale.options().parse_args([*words, "--seed", "7"])).run()


class Laws(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.words = ("--people", "8000", "--nodes", "5", "--hours", "4", "--kills", "0.5")
        cls.cluster = run(*cls.words)

    def test_no_room_is_lost(self):
        self.assertGreater(self.cluster.kills, 5)
        self.assertEqual(self.cluster.lost, 0)
        self.assertEqual(len(self.cluster.owner), 2000)
        moves, figures = sum(self.cluster.load), scale.figures(self.cluster)
        self.assertAlmostEqual(figures["moves"], moves)
        self.assertAlmostEqual(moves, 2000 / 5, delta=40, msg="a room moves every five seconds")

    def test_no_room_waits_longer_than_the_bound(self):
        self.assertLessEqual(max(self.cluster.first), self.cluster.bound)
        self.assertLessEqual(self.cluster.bound, 5 + 2.5 + 2000 / 150)
        self.assertGreaterEqual(min(self.cluster.first), 4, "nobody has a room before the lease has ended")
        self.assertGreater(min(map(float.__sub__, self.cluster.all, self.cluster.first)), -1e-9)

    def test_the_middle_is_where_the_arithmetic_has_it(self):
        for clients in (1, 4):
            cluster = run(*self.words, "--per-room", str(clients), "--people", str(2000 * clients), "--lease-s", "20")
            self.assertAlmostEqual(statistics.median(cluster.after_lease), scale.expected_pause(clients), delta=0.1)

    def test_what_is_asleep_is_claimed_in_its_time(self):
        cluster = scale.Cluster(scale.options().parse_args([]))
        self.assertEqual(cluster.claims(0, 4, 5.0), 5.0)
        for _ in range(20):
            self.assertLess(cluster.claims(800, 4, 5.0), 6.0, "four nodes claim 800 rooms at one look each")
            self.assertGreater(cluster.claims(801, 4, 5.0), 6.0)

    def test_the_documents_have_what_it_prints(self):
        chosen = scale.options().parse_args([])
        rows = [scale.row(chosen, *each) for each in scale.TABLE[:2]]  # the third takes ten times as long
        for document in ("scale.md", "scale.ja.md"):
            text = (BENCH.parents[1] / "docs/host" / document).read_text(encoding="utf-8")
            for each in rows:
                self.assertIn(each, text, f"{document}: tests/bench/scale.py --table")

    def test_one_seed_gives_one_table(self):
        program = [sys.executable, str(BENCH / "scale.py"), "--people", "2000", "--seed", "3"]
        first, second = (subprocess.run(program, capture_output=True, text=True, check=True).stdout for _ in range(2))
        self.assertEqual(first, second)
        self.assertIn("| 2,000 | 3 | 666 |", first)


if __name__ == "__main__":
    unittest.main()
