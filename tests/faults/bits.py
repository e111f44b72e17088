"""Flipped bits in a database at rest, in every column of every table and anywhere in the file: --check, --backup and a server that continues.

No flip may go unnoticed. Each is made in a copy of the arena's database, which the arena's own server does not use."""
import asyncio
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess

import engawa
import stored
from arena import FLAGS, SAVED
from harness import Closed, Server

RECORD = "K7WMA2QX-1"
FROM_ONE_IMAGE = 40
KEPT = {"rooms": "SELECT code, setup FROM rooms ORDER BY id", "guests": "SELECT id, token_hash, nick FROM guests ORDER BY created_at, id", "records": "SELECT id, part, ended_at, text FROM records"}


class Known:
    """A room from the view of a guest of the arena."""

    def __init__(self, table):
        guest = max((guest for guest in table.guests if guest.seq is not None), key=lambda guest: guest.seq)
        self.code, self.seq, self.hash, self.document = table.code, guest.seq, guest.hash, guest.document
        self.token, self.guest = table.guests[0].token, table.guests[0].id


class Image:
    """A database at rest, with rows in every table, and its expected contents."""

    def __init__(self, arena):
        self.folder = pathlib.Path(arena.folder) / "image"
        self.file = self.folder / "engawa.db"
        self.known = [Known(table) for table in arena.tables if any(guest.seq for guest in table.guests)]
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        for end in ("", "-wal"):
            shutil.copy(f"{arena.folder}/engawa.db{end}", f"{self.file}{end}")
        with stored.opened(self.folder, write=True) as database:
            for part, text in enumerate(("{line one}\n{line", " two}\n")):
                database.execute("INSERT INTO records(id, part, ended_at, text, sum) VALUES(?, ?, 99999999999999, ?, 0)", (RECORD, part, text))
            stored.seal(database, "records")
            database.commit()
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self.rows = dump(self.folder)
        self.kept = kept(self.folder)


def dump(folder):
    """All stored rows with a checksum, read without an index; a word instead, if they cannot be read."""
    try:
        with stored.opened(folder) as database:
            database.text_factory = bytes
            if database.execute("PRAGMA integrity_check").fetchone()[0] != b"ok":
                return "not intact"
            return {table: sorted(map(repr, database.execute(f"SELECT {columns}, {column} FROM {table} NOT INDEXED"))) for table, (columns, column) in stored.SUMS.items()}
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # the latter: SQLite's message quotes the damaged part
        return str(error)


def kept(folder):
    """Data that no server may change: a list of inputs for each room, and some other lists."""
    with stored.opened(folder) as database:
        lists = {word: database.execute(query).fetchall() for word, query in KEPT.items()}
    return {**lists, **{code: stored.inputs(folder, code) for code, _ in lists["rooms"]}}


def begins_with(lists, beginnings):
    return all(lists.get(word, [])[:len(beginning)] == beginning for word, beginning in beginnings.items())


def turn(value, chance):
    if value is None:
        return "x"
    if isinstance(value, int):
        return value ^ 1 << chance.randrange(40)
    raw = bytearray((value.encode() if isinstance(value, str) else value) or b"\0")
    raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    return bytes(raw)


def turn_in_row(folder, chance, tables):
    """Returns a description of the change, the code of the room to which the row belongs, and whether the row still shows that."""
    with stored.opened(folder, write=True) as database:
        while True:
            try:
                turned = turn_one(database, chance, chance.choice(tables))
                break
            except sqlite3.IntegrityError:
                pass  # an index forbids it
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return turned


def turn_one(database, chance, table):
    columns, sum_column = stored.SUMS[table]
    column = chance.choice([*columns.split(", "), sum_column])
    keys = {"guests": "id", "snapshots": "room, seq"}.get(table, "rowid")
    where = " AND ".join(f"{part} = ?" for part in keys.split(", "))
    row = chance.choice(database.execute(f"SELECT {keys} FROM {table} ORDER BY {keys}").fetchall())
    owner = {"rooms": "id", "guests": "NULL", "records": "NULL"}.get(table, "room")
    owner = database.execute(f"SELECT code FROM rooms WHERE id = (SELECT {owner} FROM {table} WHERE {where})", row).fetchone()
    old = database.execute(f"SELECT {column} FROM {table} WHERE {where}", row).fetchone()[0]
    new = turn(old, chance)
    database.execute(f"UPDATE {table} SET {column} = {'CAST(? AS TEXT)' if isinstance(old, str) else '?'} WHERE {where}", (new, *row))
    return f"{table}.{column} of {row} from {str(old)[:60]!r} to {str(new)[:60]!r}", owner and owner[0], owner and column not in ("id", "room", "code")


def turn_anywhere(folder, chance):
    content = bytearray((folder / "engawa.db").read_bytes())
    at, bit = chance.randrange(len(content)), chance.randrange(8)
    content[at] ^= 1 << bit
    (folder / "engawa.db").write_bytes(content)
    return f"bit {bit} of byte {at}"


class Visit(engawa.Room):
    """What a guest of a room gets who comes back to it: `said` is "fits", "another history" or the code of a refusal."""

    def __init__(self, server, known):
        super().__init__(server, known.code, known.token)
        self.before, self.document, self.seq, self.hash = known, known.document, known.seq, known.hash
        try:
            self.said = self.come_back()
            if self.said == "fits":
                self.compare(engawa.Room(server, known.code, nick="New"))
        except Closed as closed:
            self.said = f"closed {closed.code}"
        finally:
            self.close()

    def lose(self, end):
        raise end if isinstance(end, Closed) else Closed(1006)

    def come_back(self):
        known = self.before
        while True:
            seq, frame = self.seq, self.take()
            if frame["type"] == "error":
                return frame["code"]
            if frame["type"] == "notice" and frame["kind"] == "history":
                return "another history"
            if frame["type"] == "welcome":
                if frame["guest"]["id"] != known.guest:
                    return f"the token is of {frame['guest']['id']}"
                if frame["seq"] < known.seq:
                    return f"at {frame['seq']} only"
                if frame["seq"] == known.seq and frame["hash"] == known.hash:
                    return "fits"
            if frame["type"] == "state" or (frame["type"] == "step" and frame["seq"] == seq + 1):
                return "fits"
            if frame["type"] == "step":
                return f"sent step {frame['seq']}"

    def compare(self, other):
        """The steps make what a newcomer gets."""
        other.lose = self.lose
        try:
            while (frame := other.take())["type"] != "state":
                if frame["type"] == "error":
                    self.said = frame["code"]
                    return
        finally:
            other.close()
        while self.seq < frame["seq"]:
            seq, step = self.seq, self.take()
            if step["type"] == "step" and step["seq"] != seq + 1:
                self.said = f"sent step {step['seq']} after {seq}"
                return
        if self.seq == frame["seq"] and self.document != frame["room"]:
            self.said = "another document"


FOUND = ("internal", "busy", "closed 1011", "closed 4007")


class Flip:
    """One bit, and the verdict of each program. `wrong`: sentences."""

    def __init__(self, arena, image, number, tables):
        self.arena, self.image, self.wrong, self.seen = arena, image, [], []
        chance = random.Random(f"{arena.name} {arena.seed} {number}")
        self.folder = pathlib.Path(arena.folder) / "flipped"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        shutil.copy(image.file, self.folder)
        self.owner, self.named, self.in_row = None, False, bool(tables) or chance.random() < 0.6
        if self.in_row:
            self.what, self.owner, self.named = turn_in_row(self.folder, chance, [table for table in tables or stored.SUMS if image.rows[table]])
        else:
            self.what = turn_anywhere(self.folder, chance)
        self.same = dump(self.folder) == image.rows

    def run(self):
        checked = self.engawad("--check", "--data", self.copy("check"))
        found = checked.returncode != 0
        if not found and not self.same:
            self.wrong.append(f"--check: {checked.stdout.strip()}")
        if found and self.in_row and (self.owner if self.named else "row ") not in checked.stderr:
            self.wrong.append(f"--check does not name it: {checked.stderr.strip()}")
        self.back_up()
        self.serve(found)
        self.seen.append("found" if found else "harmless")

    def engawad(self, *flags):
        return subprocess.run([self.arena.server.program, *flags], capture_output=True, text=True, errors="replace", timeout=60, env={**os.environ, **self.arena.environment})

    def copy(self, name):
        folder = pathlib.Path(self.arena.folder) / name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder, folder)
        return folder

    def back_up(self):
        target = self.copy("backup") / "copy.db"
        made = self.engawad("--backup", target, "--data", target.parent)
        if made.returncode == 0:
            os.replace(target, target.parent / "engawa.db")
            if dump(target.parent) != self.image.rows:
                self.wrong.append(f"--backup: {made.stdout.strip()}")

    def serve(self, found):
        folder = self.copy("served")
        before = (folder / "engawa.db").read_bytes()
        try:
            server = Server(*FLAGS, data=str(folder), program=self.arena.server.program, environment=self.arena.environment)
        except AssertionError:
            self.seen.append("refused")
            if (folder / "engawa.db").read_bytes() != before:
                self.wrong.append("the server refuses the database and changes it")
            if self.in_row:
                self.wrong.append("one row, and the server refuses everything")
            return
        with server:
            entered = {known.code: self.visit(server, known) for known in self.image.known}
            server.kill()  # a drain takes a second
        for code, said in entered.items():
            mine = code == self.owner or not self.in_row
            if said != "fits" and said not in FOUND:
                self.wrong.append(f"{code}: {said}")
            elif said in FOUND and not mine and not self.what.startswith("guests"):
                self.wrong.append(f"{code} is harmed: {said}")
            self.seen.append("rooms that go on" if said == "fits" else "rooms quarantined")
        if found and self.engawad("--check", "--data", folder).returncode == 0 and not begins_with(kept(folder), self.image.kept):
            self.wrong.append("after the server has run, --check finds nothing any more")

    def visit(self, server, known):
        return Visit(server, known).said


async def bits(arena, amount, tables=None):
    """Each flip is found, attributed to its room, and harms no other room; or it is in unused space."""
    while arena.counts["bits flipped at rest"] < amount:
        image = await image_of(arena)
        for _ in range(min(FROM_ONE_IMAGE, amount - arena.counts["bits flipped at rest"])):
            flip = Flip(arena, image, arena.counts["bits flipped at rest"], tables)
            await asyncio.to_thread(flip.run)
            count(arena, flip)
        await arena.restart()
        if not await arena.everybody_is_back():
            return


def count(arena, flip):
    arena.counts["bits flipped at rest"] += 1
    arena.counts[f"bits in {flip.what.split('.')[0]}" if flip.in_row else "bits anywhere in the file"] += 1
    for word in flip.seen:
        arena.counts[f"bits: {word}"] += 1
    if flip.wrong:
        saved = SAVED / f"{arena.name}-{arena.seed}-{arena.counts['bits flipped at rest'] - 1}"
        shutil.rmtree(saved, ignore_errors=True)
        shutil.copytree(flip.folder, saved)
    for sentence in flip.wrong:
        arena.complain("changed", f"bit {arena.counts['bits flipped at rest'] - 1}, {flip.what}: {sentence}")


async def image_of(arena):
    """After the rooms have been played for a while. The arena's own server is dead then, and its guests wait."""
    before = arena.counts["acknowledged"]
    while arena.counts["acknowledged"] < before + 300 or len(arena.tables) < arena.wanted:
        await asyncio.sleep(0.02)
    arena.up.clear()
    arena.server.kill()
    while any(guest.links for table in arena.tables for guest in table.guests):
        await asyncio.sleep(0.002)  # until the last frame is read
    return Image(arena)
