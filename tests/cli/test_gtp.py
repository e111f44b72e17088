"""GTP engines in `engawa-lab arena`: our own, with all typical faults of engines, and Debian's gtp-rhino."""
import json
import os
import subprocess
import sys
import unittest

from client import CACHE, HERE, LAB, TIMEOUT, environment

RHINO = "/usr/games/gtp-rhino"


def engine(mode=""):
    return f"{sys.executable} {HERE / 'gtp_engine.py'} {mode}".strip()


class Gtp(unittest.TestCase):
    def run_lab(self, *arguments):
        env = environment(None, None, {"XDG_CACHE_HOME": CACHE.name})
        done = subprocess.run([LAB, "arena", *map(str, arguments)], capture_output=True, text=True, env=env, timeout=6 * TIMEOUT, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    def report(self, *arguments):
        code, out, err = self.run_lab("--preset", "classic", *arguments, "--json")
        self.assertEqual(code, 0, err)
        return json.loads(out), err

    def test_an_engine_plays_whole_games_from_random_openings(self):
        for mode in ("", "passless"):
            with self.subTest(mode=mode):
                report, err = self.report("random", "--gtp", engine(mode), "--opening", 8, "--blocks", 5)
                self.assertEqual((report["b"], report["games"], report["faults"]), ("gtp1", 10, {"a": 0, "b": 0}), err)
                self.assertGreater(report["moves"]["b"], 200)

    def test_two_engines_play_each_other(self):
        report, err = self.report("--gtp", engine(), "--gtp", engine("passless"), "--blocks", 2)
        self.assertEqual((report["a"], report["b"], report["faults"]), ("gtp1", "gtp2", {"a": 0, "b": 0}), err)

    def test_an_engine_that_gives_no_move_has_lost(self):
        for mode, seconds, why in (("wrong", int(TIMEOUT), "[illegal_move]"), ("silent", 1, "in 1000 ms [timeout]"), ("ends", int(TIMEOUT), "[bot_ended]")):
            with self.subTest(mode=mode):
                report, err = self.report("random", "--gtp", engine(mode), "--blocks", 1, "--timeout", seconds)
                self.assertEqual(report["faults"], {"a": 0, "b": 2})
                self.assertEqual(report["share"], 1)
                self.assertIn(why, err)

    def test_only_classic_is_a_game_of_othello_engines(self):
        for options in (["--preset", "octagon"], ["--game", "nim"], []):
            code, _, err = self.run_lab("random", "--gtp", engine(), *options)
            self.assertEqual(code, 2)
            self.assertIn("--gtp is for engines of Othello: add --preset classic", err)

    @unittest.skipUnless(os.environ.get("ENGAWA_ENGINES"), "a game against gtp-rhino takes seconds: ./check engine")
    @unittest.skipUnless(os.path.exists(RHINO), f"{RHINO} is not installed: apt-get install grhino, where Debian has it")
    def test_the_search_beats_gtp_rhino(self):
        report, err = self.report("kitsune:5", "--gtp", f"{RHINO} -l 2", "--opening", 8, "--blocks", 4, "--timeout", 60)
        self.assertEqual(report["faults"], {"a": 0, "b": 0}, err)
        self.assertGreaterEqual(report["share"], 0.75)


if __name__ == "__main__":
    unittest.main()
