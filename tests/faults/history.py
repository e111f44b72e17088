"""The frames that one room has sent, and the checks that each of them must pass.

Every viewer gets the same frame under the same number, before and after a restart: all others are compared with the first one seen. The documents
of the last numbers are kept, so that a snapshot can be compared with the result of the steps.
"""
import collections
import json
import pathlib
import sys
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[2] / folder) for folder in ("tests/server", "tests/kit", "clients/sdk/python")]
from engawa import merge  # noqa: E402

# The kinds of violations, and their names in the report.
KINDS = {
    "lost": "told or acknowledged, but not in the restored room",
    "doubled": "one request is in the journal more than once",
    "gap": "a number is missing or comes again in a viewer's steps",
    "order": "an ok before its step, or inputs in another order than they were sent",
    "forked": "steps of the room for a client whose past is another history, or another step under the same number",
    "mismatch": "two viewers, or a viewer and the room, differ at the same number",
    "owner": "a seat with two owners, a guest with two seats or two live sockets, or a room taken from a node that has its lease",
    "unanswered": "a request without an answer, or more answers than sends",
    "changed": "the same id got another answer than the first, or what was stored is another now",
    "damaged": "the database cannot be opened after a fault, or --check finds something in it",
    "clock": "an input is earlier than the one before it, or a record is not true",
    "absence": "somebody lost a seat, a game or the host's role by a clock or a restart",
    "stuck": "a room or a client that did not go on after the faults",
    "closed": "closed, or refused, with a code that nothing called for",
}
WINDOW = 600  # documents kept


class History:
    """One room. `fail(kind, text)` is called for each violation."""

    def __init__(self, code, fail):
        self.code, self.report = code, fail
        self.told = {}  # number -> hash of the frame
        self.moves = {}  # number -> the move that the step carried
        self.documents = {}
        self.newest = 0
        self.acknowledged = {}  # (guest, request id as JSON) -> (number, body)
        self.compared = 0
        self.log = collections.deque(maxlen=8000)
        self.frames = {}

    def fail(self, kind, text):
        self.note("checker", "fails", {"kind": kind, "text": text})
        self.report(self, kind, text)

    def note(self, who, what, data):
        """`data`: a frame as it was sent or received, or any other JSON value."""
        self.log.append((time.time(), who, what, data))

    def save(self, path, journal=()):
        with open(path, "w", encoding="utf-8") as out:
            for seq, text in journal:
                out.write(json.dumps({"journal": seq, "input": json.loads(text)}, ensure_ascii=False) + "\n")
            for at, who, what, data in self.log:
                text = json.loads(data) if isinstance(data, bytes) else data
                out.write(json.dumps({"at": round(at, 4), "who": who, "what": what, "data": text}, ensure_ascii=False) + "\n")

    def parse(self, raw):
        """A frame's object; a frame that all viewers get is parsed once."""
        frame = self.frames.get(raw)
        if frame is None:
            if len(self.frames) > 400:
                self.frames.clear()
            frame = self.frames[raw] = json.loads(raw)
        return frame

    def take_step(self, who, raw, frame, document):
        """The document after the step, from the viewer's own before it."""
        seq, word = frame["seq"], hash(raw)
        same = self.same_word(who, seq, word, frame)
        known = self.documents.get(seq)
        if same and known is not None and self.documents.get(seq - 1) is document:
            self.compared += 1
            return known  # the same text on the same document
        after = merge(document, frame["set"])
        if known is not None:
            self.compared += 1
            if known != after:
                self.fail("mismatch", f"{who}: the document of step {seq} is not the one that others have: {difference(known, after)}")
                return after
            return known
        if "seats" in frame["set"]:
            self.check_owners(seq, document["seats"], after["seats"])
        self.keep(seq, after)
        return after

    def same_word(self, who, seq, word, frame):
        before = self.told.setdefault(seq, word)
        if before != word:
            self.fail("mismatch", f"{who}: step {seq} has another text than it had for others")
            return False
        if "move" in frame:
            self.moves[seq] = (frame["by"], frame["move"])
        return True

    def take_state(self, who, frame):
        seq, known = frame["seq"], self.documents.get(frame["seq"])
        if known is None:
            self.keep(seq, frame["room"])
            return frame["room"]
        self.compared += 1
        if known != frame["room"]:
            self.fail("mismatch", f"{who}: the snapshot of {seq} is not what the steps make: {difference(known, frame['room'])}")
            return frame["room"]
        return known

    def keep(self, seq, document):
        self.documents[seq] = document
        self.documents.pop(seq - WINDOW, None)
        self.newest = max(self.newest, seq)

    def document(self):
        return self.documents.get(self.newest)

    def rewind(self, seq):
        """A backup was restored: the inputs after that step never happened."""
        for known in (self.told, self.moves, self.documents):
            for later in [number for number in known if number > seq]:
                del known[later]
        self.newest = min(self.newest, seq)
        self.acknowledged = {key: (number, body) for key, (number, body) in self.acknowledged.items() if number <= seq}
        self.note("arena", "rewinds", {"to": seq})

    def check_owners(self, seq, before, after):
        owners = [seat["guest"] for seat in after.values() if "guest" in seat]
        if len(set(owners)) != len(owners):
            self.fail("owner", f"after step {seq} a guest has two seats: {owners}")
        for name, seat in after.items():
            was, now = before.get(name, {}), seat.get("guest")
            given_up = was.get("left", False)  # by its player; others may take it then
            if was.get("guest") and now and was["guest"] != now and not given_up:
                self.fail("owner", f"step {seq} gives {name} of {was['guest']} to {now}")

    def acknowledge(self, guest, number, seq, body):
        self.acknowledged[guest, json.dumps(number)] = (seq, body)


def difference(one, other, path=""):
    """The first place where two documents differ, in words."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            if one.get(key) != other.get(key):
                return difference(one.get(key), other.get(key), f"{path}/{key}")
    return f"{path or '/'}: {json.dumps(one)[:120]} and {json.dumps(other)[:120]}"
