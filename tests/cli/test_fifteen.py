"""The 15-puzzle in the terminal: whole games as lines and by keys, bots, and the rules as a filter with its solver."""
import json
import shutil
import unittest

from client import Case
from screen import Screen

NEAR = "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15"  # 13, 14, 15 slide left: one move, three steps
KNOWN = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3]  # 57 steps with the hole first


def tiles(text):
    return [int(tile) for tile in text.split()]


def options(text=NEAR, **more):
    return {"tiles": tiles(text), **more}


def new(**chosen):
    return {"do": "new", "options": chosen, "seed": 7}


class Plain(Case):
    def play(self, chosen, *more, **how):
        return self.finished("play", "--plain", "--game", "fifteen", "--options", json.dumps(chosen), *more, **how)

    def test_a_script_solves_it(self):
        far = "5 1 2 3 0 6 7 4 9 10 11 8 13 14 15 12"
        code, out, err = self.play(options(far), stdin="6\nx\nhint\nboard\n5\n6\n5\n1\n2\n3\n4\n8\n12\n")
        self.assertEqual(code, 0, err)
        self.assertIn("Your turn. You can slide: 5 6 7 4 9 13", out)
        self.assertRegex(out, r"Hint: slide \d+; \d+ steps are left \(proved\)")
        for part in ("tile 5 is not in line with the hole", "unknown command or move"):
            self.assertIn(part, err)
        self.assertIn("you (seat 1) slides 6 (1 step)", out)

    def test_one_move_of_three_steps(self):
        code, out, err = self.play(options(), stdin="15\n")
        self.assertEqual(code, 0, err)
        for part in ("you (seat 1) slides 13 14 15 (3 steps)", "The game is over", "you (seat 1) solved it in 3 steps and ", "  1. you (seat 1)  3", "(the race is over)"):
            self.assertIn(part, out)
        self.assertRegex(out, r"Your board  0 steps\n  1  2  3  4\n  5  6  7  8\n  9 10 11 12\n  \. 13 14 15")

    def test_japanese(self):
        code, out, err = self.play(options(), "--lang", "ja", stdin="7\n15\n")
        self.assertEqual(code, 0, err)
        self.assertIn("7は空きと一直線上にありません。動かせるのは", err)
        self.assertIn("あなた（席1）が13 14 15を動かしました（3手）", out)

    def test_a_race_of_people(self):
        room = self.server.room(game="fifteen", options=options(seats=2), seats=["open", "open"], start="full")
        first = self.run_client("play", room, "--plain", "--guest-file", self.home + "/a", "--nick", "A")
        first.until(lambda line: room in line)
        second = self.run_client("play", room, "--plain", "--guest-file", self.home + "/b", "--nick", "B")
        first.until(lambda line: line.startswith("Your turn"))
        second.until(lambda line: line.startswith("Your turn"))
        for tile in (13, 14):  # neither waits for the other
            second.send(str(tile))
            second.until(lambda line, t=tile: line.startswith(f"you (seat 2) slides {t} "))
        first.send("15")
        second.until(lambda line: line.startswith("seat 1 (A) solved it in 3 steps"))
        second.send("15")
        self.assertEqual((first.end(), second.end()), (0, 0), first.errors + second.errors)
        self.assertFalse([line for line in first.lines if line and line.startswith("seat 2 (B) slides")])  # only their finish
        self.assertIn("seat 2 (B) solved it in 3 steps", "".join(first.lines[:-1]))
        self.assertIn("You win!", first.lines)
        self.assertIn("You finished in place 2.", second.lines)


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class Keys(Screen):
    def test_a_whole_game_by_keys(self):
        self.start("play", "--game", "fifteen", "--options", json.dumps(options("1 2 3 4 5 6 7 8 9 0 11 12 13 10 14 15")))
        shown = self.until(r"0 steps\. Arrows slide into the hole")
        self.assertRegex(shown, r"\n +1 +2 +3 +4\b")
        self.keys("Up", "Left", "Left")  # sent at once: each waits for the previous one
        self.until(r"The game is over\. \(the race is over\)")
        self.until(r"solved it in 3 steps")
        self.keys("q")
        self.until(r"exit=0")

    def test_a_number_a_hint_and_other_boards(self):
        room = self.server.room(game="fifteen", options=options(seats=2), seats=["open", "open"])
        self.start("play", room, "--nick", "A")
        self.until(r"You are the host")
        self.keys("s")
        shown = self.until(r"0 steps\. Arrows")
        self.assertRegex(shown, r"\n1 \w+ +0 steps|1 \w+")
        self.keys("7", "Enter")
        self.until(r"tile 7 is not in line with the hole")
        self.keys("1", "4")
        self.until(r"tile 14_")
        self.keys("Enter")
        self.until(r"Your board  2 steps")
        self.keys("h")
        self.until(r"(?s)Hint: slide 15.*tile 15_")
        self.keys("Enter")
        self.until(r"you \(seat 1\) solved it")
        self.keys("C-c")
        self.until(r"exit=130")


class Bots(Case):
    def test_two_programs(self):
        room = self.server.room(game="fifteen", options={"size": 3, "seats": 2, "max_steps": 12}, seats=["open", "open"])
        run = self.run_client("bot", "--game", "fifteen", "--room", room, "--count", "2", "--start", "--exec", self.played_by("fifteen_bot.py"), "--json")
        self.assertEqual(run.end(), 0, run.errors)
        results = [json.loads(line) for line in run.lines if line]
        self.assertEqual(sorted(r["seat"] for r in results), ["s0", "s1"])
        self.assertIn(results[0]["result"]["reason"], ("out", "solved"))


class Rules(Case):
    def test_solve(self):
        turned = [0] * 16
        for place, tile in enumerate(KNOWN):
            turned[15 - place] = 0 if tile == 0 else 16 - tile
        answers = self.rules("fifteen", new(tiles=turned), {"do": "solve"}, new(**options()), {"do": "solve"}, {"do": "hint"})
        self.assertEqual((answers[1]["length"], len(answers[1]["moves"]), answers[1]["optimal"]), (57, 57, True))
        self.assertGreater(answers[1]["nodes"], 0)
        self.assertEqual({**answers[3], "nodes": 0}, {"length": 3, "moves": [13, 14, 15], "nodes": 0, "optimal": True})
        self.assertEqual((answers[4]["steps"], answers[4]["proved"]), (3, True))
        steps = [{"do": "move", "move": {"tile": tile}} for tile in answers[1]["moves"]]
        done = self.rules("fifteen", new(tiles=turned), *steps)[-1]
        self.assertEqual((done["outcome"]["reason"], done["view"]["boards"]["s0"]["steps"]), ("solved", 57))

    def test_seats_and_time(self):
        answers = self.rules("fifteen", new(**options(seats=2, finish_s=10)), {"do": "move", "seat": "s1", "at": 500, "move": {"tile": 15}},
                             {"do": "wait", "ms": 9999}, {"do": "wait", "ms": 1})
        self.assertEqual([e["kind"] for e in answers[1]["events"]], ["slide", "solved"])
        self.assertEqual((answers[1]["at"], answers[1]["to_act"]), (500, ["s0"]))
        self.assertEqual((answers[2]["outcome"], answers[2]["events"]), (None, []))
        self.assertEqual([e["kind"] for e in answers[3]["events"]], ["out"])
        self.assertEqual(answers[3]["outcome"]["winner"], "s1")

    def test_moves(self):
        state, moves = self.rules("fifteen", new(**options()), {"do": "moves"})
        self.assertEqual(sorted(m["tile"] for m in moves["moves"]), [1, 5, 9, 13, 14, 15])
        self.assertEqual(state["view"]["boards"]["s0"]["tiles"], NEAR)

    def test_bad_input(self):
        self.refused("fifteen", options(), [
            ({"do": "move", "move": {"tile": 7}}, "illegal_move"),
            ({"do": "move", "move": {"tile": 0}}, "bad_message"),
            ({"do": "move", "move": {"tile": 16}}, "bad_message"),
            ({"do": "move", "move": {"tile": "7"}}, "bad_message"),
            ({"do": "move", "seat": "s1", "move": {"tile": 15}}, "bad_message"),
            (new(**options("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0")), "bad_message"),  # cannot be solved
            (new(**options("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0")), "bad_message"),  # is solved
            (new(**options("1 2 3 4 5 6 7 8 9 10 11 12 13 14 14 0")), "bad_message"),
            (new(**options("1 2 3 4 5 6 7 8 0")), "bad_message"),
            (new(**options("1 2 3")), "bad_message"),
            (new(tiles="1 2 3"), "bad_message"),
            (new(size=6), "bad_message"),
            (new(size=3, scramble="seed"), "bad_message"),
            (new(seats=6), "bad_message"),
            (new(finish_s=9), "bad_message"),
            (new(max_steps=0), "bad_message"),
            (new(preset="four"), "bad_message"),
        ])


if __name__ == "__main__":
    unittest.main()
