"""The bubble shooter in the terminal: whole games as lines and by keys, bots, and the rules as a filter with its time."""
import json
import re
import shutil
import unittest

from client import Case
from screen import Screen

PAIR = {"seats": 1, "field": ["...aa..."]}  # one shot straight up clears it: only colours on the field are drawn
# A pillar of the greatest length in the middle: two shots straight up lose, one to the side does not.
PILLAR = ["...a....", "...b..."] * 5 + ["...a...."]


def new(**options):
    return {"do": "new", "options": options, "seed": 7}


class Plain(Case):
    def test_a_whole_game_with_a_hint(self):
        code, out, err = self.finished("play", "--plain", "--game", "bubbles", "--options", json.dumps(PAIR), stdin="hint\n0\n")
        self.assertEqual(code, 0, err)
        self.assertIn("Bubble a (red), next a (red). Type an angle from -80 (left) to 80 (right) degrees, such as -12.5\n", out)
        self.assertRegex(out, r"\nHint: (\S+)° to row \d, column \d, pops \d, drops \d\n")
        for part in ("\n 1        a a\n", "you (seat 1): a (red) at 0° to row 2, column 4, popped 3", "you (seat 1) has cleared the field", "  (the field is clear)"):
            self.assertIn(part, out)

    def test_a_script_shoots_as_soon_as_it_may(self):
        script = "90\n0.001\nx1\n-12.5\n10\n{\"angle\":0}\n{\"angle\":8001}\nhelp\nboard\nlegal\nresign\n"
        code, out, err = self.finished("play", "--plain", "--game", "bubbles", "--preset", "puzzle", stdin=script)
        self.assertEqual(code, 0, err)
        self.assertRegex(out, r"you \(seat 1\): [a-f] \(\w+\) at -12\.5° to row \d+, column [1-8]")
        self.assertRegex(out, r"(?s)-12\.5°.* 10° to row.* 0° to row")
        self.assertRegex(out, r"\n 2   [a-f] [a-f]")  # a shifted row
        self.assertIn("row in 9, forced in", out)
        self.assertIn("shoot 12.5 degrees to the left", out)
        self.assertEqual(err.count("an angle is from -80 to 80 degrees, in steps of 0.01 [usage]"), 2)
        self.assertEqual(err.count("unknown command or move"), 1)
        self.assertEqual(err.count("[bad_message]") + err.count("[illegal_move]"), 1)
        self.assertNotIn("too_soon", err)

    def test_a_shot_is_forced(self):
        code, out, err = self.finished("play", "--plain", "--game", "bubbles", "--options", json.dumps({**PAIR, "hurry_s": 3}), stdin="board\n")
        self.assertEqual((code, "has ended" in err), (1, True))  # no shots: the client leaves at the end of its input
        run = self.run_client("play", "--plain", "--game", "bubbles", "--options", json.dumps({**PAIR, "hurry_s": 3}), "--lang", "ja")
        run.until(lambda line: "（時間切れの強制発射）、3個消えました" in line)
        self.assertEqual(run.end(), 0, run.errors)
        self.assertIn("あなた（席1）が全部消しました", run.lines)
        self.assertIn("  （全部消した）", run.lines)

    def test_a_duel_of_people(self):
        room = self.server.room(game="bubbles", options={"seats": 2, "field": PILLAR}, seats=["open", "open"], start="full")
        first = self.run_client("play", room, "--plain", "--guest-file", self.home + "/a", "--nick", "A")
        first.until(lambda line: room in line)
        second = self.run_client("play", room, "--plain", "--guest-file", self.home + "/b", "--nick", "B")
        first.until(lambda line: line.startswith("Your turn"))
        second.until(lambda line: line.startswith("Your turn"))
        for _ in range(2):  # neither waits for the other
            second.send("20")
            second.until(lambda line: re.match(r"you \(seat 2\): \w \(\w+\) at 20° to row", line))
        first.send("0")
        while (line := first.line()) != "The game is over":
            if line.startswith("Your turn"):
                first.send("0")
        second.until(lambda line: line == "The game is over")
        self.assertEqual((first.end(), second.end()), (0, 0), first.errors + second.errors)
        self.assertIn("you (seat 1) is out: place 2", first.lines)
        self.assertFalse([line for line in first.lines if line and line.startswith("seat 2 (B): ")])  # the player's own shots are enough
        self.assertIn("seat 1 (A) is out: place 2", second.lines)
        self.assertIn("  (the last field standing)", first.lines)
        self.assertIn("You win!", second.lines)


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class Keys(Screen):
    def test_a_whole_game_by_keys(self):
        self.start("play", "--game", "bubbles", "--options", json.dumps(PAIR))
        shown = self.until(r"Angle 0°, bubble a \(red\), next a \(red\)")
        self.assertRegex(shown, r"\n 1 {15}a   a\n")
        self.assertRegex(shown, r"\n10 {18}\.\n")  # the aim line, in the middle
        self.keys("Left", "Down", "Down")
        self.until(r"Angle -1\.2°")
        self.type(",")
        self.until(r"Angle -11\.2°")
        self.until(r"\n 3 {9,16}\. ")  # now it points to the left
        self.keys("Home")
        self.until(r"Angle 0°")
        self.keys("h")
        self.until(r"(?s)\(\*\).*Hint: \S+° to row \d, column \d,\s+pops|Hint: \S+° to row \d, column \d,\s+pops(?s:.*)\(\*\)")  # where it lands is marked
        self.keys("Home")
        self.until(r"Angle 0°")
        self.keys("Space")
        self.until(r"The game is over\. \(the field is clear\)")
        self.keys("q")
        self.until(r"exit=0")

    def test_others_beside_and_countdowns(self):
        room = self.server.room(game="bubbles", options={"seats": 3}, seats=["open", "open", "open"])
        self.start("play", room, "--nick", "A", columns=100, rows=40)
        self.until(r"You are the host")
        self.keys("s")
        shown = self.until(r"Angle 0°")
        self.assertRegex(shown, r"\n +1   2   3   4   5   6   7   8 +2 \w+ +3 \w+")
        for seconds in (9, 8):
            self.until(rf"forced in {seconds} s")
        self.keys("?")
        self.until(r"turn by 10 degrees")
        self.keys("Escape", "x")
        self.until(r"Resign this game")
        self.keys("y")
        self.until(r"The game is over|resigned")
        self.keys("C-c")
        self.until(r"exit=130")

    def test_what_others_send_to_each_other_is_their_own_affair(self):
        self.start("play", "--game", "bubbles", "--preset", "party", columns=120, rows=40)
        shown = self.until(r"(?s)(sends \d+ to you.*){4}")
        self.assertNotRegex(shown, r"to\s+seat|\) gets|\): incoming|\): [a-h] ")
        self.keys("C-c")
        self.until(r"exit=130")

    def test_no_colours(self):
        self.start("play", "--game", "bubbles", "--options", json.dumps(PAIR), env={"NO_COLOR": "1"})
        self.until(r"Angle 0°")
        self.assertNotRegex(self.screen("-e"), r"\[[0-9;]*[34]8;5;|\[[0-9;]*[34][0-7]m")


class Bots(Case):
    def test_two_programs_to_the_end(self):
        room = self.server.room(game="bubbles", options={"seats": 2, "field": PILLAR}, seats=["open", "open"])
        run = self.run_client("bot", "--game", "bubbles", "--room", room, "--count", "2", "--start", "--exec", self.played_by("bubbles_bot.py"), "--json")
        self.assertEqual(run.end(), 0, run.errors)
        results = [json.loads(line) for line in run.lines if line]
        self.assertEqual(sorted(r["seat"] for r in results), ["s0", "s1"])
        self.assertEqual(results[0]["result"]["reason"], "last_standing")


class Rules(Case):
    def test_time_passes_only_when_told(self):
        first, shot, soon, forced, later, queried, now = self.rules(
            "bubbles", new(preset="puzzle"), {"do": "move", "move": {"angle": 0}}, {"do": "move", "at": 1, "move": {"angle": 0}},
            {"do": "wait", "ms": 15000}, {"do": "wait", "until": 40000}, {"do": "state", "at": 99000}, {"do": "state"})
        self.assertEqual((first["at"], first["events"]), (0, []))
        self.assertEqual(shot["view"]["fields"]["s0"]["shot"], first["view"]["fields"]["s0"]["shot"] + 1)
        self.assertEqual(soon["error"]["code"], "too_soon")
        self.assertEqual(forced["at"], shot["at"] + 15000)
        self.assertEqual([e.get("forced") for e in forced["events"] if e["kind"] == "shot"], [True])
        self.assertEqual(later["at"], 40000)
        self.assertGreater(len([e for e in later["events"] if e["kind"] == "shot"]), 1)
        self.assertGreater(len(queried["events"]), 1)  # the events until then
        self.assertEqual((now["at"], now["view"], now["events"]), (40000, later["view"], []))

    def test_a_move_without_a_time_is_made_when_it_is_taken(self):
        _, first, second = self.rules("bubbles", new(preset="puzzle"), *[{"do": "move", "move": {"angle": 100}}] * 2)
        self.assertEqual(second["at"], first["view"]["fields"]["s0"]["ready"])
        self.assertGreater(second["at"], first["at"])

    def test_moves_tell_where_a_shot_lands(self):
        request = {"do": "moves", "angle": -1250}
        state, preview, moved = self.rules("bubbles", new(seats=1, field=["abcabcab", "bcabcab"]), request, {"do": "move", "move": {"angle": -1250}})
        self.assertEqual(preview["moves"][0]["cell"], moved["events"][0]["cell"])
        self.assertEqual(preview["moves"][0]["path"], moved["events"][0]["path"])
        self.assertEqual(preview["moves"][0]["angle"], -1250)
        self.assertEqual(self.rules("bubbles", new(seats=1, field=["abcabcab", "bcabcab"]), request, {"do": "state"})[2], state)

    def test_a_game_and_a_hint(self):
        state, hint = self.rules("bubbles", new(**PAIR), {"do": "hint"})
        landed = self.rules("bubbles", new(**PAIR), {"do": "move", "move": hint["move"]})[1]["events"][0]
        self.assertEqual((hint["cell"], hint["popped"]), (landed["cell"], len(landed.get("popped", "").split())))
        over = self.rules("bubbles", new(**PAIR), {"do": "move", "move": {"angle": 0}})[1]
        self.assertEqual((over["outcome"]["reason"], over["to_act"], over["legal"]), ("cleared", [], []))
        self.assertEqual([e["kind"] for e in over["events"]][0::len(over["events"]) - 1], ["shot", "cleared"])
        self.assertGreater(len(state["legal"]), 3)

    def test_seats_are_named(self):
        table = [({"do": "move", "move": {"angle": 0}}, "bad_message"), ({"do": "hint"}, "bad_message"), ({"do": "moves", "angle": 0}, "bad_message"),
                 ({"do": "move", "seat": "s2", "move": {"angle": 0}}, "bad_message")]
        self.refused("bubbles", {"preset": "duel"}, table)
        _, one, two = self.rules("bubbles", new(preset="duel"), {"do": "move", "seat": "s1", "move": {"angle": 0}},
                                 {"do": "move", "seat": "s0", "move": {"angle": 0}})
        self.assertEqual(([e["seat"] for e in one["events"]][0], [e["seat"] for e in two["events"]][0], two["at"]), ("s1", "s0", 0))

    def test_bad_input(self):
        self.refused("bubbles", {"preset": "puzzle"}, [
            ({"do": "move", "move": {"angle": 8001}}, "bad_message"),
            ({"do": "move", "move": {"angle": -8001}}, "bad_message"),
            ({"do": "move", "move": {"angle": 1.5}}, "bad_message"),
            ({"do": "move", "move": {}}, "bad_message"),
            ({"do": "move", "move": {"angle": 0, "shot": 99}}, "stale"),
            ({"do": "moves", "angle": 9000}, "bad_message"),
            ({"do": "solve"}, "unsupported"),
            ({"do": "wait"}, "bad_message"),
            ({"do": "wait", "ms": 5, "until": 5}, "bad_message"),
            ({"do": "wait", "ms": -1}, "bad_message"),
            ({"do": "wait", "until": "x"}, "bad_message"),
            ({"do": "state", "at": -1}, "bad_message"),
            (new(field=["...aa...", ".......", "b......."]), "bad_message"),  # hangs on nothing
            (new(field=["...zz..."]), "bad_message"),
            (new(field=["aaaaaaaaa"]), "bad_message"),
            (new(field=["aaaaaaaa", "aaaaaaaa"]), "bad_message"),
            (new(colors=9), "bad_message"),
            (new(seats=6), "bad_message"),
            (new(hurry_s=2), "bad_message"),
            (new(attack="none"), "bad_message"),
        ])
        _, _, late = self.rules("bubbles", new(preset="puzzle"), {"do": "wait", "ms": 5}, {"do": "move", "at": 4, "move": {"angle": 0}})
        self.assertEqual(late["error"]["code"], "bad_message")


if __name__ == "__main__":
    unittest.main()
