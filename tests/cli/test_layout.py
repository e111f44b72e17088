"""How the full screen divides its space between the board and the players: nothing overlaps, and everything that a player needs is readable."""
import re
import shutil
import unittest

from screen import Screen

TURN = {"en": r"Your turn \(black\), legal moves: \d+", "ja": r"あなた（黒）の番です。打てる場所：\d+か所"}
# The page's names for them, in the order of the seats.
FIVE = {"en": [("B", "black", r"Taro \(you\)"), ("W", "white", "Suzume, level 1"), ("A", "ash", "Suzume, level 2"), ("C", "cyan", "Tanuki, level 3"),
               ("Y", "yamabuki", "Kitsune, level 4")],
        "ja": [("B", "黒", "Taro（あなた）"), ("W", "白", "雀 レベル1"), ("A", "灰", "雀 レベル2"), ("C", "シアン", "狸 レベル3"), ("Y", "山吹", "狐 レベル4")]}


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class Layout(Screen):
    def five(self, lang, columns, rows):
        seats = ["open", {"bot": "suzume", "level": 1}, {"bot": "suzume", "level": 2}, {"bot": "tanuki", "level": 3}, {"bot": "kitsune", "level": 4}]
        room = self.server.room(options={"preset": "five"}, seats=seats, start="full", clock={"kind": "none"})
        self.start("play", room, "--nick", "Taro", "--lang", lang, columns=columns, rows=rows)
        return self.until(TURN[lang])

    def players(self, shown, lang):
        for letter, color, name in FIVE[lang]:
            self.assertRegex(shown, rf"(?m)> +{letter} +{color} +{name} +\d+ *$| {letter} +{color} +{name} +\d+ *$")
        order = [re.search(rf"{color} +{name}", shown).start() for _, color, name in FIVE[lang]]
        self.assertEqual(order, sorted(order))

    def test_a_board_of_ten_rows_fills_a_small_terminal(self):
        lines = self.five("en", 80, 24).split("\n")
        numbers = [at for at, line in enumerate(lines) if re.match(r" [ 1]\d  ", line)]
        self.assertEqual(numbers, list(range(2, 22, 2)))  # two lines per cell, down to the line above the status
        self.assertRegex(lines[1], r"^     a   b   c   d   e   f   g   h   i   j ")
        self.assertRegex(lines[22], TURN["en"])

    def test_colours_have_words_in_english(self):
        self.players(self.five("en", 80, 24), "en")

    def test_colours_have_words_in_japanese(self):
        self.players(self.five("ja", 80, 24), "ja")

    def test_colours_have_words_on_a_large_screen(self):
        self.players(self.five("ja", 120, 40), "ja")

    def test_everybodys_chance_is_one_line_each(self):
        self.five("en", 80, 24)
        self.keys("h")
        shown = self.until(r"Chances to win:")
        for letter, color, _ in FIVE["en"][1:]:
            self.assertRegex(shown, rf"(?m) {letter} +[<>]?\d+%  #* +{color} *$")

    def test_a_long_line_of_talk_shows_its_end_and_that_it_began_before(self):
        self.five("en", 80, 24)
        self.keys("t")
        self.type("a" * 60 + "b" * 40)
        self.assertRegex(self.until(r"say: .*b{40}"), r"say: …a+b{40} *\n")

    def test_the_players_are_seen_beside_a_high_board(self):
        self.start("play", "--game", "bubbles", "--preset", "party", "--nick", "Taro", columns=60, rows=20)
        self.until(r"(?s)(?=.*Angle 0°)(?=.* 1  Taro)(?=.* 5  Foam)")
        self.keys("C-c")
        self.until(r"exit=130")

    def test_the_players_stay_off_the_last_lines(self):
        shown = self.five("en", 60, 20)
        self.assertRegex(shown.split("\n")[18], rf"^ {TURN['en']} *$")
        for _, _, name in FIVE["en"][1:]:
            self.assertRegex(shown, name.split(",")[0][:3] + rf"\w*…?, level {name[-1]} +\d")  # a level is never cut off
        self.tmux("resize-window", "-t", "t", "-x", 40, "-y", 17)
        self.until(r"\A(?:.*\n){15} Your turn \(black\), legal moves: \d+ *\n")

    def test_in_a_race_nobody_is_to_move(self):
        self.start("play", "--game", "fifteen", "--nick", "Taro")
        self.assertNotRegex(self.until(r"0 steps\. Arrows"), r"(?m)^.*> +\d ")

    def test_753_is_large(self):
        self.start("play", "--game", "nim", "--nick", "Taro")
        self.assertRegex(self.until(r"Your turn: Enter takes"), r"(?m)^      1    2    3    4    5    6    7 ")


if __name__ == "__main__":
    unittest.main()
