"""Faults that come from outside the process. Each is a coroutine over an arena and causes its fault `amount` times; rooms are played all the time."""
import asyncio
import itertools
import os
import pathlib
import signal
import subprocess
import time

from proxy import Proxy
from wall_clock import HOUR, YEAR, jumping_clock


async def kills(arena, amount):
    """kill -9 at random moments, some of them while clients are still reconnecting."""
    while arena.counts["kills"] < amount:
        await asyncio.sleep(arena.chance.choice((0.002, 0.02, 0.1, 0.3)) * arena.chance.random())
        await arena.kill()
        if arena.chance.random() < 0.2:
            continue
        if not await arena.everybody_is_back():
            return
        arena.check_journal()


async def restores(arena, amount):
    """A backup is restored while clients are connected; some reconnect at once, some after the room has continued beyond their last step."""
    while len(arena.tables) < arena.wanted or not all(guest.ready for table in arena.tables for guest in table.guests):
        await asyncio.sleep(0.01)
    while arena.counts["restores"] < amount:
        copy = await arena.back_up()
        await asyncio.sleep(arena.chance.uniform(0.02, 0.5))
        late = {table: [guest for guest in table.guests[1:] if arena.chance.random() < 0.6] for table in arena.tables}
        for guest in sum(late.values(), []):
            guest.may_come.clear()
        await arena.restore(copy)
        for table, guests in late.items():
            await pass_by(table, guests)
        for guest in sum(late.values(), []):
            guest.may_come.set()
        if not await arena.everybody_is_back():
            return
        arena.check_journal()


async def pass_by(table, guests, within=10):
    """The first guest chats until the room is beyond the last step of these."""
    first, until = table.guests[0], time.monotonic() + within
    while time.monotonic() < until and not table.arena.died():
        if first.ready and first.seq > max((guest.seq or 0 for guest in guests), default=0) + table.arena.chance.randint(-4, 8):
            return
        if first.ready and len(first.pending) < 6:
            first.ask("say", text="another way")
        await asyncio.sleep(0.002)


async def clocks(arena, amount):
    """The wall clock jumps by up to two years while the server runs and between its lives, which end by kill -9 or SIGTERM: rooms have their own
    time, no player loses a seat because of a clock or a restart, and every record is valid. The reconnect time is longer than the run, and shorter
    than most of the jumps."""
    path = os.path.join(arena.folder, "clock")
    environment = jumping_clock(path)
    arena.ledger.patient = True

    def jump():
        anything = arena.chance.randint(-2 * YEAR, 2 * YEAR)
        with open(path + ".new", "w", encoding="ascii") as out:
            out.write(f"{arena.chance.choice((-50 * HOUR, -HOUR, -5, 0, 3, HOUR, 50 * HOUR, anything, anything, anything)):+d}")
        os.replace(path + ".new", path)
        arena.counts["clock jumps"] += 1

    jump()
    await arena.kill(environment)
    while arena.counts["clock jumps"] < amount:
        await asyncio.sleep(arena.chance.uniform(0.05, 0.3))
        jump()
        if arena.chance.random() < 0.7:
            if arena.chance.random() < 0.5:
                await arena.kill(environment)
            elif not await drain(arena, environment):
                return
            await arena.everybody_is_back()
            arena.check_journal()
    await verify_records(arena)


async def verify_records(arena):
    """Verifies each record of the played rooms with the terminal client that was built with the server."""
    program = pathlib.Path(arena.server.program).with_name("engawa")
    for code in list(arena.ledger.read):
        for number in itertools.count(1):
            status, text = await asyncio.to_thread(arena.server.http, "GET", f"/api/records/{code}-{number}")
            if status != 200 or '"result":' not in text:
                break
            done = await asyncio.to_thread(subprocess.run, [program, "verify", "--json", "-"], input=text, capture_output=True, text=True)
            if done.returncode != 0 or "set_back" in done.stdout:
                arena.complain("clock", f"the record {code}-{number}: {done.stdout}{done.stderr}")
            arena.counts["records verified"] += 1


async def stops(arena, amount):
    """The process is stopped and continues, sometimes after clients have given it up."""
    while arena.counts["stops"] < amount:
        await asyncio.sleep(arena.chance.uniform(0.02, 0.2))
        arena.server.freeze()
        await asyncio.sleep(arena.chance.choice((0.01, 0.1, 0.1, 1.5)))
        arena.server.process.send_signal(signal.SIGCONT)
        arena.counts["stops"] += 1
    await arena.everybody_is_back()
    arena.check_journal()


async def drains(arena, amount):
    """SIGTERM, and sometimes kill -9 before it is done: all clients are closed with 1012, the process ends with 0, and all clients reconnect."""
    while arena.counts["drains"] < amount:
        await asyncio.sleep(arena.chance.uniform(0.05, 0.3))
        process = arena.server.process
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        arena.counts["drains"] += 1
        if arena.chance.random() < 0.3:
            await asyncio.sleep(arena.chance.uniform(0, 0.02))
            await arena.kill()
        else:
            if not await ended_by_itself(arena):
                return
            arena.counts["drain ms"] += round(1000 * (time.monotonic() - began))
            await arena.restart()
        if not await arena.everybody_is_back():
            return
        arena.check_journal()


async def ended_by_itself(arena):
    """After SIGTERM."""
    process = arena.server.process
    arena.up.clear()
    if not await arena.ended(30):
        arena.complain("stuck", "a drain takes more than 30 s")
        return False
    if process.returncode != 0:
        arena.complain("stuck", f"a drain ended with {process.returncode}")
    return True


async def drain(arena, environment):
    """SIGTERM and a new start. False: it does not end."""
    arena.server.process.send_signal(signal.SIGTERM)
    arena.counts["drains"] += 1
    return await ended_by_itself(arena) and await arena.restart(environment)


async def disconnects(arena, amount):
    """Connections end in every way, one every few milliseconds; clients reconnect with their known step."""
    await go_through_proxy(arena)
    while arena.counts["disconnects"] < amount:
        await asyncio.sleep(0.004)
        await drop_one(arena)
    await come_to_rest(arena)


async def storm(arena, amount):
    """Everything at once: dropped connections, kills, stops."""
    await go_through_proxy(arena)
    while arena.counts["blows"] < amount:
        await asyncio.sleep(arena.chance.uniform(0, 0.03))
        arena.counts["blows"] += 1
        blow = arena.chance.random()
        if blow < 0.04:
            await arena.kill()
        elif blow < 0.08:
            arena.server.freeze()
            await asyncio.sleep(arena.chance.choice((0.02, 0.8)))
            arena.server.process.send_signal(signal.SIGCONT)
        else:
            await drop_one(arena)
    await come_to_rest(arena)


async def go_through_proxy(arena):
    arena.proxy = Proxy(arena.server.port, arena.chance)
    arena.proxy_port = await arena.proxy.start()
    for table in arena.tables:
        for guest in table.guests:
            if guest.link and guest.link.transport:
                guest.link.abort()


async def drop_one(arena):
    """Ends the connection of one connected client, if there is any."""
    guests = [guest for table in arena.tables for guest in table.guests if guest.ready and not guest.leaving]
    if not guests:
        return
    guest, way = arena.chance.choice(guests), arena.chance.choice(WAYS)
    pipe = arena.proxy.find(guest.link)
    if pipe is None and way not in (leave_politely, leave_at_once):
        return
    arena.counts[f"disconnects: {way.__name__.replace('_', ' ')}"] += 1
    await way(guest, pipe)


async def come_to_rest(arena):
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
    """Half of the next data in either direction, and no more."""
    pipe.cut_next = True
    guest.act(guest)
    count(guest)


async def go_half_open(guest, pipe):
    """Nothing gets through any more, and neither side learns of it."""
    pipe.stalled = True
    count(guest)


async def come_twice(guest, _):
    """A second socket of the same guest: the newest wins. Requests on the first may be answered on the second."""
    guest.act(guest)
    try:
        await guest.connect()
        count(guest)
    except OSError:
        pass


async def slow_down(_, pipe):
    pipe.delay = 0.05


WAYS = (leave_politely, leave_at_once, cut, cut, cut_in_a_frame, cut_in_a_frame, go_half_open, come_twice, slow_down)


REST = 0.5  # seconds between two floods of one guest: the server closes after 200 refusals without a pause, here 0.15 s
FLOOD = 240  # unanswered requests: fewer than the server remembers per guest, so that each may be repeated


async def crowds(arena, amount):
    """Slow readers, which stop reading for one or several floods of requests: all others continue, and they catch up."""
    paused, flooded = [], {}
    while arena.counts["floods"] < amount:
        guests = [guest for table in arena.tables for guest in table.guests if guest.ready]
        rested = [guest for guest in guests if guest.link not in paused and time.monotonic() > flooded.get(guest, 0) + REST]
        if len(guests) < 4 or not rested:
            await asyncio.sleep(0.01)
            continue
        flooder = arena.chance.choice(rested)
        for guest in [guest for guest in guests if guest.room is flooder.room and guest is not flooder][:2]:
            arena.counts["slow readers"] += guest.link not in paused
            guest.link.transport.pause_reading()
            paused.append(guest.link)
        await flood(arena, flooder)
        flooded[flooder] = time.monotonic()
        arena.counts["floods"] += 1
        staying = [link for link in paused if arena.chance.random() < 0.6]
        read_on(link for link in paused if link not in staying)
        paused = staying
        await asyncio.sleep(0.02)
    read_on(paused)
    await arena.everybody_is_back()
    arena.check_journal()


def read_on(links):
    for link in links:
        if not link.transport.is_closing():
            link.transport.resume_reading()


async def flood(arena, guest):
    """Far more than the rate that the arena's server allows; refused requests are sent again after their wait."""
    for i in range(FLOOD):
        if not guest.ready:
            return
        guest.ask("say", text=f"{guest.name} floods {'x' * 150} {i} {arena.counts['floods']}")
    until = time.monotonic() + 30
    while guest.pending and time.monotonic() < until and not guest.leaving:
        await asyncio.sleep(0.02)


async def full_disk(arena, amount):
    """The disk becomes full and is freed again. REQUIRES: arena.folder is a small tmpfs."""
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
