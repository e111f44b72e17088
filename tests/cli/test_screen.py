"""The full screen, as a person sees it: in tmux, with real keys."""
import re
import shutil
import unittest

from client import first_legal
from screen import Screen


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class Reversi(Screen):
    def test_a_move_with_keys(self):
        self.start("play", self.table("classic"), "--nick", "たろう")
        shown = self.until(r"Your turn \(black\), legal moves: 4")
        self.assertIn("たろう (you)", shown)
        self.assertRegex(shown, r"\n  3 .* \[\+\] ")  # the cursor is on the first legal move, d3
        self.assertRegex(shown, r"\n  4 .* \+ +W +B ")
        self.keys("Down", "Left")
        self.until(r"\n  4 .* \[\+\] +W +B ")
        self.keys("Enter")
        shown = self.until(r"you \(black\) c4: flips 1")
        self.until(r"Your turn \(black\), legal moves: \d+")
        self.assertRegex(self.screen(), r"\([BW]\)")  # the last move is marked
        self.keys("Tab", "Space")
        self.until(r"(?s)you \(black\) .*you \(black\) ")
        self.keys("q")
        self.until(r"Leave the room\?.*\(y/n\)")
        self.keys("n")
        self.until(r"Your turn \(black\)")
        self.keys("q", "y")
        self.until(r"exit=0")

    def test_who_comes_late_sees_what_has_happened(self):
        room = self.table("classic")
        player = self.run_client("play", room, "--plain", "--nick", "Taro")
        player.send("d3")
        player.until(lambda line: line.startswith("you (black) d3"))
        player.until(first_legal)
        player.send("say hello")
        player.until(lambda line: line.startswith("[Taro] hello"))
        self.start("watch", room)
        shown = self.until(r"(?s)Round 1 begins.*black \(Taro\) d3: flips 1.*white .*flips.*Taro: hello")
        self.assertEqual(shown.count("d3: flips 1"), 1)
        self.keys("q")
        self.until(r"exit=0")

    def test_every_cell_is_where_it_should_be(self):
        self.start("play", self.table("five"), "--nick", "○●★■")  # ambiguous width must not move the board
        self.until(r"Your turn")
        lines = self.screen("-N").split("\n")
        head = next(line for line in lines if re.match(r"     a   b   c", line))
        columns = {letter: head.index(letter) for letter in "abcdefghij"}
        rows = {int(line[:4]): line for line in lines if re.match(r" [ 1]\d  ", line)}
        start = {"f2": "R", "b5": "R", "d5": "Y", "e5": "W", "f5": "B", "g5": "G", "e4": "A", "f4": "C", "i6": "R", "g6": "Y"}
        for cell, letter in start.items():
            self.assertEqual(rows[int(cell[1:])][columns[cell[0]]], letter, cell)
        self.assertEqual(rows[1][columns["a"]], " ")  # a hole

    def test_colours(self):
        self.start("play", self.table("classic"))
        self.until(r"Your turn")
        self.assertRegex(self.screen("-e"), r"48;5;231")
        self.keys("C-c")
        self.until(r"exit=130")

    def test_no_colours(self):
        self.start("play", self.table("classic"), env={"NO_COLOR": "1"})
        self.until(r"Your turn")
        self.assertNotRegex(self.screen("-e"), r"\[[0-9;]*[34]8;5;|\[[0-9;]*[34][0-7]m")
        self.keys("C-c")
        self.until(r"exit=130")

    def test_talk_help_and_japanese(self):
        self.start("play", self.table("classic"), "--lang", "ja", "--nick", "花子")
        self.until(r"あなた（黒）の番です")
        self.keys("t")
        self.type("こんにちわq")
        self.until(r"発言：こんにちわq")
        self.keys("BSpace", "BSpace")
        self.type("は")
        self.keys("Enter")
        self.until(r"花子: こんにちは")
        self.keys("?")
        self.until(r"カーソル移動")
        self.keys("Escape")
        self.until(r"(?s)^(?!.*カーソル移動)")
        self.keys("q", "y")
        self.until(r"exit=0")

    def test_a_japanese_keyboard(self):
        self.start("play", self.table("classic"), "--nick", "花子")
        self.until(r"Your turn")
        self.keys("？")
        self.until(r"move the cursor")
        self.keys("Escape")
        self.until(r"(?s)^(?!.*move the cursor)")
        self.keys("ｔ")
        self.until(r"say:")
        self.type("／ｋｉｃｋ　９")
        self.keys("Enter")
        self.until(r"nobody here has that name or seat")
        self.keys("ｑ", "ｙ")
        self.until(r"exit=0")

    def test_host_starts_resigns_and_asks_for_a_rematch(self):
        room = self.server.room(options={"preset": "classic"}, seats=["open", "open"])
        self.start("play", room)
        shown = self.until(r"You are the host: press s")
        self.assertIn(f"/r/{room}", shown)
        self.keys("s")
        self.until(r"Your turn")
        self.keys("x")
        self.until(r"Resign this game")
        self.keys("y")
        self.until(r"The game is over\.")
        self.keys("r")
        self.until(r"round 2")
        self.until(r"Your turn")
        self.keys("C-c")
        self.until(r"exit=130")

    def test_resize(self):
        self.start("play", self.table("five"))
        self.until(r"Your turn")
        for columns, rows in ((120, 45), (100, 30), (40, 30), (20, 8), (80, 24)):
            self.tmux("resize-window", "-t", "t", "-x", columns, "-y", rows)
            if columns == 20:
                self.until(r"This terminal is")
            else:
                self.until(r"(?m)^ +\d.* W {1,6}B? *")
                self.until(r"(?m)^ENGAWA|^ ENGAWA")
        self.until(r"Your turn")
        self.keys("Enter")
        self.until(r"you \(black\) \w+: flips")
        self.keys("q", "y")
        self.until(r"exit=0")

    def test_watch_on_the_full_screen(self):
        room = self.table("five")
        self.start("watch", room)
        self.until(r"\(watching\)")
        player = self.run_client("play", room, "--plain")
        player.play_to_the_end()
        self.assertEqual(player.end(), 0)
        shown = self.until(r"The game is over\.")
        self.assertIn("1.", shown)
        self.keys("q")
        self.until(r"exit=0")

    def test_killed_server(self):
        self.start("play", self.table("classic"))
        self.until(r"Your turn")
        self.server.kill()
        self.until(r"offline")
        self.keys("Enter")  # a move made while the server is down is not lost
        self.until(r"Your move waits for the connection\.")
        self.server.start()
        self.until(r"you \(black\) d3: flips 1")
        self.until(r"connected *\n")
        self.keys("q", "y")
        self.until(r"exit=0")

    def test_no_such_room(self):
        self.start("play", "AAAAAAAA")
        self.until(r"(?s)there is no room AAAAAAAA.*exit=7")


if __name__ == "__main__":
    unittest.main()
