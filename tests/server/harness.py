"""Runs a real engawad and talks to it with the published client."""
import http.client
import json
import os
import pathlib
import random
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
from leaving import answer_closes  # noqa: E402
from raw import TIMEOUT, Socket, code_of, hello, until_closed  # noqa: E402,F401
import engawa  # noqa: E402
from engawa import Closed, merge  # noqa: E402,F401  (tests have them from here)

ENGAWAD = os.environ.get("ENGAWAD", str(ROOT / "build/test/bin/engawad"))
# Whether this engawad was built with fail points (server/ops/fail_point.hpp): they are set in the environment of Server.start.
FAIL_POINTS = "fail points" in subprocess.run([ENGAWAD, "--version"], capture_output=True, text=True).stdout if os.path.exists(ENGAWAD) else False
EVERY_ROUND = {"ENGAWA_FAIL_POINTS": "room.every_round=on"}  # begins with a snapshot
# For tests that would take minutes with a sanitizer's slow server.
full_speed = unittest.skipIf(os.environ.get("ENGAWA_SANITIZED"), "takes a server at its full speed")
PATIENCE_S = 3 * TIMEOUT  # for consecutive frames


# Tests use one address and are fast: limits by address are wide open, except in tests of these limits. And a crash may leave a core.
ROOMY = ["--accepts-per-s", "1000000", "--requests-per-s", "1000000", "--guests-per-min", "1000000", "--joins-per-min", "1000000",
         "--unknown-rooms-per-min", "1000000", "--rooms-per-ip", "1000000", "--rooms-per-guest", "1000000", "--http-connections-per-ip", "100000",
         "--stored-kb-per-guest", "1000000000", "--stored-kb-per-ip", "1000000000", "--stored-kb-per-room", "1000000000", "--core-dumps", "1"]


def refusing_port(test):
    """A port on loopback on which nothing listens during the test: it is bound, but not listening."""
    kept = socket.socket()
    test.addCleanup(kept.close)
    kept.bind(("127.0.0.1", 0))
    return kept.getsockname()[1]


def eventually(ready):
    """Polls until it is so, and returns the answer: for states that are not announced, such as a row of the database."""
    end = time.monotonic() + TIMEOUT
    while not (value := ready()):
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)
    return value


class Server(engawa.Server):
    """A server process with a data folder of its own. kill() and start() again keep the folder and the port.
    admin_port is set when the flag --admin-port is."""

    patience_s = 0  # a refusal is a test's to see

    def __init__(self, *flags, data=None, port=0, program=ENGAWAD, environment=None, stderr=None, roomy=True, pass_fds=()):
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
        self.process, self.pass_fds = None, pass_fds
        self.start(environment)

    def start(self, environment=None):
        """`environment`: additional variables."""
        command = [self.program, "--port", str(self.port), "--data", self.data, "--bot-delay-ms", "0", *self.flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.stderr, text=True, env={**os.environ, **(environment or {})}, pass_fds=self.pass_fds)
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
        """Stops it until SIGCONT. When this returns, some time after the signal, none of its threads runs any more."""
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
            answer_closes(self.port, self.process)
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
        """The value of ENGAWA_FAIL_POINTS with which set_points() works while the server runs."""
        return os.path.join(self.data, "fail-points")

    def set_points(self, points):
        """Sets the fail points from now on; the server reads them at the next one that it passes."""
        with open(self.points_file + ".new", "w", encoding="ascii") as out:
            out.write(points)
        os.replace(self.points_file + ".new", self.points_file)

    def admin(self, method, path):
        return self.http(method, path, port=self.admin_port)

    def metric(self, name):
        return int(re.search(rf"(?m)^{re.escape(name)} (\d+)$", self.admin("GET", "/metrics")[1])[1])

    def get(self, path, method="GET", body=None, port=None, **headers):
        """Status, headers and body as they come. In the names of headers, `_` is a `-`."""
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=TIMEOUT)
        try:
            head = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.putrequest(method, path, skip_host="Host" in head, skip_accept_encoding=True)
            if body is not None or method in ("POST", "PUT", "PATCH"):
                head.setdefault("Content-Length", str(len(body or b"")))
            for name, value in head.items():
                connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def http(self, method, path, body=None, token=None, headers=None, port=None):
        """Status, and the JSON or the text of the answer."""
        head = {**({"Content-Type": "application/json"} if method == "POST" else {}), **({"Authorization": "Bearer " + token} if token else {}), **(headers or {})}
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        status, answered, text = self.get(path, method, data, port, **head)
        return status, json.loads(text) if answered["Content-Type"] == "application/json" else text.decode()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def guest(self, nick="Tester"):
        return super().guest(nick)["token"]

    def room(self, token=None, **body):
        return self.make_room(token, **{"game": "reversi", **body})


def serve(test, *flags, log=None, **more):
    """A server that ends with the test. `log`: the file for what it says."""
    if log:
        more["stderr"] = open(log, "a", encoding="utf-8")
        test.addCleanup(more["stderr"].close)
    server = Server(*flags, **more)
    test.addCleanup(server.__exit__)
    return server


def until_lobby(server, ready):
    """Waits by the lobby's own socket until its rooms are as they should be, and gives them."""
    visitor = Client(server, None)
    try:
        visitor.until(lambda: ready(visitor.document["rooms"]))
        return visitor.document["rooms"]
    finally:
        visitor.close()


class Client(engawa.Room):
    """A player or watcher of one room (None: of the lobby). The test sees all of it: a drop raises Closed, a refusal is an answer as any other, steps and notices
    are kept; who comes back says so. Fails the test when the server breaks its word."""

    def __init__(self, server, room, token=None, nick=None, headers=(), bot=None):
        super().__init__(server, room, token, nick, lambda url, timeout_s: self.open_room(), bot)
        self.server, self.room, self.headers = server, room, headers
        self.next_id = random.randrange(2**40)  # so that no other Client of the same guest has used it
        self.steps, self.notices, self.states = [], [], 0
        self.resume, self.hashed, self.syncing, self.asked_again = False, True, False, -1
        self.connect()

    def open_room(self):
        opened = Socket(self.server.port, f"/rooms/{self.room}/ws" if self.room else "/lobby/ws", self.headers)
        assert opened.status == 101, opened.head
        return opened

    def connect(self, resume=False, hashed=True):
        """Until everything is here that the welcome spoke of. `resume`: says what it has; `hashed`: with the hash of its history."""
        self.close()
        self.notices, self.resume, self.hashed, before = [], resume, hashed, (self.seq, self.hash, self.states)
        self.pending.clear()  # what has no answer is the test's to ask again
        number = super().connect()
        welcome = self.answer_to(number)
        assert welcome["type"] == "welcome", welcome
        self.until(lambda: self.has_arrived(welcome, *before))

    def has_arrived(self, welcome, seq, history, states):
        """Whether a state has come since, or all steps after these."""
        if self.states > states:
            return True
        up_to_date = seq == welcome["seq"] and (history is None or history == welcome.get("hash", history))
        return up_to_date or (seq is not None and seq < welcome["seq"] <= self.seq)

    def known(self):
        known = super().known() if self.resume else {}
        return known if self.hashed else {name: known[name] for name in known if name != "hash"}

    def new_id(self):
        self.next_id += 1
        return self.next_id - 1

    def send(self, request):
        self.socket.send(request)

    def take(self):
        """Reads one frame of this connection, makes it part of what is known, and gives it."""
        return self.handle(self.socket.receive())

    def handle(self, frame):
        if "re" in frame:
            self.answers[frame["re"]] = frame
        if frame["type"] == "notice":
            self.notices.append(frame)
        self.states += frame["type"] == "state"
        assert frame["type"] != "step" or self.seq is not None, frame
        return super().handle(frame) if frame["type"] != "welcome" or self.room else frame

    def answer(self, frame):
        self.pending.pop(frame["re"], None)

    def step(self, frame):
        if frame["seq"] <= self.asked_again:
            return  # sync repeats what was on its way already
        assert frame["seq"] == self.seq + 1, f"a gap: {self.seq} then {frame['seq']}"
        self.steps.append(frame)
        if self.syncing:
            self.asked_again = frame["seq"]
        super().step(frame)

    def until(self, ready):
        """Reads frames until ready() gives something, and gives that."""
        end = time.monotonic() + PATIENCE_S  # the server's pings keep the socket from being silent
        while not (value := ready()):
            assert time.monotonic() < end, f"it does not happen; the room's phase is {self.document and self.document.get('phase')}"
            self.take()
        return value

    def answer_to(self, number):
        return self.until(lambda: self.answers.get(number))

    def ask(self, kind, **fields):
        self.syncing = kind == "sync"
        number = self.post(kind, **fields)
        self.answers.pop(number, None)
        answer = self.answer_to(number)
        self.syncing = False
        return answer

    def ok(self, kind, **fields):
        answer = self.ask(kind, **fields)
        assert answer["type"] in ("ok", "pong"), answer
        return answer

    def resign(self):
        """Ends its part of the round, unless the bots, who play on, have just ended all of it."""
        answer = self.ask("resign")
        assert answer["type"] == "ok" or answer["code"] == "game_over", answer

    def refused(self, code, kind, **fields):
        answer = self.ask(kind, **fields)
        assert answer["type"] == "error" and answer["code"] == code, answer
        return answer

    @property
    def seat(self):
        name = super().seat
        return name and int(name[1:])

    def my_turn(self):
        return self.document["phase"] == "playing" and f"s{self.seat}" in self.document["to_act"].split()

    def my_turn_or_over(self):
        return self.document["phase"] == "over" or self.my_turn()

    def follow_hint(self):
        """Makes the move of the hint and returns whether that was possible. There is no event for the end of a wait, so a move that is too soon
        waits for its time."""
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
    """A client in a new room that has nothing left to store: the number of its spectators is the last that a room notes."""
    watcher = Client(server, server.room(), nick="Watcher")
    watcher.until(lambda: watcher.document.get("spectators"))
    return watcher


def enter(test, server, nick="Tester", token=None, **room):
    """The host of a new room, who leaves with the test."""
    token = token or server.guest(nick)
    host = Client(server, server.room(token, **room), token)
    test.addCleanup(host.close)
    return host


def table(test, server, nicks=("Host", "Friend"), **room):
    """A new room and somebody of each name in it: its host, who has seat 0 unless the room says otherwise, one who has seat 1, and watchers."""
    people = [enter(test, server, nicks[0], **{"options": {"preset": "classic"}, "seats": ["me", "open"], "clock": {"kind": "none"}, **room})]
    for nick in nicks[1:]:
        people.append(Client(server, people[0].room, server.guest(nick)))
        test.addCleanup(people[-1].close)
    people[1].ok("sit", seat=1)
    for person in people:
        person.until(lambda person=person: person.seq >= people[1].seq)
    return people


def first_words(server, room, **who):
    """What somebody new is told: the answer to the hello, and the code with which a refusal is followed; None: there is none."""
    socket, answer = Socket(server.port, f"/rooms/{room}/ws"), None
    socket.send(hello(1, **who))
    try:
        while answer is None or answer["type"] == "error":
            frame = socket.receive()
            answer = frame if frame.get("re") == 1 else answer
        return answer, None
    except Closed as closed:
        return answer, closed.code
    finally:
        socket.close()
