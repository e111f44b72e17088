"""753 in the terminal: whole games as lines and by keys, a bot, and the rules as a filter."""
import re
import shutil
import unittest

from client import Case
from screen import Screen

KOZO = {"bot": "kozo", "level": 1}


def new(**options):
    return {"do": "new", "options": options}


def take(row, start, count):
    return {"row": row, "from": start, "count": count}


class Plain(Case):
    def test_hints_win_a_whole_game(self):
        run = self.run_client("play", "--plain", "--game", "nim")
        moves = 0
        while (line := run.line()) is not None:
            if line.startswith("Your turn"):
                run.send("hint")
            if hint := re.match(r"Hint: take .*\((\d+ \d+ \d+)\)$", line):
                moves += 1
                run.send(hint[1])
        self.assertEqual(run.end(), 0, run.errors)
        text = "\n".join(filter(None, run.lines))
        for part in ("  1 1 1  7  cells 1-7 of row 1", "  2 2 3  ones: odd in the column of 1", "  7 becomes 6, and every column is even", "you (seat 1) took cell 1 of row 1", "(the last cell is taken)", "You win!"):
            self.assertIn(part, text)
        self.assertRegex(text, r"\n     1  2  3  4  5  6  7\n 1   o  o  o  o  o  o  o\n 2   o  o  o  o  o\n 3   o  o  o\n")
        self.assertGreater(moves, 1)  # three rows take three moves, and the winner has two of them

    def test_a_script_and_what_cannot_be_taken(self):
        script = "9 1 1\n2 1 6\n1 1 0\n1 1\n1 3 1\n1 3 1\nboard\nlegal\nresign\n"
        code, out, err = self.finished("play", "--plain", "--game", "nim", "--options", '{"rows":["oooxoo","o"],"misere":true}', stdin=script)
        self.assertEqual(code, 0, err)
        for part in ("Untaken: row 1: 1-3 5-6; row 2: 1", "you (seat 1) took cell 3 of row 1", "Whoever takes the last cell loses."):
            self.assertIn(part, out)
        self.assertEqual(err.splitlines()[0], "engawa: the row must be 1 to 2 [usage]")
        for part in ("row 2 has the cells 1 to 1", "take at least one cell", "a move is ROW FROM COUNT", "cell 3 of row 1 is already taken"):
            self.assertIn(part, err)

    def test_japanese(self):
        code, out, err = self.finished("play", "--plain", "--game", "nim", "--lang", "ja", stdin="hint\n1 1 1\n9 9 9\nresign\n")
        self.assertEqual(code, 0, err)
        for part in ("残り：行1: 1-7", "  2 2 3  1の数：1の桁が奇数", "ヒント：1行目の1番（1 1 1）", "  7が6になり、どの桁も偶数になる", "あなた（席1）が1行目の1番を取りました", "最後のマスを取った方の勝ち。"):
            self.assertIn(part, out)
        self.assertIn("行は1〜3です", err)

    def test_the_hint_where_the_last_cell_loses(self):
        code, out, err = self.finished("play", "--plain", "--game", "nim", "--options", '{"rows":["ooo","o"],"misere":true}', stdin="hint\n1 1 3\n1 1 1\n")
        self.assertEqual(code, 0, err)
        self.assertIn("Hint: take cells 1-3 of row 1 (1 1 3)\n  3 becomes 0, and an odd number of single cells is left", out)
        code, out, err = self.finished("play", "--plain", "--game", "nim", "--options", '{"rows":[2,2]}', stdin="hint\nresign\n")
        self.assertEqual(code, 0, err)
        self.assertIn("  2 0  ones: every column is even\nHint: every move loses against best play", out)

    def test_options_of_quick_play(self):
        table = [
            (["--preset", "753", "--options", "{}"], "either --preset or --options"),
            (["--options", "{"], "JSON object"),
            (["--options", "[1]"], "it is array"),
            (["K7WMA2QX", "--preset", "753"], "are for quick play"),
        ]
        for arguments, words in table:
            code, _, err = self.finished("play", "--plain", "--game", "nim", *arguments)
            self.assertEqual(code, 2, err)
            self.assertIn(words, err)
        code, _, err = self.finished("play", "--plain", "--game", "nim", "--options", '{"rows":[99]}')
        self.assertEqual(code, 5, err)
        self.assertIn("[bad_message]", err)

    def test_watch(self):
        room = self.server.room(game="nim", seats=["open", KOZO], start="full")
        watcher = self.run_client("watch", room, "--plain")
        watcher.until(lambda line: room in line)
        bot = self.run_client("bot", "--game", "nim", "--room", room, "--exec", self.played_by("nim_bot.py"))
        self.assertEqual((bot.end(), watcher.end()), (0, 0), bot.errors)
        self.assertTrue(any("seat 2 (Novice, level 1) took cell" in line for line in watcher.lines if line))
        self.assertIn("The game is over", watcher.lines)


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class Keys(Screen):
    def test_a_whole_game_by_keys(self):
        self.start("play", "--game", "nim", "--options", '{"rows":["ooxooo"]}')
        shown = self.until(r"Your turn: Enter takes cell 1 of row 1")
        self.assertRegex(shown, r"\n +1 +2 +3 +4 +5 +6 ")
        self.assertRegex(shown, r"\n 1 +\[o\] +o +x +o +o +o ")
        self.keys("Tab", "Space", "Right")
        self.until(r"Enter takes cells 4-5 of row 1")
        self.until(r"\n 1 +o +o +x +=o= +\[o\] +o ")
        self.keys("Escape", "Left", "Left", "Enter")
        self.until(r"cell 3 of row 1 is already taken")
        self.keys("h")
        self.until(r"Hint: take cell \d of row 1")  # 2 xor 3: cut the three to two; the hint is marked
        self.keys("Enter")
        self.until(r"you \(seat 1\) took\s+cell \d of row\s+1")
        for moves in range(1, 6):
            # It is our turn again when the bot has moved as often as we have.
            shown = self.until(rf"(?s)(Novice, level \d\)\s+took.*){{{moves}}}Your turn|The game is over")
            if "The game is over" in shown:
                break
            self.keys("Enter")
            self.until(rf"(?s)(you \(seat 1\) took.*){{{moves + 1}}}")
        self.until(r"The game is over\. You (win!|finished)")
        self.keys("q")
        self.until(r"exit=0")

    def test_wide_rows_and_no_colours(self):
        self.start("play", "--game", "nim", "--options", '{"rows":[32,1]}', columns=120, env={"NO_COLOR": "1"})
        shown = self.until(r"Your turn")
        self.assertRegex(shown, r"\n     1       5        10        15        20        25        30")
        self.assertRegex(shown, r"\n 1  \[o( o){31} ")
        self.assertNotRegex(self.screen("-e"), r"\[[0-9;]*[34]8;5;|\[[0-9;]*[34][0-7]m")


class Bots(Case):
    def test_two_of_them(self):
        room = self.server.room(game="nim", seats=["open", "open"])
        run = self.run_client("bot", "--game", "nim", "--room", room, "--count", "2", "--start", "--exec", self.played_by("nim_bot.py"))
        self.assertEqual(run.end(), 0, run.errors)
        self.assertIn(f"{room} s0: You", "\n".join(sorted(filter(None, run.lines))))


class Rules(Case):
    def test_solve(self):
        answers = self.rules("nim", new(), {"do": "solve"}, new(rows=["oooxoo", "ooo"]), {"do": "solve"}, new(rows=[2, 2]), {"do": "solve"})
        self.assertEqual(answers[1], {"win": True, "moves": [take(0, 0, 1), take(0, 2, 1), take(0, 4, 1), take(0, 6, 1), take(1, 0, 1), take(1, 4, 1),
                                                             take(2, 0, 1), take(2, 2, 1)]})
        self.assertEqual(answers[2]["view"]["rows"], {"r0": "oooxoo", "r1": "ooo"})
        self.assertTrue(answers[3]["win"])
        self.assertEqual(answers[5], {"win": False, "moves": []})

    def test_hint_moves_and_a_game(self):
        state, moves, hint, after = self.rules("nim", new(rows=[3]), {"do": "moves"}, {"do": "hint"}, {"do": "move", "move": take(0, 0, 3)})
        self.assertEqual(len(moves["moves"]), 6)
        self.assertEqual(moves["moves"], state["legal"])
        self.assertEqual((hint["win"], hint["move"], hint["binary"]), (True, take(0, 0, 3), "11"))
        self.assertEqual(after["events"], [{"kind": "take", "seat": "s0", "row": 0, "from": 0, "count": 3}])
        self.assertEqual((after["outcome"]["winner"], after["outcome"]["reason"], after["to_act"]), ("s0", "last_taken", []))
        self.assertNotIn("at", after)

    def test_bad_input(self):
        self.refused("nim", {"rows": ["oooxoo", "ooo"]}, [
            ({"do": "move", "move": take(0, 3, 1)}, "illegal_move"),
            ({"do": "move", "move": take(0, 2, 2)}, "illegal_move"),
            ({"do": "move", "move": take(0, 0, 0)}, "bad_message"),
            ({"do": "move", "move": take(0, 0, -1)}, "bad_message"),
            ({"do": "move", "move": take(1, 2, 2)}, "illegal_move"),
            ({"do": "move", "move": take(2, 0, 1)}, "illegal_move"),
            ({"do": "move", "move": {"row": 0}}, "bad_message"),
            ({"do": "move", "seat": "s1", "move": take(0, 0, 1)}, "not_your_turn"),
            ({"do": "wait", "ms": 5}, "unsupported"),
            (new(rows=[]), "bad_message"),
            (new(rows=[33]), "bad_message"),
            (new(rows=[0]), "bad_message"),
            (new(rows=[1] * 9), "bad_message"),
            (new(rows=["oxq"]), "bad_message"),
            (new(rows=[3], preset="753"), "bad_message"),
            (new(row=[3]), "bad_message"),
            (new(preset="357"), "bad_message"),
        ])


if __name__ == "__main__":
    unittest.main()
