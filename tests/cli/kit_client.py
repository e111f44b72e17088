"""A whole client in a page: it sits down and plays the first legal move, comes back after a drop, and sends again what has no answer.

  kit_client.py http://HOST:PORT ROOM [FAULT]

With a FAULT it does one thing wrong, so that a test can see that the conformance kit catches it: no-hello, same-id, impatient, forgetful,
new-id, old-steps, no-pong, no-sync, one-sync, stubborn, no-hash,
only-forward."""
import os
import pathlib
import random
import sys
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from harness import Closed, Socket, merge  # noqa: E402

AWAY = (1002, 1003, 1007, 1008, 1009, *range(4000, 4100))  # closed with these, a client does not come back by itself


class Player:
    def __init__(self, server, room, fault):
        self.port, self.room, self.fault = urllib.parse.urlsplit(server).port, room, fault
        self.prefix, self.count = os.urandom(4).hex(), 0
        self.token, self.guest, self.seq, self.hash, self.document = None, None, None, None, {}
        self.unanswered = {}  # id -> (the request, when it may be sent again)
        self.socket = None

    def id(self):
        self.count += 1
        return 1 if self.fault == "same-id" else f"{self.prefix}-{self.count}"

    def play(self):
        while True:
            try:
                self.visit()
            except Closed as closed:
                if closed.code in (1000, 1001) or (closed.code in AWAY and self.fault != "stubborn"):
                    return
            time.sleep(random.uniform(0, 0.5))

    def visit(self):
        self.socket = Socket(self.port, f"/rooms/{self.room}/ws", ("Sec-WebSocket-Protocol: engawa.v1",))
        if self.fault == "no-pong":
            send = self.socket.send_frame
            self.socket.send_frame = lambda payload, opcode=1, **more: None if opcode == 10 else send(payload, opcode, **more)
        if self.fault != "no-hello":
            known = {"token": self.token, "seq": self.seq, "hash": self.hash} if self.token else {}
            if self.fault == "no-hash":
                known.pop("hash", None)
            self.socket.send({"type": "hello", "id": self.id(), **known})
        else:
            self.ask("sit", seat=0)
        while True:
            self.take(self.socket.receive())

    def ask(self, kind, **fields):
        request = {"type": kind, "id": self.id(), **fields}
        self.unanswered[request["id"]] = request
        self.socket.send(request)

    def take(self, frame):
        kind = frame["type"]
        if kind == "welcome":
            self.guest, self.token = frame["guest"]["id"], frame.get("token", self.token)
            self.send_again()
        elif kind == "state" and (self.fault != "only-forward" or self.seq is None or frame["seq"] > self.seq):
            self.document, self.seq, self.hash = frame["room"], frame["seq"], frame["hash"]
        elif kind == "step":
            self.change(frame)
        elif kind == "ok":
            self.unanswered.pop(frame["re"], None)
        elif kind == "error":
            self.refused(frame)
        if kind in ("state", "step", "ok"):
            self.act()

    def send_again(self):
        pending, self.unanswered = self.unanswered, {}
        for request in pending.values():
            if self.fault == "forgetful":
                continue
            if self.fault == "new-id":
                request = {**request, "id": self.id()}
            self.unanswered[request["id"]] = request
            self.socket.send(request)

    def change(self, frame):
        if frame["seq"] <= self.seq and self.fault != "old-steps":
            return
        if frame["seq"] > self.seq + 1 and self.fault != "no-sync":
            return self.ask("sync", seq=self.seq, hash=self.hash)
        self.seq, self.hash = frame["seq"], frame["hash"]
        self.document = merge(self.document, frame.get("set", {}))

    def refused(self, frame):
        if "retry_ms" not in frame:  # for good: the move was for a board that is not there any more
            self.unanswered.pop(frame["re"])
            return self.act()
        request = self.unanswered[frame["re"]]
        if request["type"] == "sync" and self.fault == "one-sync":
            return
        time.sleep(0 if self.fault == "impatient" else frame["retry_ms"] / 1000)
        self.socket.send(request)

    def act(self):
        seats = self.document.get("seats", {})
        mine = next((name for name, seat in seats.items() if seat.get("guest") == self.guest), None)
        if self.unanswered:
            return
        if mine is None and self.document["phase"] == "lobby":
            self.ask("sit", seat=0)
        elif mine in self.document.get("to_act", "").split():
            self.ask("move", ply=self.document["ply"], move={"cell": self.document["legal"].split()[0]})


if __name__ == "__main__":
    Player(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None).play()
