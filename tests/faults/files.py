"""Faults of the server's files: removed, replaced and truncated while it runs, and bits flipped while it does not."""
import asyncio
import json
import os
import pathlib
import shutil
import signal
import time

import stored
from harness import first_words

NOTICED_S = 1.5  # the server looks four times a second; the machine may be busy


def harms(data):
    database, log = data / "engawa.db", data / "engawa.db-wal"

    def remove(*paths):
        for path in paths:
            path.unlink(missing_ok=True)

    def replace(path):
        shutil.copy(path, data / "other")
        os.replace(data / "other", path)

    return {
        "everything removed": lambda: remove(database, log, data / "engawa.db-shm"),
        "the log removed": lambda: remove(log),
        "the database moved": lambda: database.rename(data / "away"),
        "the database replaced": lambda: replace(database),
        "the log replaced": lambda: replace(log),
        "the log's index removed": lambda: remove(data / "engawa.db-shm"),
    }


async def until(ready, within):
    end = time.monotonic() + within
    while not ready():
        if time.monotonic() > end:
            return False
        await asyncio.sleep(0.01)
    return True


async def vanish(arena, amount):
    """The server notices, ends with 1 and leaves a copy; with the copy in place of the database, nothing that was acknowledged is missing."""
    data = pathlib.Path(arena.folder)
    while arena.counts["vanished files"] < amount:
        await asyncio.sleep(arena.chance.uniform(0.05, 0.4))
        names = harms(data)
        name = arena.chance.choice(list(names))
        outages = (data / "server.log").read_text(errors="replace").count("the store fails")
        arena.ledger.away = True
        names[name]()
        arena.counts["vanished files"] += 1
        arena.counts[name] += 1
        await until(lambda: (data / "server.log").read_text(errors="replace").count("the store fails") > outages, NOTICED_S)
        arena.up.clear()
        arena.server.process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(arena.server.process.wait, 30)
        arena.server.process.stdout.close()
        copies = sorted(data.glob("engawa.db-rescued-*"))
        for path in (data / "engawa.db", data / "engawa.db-wal", data / "engawa.db-shm", data / "away"):
            path.unlink(missing_ok=True)
        if copies:
            copies[-1].rename(data / "engawa.db")
        else:
            arena.complain("lost", f"{name}, and the server ended with {arena.server.process.returncode} and left no copy")
        await arena.restart()
        arena.ledger.away = False
        if not await arena.everybody_is_back():
            return
        arena.check_journal()


def line_to_change(arena, data):
    """(table, number, text) of a line of chat that the next load reads: after the room's last snapshot."""
    for table in arena.chance.sample(arena.tables, len(arena.tables)):
        with stored.opened(data) as database:
            newest = database.execute("SELECT max(seq) FROM snapshots WHERE room = (SELECT id FROM rooms WHERE code = ?)", (table.code,)).fetchone()[0]
        lines = [(seq, text) for seq, text in stored.inputs(data, table.code, newest or 0) if json.loads(text)["in"] == "say"]
        if lines:
            return table, *arena.chance.choice(lines)
    return None


def lets_in(server, code):
    """Whether the room takes a new guest. (Its own guests may just have gone on to another room.)"""
    answer, _ = first_words(server, code)
    return answer is not None and answer["type"] == "welcome"


async def flip(arena, amount):
    """A flipped bit in a stored line leaves a legal input: its room is quarantined, the others continue; after repair it continues, too."""
    data = pathlib.Path(arena.folder)
    while arena.counts["flipped bits"] < amount:
        await asyncio.sleep(arena.chance.uniform(0.1, 0.4))
        arena.up.clear()
        arena.server.kill()
        found = line_to_change(arena, data)
        if found is None:
            await arena.restart()
            continue
        table, seq, text = found
        entry = json.loads(text)
        changed = text.replace(entry["text"], entry["text"][:-1] + chr(ord(entry["text"][-1]) ^ 1))
        if changed == text:  # an escaped character
            await arena.restart()
            continue
        arena.counts["flipped bits"] += 1
        arena.ledger.away = True  # a room whose game has just ended would be checked against this
        stored.change_input(data, table.code, seq, changed, sealed=False)
        await arena.restart()
        others = [guest for other in arena.tables if other is not table for guest in other.guests]
        await until(lambda: all(guest.ready for guest in others), 20)
        if await asyncio.to_thread(lets_in, arena.server, table.code):
            arena.complain("changed", f"step {seq} of {table.code} was changed to {changed} on the disk, and the room goes on")
        arena.up.clear()
        arena.server.kill()
        stored.change_input(data, table.code, seq, text)
        with stored.opened(data, write=True) as database:
            database.execute("UPDATE rooms SET broken = NULL WHERE code = ?", (table.code,))
            stored.seal(database, "rooms", "code = ?", (table.code,))
        arena.ledger.away = False
        await arena.restart()
        if not await arena.everybody_is_back():
            return
        arena.check_journal()
