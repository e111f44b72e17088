"""Power cuts: kill -9 at a random moment, or at a write drawn from the seed, then files as disk.py makes them. REQUIRES: arena.disk."""
import asyncio
import math
import os
import subprocess
import tempfile

import outside
from disk import Disk
from files import until
from ledger import Ledger
from scenario import Inside

LONGEST = 3000  # writes and flushes of a life with a planned end


class OnRecordedDisk(Inside):
    """The arena's folder is a disk whose power can be cut."""

    def arena(self, seed, program):
        folder = os.path.realpath(tempfile.mkdtemp(prefix="engawa-power-"))
        disk = Disk(folder)
        arena = self.make(seed, program, folder=folder, environment=disk.environment)
        arena.disk = disk
        return arena

    def clean(self, arena):
        arena.clean()
        subprocess.run(["rm", "-r", arena.folder], check=True)


async def power_cuts(arena, amount):
    """With `durability: power` nothing that was acknowledged is lost."""
    await cuts(arena, amount, lambda copy: asyncio.sleep(0))


async def torn_tails(arena, amount):
    """With `durability: process` the end may be lost: the rest is a prefix of the acknowledged history, and clients with more learn of it and get the
    new state."""
    if arena.counts["power cuts"] == 0:
        await everything_is_flushed(arena)
    await cuts(arena, amount, arena.forget_later_than)


async def cuts(arena, amount, after):
    """`after(copy)`: the effect of a cut on the known state. A life may have a planned end; after all others everything is checked."""
    appointed = False
    while True:
        if appointed:
            await arena.ended(3)
        elif not await arena.everybody_is_back():
            return
        else:
            arena.check_journal()
            if arena.counts["power cuts"] >= amount:
                return
            await asyncio.sleep(arena.chance.choice((0.02, 0.1, 0.5, 1.2)) * arena.chance.random())
        late = {table: [guest for guest in table.guests[1:] if arena.steady and arena.chance.random() < 0.4] for table in arena.tables}
        for guest in sum(late.values(), []):
            guest.may_come.clear()
        copy = cut(arena)
        if copy is None:
            return
        await after(copy)
        appointed = arena.chance.random() < 0.5
        end = int(math.exp(arena.chance.uniform(0, math.log(LONGEST))))
        started = await arena.restart({"DISK_RECORD_KILL": str(end)} if appointed else {}, may_end=appointed)
        if not started and not appointed:
            return
        for table, guests in late.items():
            if guests and not appointed:
                await outside.pass_by(table, guests)
        for guest in sum(late.values(), []):
            guest.may_come.set()


def cut(arena):
    """Returns a folder with a copy of the remaining files, which --check found sound and which match the known state; None: it is damaged."""
    arena.up.clear()
    if arena.server.process.poll() is None:
        arena.server.kill()
        arena.counts["cuts at a moment"] += 1
    else:
        arena.counts["cuts at a write"] += 1
    leaves = arena.disk.cut(arena.chance)
    arena.counts["power cuts"] += 1
    arena.counts[f"cuts that leave {leaves} of the unflushed sectors"] += 1
    copy = arena.disk.copy()
    flags = arena.server.flags
    durability = flags[flags.index("--durability"):][:2] if "--durability" in flags else []  # it determines what a cut may do to the log
    checked = subprocess.run([arena.server.program, "--check", "--data", copy, *durability], capture_output=True, text=True, timeout=60)
    arena.counts["cuts that --check has seen in the log"] += "write-ahead log" in checked.stderr
    if checked.returncode != 0:
        return arena.complain("damaged", f"after cut {arena.counts['power cuts']}, which left {leaves}: {checked.stdout} {checked.stderr}")
    left = Ledger(copy)
    for table in arena.tables:
        arena.counts["inputs that a cut left as they were"] += arena.ledger.compare(table.history, left.rows(table.code))
    return copy


async def everything_is_flushed(arena):
    """Rooms and guests exist, and no cut removes them."""
    while len(arena.tables) < arena.wanted or not all(guest.ready for table in arena.tables for guest in table.guests):
        await asyncio.sleep(0.01)
    before = arena.disk.flushes("engawa.db-wal")
    if not await until(lambda: arena.disk.flushes("engawa.db-wal") > before + 1, 30):
        arena.complain("stuck", "the log was not flushed for 30 s")
