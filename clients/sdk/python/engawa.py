"""A client of Engawa in one file, for Python 3.9 and newer, with only the standard library. Copy it into your project.

    server = Server("http://localhost:8080")
    guest = server.guest("my bot")                        # keep guest["token"]: it is who you are
    code = server.make_room(guest["token"], game="nim", seats=["me", {"bot": "perfect"}], start="full")
    room = Room(server, code, guest["token"])
    for document in room.documents():                     # after each change, through drops and restarts of the server
        if room.seat in document.get("to_act", "").split():
            room.move({"row": 0, "from": 0, "count": 1})  # raises Refused if it is not allowed
        if document["phase"] == "over":
            break

A Room reconnects automatically, resumes where it was, and sends unanswered requests again with the same id: the server
executes each of them once. One thread at a time. The protocol: protocol/README.md.
"""
import base64
import collections
import json
import os
import random
import socket
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request

FIRST_DELAY_S, LONGEST_DELAY_S = 0.5, 30  # between two attempts to connect: each is up to twice as long as the one before
SILENCE = 2.5  # times the server's heartbeat: after so long without a sign of life the connection is given up
RESTARTING = 1012
FINAL = {1000, 1002, 1003, 1007, 1008, 1009, *range(4000, 4100)}  # close codes after which it does not reconnect


class Refused(Exception):
    """The server's refusal: `code` is one of errors.json. `retry_ms`: the same request may succeed after that time; None: it will not."""

    def __init__(self, answer):
        super().__init__(f"{answer.get('code')}: {answer.get('message')}")
        self.code, self.retry_ms = answer.get("code"), answer.get("retry_ms")


class Closed(Exception):
    """The WebSocket has ended. `code`: the close code; 1006: there was none."""

    def __init__(self, code, reason=""):
        super().__init__(f"closed with {code} {reason}".strip())
        self.code = code


class Server:
    """The HTTP API of the server at `url`. A refusal with retry_ms is repeated after that time, for at most `patience_s` in all."""

    def __init__(self, url, patience_s=60):
        self.url, self.patience_s = url.rstrip("/"), patience_s

    def call(self, method, path, body=None, token=None):
        """The JSON of the answer. Raises Refused, or urllib's URLError if the server is unreachable."""
        end = time.monotonic() + self.patience_s
        while True:
            try:
                return self.call_once(method, path, body, token)
            except Refused as refusal:
                if refusal.retry_ms is None or time.monotonic() + refusal.retry_ms / 1000 > end:
                    raise
                time.sleep(refusal.retry_ms / 1000)

    def call_once(self, method, path, body, token):
        headers = {**({"Content-Type": "application/json"} if body is not None else {}), **({"Authorization": f"Bearer {token}"} if token else {})}
        request = urllib.request.Request(self.url + path, None if body is None else json.dumps(body).encode(), headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                text = error.read()
            try:
                answer = json.loads(text)
            except ValueError:  # of a proxy
                answer = {"code": "internal", "message": f"{method} {path} is answered with {error.code}"}
            raise Refused(answer) from None

    def guest(self, nick):
        """A new guest: {"id", "token", "nick"}."""
        return self.call("POST", "/api/guests", {"nick": nick})

    def make_room(self, token, **settings):
        """The code of a new room; `settings`: as in POST /api/rooms, such as game, options, seats, visibility."""
        return self.call("POST", "/api/rooms", settings, token)["room"]

    def record(self, code, number):
        """The record of a round, as text."""
        with urllib.request.urlopen(f"{self.url}/api/records/{code}-{number}", timeout=60) as answer:
            return answer.read().decode()


def merge(target, patch):
    """A merge patch (RFC 7386) applied to a document. Makes new objects and never changes the old ones."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = merge(merged.get(name), value)
    return merged


class Room:
    """A guest in a room, over one WebSocket at a time.

    `document` is the room as it is now, `seq` and `hash` are those of its last step. `open_socket(url, timeout_s)` opens the
    WebSocket: another library's object needs the methods of the class WebSocket. `bot`: for a program that plays without a
    person, such as {"name": "Greedy", "author": "Hana"}, so that others can see it."""

    def __init__(self, server, code, token=None, nick=None, open_socket=None, bot=None):
        self.url = f"{server.url.replace('http', 'ws', 1)}/rooms/{code}/ws"
        self.token, self.nick, self.bot, self.open_socket = token, nick, bot, open_socket or WebSocket
        self.document, self.seq, self.hash, self.guest = None, None, None, None
        self.events = collections.deque(maxlen=1000)  # of the steps, until you take them
        self.prefix, self.requests = base64.b32encode(os.urandom(5)).decode().lower(), 0  # ids that no other run has used
        self.pending, self.due, self.answers = {}, {}, {}  # by id: unanswered requests, when to send again, the answers
        self.sync = None  # the id of the request for missing steps
        self.socket, self.welcomed, self.failures, self.heartbeat_s, self.ahead_ms = None, False, 0, 20, 0

    @property
    def seat(self):
        """The name of the guest's seat, such as "s0", or None."""
        return next((name for name, seat in self.document["seats"].items() if seat.get("guest") == self.guest), None)

    def now_ms(self):
        """The room's time, by which its clocks run; exact after ask("ping")."""
        return time.time() * 1000 + self.ahead_ms

    def documents(self):
        """The document, now and after each change. Ends when the server closes the connection as usual (1000), and raises
        Closed if it is closed for another reason for good."""
        shown = None
        try:
            while True:
                while self.document is shown:
                    self.take()
                shown = self.document
                yield shown
        except Closed as end:
            if end.code != 1000:
                raise

    def ask(self, kind, **fields):
        """Sends a request and returns its answer, however many connections that takes. Raises Refused, and Closed if
        the server closed for good."""
        number = self.post(kind, **fields)
        while number not in self.answers:
            self.take()
        answer = self.answers.pop(number)
        if answer["type"] == "error":
            raise Refused(answer)
        return answer

    def post(self, kind, **fields):
        """Sends a request without waiting for its answer, which comes into `answers`. Gives its id."""
        request = {"type": kind, "id": self.new_id(), **fields}
        self.pending[request["id"]] = request
        if self.welcomed:
            self.send(request)
        return request["id"]

    def new_id(self):
        self.requests += 1
        return f"{self.prefix}-{self.requests}"

    def move(self, move):
        """Makes a move for the document's position."""
        return self.ask("move", ply=self.document["ply"], move=move, **({"hash": self.hash} if self.hash else {}))

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket, self.welcomed = None, False

    def take(self):
        """Reads and returns one message; connects first if there is no connection. Raises Closed when that is final."""
        while True:
            try:
                if not self.socket:
                    self.connect()
                self.send_due()
                text = self.socket.receive(self.patience())
                if text is not None:
                    return self.handle(json.loads(text))
            except (OSError, Closed) as end:
                self.lose(end)

    # One connection.

    def connect(self):
        self.socket = self.open_socket(self.url, SILENCE * self.heartbeat_s)
        self.due.clear()
        self.pending.pop(self.sync, None)  # hello asks for them
        hello = {"type": "hello", "id": self.new_id(), "token": self.token, "nick": None if self.token else self.nick, "bot": self.bot, **self.known()}
        self.send({name: value for name, value in hello.items() if value is not None})
        return hello["id"]

    def known(self):
        """What a server needs to know to send only what is missing."""
        return {name: value for name, value in (("seq", self.seq), ("hash", self.hash)) if value is not None}

    def send(self, request):
        try:
            self.socket.send(json.dumps(request))
        except OSError:
            pass  # receive() reports why the connection has ended

    def lose(self, end):
        """Waits before the next attempt; raises `end` if there is none."""
        self.close()
        code = getattr(end, "code", None)
        if code in FINAL:
            raise end
        if code == RESTARTING:
            return time.sleep(random.uniform(0, 3))
        longest = min(LONGEST_DELAY_S, FIRST_DELAY_S * 2**self.failures)
        self.failures += 1
        time.sleep(max(random.uniform(longest / 2, longest), getattr(end, "retry_s", 0)))

    def patience(self):
        """Seconds until a request is due again; None: as long as the heartbeat allows."""
        return max(0.0, min(self.due.values()) - time.monotonic()) if self.due else None

    def send_due(self):
        for number in [number for number, at in self.due.items() if at <= time.monotonic()]:
            del self.due[number]
            self.send(self.pending[number])

    def handle(self, frame):
        kind = frame.get("type")
        if kind == "welcome":
            self.welcomed, self.failures, self.heartbeat_s = True, 0, frame.get("heartbeat_s", 20)
            self.guest, self.token = frame["guest"]["id"], frame.get("token", self.token)
            for request in list(self.pending.values()):
                self.send(request)
        elif kind == "state":
            self.document, self.seq, self.hash = frame["room"], frame["seq"], frame.get("hash")
        elif kind == "step" and self.seq is not None:
            self.step(frame)
        elif "re" in frame:
            self.answer(frame)
        return frame

    def step(self, frame):
        if frame["seq"] == self.seq + 1:
            self.document, self.seq, self.hash = merge(self.document, frame["set"]), frame["seq"], frame.get("hash")
            self.events.extend(frame.get("events", ()))
        elif frame["seq"] > self.seq + 1 and self.sync not in self.pending:
            self.sync = self.post("sync", **self.known())

    def answer(self, frame):
        number = frame["re"]
        if number not in self.pending:
            return
        if "retry_ms" in frame:
            self.due[number] = time.monotonic() + frame["retry_ms"] / 1000
            return
        del self.pending[number]
        if number != self.sync:
            self.answers[number] = frame
        if frame["type"] == "pong":
            self.ahead_ms = frame["server_ms"] - time.time() * 1000


class Rejected(Exception):
    """The server has answered the handshake with a permanent refusal: no such room, a wrong address."""


class Busy(OSError):
    """The server has answered the handshake with 429 or 5xx: try later."""

    def __init__(self, status, retry_s):
        super().__init__(f"the handshake is answered with {status}")
        self.retry_s = retry_s


class WebSocket:
    """The WebSocket of a client (RFC 6455)."""

    def __init__(self, url, timeout_s):
        self.address, self.timeout_s, self.data, self.text = urllib.parse.urlsplit(url), timeout_s, b"", b""
        self.connection = self.connect()
        self.connection.sendall(self.request())
        while b"\r\n\r\n" not in self.data:
            self.read()
        self.head, self.data = self.data.split(b"\r\n\r\n", 1)
        self.status = int(self.head.split(b" ", 2)[1])
        if self.status != 101:
            self.turned_away()

    def connect(self):
        secure, name = self.address.scheme == "wss", self.address.hostname
        connection = socket.create_connection((name, self.address.port or (443 if secure else 80)), self.timeout_s)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return ssl.create_default_context().wrap_socket(connection, server_hostname=name) if secure else connection

    def request(self):
        key = base64.b64encode(os.urandom(16)).decode()
        return "\r\n".join((f"GET {self.address.path} HTTP/1.1", f"Host: {self.address.netloc}", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}",
                            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: engawa.v1", "", "")).encode()

    def turned_away(self):
        fields = dict(line.lower().split(b": ", 1) for line in self.head.split(b"\r\n")[1:])
        self.connection.close()
        if self.status == 429 or self.status >= 500:
            raise Busy(self.status, float(fields.get(b"retry-after", b"0")))
        raise Rejected(f"the handshake is answered with {self.status}: is the address right, and is there such a room?")

    def send(self, text):
        self.write(1, text.encode())

    def close(self):
        try:
            self.write(8, b"\x03\xe8")
        except OSError:
            pass
        self.connection.close()

    def receive(self, timeout_s=None):
        """The next text; None if none arrives within timeout_s. Raises Closed, and OSError when the connection breaks."""
        end = None if timeout_s is None else time.monotonic() + timeout_s
        while True:
            frame = self.frame()
            if frame is None:
                wait = self.timeout_s if end is None else min(self.timeout_s, end - time.monotonic())
                if wait <= 0:
                    return None
                self.connection.settimeout(wait)
                try:
                    self.read()
                except socket.timeout:
                    if wait < self.timeout_s:
                        return None
                    raise
                continue
            last, kind, payload = frame
            if kind == 8:
                raise Closed(int.from_bytes(payload[:2], "big") if len(payload) >= 2 else 1005, payload[2:].decode(errors="replace"))
            if kind == 9:
                self.write(10, payload)
            elif kind in (0, 1):
                self.text += payload
                if last:
                    text, self.text = self.text.decode(), b""
                    return text

    def read(self):
        data = self.connection.recv(65536)
        if not data:
            raise Closed(1006)
        self.data += data

    def frame(self):
        """Takes a whole frame of the server (they are not masked): (whether it ends its message, opcode, payload), or None."""
        if len(self.data) < 2:
            return None
        size = {126: 2, 127: 8}.get(self.data[1] & 127, 0)
        begin = 2 + size
        length = int.from_bytes(self.data[2:begin], "big") if size else self.data[1] & 127
        if len(self.data) < begin + length:
            return None
        first, payload, self.data = self.data[0], self.data[begin:begin + length], self.data[begin + length:]
        return bool(first & 0x80), first & 15, payload

    def write(self, opcode, payload):
        length, key = len(payload), os.urandom(4)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big") if length < 65536 else b"\xff" + length.to_bytes(8, "big")
        masked = bytes(byte ^ key[i % 4] for i, byte in enumerate(payload))
        self.connection.sendall(bytes([0x80 | opcode]) + size + key + masked)
