"""Runs `engawa` for the tests: as a child with pipes, or on a pseudo-terminal, or in tmux. No sleeps: every wait is for an
expected output, at most TIMEOUT."""
import json
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "server"))
from harness import ROOT, TIMEOUT, serve  # noqa: E402  (the same server and time limits as the server's tests)

ENGAWA = os.environ.get("ENGAWA", str(ROOT / "build/test/bin/engawa"))
LAB = os.environ.get("ENGAWA_LAB", str(ROOT / "build/test/bin/engawa-lab"))
CACHE = tempfile.TemporaryDirectory()  # tables of rules, computed once for all tests of a run
BOT = f"{sys.executable} {HERE / 'random_bot.py'}"


def first_legal(line):
    """The first legal move of a `Your turn. You can play: ...` line, or None."""
    found = re.match(r"Your turn\. You can play: (\w+)", line)
    return found and found.group(1)


class Run:
    """One run of the client, or of another program. Lines of stdout are read as they come; stderr is kept."""

    def __init__(self, *arguments, server=None, env=None, stdin=subprocess.PIPE, home=None, program=None):
        self.process = subprocess.Popen([program or ENGAWA, *map(str, arguments)], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, env=environment(server, home, env))
        self.lines, self.errors = [], ""
        self.arrived = threading.Condition()
        self.read = 0
        self.threads = [threading.Thread(target=self._read_out, daemon=True), threading.Thread(target=self._read_err, daemon=True)]
        for thread in self.threads:
            thread.start()

    def _read_out(self):
        for line in self.process.stdout:
            with self.arrived:
                self.lines.append(line.rstrip("\n"))
                self.arrived.notify_all()
        with self.arrived:
            self.lines.append(None)
            self.arrived.notify_all()

    def _read_err(self):
        for line in self.process.stderr:
            with self.arrived:
                self.errors += line
                self.arrived.notify_all()

    def line(self):
        """The next line of stdout, None at its end."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: self.read < len(self.lines), TIMEOUT), f"no more lines; stderr: {self.errors}"
            line = self.lines[self.read]
            self.read += line is not None
            return line

    def until(self, ready):
        """Reads lines until one satisfies `ready`; returns that line."""
        while (line := self.line()) is not None:
            if ready(line):
                return line
        raise AssertionError(f"ended before that line came; stderr: {self.errors}")

    def until_error(self, text):
        with self.arrived:
            assert self.arrived.wait_for(lambda: text in self.errors, TIMEOUT), f"not said: {text!r}; stderr: {self.errors}"

    def until_errors(self, text, times):
        with self.arrived:
            assert self.arrived.wait_for(lambda: self.errors.count(text) >= times, TIMEOUT), f"not said {times} times: {text!r}; stderr: {self.errors}"

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def end(self):
        """Closes stdin and returns the exit code."""
        if self.process.stdin and not self.process.stdin.closed:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
        code = self.process.wait(timeout=TIMEOUT)
        for thread in self.threads:
            thread.join(TIMEOUT)
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def drop(self):
        """After a test, whatever its result."""
        if self.process.poll() is None:
            self.process.kill()
        if not self.process.stdout.closed:
            self.end()

    def play_to_the_end(self, stop=lambda moves: False):
        """Answers every turn of --plain with its first move. Returns the number of moves."""
        moves = 0
        while (line := self.line()) is not None:
            if move := first_legal(line):
                moves += 1
                self.send(move)
                if stop(moves):
                    break
        return moves


def environment(server, home, extra=None):
    env = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": home or "/nonexistent", **(extra or {})}
    for name in ("NO_COLOR", "ENGAWA_SERVER"):
        if name not in (extra or {}):
            env.pop(name, None)
    if server:
        env["ENGAWA_SERVER"] = server if isinstance(server, str) else f"http://127.0.0.1:{server.port}"
    return env


def on_terminal(*arguments, server=None, env=None, home=None, until=b"", then=None, steps=(), program=ENGAWA):
    """Runs the client on a pseudo-terminal until it has printed `until`, then calls then(pid, master) and reads to the end. `steps`: later
    keys, as (text, how often it must have been printed, keys). Returns (output, exit code)."""
    steps = list(steps)
    pid, master = pty.fork()
    if pid == 0:
        try:
            os.execve(program, [program, *map(str, arguments)], environment(server, home, {"TERM": "xterm-256color", **(env or {})}))
        finally:
            os._exit(127)
    output, deadline = b"", time.monotonic() + TIMEOUT
    try:
        while True:
            if then and until in output:
                then(pid, master)
                then = None
            elif not then and steps and output.count(steps[0][0]) >= steps[0][1]:
                os.write(master, steps.pop(0)[2])
            if not select.select([master], [], [], max(0, deadline - time.monotonic()))[0]:
                os.kill(pid, signal.SIGKILL)
                raise AssertionError(f"the client did not end; so far: {output[-2000:]!r}")
            try:
                chunk = os.read(master, 65536)
            except OSError:
                break  # on Linux this means that the other end is closed
            if not chunk:
                break
            output += chunk
    finally:
        status = os.waitpid(pid, 0)[1]
        os.close(master)
    return output.decode(), os.waitstatus_to_exitcode(status)


class Case(unittest.TestCase):
    """A test with its own server and a folder for guest tokens."""

    server_flags = ()

    def setUp(self):
        self.server = serve(self, "--admin-port", "-1", *self.server_flags)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = folder.name

    def run_client(self, *arguments, **more):
        more.setdefault("home", self.home)
        more.setdefault("server", self.server)
        run = Run(*arguments, **more)
        self.addCleanup(run.drop)
        return run

    def finished(self, *arguments, stdin="", **more):
        """Runs to the end; returns (exit code, stdout, stderr)."""
        more.setdefault("timeout", TIMEOUT)
        env = environment(more.pop("server", self.server), more.pop("home", self.home), more.pop("env", None))
        done = subprocess.run([ENGAWA, *map(str, arguments)], input=stdin, capture_output=True, text=True, env=env, **more)
        return done.returncode, done.stdout, done.stderr

    def rules(self, game, *requests):
        """The answers of `engawa rules GAME` to these requests. Refused ones must have changed nothing."""
        lines = "".join(json.dumps(request) + "\n" for request in requests)
        code, out, err = self.finished("rules", game, stdin=lines, env={"XDG_CACHE_HOME": CACHE.name}, timeout=6 * TIMEOUT)
        self.assertEqual((code, err), (0, ""))
        answers = json_lines(out)
        self.assertEqual(len(answers), len(requests))
        return answers

    def refused(self, game, options, table):
        """Each request of the table, sent to a new game, gets its code and a sentence, and leaves the state unchanged."""
        for request, code in table:
            with self.subTest(request=request):
                before, answer, after = self.rules(game, {"do": "new", "options": options, "seed": 7}, request, {"do": "state"})
                self.assertEqual(answer["error"]["code"], code, answer)
                self.assertRegex(answer["error"]["message"], r"\w+ \w+")
                self.assertEqual(before, after)

    def played_by(self, program):
        """The command of a test bot."""
        return f"{sys.executable} {HERE / program}"

    def table(self, preset="classic", **body):
        """A room with one open seat and bots in the others, which starts when we sit."""
        bots = {"classic": 1, "five": 4, "seed": 4}[preset]
        seats = ["open"] + [{"bot": "minimum", "level": 1}] * bots
        return self.server.room(**{"options": {"preset": preset}, "seats": seats, "start": "full", **body})


def json_lines(text):
    return [json.loads(line) for line in text.splitlines()]
