"""The kinds of faults. Each is a coroutine over an arena and does `amount` of its fault; rooms are played all the while.

SCENARIOS: name -> (how an arena is made for it, the coroutine, amount in the short form).
"""
import asyncio
import glob
import os
import resource
import signal
import subprocess
import tempfile
import time

from arena import Arena
from proxy import Proxy

HOUR = 3600


async def kills(arena, amount):
    """kill -9 at random moments, some of them while everybody is still coming back."""
    while arena.counts["kills"] < amount:
        await asyncio.sleep(arena.chance.choice((0.002, 0.02, 0.1, 0.3)) * arena.chance.random())
        await arena.kill()
        if arena.chance.random() < 0.2:
            continue
        if not await arena.everybody_is_back():
            return
        arena.check_journal()


async def clocks(arena, amount):
    """The wall clock jumps, forth and back by up to days, while the server runs and between its lives."""
    library = next(iter(glob.glob("/usr/lib/*/faketime/libfaketime.so.1")), None)
    if library is None:
        raise RuntimeError("clock jumps need Debian's package faketime")
    path = os.path.join(arena.folder, "clock")
    # Only the wall clock: the steady one cannot jump on a real machine either.
    environment = {"LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": path, "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_NO_CACHE": "1"}

    def jump():
        with open(path + ".new", "w", encoding="ascii") as out:
            out.write(f"{arena.chance.choice((-50 * HOUR, -HOUR, -2, 0, 3, HOUR, 50 * HOUR)):+d}")
        os.replace(path + ".new", path)
        arena.counts["clock jumps"] += 1

    jump()
    await arena.kill(environment)
    while arena.counts["clock jumps"] < amount:
        await asyncio.sleep(arena.chance.uniform(0.05, 0.3))
        jump()
        if arena.chance.random() < 0.5:
            await arena.kill(environment)
            await arena.everybody_is_back()
            arena.check_journal()


async def stops(arena, amount):
    """The process is stopped and goes on, sometimes after clients have given it up."""
    while arena.counts["stops"] < amount:
        await asyncio.sleep(arena.chance.uniform(0.02, 0.2))
        arena.server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(arena.chance.choice((0.01, 0.1, 0.1, 1.5)))
        arena.server.process.send_signal(signal.SIGCONT)
        arena.counts["stops"] += 1
    await arena.everybody_is_back()
    arena.check_journal()


async def disconnects(arena, amount):
    """Connections end in every way, one every few milliseconds; clients come back with what they know."""
    arena.proxy = Proxy(arena.server.port, arena.chance)
    arena.proxy_port = await arena.proxy.start()
    for table in arena.tables:
        for guest in table.guests:
            if guest.link and guest.link.transport:
                guest.link.abort()
    ways = (leave_politely, leave_at_once, cut, cut, cut_in_a_frame, cut_in_a_frame, go_half_open, come_twice, slow_down)
    while arena.counts["disconnects"] < amount:
        await asyncio.sleep(0.004)
        guests = [guest for table in arena.tables for guest in table.guests if guest.ready and not guest.leaving]
        if not guests:
            continue
        guest = arena.chance.choice(guests)
        pipe = arena.proxy.find(guest.link)
        way = arena.chance.choice(ways)
        if pipe is None and way not in (leave_politely, leave_at_once):
            continue
        arena.counts[f"disconnects: {way.__name__.replace('_', ' ')}"] += 1
        await way(guest, pipe)
    for pipe in arena.proxy.pipes:
        pipe.delay = 0
    await arena.everybody_is_back()
    arena.check_journal()


def count(guest):
    guest.room.arena.counts["disconnects"] += 1


async def leave_politely(guest, _):
    guest.link.say_goodbye()
    count(guest)


async def leave_at_once(guest, _):
    guest.link.abort()
    count(guest)


async def cut(guest, pipe):
    pipe.abort()
    count(guest)


async def cut_in_a_frame(guest, pipe):
    """Half of what is carried next, whichever way it goes, and no more."""
    pipe.cut_next = True
    guest.act(guest)
    count(guest)


async def go_half_open(guest, pipe):
    """Nothing gets through any more, and neither side is told."""
    pipe.stalled = True
    count(guest)


async def come_twice(guest, _):
    """A second socket of the same guest: the newest wins. What was asked on the first may be answered on the second."""
    guest.act(guest)
    try:
        await guest.connect()
        count(guest)
    except OSError:
        pass


async def slow_down(_, pipe):
    pipe.delay = 0.05


async def crowds(arena, amount):
    """Slow readers, who stop reading for a while, and floods of requests: everybody else goes on, and they catch up."""
    while arena.counts["floods"] < amount:
        guests = [guest for table in arena.tables for guest in table.guests if guest.ready]
        if len(guests) < 4:
            await asyncio.sleep(0.01)
            continue
        slow = arena.chance.sample(guests, 2)
        for guest in slow:
            guest.link.transport.pause_reading()
        paused = [guest.link for guest in slow]
        flooder = arena.chance.choice([guest for guest in guests if guest not in slow and guest.room is slow[0].room] or guests)
        await flood(arena, flooder)
        arena.counts["floods"] += 1
        for link in paused:
            arena.counts["slow readers"] += 1
            if not link.transport.is_closing():
                link.transport.resume_reading()
        await asyncio.sleep(0.05)
    await arena.everybody_is_back()
    arena.check_journal()


async def flood(arena, guest):
    """Far more than the rate that the arena's server allows; what is refused is sent again after its time."""
    for i in range(120):
        if not guest.ready:
            return
        guest.ask("say", text=f"{guest.name} floods {'x' * 150} {i} {arena.counts['floods']}")
    until = time.monotonic() + 30
    while guest.pending and time.monotonic() < until and not guest.leaving:
        await asyncio.sleep(0.02)


async def full_disk(arena, amount):
    """The disk fills up and is freed again. REQUIRES: arena.folder is a small tmpfs."""
    filler = os.path.join(arena.folder, "filler")
    while arena.counts["times without space"] < amount:
        await asyncio.sleep(0.2)
        fill(filler)
        await asyncio.sleep(arena.chance.uniform(0.2, 0.5))
        os.remove(filler)
        arena.counts["times without space"] += 1
        if not await arena.everybody_is_back():
            return
        arena.check_journal()


def fill(path):
    try:
        with open(path, "wb", buffering=0) as out:
            while True:
                out.write(b"\0" * 4096)
    except OSError:
        pass


async def short_files(arena, amount):
    """No file may grow any more (RLIMIT_FSIZE on the running process): what a full quota does. Needs no mount."""
    pid = arena.server.process.pid
    while arena.counts["times without growth"] < amount:
        await asyncio.sleep(0.2)
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, hard))
        await asyncio.sleep(arena.chance.uniform(0.2, 0.5))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))
        arena.counts["times without growth"] += 1
        if not await arena.everybody_is_back():
            return
        arena.check_journal()


def mount_tmpfs(folder, size):
    """Whether a tmpfs of that many bytes is there now: root only."""
    return subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder], stderr=subprocess.DEVNULL).returncode == 0


class Programs:
    """`plain`: for faults from outside. `fail_points`: built with them, or None."""

    def __init__(self, plain, fail_points):
        self.plain, self.fail_points = plain, fail_points


class Scenario:
    """`counts`: the count of the arena that `amount` is about; `short`: how many of it ./check does."""

    def __init__(self, run, counts, short, **arena):
        self.run, self.counts, self.short, self.settings = run, counts, short, arena

    def works(self, programs):
        return bool(programs.plain)

    def arena(self, seed, programs):
        return Arena(self.run.__name__, seed, programs.plain, **self.settings)

    def clean(self, arena):
        arena.clean()


class OnSmallDisk(Scenario):
    """The arena's folder is a tmpfs of `size` bytes."""

    def __init__(self, run, counts, short, size, **arena):
        super().__init__(run, counts, short, **arena)
        self.size = size

    def works(self, programs):
        return super().works(programs) and os.geteuid() == 0

    def arena(self, seed, programs):
        folder = tempfile.mkdtemp(prefix="engawa-disk-")
        if not mount_tmpfs(folder, self.size):
            os.rmdir(folder)
            raise RuntimeError("a tmpfs cannot be mounted here: run this scenario as root, or leave it out with --only")
        return Arena(self.run.__name__, seed, programs.plain, folder=folder, **self.settings)

    def clean(self, arena):
        if arena.server.process.poll() is None:
            arena.server.kill()
        subprocess.run(["umount", arena.folder], check=True)
        os.rmdir(arena.folder)


SLOW = ("--outbox-frames", "16", "--outbox-bytes", "16384", "--messages-per-s", "300", "--messages-burst", "100")

SCENARIOS = {
    "kills": Scenario(kills, "kills", 40),
    "disconnects": Scenario(disconnects, "disconnects", 600, half_open=True, patience=0.6),
    "clocks": Scenario(clocks, "clock jumps", 16),
    "stops": Scenario(stops, "stops", 12),
    "crowds": Scenario(crowds, "floods", 12, flags=SLOW, tables=4),
    "full_disk": OnSmallDisk(full_disk, "times without space", 4, 8 << 20),
}
