"""Compares the journal in the database, read without a lock, with the frames that clients received."""
import json

import stored


class Ledger:
    def __init__(self, folder):
        self.folder = folder
        self.read = {}  # room -> the last number that was read
        self.stored = {}  # room -> {(guest, request): number}
        self.words = {}  # room -> {number: hash of the text}
        self.times = {}  # room -> the time of the last input that was read
        self.patient = False  # the reconnect time is longer than a run: no player may lose their seat
        self.inputs = 0
        self.away = False  # the database is not where, or as, it should be: it cannot be checked now

    def rows(self, code, after=0):
        return stored.inputs(self.folder, code, after)

    def last(self, code):
        """The number of the room's last input; 0: none."""
        return max((seq for seq, _ in self.rows(code)), default=0)

    def rewind(self, code, seq):
        """A backup was restored, in which that input is the last."""
        self.read[code] = min(self.read.get(code, 0), seq)
        self.times.pop(code, None)
        self.stored[code] = {key: number for key, number in self.stored.get(code, {}).items() if number <= seq}
        self.words[code] = {number: word for number, word in self.words.get(code, {}).items() if number <= seq}

    def compare(self, history, rows):
        """Inputs of another copy of the database: each must equal the one read under its number. Returns how many."""
        known = self.words.setdefault(history.code, {})
        for seq, text in rows:
            self.compare_one(history, known, seq, text)
        return len(rows)

    def compare_one(self, history, known, seq, text):
        if known.setdefault(seq, hash(text)) != hash(text):
            history.fail("changed", f"step {seq} is another now: {text}")

    def check(self, history):
        """Reads the new inputs of a room; every input acknowledged up to there must be in it once, at its acknowledged number."""
        before, stored = self.read.get(history.code, 0), self.stored.setdefault(history.code, {})
        told = dict(history.acknowledged)
        for seq, text in self.rows(history.code, before):
            before += 1
            if seq != before:
                history.fail("lost", f"the journal has {seq} after {before - 1}")
                before = seq
            self.check_row(history, stored, seq, json.loads(text))
            self.compare_one(history, self.words.setdefault(history.code, {}), seq, text)
        self.read[history.code] = before
        for (guest, number), (seq, body) in told.items():
            there = stored.get((guest, number))
            if there is None:
                history.fail("lost", f"{guest}'s {body} was acknowledged as step {seq} and is not in the journal")
            elif there != seq:
                history.fail("order", f"{guest}'s {body} was acknowledged as step {seq} and is step {there}")
            history.acknowledged.pop((guest, number), None)
        if history.newest > before:
            history.fail("lost", f"step {history.newest} was told, the journal ends at {before}")
        return before

    def check_row(self, history, stored, seq, row):
        self.inputs += 1
        if row["at"] < self.times.get(history.code, 0):
            history.fail("clock", f"step {seq} is {self.times[history.code] - row['at']} ms before the one before it")
        self.times[history.code] = row["at"]
        if self.patient and row["in"] in ("stand_in", "vacate", "forfeit", "host"):
            history.fail("absence", f"step {seq} gives somebody up too soon: {row}")
        if "request" in row:
            key = row["guest"], json.dumps(row["request"])
            if key in stored:
                history.fail("doubled", f"{key} is step {stored[key]} and step {seq}")
            stored.setdefault(key, seq)
            told = history.acknowledged.get(key)
            if told and told[1]["type"] == "say" and told[1]["text"] != row.get("text"):
                history.fail("changed", f"{told[1]} is in the journal as {row}")
        told_move = history.moves.pop(seq, None)
        if told_move and told_move != (f"s{row.get('seat')}", row.get("move")):
            history.fail("mismatch", f"step {seq} was told as {told_move} and is {row}")
