"""Pasted text: text for the chat, and never keys. In tmux with bracketed paste and without, and byte for byte on a pseudo-terminal."""
import os
import re
import shutil
import signal
import time
import unittest

from client import ENGAWA, TIMEOUT, Case, on_terminal
from screen import Screen

BEGIN, END = b"\033[200~", b"\033[201~"
LOOK_S = 0.5  # longer than the client's pause between two parts of one paste (60 ms)
DEADLY = "resign?\nxy\nqy\nd3\nsrh\n"  # only keys


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class Paste(Screen):
    server_flags = ("--rooms-per-min", "1000")

    def setUp(self):
        super().setUp()
        self.tmux("new-session", "-d", "-s", "other", "exec cat")  # the server of tmux ends some time after its last session

    def at_the_table(self):
        room = self.table("classic")
        self.start("play", room, "--nick", "Taro")
        self.until(r"Your turn \(black\)")
        return room

    def paste(self, text, bracketed):
        self.tmux("set-buffer", text)
        self.tmux("paste-buffer", *(["-p"] if bracketed else []), "-t", "t")

    def back_at_the_board(self):
        """An Escape immediately after a paste counts as part of it, and so does another one immediately after that. Like a
        person, the test therefore waits a while before it presses the key again."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            self.keys("Escape")
            if self.within(LOOK_S, r"Your turn \(black\), legal moves: 4"):
                return
            self.assertLess(time.monotonic(), deadline, self.screen())

    def still_playing(self):
        shown = self.until(r"Your turn \(black\), legal moves: 4|say:|What is pasted is text")
        self.assertNotRegex(shown, r"resigned|exit=|Leave the room|Resign this game|d3: flips|\? +keys *$")

    def test_while_talking_it_is_text(self):
        for bracketed in (True, False):
            with self.subTest(bracketed=bracketed):
                self.at_the_table()
                self.keys("t")
                self.until(r"say:")
                self.paste("first line\nxy\nqy d3\n", bracketed)
                self.until(r"say: first line xy qy d3")
                self.still_playing()
                if bracketed:  # without brackets an immediate Enter would belong to the paste
                    self.keys("Enter")
                    self.until(r"Taro: first line xy qy d3")
                    self.still_playing()
                else:
                    self.back_at_the_board()
                self.tmux("kill-session", "-t", "t")

    def test_on_the_board_it_is_nothing(self):
        for text in (DEADLY, "xy", "x\ny\n", "qy\nqy\n", "\n\n", " ", "tgood game\nxy\n", "?"):
            with self.subTest(text=text):
                self.at_the_table()
                self.paste(text, True)
                self.until(r"What is pasted is text for the chat")
                self.still_playing()
                self.keys("t")  # keys work again
                self.until(r"say:")
                self.tmux("kill-session", "-t", "t")

    def test_on_the_board_without_brackets_nothing_is_lost(self):
        for text in (DEADLY, "xy", "good luck\nxy\n", "x\ry\r"):
            with self.subTest(text=text):
                self.at_the_table()
                self.paste(text, False)
                self.back_at_the_board()
                self.assertNotRegex(self.screen(), r"resigned|exit=")
                self.tmux("kill-session", "-t", "t")

    def test_a_long_paste_without_brackets(self):
        self.at_the_table()
        self.keys("t")
        self.until(r"say:")
        self.paste("xy q\n" * 3000, False)
        self.until(r"say: .*xy q xy q")
        self.back_at_the_board()

    def test_resigning_takes_a_second_look(self):
        self.at_the_table()
        self.keys("x", "y")  # at once
        self.until(r"Resign this game\?")
        self.paste("y", True)
        self.until(r"Resign this game\?|What is pasted")
        self.keys("n")
        self.until(r"Your turn \(black\)")
        self.keys("x")
        self.until(r"Resign this game\?")
        self.keys("y")
        self.until(r"The game is over\.")


class Bytes(Case):
    def test_the_terminal_is_asked_for_it_and_given_back(self):
        def leave(pid, master):
            os.write(master, b"qy")

        def terminate(pid, master):
            os.kill(pid, signal.SIGTERM)

        def die(number):
            return lambda pid, master: os.kill(pid, number)

        for then, code in ((leave, 0), (terminate, 1), (die(signal.SIGQUIT), -signal.SIGQUIT), (die(signal.SIGSEGV), -signal.SIGSEGV),
                           (die(signal.SIGABRT), -signal.SIGABRT), (die(signal.SIGHUP), -signal.SIGHUP)):
            with self.subTest(code=code):
                out, got = on_terminal("play", self.table("classic"), server=self.server, home=self.home, until=b"Your turn", then=then)
                self.assertEqual(got, code, out[-300:])
                self.assertEqual((out.count("\033[?2004h"), out.count("\033[?2004l")), (1, 1))
                self.assertGreater(out.rindex("\033[?2004l"), out.rindex("\033[?2004h"))
                self.assertGreater(out.rindex("\033[?1049l"), out.rindex("\033[?1049h"))

    def test_a_stop_and_going_on(self):
        """Ctrl-Z in a shell with jobs gives the terminal back; `fg` takes it again."""
        def stop(_, master):
            os.write(master, b"\x1a")

        room = self.table("classic")
        out, code = on_terminal("-mc", f"{ENGAWA} play {room}; echo stopped=$?; sleep 0; fg >/dev/null; echo ended=$?", program="/bin/sh", server=self.server,
                                home=self.home, until=b"Your turn", then=stop, steps=[(b"\033[?2004h", 2, b"qy")])
        self.assertEqual(code, 0, out[-500:])
        kinds = re.findall(r"\033\[\?2004([hl])|(stopped=)|(ended=0)", out)
        self.assertEqual(["".join(kind) for kind in kinds], ["h", "l", "stopped=", "h", "l", "ended=0"], out[-500:])

    def test_marks_cut_in_two_and_nested(self):
        """However the bytes arrive, a paste is not a key: the game does not change until it is left with keys."""
        def paste(_, master):
            for chunk in (BEGIN, b"xy", b"\r", b"y\x1b[A\x1bOB", b"\xe3\x81", b"\x82", b"\x7f\t", END):
                os.write(master, chunk)

        out, code = on_terminal("play", self.table("classic"), server=self.server, home=self.home, until=b"Your turn", then=paste,
                                steps=[(b"pasted", 1, b"q"), (b"Leave the room", 1, b"y")])
        self.assertEqual(code, 0)
        self.assertNotIn("resign", out.lower())


class Lines(Case):
    """`--plain` at a terminal: a paste is lines, so `resign` asks for confirmation, which no pasted line can give."""

    def test_pasted_lines_do_not_resign(self):
        def paste(_, master):
            os.write(master, b"resign\ny\nboard\nquit\n")

        out, code = on_terminal("play", self.table("classic"), "--plain", server=self.server, home=self.home, until=b"Your turn", then=paste)
        self.assertEqual(code, 0)
        self.assertNotIn("resigned", out)
        self.assertIn("resign comes alone", out)

    def test_a_person_is_asked(self):
        for answer, resigned in ((b"n", False), (b"y", True), (b"board", False)):
            with self.subTest(answer=answer):
                out, code = on_terminal("play", self.table("classic"), "--plain", server=self.server, home=self.home, until=b"Your turn",
                                        then=lambda _, master: os.write(master, b"resign\n"),
                                        steps=[(b"Resign this game?", 1, answer + b"\n"), (b"> ", 3, b"quit\n")])
                self.assertEqual(code, 0, out)
                self.assertEqual("you (black) resigned" in out, resigned, out)

    def test_a_script_is_not(self):
        code, out, err = self.finished("play", self.table("classic"), "--plain", stdin="resign\n")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("resigned", out)


class Names(Case):
    """Terminals that this machine does not know by name."""

    server_flags = ("--rooms-per-min", "1000")

    def shown(self, name, **env):
        def leave(_, master):
            os.write(master, b"qy")

        return on_terminal("play", self.table("classic"), server=self.server, home=self.home, env={"TERM": name, **env}, until=b"Your turn", then=leave)

    def test_a_new_terminal_is_taken_for_its_family(self):
        for name, known in (("xterm-kitty", "xterm-256color"), ("xterm-ghostty", "xterm-256color"), ("foot-extra", "xterm-256color"),
                            ("alacritty-direct", "xterm-256color"), ("wezterm", "xterm-256color"), ("screen.xterm-kitty", "screen.xterm-256color"),
                            ("screen.konsole-256color", "screen-256color"), ("tmux-direct2", "tmux-256color"), ("st-meta-256color", "xterm-256color"),
                            ("kitty", "xterm-256color"), ("rxvt-unicode-truecolor", "rxvt-unicode-256color"), ("nobody-256color", "xterm-256color")):
            with self.subTest(name=name):
                out, code = self.shown(name)
                self.assertEqual(code, 0, out)
                self.assertIn(name, re.sub(r"\033\[[0-9;?]*[a-zA-Z]", "", out))
                self.assertIn(known, out)

    def test_known_names_are_not_talked_about(self):
        for name in ("xterm-256color", "xterm", "linux", "screen"):
            with self.subTest(name=name):
                out, code = self.shown(name)
                self.assertEqual(code, 0, out)
                self.assertNotIn("is taken for", out)

    def test_what_has_no_family_is_named(self):
        for name in ("nonsense", "quux-13", "../../etc/passwd"):
            for lang, words in (("en", "is not known here"), ("ja", "情報がここにありません")):
                with self.subTest(name=name, lang=lang):
                    out, code = on_terminal("watch", self.table("classic"), "--lang", lang, server=self.server, home=self.home, env={"TERM": name})
                    self.assertEqual(code, 1)
                    self.assertIn(name, out)
                    self.assertIn(words, out)
                    self.assertIn("--plain", out)


if __name__ == "__main__":
    unittest.main()
