"""Long operations show their progress at a terminal, in one line on stderr that is erased at the end; without a terminal they show none."""
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import tempfile
import unittest

from client import CACHE, HERE, LAB, TIMEOUT, environment
from harness import ENGAWAD, FAIL_POINTS, Client, Server

ERASED = "\r\x1b[K"


class AtTerminal:
    """A program whose stderr is a terminal, and its stdout a pipe."""

    def __init__(self, *command, env=None, term="xterm"):
        self.master, slave = pty.openpty()
        settings = {**environment(None, None, {"XDG_CACHE_HOME": CACHE.name, "LC_ALL": "C.UTF-8", **(env or {})}), "TERM": term}
        self.process = subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=slave, text=True, env=settings)
        os.close(slave)
        self.shown = ""

    def read(self):
        try:
            piece = os.read(self.master, 4096)
        except OSError:  # the program has ended
            piece = b""
        self.shown += piece.decode(errors="replace")
        return piece

    def see(self, pattern):
        """Reads until such a line appears."""
        while not re.search(pattern, self.shown):
            if not self.read():
                raise AssertionError(f"{pattern} was never shown: {self.shown!r}, {self.process.communicate(timeout=TIMEOUT)}")

    def end(self):
        """The final contents of the terminal, stdout and the exit code."""
        output, _ = self.process.communicate(timeout=6 * TIMEOUT)
        while self.read():
            pass
        os.close(self.master)
        left = [line.split(ERASED)[-1] for line in self.shown.split("\r\n")]
        return "\n".join(left), output, self.process.returncode


def without_terminal(*command, env=None):
    settings = {**environment(None, None, {"XDG_CACHE_HOME": CACHE.name, "LC_ALL": "C.UTF-8", **(env or {})}), "TERM": "xterm"}
    return subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, capture_output=True, text=True, env=settings, timeout=6 * TIMEOUT)


@unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points, to hold it in the middle of its work")
class Operator(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.data = str(pathlib.Path(cls.folder.name) / "data")
        with Server(data=cls.data) as server:
            client = Client(server, server.room(), nick="Taro")
            client.ok("say", text="hello")
            client.close()
            server.stop()

    def watched(self, point, pattern, *flags):
        """At a terminal, stopped at `point` until its line is seen; then without a terminal, and at one that cannot erase."""
        points = pathlib.Path(self.folder.name) / "points"
        points.write_text(f"{point}=hold")
        run = AtTerminal(ENGAWAD, *flags, env={"ENGAWA_FAIL_POINTS": str(points)})
        run.see(pattern)
        points.write_text("")
        left, output, code = run.end()
        self.assertEqual((left, code), ("", 0), output)
        return output

    def test_check(self):
        self.watched("room.replay", r"checking rooms: \d+ %", "--check", "--data", self.data)
        again = without_terminal(ENGAWAD, "--check", "--data", self.data)
        self.assertEqual((again.stderr, again.returncode), ("", 0))
        points = pathlib.Path(self.folder.name) / "slow"
        points.write_text("room.replay=sleep:1000@1")
        dumb = AtTerminal(ENGAWAD, "--check", "--data", self.data, env={"ENGAWA_FAIL_POINTS": str(points)}, term="dumb")
        left, _, code = dumb.end()
        self.assertEqual((left, dumb.shown, code), ("", "", 0))

    def test_backup(self):
        copy = pathlib.Path(self.folder.name) / "copy.db"
        self.watched("store.backup", r"checking the copy: \d+ s", "--backup", copy, "--data", self.data)
        self.assertTrue(copy.exists())

    def test_copy_store(self):
        target = pathlib.Path(self.folder.name) / "target"
        self.watched("store.copy", r"copying records: \d+ s", "--copy-store", f"sqlite:{self.data}", f"sqlite:{target}")

    def test_held_without_a_terminal(self):
        points = pathlib.Path(self.folder.name) / "points-of-a-pipe"
        points.write_text("room.replay=sleep:1000@1")
        done = without_terminal(ENGAWAD, "--check", "--data", self.data, env={"ENGAWA_FAIL_POINTS": str(points)})
        self.assertEqual((done.stderr, done.returncode), ("", 0))


class Lab(unittest.TestCase):
    def gate(self):
        """A bot of 753 that waits before its first move until the file exists."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        gate = pathlib.Path(folder.name) / "open"
        bot = pathlib.Path(folder.name) / "bot.sh"
        bot.write_text(f"#!/bin/sh\nuntil [ -e '{gate}' ]; do sleep 0.05; done\nexec '{sys.executable}' '{HERE / 'nim_bot.py'}'\n")
        bot.chmod(0o755)
        return gate, bot

    def played(self, verb, *more, env=None, pattern):
        gate, bot = self.gate()
        run = AtTerminal(LAB, verb, "--game", "nim", "random", "--exec", bot, "--blocks", 2, "--timeout", 3600, *more, env=env)
        run.see(pattern)
        gate.touch()
        left, output, code = run.end()
        self.assertEqual((left, code), ("", 0), output)
        self.assertIn("random", output)

    def test_arena(self):
        self.played("arena", pattern=r"games: \d+ %")

    def test_arena_in_japanese(self):
        self.played("arena", "--lang", "ja", pattern=r"対局中：\d+ %")

    def test_a_test_that_ends_the_match_says_not_when(self):
        gate, bot = self.gate()
        run = AtTerminal(LAB, "arena", "--game", "nim", "osho:5", "--exec", bot, "--sprt", "0,10", "--timeout", 3600)
        run.see(r"games: \d+ s")
        gate.touch()
        left, _, code = run.end()
        self.assertEqual((left, code), ("", 0))

    def test_rate(self):
        self.played("rate", "--samples", 10, pattern=r"games: \d+ %")

    def test_quiet(self):
        run = AtTerminal(LAB, "arena", "--game", "nim", "osho:5", "random", "--blocks", 2, "--quiet")
        self.assertEqual((run.end()[0], run.shown), ("", ""))

    def test_without_a_terminal(self):
        done = without_terminal(LAB, "rate", "--game", "nim", "--blocks", 20, "--samples", 10)
        self.assertEqual((done.stderr, done.returncode), ("", 0))

    def test_train(self):
        out = os.path.join(CACHE.name, "never.weights")
        run = AtTerminal(LAB, "train", "--variant", "seed", "--games", 10**9, "--out", out)
        run.see(r"learning: 0 %")
        run.process.send_signal(signal.SIGKILL)
        run.end()


if __name__ == "__main__":
    unittest.main()
