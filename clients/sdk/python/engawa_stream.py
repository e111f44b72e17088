"""Many rooms over one WebSocket, for Engawa: a second file beside engawa.py, for bots that play in many rooms.

    server = Server("http://localhost:8080")
    stream = Stream(server, nick="Kaede", bot={"name": "Greedy", "author": "Hana"})
    for room in stream.changes():                         # a Room of engawa.py, after each change of its document
        if room.seat and room.seat in room.document.get("to_act", "").split():
            room.move({"row": 0, "from": 0, "count": 1})

Anyone with a seat in a room can invite the guest of the stream, which then enters that room automatically. After a restart
of the server or the program it also enters the rooms in which it has a seat. Keep stream.token for that. Other rooms:
stream.enter(code). One thread at a time. The protocol: protocol/README.md, "A stream".
"""
import collections
import json
import random
import time

from engawa import FINAL, FIRST_DELAY_S, LONGEST_DELAY_S, RESTARTING, SILENCE, Closed, Room, WebSocket


class Stream:
    """The guest's connection. `accept(invitation)` decides whether it enters a room: by default always."""

    def __init__(self, server, token=None, nick=None, bot=None, accept=None, open_socket=None):
        self.server, self.token, self.nick, self.bot = server, token, nick, bot
        self.accept, self.open_socket = accept or (lambda invitation: True), open_socket or WebSocket
        self.url = f"{server.url.replace('http', 'ws', 1)}/stream/ws"
        self.rooms, self.lines, self.changed = {}, {}, {}  # by code; the documents that changes() has shown
        self.socket, self.guest, self.failures, self.heartbeat_s = None, None, 0, 20

    def enter(self, code):
        """The Room with this code. Its first document arrives with changes()."""
        if code not in self.rooms:
            self.rooms[code] = StreamRoom(self, code)
        return self.rooms[code]

    def leave(self, code):
        room = self.rooms.pop(code, None)
        self.changed.pop(code, None)
        if room:
            room.close()
        self.lines.pop(code, None)

    def changes(self):
        """The rooms, each after a change of its document. A room that the server has closed for good is dropped. Raises
        Closed when the whole stream is closed for good."""
        while True:
            for code in [code for code, room in self.rooms.items() if self.is_due(room)]:
                room = self.rooms[code]
                try:
                    if room.is_ready():
                        room.take()
                except Closed:
                    self.leave(code)
                    continue
                if room.document is not self.changed.get(code):
                    self.changed[code] = room.document
                    yield room
            if not any(self.is_due(room) for room in self.rooms.values()):
                self.read(min((room.patience() for room in self.rooms.values() if room.due), default=None))

    def is_due(self, room):
        # A request may have received changes before its answer.
        return room.is_ready() or room.document is not self.changed.get(room.code)

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket = None

    # The connection and its frames.

    def send(self, message):
        if not self.socket:
            self.connect()
        try:
            self.socket.send(json.dumps(message))
        except OSError:
            pass  # receive() reports why the connection has ended

    def connect(self):
        while True:
            try:
                self.socket = self.open_socket(self.url, SILENCE * self.heartbeat_s)
                hello = {"type": "hello", "id": "stream", "token": self.token, "nick": None if self.token else self.nick, "bot": self.bot}
                self.socket.send(json.dumps({name: value for name, value in hello.items() if value is not None}))
                while self.handle(json.loads(self.socket.receive())) != "welcome":
                    pass
                return
            except (OSError, Closed) as end:
                self.lose(end)

    def read(self, timeout_s=None):
        """Takes one frame, if one arrives in time."""
        if not self.socket:
            self.connect()
        try:
            text = self.socket.receive(timeout_s)
            if text is not None:
                self.handle(json.loads(text))
        except (OSError, Closed) as end:
            self.lose(end)

    def handle(self, frame):
        kind = frame.get("type")
        if kind == "welcome":
            self.failures, self.heartbeat_s = 0, frame.get("heartbeat_s", 20)
            self.guest, self.token = frame["guest"]["id"], frame.get("token", self.token)
        elif kind == "invitation" and self.accept(frame):
            self.enter(frame["room"])
        elif kind is None and frame["room"] in self.lines:
            self.lines[frame["room"]].frames.append(frame)
        return kind

    def lose(self, end):
        """Waits before the next attempt, after which the rooms are entered again; raises `end` if there is none."""
        code = getattr(end, "code", None)
        self.close()
        for line in self.lines.values():
            line.lost = True
        if code in FINAL:
            raise end
        longest = 3 if code == RESTARTING else min(LONGEST_DELAY_S, FIRST_DELAY_S * 2**self.failures)
        self.failures += code != RESTARTING
        time.sleep(max(random.uniform(0 if code == RESTARTING else longest / 2, longest), getattr(end, "retry_s", 0)))


class Lost(Closed):
    """The stream was lost and has already waited: the room is entered again at once."""

    def __init__(self):
        super().__init__(1006)


class Line:
    """Used by a Room as its WebSocket."""

    def __init__(self, stream, code):
        self.stream, self.code, self.frames, self.lost = stream, code, collections.deque(), False
        stream.lines[code] = self

    def send(self, text):
        if not self.lost:  # else the room says hello on the next line first
            self.stream.send({"room": self.code, "frame": json.loads(text)})

    def receive(self, timeout_s=None):
        end = None if timeout_s is None else time.monotonic() + timeout_s
        while not self.frames:
            if self.lost:
                raise Lost()
            if end is not None and time.monotonic() >= end:
                return None
            self.stream.read(None if end is None else end - time.monotonic())
        frame = self.frames.popleft()
        if "end" in frame:
            raise Closed(frame["end"]["code"], frame["end"]["reason"])
        return json.dumps(frame["frame"])

    def close(self):
        if not self.lost and self.stream.lines.get(self.code) is self:
            self.stream.send({"room": self.code, "end": {}})


class StreamRoom(Room):
    def __init__(self, stream, code):
        super().__init__(stream.server, code, open_socket=lambda url, timeout_s: Line(stream, code))
        self.code = code

    def is_ready(self):
        """take() has work: to connect, a frame, or a request that is due again."""
        return not self.socket or self.socket.lost or bool(self.socket.frames) or any(at <= time.monotonic() for at in self.due.values())

    def lose(self, end):
        if not isinstance(end, Lost):
            return super().lose(end)
        self.socket, self.welcomed = None, False
