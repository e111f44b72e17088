"""The windows of the full screen that are read in pages: the keys and commands (`?`), and the bots. Complete at every supported size."""
import re
import shutil
import unittest

from screen import Screen

COMMANDS = ("stand", "sit", "seat", "bots", "kick", "pardon", "mute", "unmute", "host", "report")
WORDS = {  # turn, head, page, how to continue, how to close
    "en": (r"Your turn", "Keys", r"page (\d+) of (\d+)", "Space next page", "key closes"),
    "ja": (r"あなた.*の番", "キー一覧", r"(\d+)/(\d+)ページ", "Space 次のページ", "キーでも?閉じる"),
}


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class Keys(Screen):
    def pages(self, lang):
        """Reads from the first page to the last, and returns them."""
        _, head, count, more, closes = WORDS[lang]
        shown = self.until(rf"(?s)\A ?{head}.*{closes}")  # the last line is drawn last
        pages = [shown]
        while found := re.search(count, shown):
            self.assertEqual(int(found[1]), len(pages))
            self.assertEqual(more in shown, int(found[1]) < int(found[2]))
            if found[1] == found[2]:
                break
            self.keys("Space")
            number = len(pages) + 1
            no_more = rf"(?!.*{more})" if str(number) == found[2] else ""
            nth = count.replace(r"(\d+)", str(number), 1)
            shown = self.until(rf"(?s)\A(?=.*{nth}){no_more}.*{closes}")
            pages.append(shown)
        for page in pages:
            self.assertRegex(page.rstrip().split("\n")[-1], closes)
            self.assertNotRegex(page, r"ENGAWA|Taro|\n +\d+ {2}|たろう")  # nothing of the board and the players is visible beside it
        return pages

    def see_all_keys(self, lang):
        turn, _, count, _, _ = WORDS[lang]
        self.keys("?")
        pages = self.pages(lang)
        for word in (*COMMANDS, *"htsxrq"):
            self.assertEqual(sum(len(re.findall(rf"(?m)^ {word} ", page)) for page in pages), 1, word)
        if len(pages) > 1:
            self.keys("Left")
            self.until(count.replace(r"(\d+)", str(len(pages) - 1), 1))
        self.keys("Escape")
        self.until(turn)

    def see_all_keys_at_every_size(self, lang):
        self.start("play", self.table("five"), "--lang", lang, "--nick", "Taro")
        self.until(WORDS[lang][0])
        for columns, rows in ((80, 24), (60, 20), (40, 30), (120, 40)):
            with self.subTest(columns=columns, rows=rows):
                self.tmux("resize-window", "-t", "t", "-x", columns, "-y", rows)
                self.until(rf"(?m)\A.*ENGAWA(.*\n){{{rows - 1}}}.*\?")  # redrawn: the keys are in the last line
                self.see_all_keys(lang)
        self.keys("C-c")
        self.until(r"exit=130")

    def test_every_key_and_command_in_english(self):
        self.see_all_keys_at_every_size("en")

    def test_every_key_and_command_in_japanese(self):
        self.see_all_keys_at_every_size("ja")

    def test_a_terminal_that_shrinks_and_grows_keeps_the_window(self):
        self.start("play", self.table("five"), "--nick", "Taro", columns=120, rows=40)
        self.until(r"Your turn")
        self.keys("?")
        self.until(r"(?s)\A Keys.*any key closes")
        self.tmux("resize-window", "-t", "t", "-x", 40, "-y", 16)
        self.until(r"page 1 of \d")
        for _ in range(3):
            self.keys("Space")
        self.until(r"page 4 of \d")
        self.tmux("resize-window", "-t", "t", "-x", 120, "-y", 40)
        self.until(r"(?s)\A Keys.*report WHO.*any key closes")
        self.keys("Space")
        self.until(r"\A ENGAWA")
        self.keys("C-c")
        self.until(r"exit=130")

    def test_the_bots_in_a_small_terminal(self):
        self.start("play", self.table("five"), "--nick", "Taro", columns=60, rows=16)
        self.until(r"Your turn")
        self.keys("t")
        self.type("/bots")
        self.keys("Enter")
        shown = self.until(r"(?s)\A Bots.*page 1 of 2.*BOT +LEVEL +NAME")
        self.assertRegex(shown, r"(?m)^ suzume ")
        self.keys("Space")
        self.assertRegex(self.until(r"page 2 of 2"), r"(?m)^ oni ")
        self.keys("Space")
        self.until(r"\A ENGAWA")
        self.keys("C-c")
        self.until(r"exit=130")


if __name__ == "__main__":
    unittest.main()
