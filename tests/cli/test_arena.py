"""Matches between bots: `engawa-lab arena` and `engawa-lab rate`, with programs of all kinds as players."""
import json
import math
import os
import re
import select
import signal
import statistics
import subprocess
import sys
import unittest

from client import CACHE, ENGAWA, HERE, LAB, TIMEOUT, Run, environment

T_95 = {1: 12.7062, 3: 3.18245, 9: 2.262157}  # Student's quantiles, by degrees of freedom


def program(name):
    return f"{sys.executable} {HERE / name}"


def left_running(mark):
    """The processes whose command line contains this and that do not end. A killed process takes a moment to end."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if mark.encode() in file.read() and not ends(int(pid)):
                    found.append(pid)
        except OSError:
            pass  # it ended meanwhile
    return found


def ends(pid):
    process = os.pidfd_open(pid)
    try:
        return bool(select.select([process], [], [], TIMEOUT)[0])
    finally:
        os.close(process)


class Arena(unittest.TestCase):
    def run_lab(self, *arguments):
        env = environment(None, None, {"XDG_CACHE_HOME": CACHE.name})
        done = subprocess.run([LAB, *map(str, arguments)], capture_output=True, text=True, env=env, timeout=6 * TIMEOUT, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    def report(self, *arguments):
        code, out, err = self.run_lab(*arguments, "--json")
        self.assertEqual(code, 0, err)
        return json.loads(out)

    def test_the_stronger_wins_and_the_interval_is_student_s(self):
        report = self.report("arena", "--game", "nim", "perfect", "random", "--blocks", 10)
        self.assertEqual((report["a"], report["b"], report["form"], report["equal"]), ("perfect", "random", "two", 0.5))
        self.assertEqual((len(report["blocks"]), report["games_per_block"], report["games"]), (10, 2, 20))
        self.assertGreater(report["share"], 0.9)
        report = self.report("arena", "--game", "nim", "osho:3", "osho:4", "--blocks", 10, "--seed", 3)
        blocks = report["blocks"]
        self.assertTrue(all(share in (0, 0.5, 1) for share in blocks), blocks)
        self.assertAlmostEqual(report["share"], statistics.fmean(blocks), places=9)
        self.assertGreater(statistics.stdev(blocks), 0)
        self.assertAlmostEqual(report["error"], T_95[9] * statistics.stdev(blocks) / math.sqrt(10), places=6)

    def test_a_seed_is_a_match(self):
        match = ["arena", "--preset", "classic", "mcs:1", "maximum", "--blocks", 4]
        report = self.report(*match, "--seed", 5)
        self.assertEqual(report, self.report(*match, "--seed", 5))
        self.assertEqual(report, self.report(*match, "--seed", 5, "--threads", 2))
        others = [self.report("arena", "--game", "nim", "random", "random", "--blocks", 12, "--seed", seed)["blocks"] for seed in (1, 2)]
        self.assertNotEqual(*others)

    def test_seats_of_a_block(self):
        two = self.report("arena", "random", "minimum", "--blocks", 1)
        self.assertEqual((two["games"], two["games_per_block"], two["opening"]), (30, 30, 5))
        self.assertNotIn("error", two)  # the spread is unknown
        one = self.report("arena", "mcs:1", "random", "--blocks", 2, "--one", "--preset", "octagon-three")
        self.assertEqual((one["form"], one["games"], one["games_per_block"]), ("one", 6, 3))
        self.assertAlmostEqual(one["equal"], 1 / 3)
        self.assertAlmostEqual(one["error"], T_95[1] * statistics.stdev(one["blocks"]) / math.sqrt(2), places=4)

    def test_the_sequential_test_ends_the_match(self):
        clear = self.report("arena", "--game", "nim", "perfect", "random", "--sprt", "0,2")
        self.assertEqual(clear["sprt"]["verdict"], "high")
        self.assertLess(len(clear["blocks"]), 30)
        self.assertAlmostEqual(clear["sprt"]["bound"], math.log(0.95 / 0.05))
        worse = self.report("arena", "--game", "nim", "random", "perfect", "--sprt", "0,2")
        self.assertEqual(worse["sprt"]["verdict"], "low")
        blocks, low, high = worse["blocks"], 0.5, 0.52
        mean = statistics.fmean(blocks)
        spread = (sum((share - mean) ** 2 for share in blocks) + 0.25 / 2) / len(blocks)
        self.assertAlmostEqual(worse["sprt"]["llr"], len(blocks) * (high - low) * (2 * mean - low - high) / (2 * spread), places=6)
        bounded = self.report("arena", "--game", "nim", "random", "random", "--sprt", "0,0.1", "--blocks", 5)
        self.assertEqual((bounded["sprt"]["verdict"], len(bounded["blocks"])), ("open", 5))

    def test_budgets(self):
        report = self.report("arena", "--preset", "classic", "mcs:3@200us", "mcs:1@1s", "--blocks", 1)
        self.assertEqual((report["a"], report["b"]), ("mcs:3@200us", "mcs:1@1s"))
        code, out, err = self.run_lab("arena", "--preset", "classic", "mcs:3", "random", "--blocks", 1, "--budget-ms", 0.05)
        self.assertEqual((code, err), (0, ""))
        per_move = float(re.search(r"^mcs:3 +\S+ +\d+ +\d+ +([\d.]+)", out, re.M)[1])
        self.assertGreater(per_move, 0)

    def test_programs_play(self):
        for game, preset, name in (("nim", "753", "nim_bot.py"), ("reversi", "classic", "random_bot.py"), ("bubbles", "duel", "bubbles_bot.py")):
            with self.subTest(game=game):
                report = self.report("arena", "--game", game, "--preset", preset, "random", "--exec", program(name), "--blocks", 1)
                self.assertEqual((report["b"], report["faults"]), ("exec1", {"a": 0, "b": 0}))
                self.assertGreater(report["moves"]["b"], 0)
        report = self.report("arena", "--game", "nim", "--exec", program("nim_bot.py"), "--exec", program("nim_bot.py"), "--blocks", 1)
        self.assertEqual((report["a"], report["b"], report["faults"]), ("exec1", "exec2", {"a": 0, "b": 0}))

    def test_what_a_program_is_told(self):
        script = ("import json,sys\nfirst=True\nfor line in sys.stdin:\n m=json.loads(line); print(line,file=sys.stderr,end='',flush=True)\n"
                  " if 'result' in m: break\n if 'legal' in m: legal=m['legal'].split()\n"
                  " cell='a0' if first else legal[0]; first=False\n print(json.dumps({'move':{'cell':cell}}),flush=True)\n")
        code, _, err = self.run_lab("arena", "--preset", "classic", "random", "--exec", f"{sys.executable} -c \"{script}\"", "--blocks", 1, "--timeout", 77)
        self.assertEqual(code, 0, err)
        lines = [json.loads(line) for line in err.splitlines()]
        self.assertEqual(set(lines[0]), {"view", "legal", "ply", "seat", "deadline_ms"})
        self.assertEqual(lines[0]["deadline_ms"], 77_000)
        self.assertEqual(set(lines[1]["error"]), {"code", "message"})
        results = [line for line in lines if "result" in line]
        self.assertEqual(sorted(line["seat"] for line in results), ["s0", "s1"])
        self.assertEqual([len(line["result"]["ranking"]) for line in results], [2, 2])

    def test_programs_that_fail_lose_and_nothing_hangs(self):
        table = [("true", "bot_ended"), ("head -n 1 >/dev/null", "bot_ended"), ("no-such-program-here", "bot_ended"),
                 ("while read line; do echo nonsense; done", "bad_json"), ("while read line; do echo '{\"move\":{\"row\":99,\"from\":0,\"count\":1}}'; done", ""),
                 ("while read line; do echo '[]'; done", "bad_message"), ("sleep 98766", "timeout"), ("yes", "bad_json")]
        for command, code in table:
            with self.subTest(command=command):
                exit_code, out, err = self.run_lab("arena", "--game", "nim", "random", "--exec", command, "--blocks", 2, "--timeout", 1 if code == "timeout" else int(TIMEOUT), "--json")
                report = json.loads(out)
                self.assertEqual(exit_code, 0)
                self.assertEqual((report["faults"], report["share"]), ({"a": 0, "b": 4}, 1))
                self.assertIn("exec1 lost 4 games by giving no legal move", err)
                self.assertIn(code + "]", err)
        self.assertEqual(left_running("98766"), [])

    def test_an_interrupted_match_tells_what_is_known(self):
        run = Run("arena", "--game", "nim", "random", "--exec", f"{program('nim_bot.py')} 98767", "--blocks", 100000, "-v", "--json",
                  env={"XDG_CACHE_HOME": CACHE.name}, program=LAB)
        self.addCleanup(run.drop)
        run.until_error("engawa-lab: 2:")
        run.process.send_signal(signal.SIGINT)
        report = json.loads(run.line())
        self.assertEqual(run.end(), 130)
        self.assertGreaterEqual(len(report["blocks"]), 2)
        self.assertLess(len(report["blocks"]), 100000)
        self.assertEqual(left_running("98767"), [])

    def test_what_cannot_be_meant(self):
        table = [
            (["arena"], "two bots"),
            (["arena", "random"], "two bots"),
            (["arena", "random", "random", "random"], "two bots"),
            (["arena", "random", "random", "--exec", "true"], "two bots"),
            (["arena", "random", "nobody"], "there is no bot of that name here; there are random"),
            (["arena", "random", "mcs:99"], "the levels of mcs are"),
            (["arena", "random", "mcs:1@5"], None),
            (["arena", "random", "mcs:1@5parsec"], "processor time for a move"),
            (["arena", "random", ""], "is no bot"),
            (["arena", "--game", "chess", "random", "random"], "there is no game \"chess\"; there are reversi"),
            (["arena", "--preset", "chess", "random", "random"], "preset must be one of"),
            (["arena", "--options", "{", "random", "random"], "--options"),
            (["arena", "--options", "{\"size\":99}", "--game", "fifteen", "random", "random"], "size"),
            (["arena", "--game", "fifteen", "--preset", "solo", "random", "random"], "one seat"),
            (["arena", "--game", "bubbles", "--opening", 3, "random", "random"], "--opening"),
            (["arena", "random", "random", "--blocks", 0], "--blocks"),
            (["arena", "random", "random", "--seed", "x"], "--seed"),
            (["arena", "random", "random", "--seed", -1], "--seed"),
            (["arena", "random", "random", "--threads", 0], "--threads"),
            (["arena", "random", "random", "--budget-ms", 0], "--budget-ms"),
            (["arena", "random", "random", "--sprt", "2,0"], "the lower first"),
            (["arena", "random", "random", "--sprt", "2"], "--sprt"),
            (["arena", "random", "random", "--sprt", "a,b"], "--sprt"),
            (["arena", "random", "random", "--nonsense"], "--nonsense"),
            (["rate", "random"], "two bots or more"),
            (["rate", "random", "nobody"], "there is no bot of that name"),
            (["rate", "--samples", 0], "--samples"),
            (["arean"], "did you mean \"engawa-lab arena\""),
            (["play"], "there is no verb \"play\""),
            (["train", "--variant", "nonagon"], "there is no preset \"nonagon\" with patterns"),
            (["train", "--variant", "five"], "--games and --out, or --play"),
            (["perft"], "depth"),
            (["perft", 21], "depth"),
            (["perft", -1], "depth"),
            (["perft", 3, "--game", "chess"], "there is no game \"chess\""),
        ]
        for arguments, words in table:
            with self.subTest(arguments=arguments):
                if words is None:
                    self.assertEqual(self.run_lab(*arguments, "--blocks", 1, "--preset", "classic")[0], 0)
                    continue
                code, out, err = self.run_lab(*arguments)
                self.assertEqual((code, out), (2, ""), err)
                self.assertIn(words, err)

    def test_perft_counts_what_others_counted(self):
        for preset, depth, nodes in (("classic", 7, 55092), ("five", 3, 3082), ("five", 0, 1)):
            self.assertEqual(self.report("perft", depth, "--preset", preset), {"depth": depth, "nodes": nodes})
        self.assertEqual(self.run_lab("perft", 1, "--game", "nim", "--preset", "753"), (0, "49\n", ""))

    def test_the_player_s_client_has_none_of_it(self):
        for verb in ("arena", "rate", "bench", "perft", "train"):
            done = subprocess.run([ENGAWA, verb], capture_output=True, text=True, timeout=TIMEOUT)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f'there is no verb "{verb}"', done.stderr)

    def test_both_languages(self):
        match = ["arena", "--game", "nim", "osho:2", "random", "--blocks", 2, "--sprt", "0,1"]
        _, english, _ = self.run_lab(*match)
        _, japanese, _ = self.run_lab(*match, "--lang", "ja")
        self.assertIn("of the first places (95 %; equals: 50.0 %)", english)
        self.assertIn("互角なら 50.0 %", japanese)
        self.assertIn("未決", japanese)
        self.assertEqual(len(english.splitlines()), len(japanese.splitlines()))
        self.assertIn("randomを0とする", self.run_lab("rate", "--game", "nim", "--blocks", 3, "--lang", "ja")[1])

    def test_ratings(self):
        league = ["rate", "--game", "nim", "--blocks", 80, "--samples", 200, "--seed", 4]
        report = self.report(*league, "perfect", "osho:1", "random", "--exec", program("nim_bot.py"))
        ratings = {row["bot"]: row for row in report["ratings"]}
        self.assertEqual(set(ratings), {"perfect", "osho:1", "random", "exec1"})
        self.assertEqual(report["ratings"][0]["bot"], "perfect")
        self.assertEqual((report["anchor"], ratings["random"]["rating"], ratings["random"]["low"]), ("random 0", 0, 0))
        self.assertEqual((report["blocks"], report["games"]), (80, 160))
        self.assertEqual(sum(row["seats"] for row in report["ratings"]), 320)
        self.assertAlmostEqual(sum(row["firsts"] for row in report["ratings"]), 160)
        self.assertGreater(ratings["perfect"]["low"], ratings["osho:1"]["rating"])
        for row in report["ratings"]:
            self.assertLessEqual(row["low"], row["rating"])
            self.assertLessEqual(row["rating"], row["high"])
            self.assertEqual(row["faults"], 0)
        self.assertEqual(self.report(*league, "perfect", "random"), self.report(*league, "perfect", "random", "--threads", 2))
        unanchored = self.report(*league, "perfect", "osho:1")
        self.assertEqual(unanchored["anchor"], "mean 1500")
        self.assertAlmostEqual(statistics.fmean(row["rating"] for row in unanchored["ratings"]), 1500)

    def test_everybody_of_a_game_without_names(self):
        names = [row["bot"] for row in self.report("rate", "--game", "nim", "--blocks", 20, "--samples", 10)["ratings"]]
        self.assertIn("random", names)
        self.assertIn("osho:5", names)
        self.assertEqual(len(names), len(set(names)))


if __name__ == "__main__":
    unittest.main()
