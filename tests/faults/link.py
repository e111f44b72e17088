"""One WebSocket of a guest on the event loop: frames in and out, and unanswered requests."""
import asyncio
import collections
import json
import time

import raw


class Link(asyncio.Protocol):
    """Calls guest.opened(link), guest.take(link, text) and guest.lost(link); `code`: the close code (1006: the connection broke)."""

    def __init__(self, guest, number, port):
        self.guest, self.number, self.port = guest, number, port
        self.life = guest.room.arena.life  # of the server: late frames belong to the life in which the connection was made
        self.rest, self.head = bytearray(), None
        self.transport, self.code, self.reason = None, None, ""
        self.ended = asyncio.get_running_loop().create_future()
        self.owed = collections.Counter()  # answers to come, by request id
        self.others = collections.Counter()  # other requests with used ids that are not refused yet, by id
        self.unsure = set()  # ids for which that is unknown
        self.owed_since = self.heard = time.monotonic()
        self.document, self.seq, self.hash, self.ready = None, None, None, False
        self.lost_past = False  # steps that its guest knew may never have happened
        self.of_lost_past = False  # its hello named a step that a restored backup lacks
        self.told = None  # the newest number before its hello: its welcome may come late, after a newer connection has received more
        self.goal = None  # the number in the welcome
        self.promised = None  # the number of a step in an ok that came before the step
        self.syncs = 0  # answers of sync to come: until then steps may come again
        self.told_ok = (-1, 0)  # order of sending and number of the last ok

    def connection_made(self, transport):
        self.transport = transport
        transport.write(raw.request(self.port, f"/rooms/{self.guest.room.code}/ws"))

    def data_received(self, data):
        self.heard = time.monotonic()
        self.rest += data
        if self.head is None:
            end = self.rest.find(b"\r\n\r\n")
            if end < 0:
                return
            self.head, self.rest = bytes(self.rest[:end]), self.rest[end + 4:]
            if self.head.split()[1:2] != [b"101"]:
                self.code, self.reason = int(self.head.split()[1]), "no WebSocket"
                return self.transport.abort()
            self.guest.opened(self)
        at = 0
        while self.code is None and (frame := raw.split(self.rest, at)):
            opcode, payload, at = frame
            if opcode == raw.TEXT:
                self.guest.take(self, payload)
            elif opcode == raw.PING:
                self.transport.write(raw.encode(payload, raw.PONG))
            elif opcode == raw.CLOSE:
                self.code, self.reason = raw.close_of(payload)
                self.transport.write(raw.encode(payload, raw.CLOSE))
                self.transport.close()
        del self.rest[:at]
        self.guest.heard_all(self)

    def connection_lost(self, _):
        self.ready = False
        if self.code is None:
            self.code = 1006
        if not self.ended.done():
            self.ended.set_result(self.code)
        self.guest.lost(self)

    def send(self, message):
        """`message` is a request: its answer is due from now on."""
        if self.transport.is_closing():
            return
        text = json.dumps(message, ensure_ascii=False).encode()
        if not self.owed:
            self.owed_since = time.monotonic()
        self.owed[message["id"]] += 1
        self.guest.room.history.note(f"{self.guest.name}#{self.number}", "sends", text)
        self.transport.write(raw.encode(text))

    def answered(self, number):
        """False if no answer was due for this id."""
        if self.owed[number] == 0:
            del self.owed[number]
            return False
        self.owed[number] -= 1
        if self.owed[number] == 0:
            del self.owed[number]
        self.owed_since = time.monotonic()
        return True

    def say_goodbye(self):
        if not self.transport.is_closing():
            self.transport.write(raw.encode(b"\x03\xe8", raw.CLOSE))
            self.transport.close()

    def abort(self):
        self.transport.abort()
