"""Runs a real engawad and talks to it: HTTP and WebSocket in the standard library alone, so that tests need nothing installed."""
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/kit"))
import engawa  # noqa: E402
from engawa import merge  # noqa: E402,F401  (tests have it from here)
from websocket import TIMEOUT, Closed, Socket  # noqa: E402,F401

ENGAWAD = os.environ.get("ENGAWAD", str(ROOT / "build/test/bin/engawad"))
# Whether this engawad was built with fail points (server/ops/fail_point.hpp): they are set in the environment of Server.start.
FAIL_POINTS = "fail points" in subprocess.run([ENGAWAD, "--version"], capture_output=True, text=True).stdout if os.path.exists(ENGAWAD) else False
EVERY_ROUND = {"ENGAWA_FAIL_POINTS": "room.every_round=on"}  # begins with a snapshot
# For tests that a sanitizer's slow server would make minutes of.
full_speed = unittest.skipIf(os.environ.get("ENGAWA_SANITIZED"), "takes a server at its full speed")
PATIENCE_S = 3 * TIMEOUT  # for frames that come one after the other


# Tests come from one address and in a hurry: what is rationed by address is wide open, but for the tests of just that. And a crash may leave a core.
ROOMY = ["--accepts-per-s", "1000000", "--requests-per-s", "1000000", "--guests-per-min", "1000000", "--joins-per-min", "1000000",
         "--unknown-rooms-per-min", "1000000", "--rooms-per-ip", "1000000", "--rooms-per-guest", "1000000", "--http-connections-per-ip", "100000",
         "--stored-kb-per-guest", "1000000000", "--stored-kb-per-ip", "1000000000", "--stored-kb-per-room", "1000000000", "--core-dumps", "1"]


def refusing_port(test):
    """A port on loopback at which nobody listens as long as the test runs: it is taken, and no more."""
    kept = socket.socket()
    test.addCleanup(kept.close)
    kept.bind(("127.0.0.1", 0))
    return kept.getsockname()[1]


def eventually(ready):
    """Asks again until it is so, and gives the answer: for what tells nobody of itself, such as a row of the database."""
    end = time.monotonic() + TIMEOUT
    while not (value := ready()):
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)
    return value


class Server:
    """A server process with a data folder of its own. kill() and start() again keep the folder and the port.
    admin_port is set when the flag --admin-port is."""

    def __init__(self, *flags, data=None, port=0, program=ENGAWAD, environment=None, stderr=None, roomy=True):
        self.admin_port = None
        self.folder = tempfile.TemporaryDirectory() if data is None else None
        self.data = data or self.folder.name
        self.port = port
        self.program = program
        self.log = None if stderr or os.environ.get("ENGAWA_STDERR") else tempfile.TemporaryFile()
        self.stderr = stderr or self.log
        traffic = os.environ.get("ENGAWA_TRAFFIC_DIR")
        self.flags = [*(ROOMY if roomy else []), *flags]
        if traffic:
            pathlib.Path(traffic).mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(suffix=".jsonl", dir=traffic)
            os.close(handle)
            self.flags += ["--trace-traffic", name]
        self.process = None
        self.start(environment)

    def start(self, environment=None):
        """`environment`: variables beside the own ones."""
        command = [self.program, "--port", str(self.port), "--data", self.data, "--bot-delay-ms", "0", *self.flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.stderr, text=True, env={**os.environ, **(environment or {})})
        self.port = self.announced_port()
        if "--admin-port" in self.flags and self.flags[self.flags.index("--admin-port") + 1] != "-1":
            self.admin_port = self.announced_port()
        return self

    def announced_port(self):
        line = self.process.stdout.readline()
        match = re.search(r":(\d+)$", line.strip())
        assert match, f"engawad did not start: {line!r} {self.last_words()}"
        return int(match.group(1))

    def last_words(self):
        if self.stderr is None:
            return ""
        self.process.wait(TIMEOUT)
        with open(f"/proc/self/fd/{self.stderr.fileno()}", encoding="utf-8", errors="replace") as log:
            return log.read()[-2000:]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def freeze(self):
        """Until SIGCONT. None of its threads runs any more when this returns, which is some time after the signal."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def back_up(self, target):
        """A copy of the database, as an operator makes it while the server runs."""
        done = subprocess.run([self.program, "--backup", str(target), "--data", self.data], capture_output=True, text=True, timeout=TIMEOUT)
        assert done.returncode == 0, done

    def restore(self, copy, environment=None):
        """kill -9, the copy in place of the database, and a new start."""
        self.kill()
        self.replace_database(copy)
        self.start(environment)

    def replace_database(self, copy):
        for name in os.listdir(self.data):
            if name.startswith("engawa.db"):
                os.remove(os.path.join(self.data, name))
        shutil.copyfile(copy, os.path.join(self.data, "engawa.db"))

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=3 * TIMEOUT)  # the address sanitizer looks for leaks at the end
        self.process.stdout.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()
        if self.folder:
            self.folder.cleanup()
        if self.log:
            self.log.close()

    @property
    def points_file(self):
        """What ENGAWA_FAIL_POINTS names so that set_points() works while the server runs."""
        return os.path.join(self.data, "fail-points")

    def set_points(self, points):
        """What the fail points do from now on; the server reads it at the next one that it passes."""
        with open(self.points_file + ".new", "w", encoding="ascii") as out:
            out.write(points)
        os.replace(self.points_file + ".new", self.points_file)

    def admin(self, method, path):
        return self.http(method, path, port=self.admin_port)

    def http(self, method, path, body=None, token=None, headers=None, port=None):
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=TIMEOUT)
        try:
            head = dict(headers or {})
            if token:
                head["Authorization"] = "Bearer " + token
            if method == "POST":
                head.setdefault("Content-Type", "application/json")
            data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
            connection.request(method, path, data, head)
            answer = connection.getresponse()
            text = answer.read().decode()
            return answer.status, json.loads(text) if answer.getheader("Content-Type") == "application/json" else text
        finally:
            connection.close()

    def guest(self, nick="Tester"):
        status, answer = self.http("POST", "/api/guests", {"nick": nick})
        assert status == 201, answer
        return answer["token"]

    def room(self, token=None, **body):
        status, answer = self.http("POST", "/api/rooms", {"game": "reversi", **body}, token)
        assert status == 201, answer
        return answer["room"]


def until_lobby(server, ready):
    """Waits by the lobby's own socket until its rooms are as they should be, and gives them."""
    visitor = engawa.Client(lambda: Socket(server.port, "/lobby/ws"))
    visitor.patience_s = PATIENCE_S
    try:
        visitor.connect()
        visitor.until(lambda: ready(visitor.document["rooms"]))
        return visitor.document["rooms"]
    finally:
        visitor.close()


class Client(engawa.Client):
    """A player or watcher of one room. Fails the test when the server breaks its word."""

    patience_s = PATIENCE_S

    def __init__(self, server, room, token=None, nick=None, headers=(), bot=None):
        super().__init__(self.open_room, token, nick, bot)
        self.server, self.room, self.headers = server, room, headers
        self.steps, self.notices = [], []
        self.hashed, self.syncing, self.asked_again = True, False, -1
        self.connect()

    def open_room(self):
        opened = Socket(self.server.port, f"/rooms/{self.room}/ws", self.headers)
        assert opened.status == 101, opened.head
        return opened

    def connect(self, resume=False, hashed=True):
        """`resume`: says what it has; `hashed`: with the hash of its history."""
        self.notices, self.hashed = [], hashed
        super().connect(resume)

    def known(self):
        known = super().known()
        return {"seq": self.seq} if known and not self.hashed else known

    def handle(self, frame):
        if frame["type"] == "notice":
            self.notices.append(frame)
        if frame["type"] == "step":
            if frame["seq"] <= self.asked_again:
                return  # sync repeats what was on its way already
            assert not self.misses(frame) and frame["seq"] > self.seq, f"a gap: {self.seq} then {frame['seq']}"
            self.steps.append(frame)
            if self.syncing:
                self.asked_again = frame["seq"]
        super().handle(frame)

    def ask(self, kind, **fields):
        self.syncing = kind == "sync"
        answer = super().ask(kind, **fields)
        self.syncing = False
        return answer

    def ok(self, kind, **fields):
        answer = self.ask(kind, **fields)
        assert answer["type"] in ("ok", "pong"), answer
        return answer

    def refused(self, code, kind, **fields):
        answer = self.ask(kind, **fields)
        assert answer["type"] == "error" and answer["code"] == code, answer
        return answer

    @property
    def seat(self):
        return engawa.seat_of(self.document, self.guest)

    def my_turn(self):
        return self.document["phase"] == "playing" and f"s{self.seat}" in self.document["to_act"].split()

    def my_turn_or_over(self):
        return self.document["phase"] == "over" or self.my_turn()

    def follow_hint(self):
        """Moves as the hint says and tells whether that was possible. What comes too soon has no event of its own: its time is waited for."""
        answer = self.ask("hint")
        if answer["type"] == "ok":
            answer = self.ask("move", ply=self.document["ply"], move=answer["hint"]["move"])
        time.sleep(answer.get("retry_ms", 0) / 1000)
        return answer["type"] == "ok"

    def play_first_legal(self):
        cell = self.document["legal"].split()[0]
        return self.ok("move", ply=self.document["ply"], move={"cell": cell})

    def play_to_the_end(self):
        while True:
            self.until(self.my_turn_or_over)
            if self.document["phase"] == "over":
                return self.document["result"]
            self.play_first_legal()


def idle_watcher(server):
    """Somebody in a new room who has nothing to store. The state comes before the room's waking is stored, the step of it only afterwards."""
    watcher = Client(server, server.room(), nick="Watcher")
    watcher.until(lambda: watcher.seq)
    return watcher
