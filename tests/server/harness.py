"""Runs a real engawad and talks to it: HTTP and WebSocket in the standard library alone, so that tests need nothing installed.

A Client keeps the document as a client should (RFC 7386 merges, no gaps) and fails the test when the server breaks its word.
"""
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

import websocket
from websocket import merge

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGAWAD = os.environ.get("ENGAWAD", str(ROOT / "build/test/bin/engawad"))
# Whether this engawad was built with fail points (server/ops/fail_point.hpp): they are set in the environment of Server.start.
FAIL_POINTS = "fail points" in subprocess.run([ENGAWAD, "--version"], capture_output=True, text=True).stdout if os.path.exists(ENGAWAD) else False
EVERY_ROUND = {"ENGAWA_FAIL_POINTS": "room.every_round=on"}  # begins with a snapshot
# For tests that a sanitizer's slow server would make minutes of.
full_speed = unittest.skipIf(os.environ.get("ENGAWA_SANITIZED"), "takes a server at its full speed")
TIMEOUT = float(os.environ.get("ENGAWA_TEST_TIMEOUT", "60"))


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


class Closed(Exception):
    """The server closed: `code` as in RFC 6455, 1006 when it just went away."""

    def __init__(self, code, reason=""):
        super().__init__(f"closed with {code} {reason}")
        self.code = code


class Socket:
    """A WebSocket with nothing above its frames."""

    def __init__(self, port, path, headers=()):
        self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.rest = b""
        self.socket.sendall(websocket.request(port, path, headers))
        self.head = self._until(b"\r\n\r\n").decode()
        self.status = int(self.head.split()[1])

    def _fill(self):
        try:
            got = self.socket.recv(65536)
        except ConnectionError:
            got = b""
        if not got:
            raise Closed(1006)
        self.rest += got

    def _until(self, mark):
        while mark not in self.rest:
            self._fill()
        head, self.rest = self.rest.split(mark, 1)
        return head

    def _take(self, count):
        while len(self.rest) < count:
            self._fill()
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def send_frame(self, payload, opcode=1, first=0x80, masked=True):
        try:
            self.socket.sendall(websocket.encode(payload, opcode, first, masked))
        except ConnectionError:
            raise Closed(1006) from None

    def send(self, message):
        text = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
        self.send_frame(text.encode())

    def receive(self):
        """The next text message; answers pings; raises Closed."""
        while True:
            while (frame := websocket.split(self.rest)) is None:
                self._fill()
            opcode, payload, size = frame
            self.rest = self.rest[size:]
            if opcode == websocket.TEXT:
                return json.loads(payload)
            if opcode == websocket.CLOSE:
                code, reason = websocket.close_of(payload)
                try:
                    self.send_frame(payload, websocket.CLOSE)
                except Closed:
                    pass
                raise Closed(code, reason)
            if opcode == websocket.PING:
                self.send_frame(payload, websocket.PONG)

    def close(self):
        self.socket.close()


def until_lobby(server, ready):
    """Waits by the lobby's own socket until its rooms are as they should be, and gives them."""
    socket = Socket(server.port, "/lobby/ws")
    try:
        socket.send({"type": "hello", "id": 1})
        assert socket.receive()["type"] == "welcome"
        document = socket.receive()["room"]
        while not ready(document["rooms"]):
            document = merge(document, socket.receive()["set"])
        return document["rooms"]
    finally:
        socket.close()


class Client:
    """A player or watcher of one room."""

    def __init__(self, server, room, token=None, nick=None, headers=()):
        self.server, self.room, self.token, self.nick, self.headers = server, room, token, nick, headers
        self.document, self.seq, self.hash, self.guest = None, None, None, None
        self.answers, self.steps, self.notices, self.states = {}, [], [], 0
        self.next_id = 1
        self.syncing, self.asked_again = False, -1
        self.socket = None
        self.connect()

    def connect(self, resume=False, hashed=True):
        """`resume`: says what it has; `hashed`: with the hash of its history."""
        if self.socket:
            self.socket.close()
        self.socket = Socket(self.server.port, f"/rooms/{self.room}/ws", self.headers)
        assert self.socket.status == 101, self.socket.head
        hello = {"type": "hello", "id": f"h{self.next_id}"}
        self.next_id += 1
        if self.token:
            hello["token"] = self.token
        elif self.nick:
            hello["nick"] = self.nick
        if resume and self.seq is not None:
            hello["seq"] = self.seq
            if hashed and self.hash is not None:
                hello["hash"] = self.hash
        self.notices, before = [], (self.seq, self.hash, self.states)
        self.socket.send(hello)
        welcome = self.until(lambda: self.answers.get(hello["id"]))
        assert welcome["type"] == "welcome", welcome
        self.guest = welcome["guest"]["id"]
        self.token = welcome.get("token", self.token)
        self.until(lambda: self.arrived(welcome, *before))

    def arrived(self, welcome, seq, history, states):
        """Whether the state has come, or all steps after what we had."""
        if self.states > states:
            return True
        up_to_date = seq == welcome["seq"] and (history is None or history == welcome.get("hash", history))
        return up_to_date or (seq is not None and seq < welcome["seq"] <= self.seq)

    def take(self):
        """Reads one frame and makes it part of what is known."""
        frame = self.socket.receive()
        kind = frame["type"]
        if kind == "state":
            self.document, self.seq, self.hash = frame["room"], frame["seq"], frame.get("hash")
            self.states += 1
        elif kind == "notice":
            self.notices.append(frame)
        elif kind == "step" and frame["seq"] <= self.asked_again:
            pass  # sync repeats what was on its way already
        elif kind == "step":
            assert frame["seq"] == self.seq + 1, f"a gap: {self.seq} then {frame['seq']}"
            self.document, self.seq, self.hash = merge(self.document, frame["set"]), frame["seq"], frame.get("hash")
            self.steps.append(frame)
            if self.syncing:
                self.asked_again = self.seq
        elif "re" in frame:
            self.answers[frame["re"]] = frame
        return frame

    def until(self, ready):
        end = time.monotonic() + 3 * TIMEOUT  # the server's pings keep the socket from being silent
        while not (value := ready()):
            assert time.monotonic() < end, f"it does not happen; the room's phase is {self.document and self.document['phase']}"
            self.take()
        return value

    def post(self, kind, **fields):
        """Sends a request without waiting; gives its id."""
        number = fields.pop("id", None)
        if number is None:
            number = self.next_id
            self.next_id += 1
        self.socket.send({"type": kind, "id": number, **fields})
        return number

    def ask(self, kind, **fields):
        """Sends a request and gives its answer."""
        number = self.post(kind, **fields)
        self.answers.pop(number, None)
        self.syncing = kind == "sync"
        answer = self.until(lambda: self.answers.get(number))
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
        for name, seat in self.document["seats"].items():
            if seat.get("guest") == self.guest:
                return int(name[1:])
        return None

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

    def close(self):
        self.socket.close()


def idle_watcher(server):
    """Somebody in a new room who has nothing to store. The state comes before the room's waking is stored, the step of it only afterwards."""
    watcher = Client(server, server.room(), nick="Watcher")
    watcher.until(lambda: watcher.seq)
    return watcher
