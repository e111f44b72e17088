"""A whole client in a page: it sits down and plays the first legal move, comes back after a drop, and sends again what has no answer.

  kit_client.py http://HOST:PORT ROOM [FAULT]

With a FAULT it does one thing wrong, so that a test can see that the conformance kit catches it: no-hello, same-id, impatient, forgetful,
new-id, old-steps, no-pong, no-sync, one-sync, stubborn, no-hash,
only-forward."""
import os
import pathlib
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "kit"))
import engawa  # noqa: E402
from websocket import PONG, Closed, Socket  # noqa: E402


def to_do(document, guest):
    """What a player does with this document: the kind of a request and its fields; None: it is somebody else's turn."""
    mine = next((name for name, seat in document.get("seats", {}).items() if seat.get("guest") == guest), None)
    if mine is None and document.get("phase") == "lobby":
        return "sit", {"seat": 0}
    if mine in document.get("to_act", "").split():
        return "move", {"ply": document["ply"], "move": {"cell": document["legal"].split()[0]}}
    return None


class Player(engawa.Client):
    def __init__(self, server, room, fault):
        super().__init__(self.open_room)
        self.port, self.room, self.fault = urllib.parse.urlsplit(server).port, room, fault
        self.prefix = os.urandom(4).hex()

    def act(self):
        if request := to_do(self.document or {}, self.guest):
            kind, fields = request
            self.post(kind, **fields)

    # What a fault does wrong.

    def open_room(self):
        opened = Socket(self.port, f"/rooms/{self.room}/ws", ("Sec-WebSocket-Protocol: engawa.v1",))
        if self.fault == "no-pong":
            send = opened.send_frame
            opened.send_frame = lambda payload, opcode=1, **more: None if opcode == PONG else send(payload, opcode, **more)
        return opened

    def open(self, resume=True):
        if self.fault != "no-hello":
            return super().open(resume)
        self.socket = self.open_room()
        return self.post("sit", seat=0)

    def new_id(self):
        return 1 if self.fault == "same-id" else f"{self.prefix}-{super().new_id()}"

    def known(self):
        known = super().known()
        return {"seq": self.seq} if known and self.fault == "no-hash" else known

    def fold(self, frame):
        new = self.seq is None or frame.get("seq", 0) > self.seq
        if self.fault == "only-forward" and frame["type"] == "state" and not new:
            return False
        if frame["type"] == "step" and self.fault == ("no-sync" if new else "old-steps"):
            self.seq = frame["seq"] - 1
        return super().fold(frame)

    def send_again(self):
        if self.fault == "forgetful":
            self.unanswered.clear()
        if self.fault == "new-id":
            again = [{**request, "id": self.new_id()} for request in self.unanswered.values()]
            self.unanswered = {request["id"]: request for request in again}
        super().send_again()

    def retry(self, request, retry_ms):
        if request["type"] != "sync" or self.fault != "one-sync":
            super().retry(request, 0 if self.fault == "impatient" else retry_ms)

    def comes_back(self, code):
        return super().comes_back(code) or (self.fault == "stubborn" and code not in (1000, 1001))


if __name__ == "__main__":
    player = Player(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None)
    player.stay(player.act, Closed)
