"""`engawa-lab bench bots`: every figure is printed. The values depend on the machine, and are not judged."""
import json
import subprocess
import unittest

from client import CACHE, LAB, TIMEOUT, environment


class Bench(unittest.TestCase):
    def run_bench(self, *arguments):
        env = environment(None, None, {"XDG_CACHE_HOME": CACHE.name})
        return subprocess.run([LAB, "bench", *map(str, arguments)], capture_output=True, text=True, env=env, timeout=20 * TIMEOUT, stdin=subprocess.DEVNULL)

    def test_every_figure_as_json_and_as_a_table(self):
        done = self.run_bench("bots", "--short", "--boards", 2, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        report = json.loads(done.stdout)
        self.assertEqual({row["preset"] for row in report["playouts"] if row["game"] == "reversi" and row["at_once"] > 1},
                         {"five", "seed", "classic", "octagon", "octagon-three", "octagon-wild", "diamond"})
        self.assertEqual({row["game"] for row in report["playouts"]}, {"reversi", "nim", "fifteen", "bubbles"})
        self.assertEqual({(row["preset"], row["depth"], row["nodes"]) for row in report["perft"]},
                         {("five", 5, 224360), ("seed", 3, 5268), ("classic", 7, 55092)})
        self.assertEqual({row["preset"] for row in report["searches"]}, {"five", "seed", "classic"})
        bots = [(row["game"], row["bot"], row["level"]) for row in report["bots"]]
        self.assertEqual(len(bots), len(set(bots)))
        for bot in (("reversi", "mcs", 3), ("nim", "osho", 5), ("bubbles", "random", 1)):
            self.assertIn(bot, bots)
        for row in report["bots"]:
            self.assertGreaterEqual(row["moves"], 3)
            self.assertLess(0, row["mean_us"])
            self.assertLessEqual(row["mean_us"], row["longest_us"])
        self.assertEqual((report["fifteen"]["boards"], report["fifteen"]["optimal"]), (2, 2))
        self.assertLessEqual(report["fifteen"]["p99_ms"], report["fifteen"]["longest_ms"])
        for part in ("playouts", "searches"):
            self.assertTrue(all(row["per_second"] > 0 for row in report[part]))
        self.assertGreater(report["bubbles"]["sweep_us"], 0)

        table = self.run_bench("bots", "--short", "--boards", 1, "--lang", "ja").stdout
        for words in ("無作為対局", "リバーシの perft", "一手のCPU時間", "15パズル", "224360", "hayabusa:"):
            self.assertIn(words, table)

    def test_what_cannot_be_meant(self):
        for arguments, words in (([], "what"), (["games"], "bots"), (["bots", "--boards", 0], "--boards")):
            with self.subTest(arguments=arguments):
                done = self.run_bench(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
