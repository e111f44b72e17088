"""Faults at named places inside the server (server/ops/fail_point.hpp): needs a program built with them."""
import asyncio
import os
import pathlib

import files
import outside

# Places that are passed during play, and those that are passed when a server starts. The second number: the server dies within that many passes.
RUNNING = (("journal.hand_over", 30), ("journal.begin", 30), ("journal.append", 60), ("journal.commit", 30), ("journal.committed", 30), ("room.tell", 60), ("store.checkpoint", 1), ("store.checkpointed", 1),
           ("store.create_room", 1), ("store.created_room", 1), ("store.put_guest", 1), ("store.put_guest_done", 1),
           ("store.packing", 3), ("store.pack", 3), ("store.packed", 3), ("store.trim", 5), ("store.trimmed", 5))
STARTING = (("store.take_room", 3), ("room.replay", 60))


async def steps(arena, amount):
    """kill -9 at every step of an input's path, one after the other."""
    for i in range(amount):
        point, passes = (*RUNNING, *STARTING)[i % (len(RUNNING) + len(STARTING))]
        arena.set_points(f"{point}=kill@{arena.chance.randint(1, passes)}")
        if (point, passes) in STARTING:
            await arena.kill(may_end=True)
        newcomers = asyncio.create_task(new_room(arena))
        if not await arena.ended():
            arena.counts[f"never passed {point}"] += 1
            arena.set_points()
            newcomers.cancel()
            continue
        arena.counts[f"kills at {point}"] += 1
        arena.counts["kills at a step"] += 1
        arena.set_points()
        await arena.restart()
        if not await arena.everybody_is_back():
            return
        await newcomers
        arena.check_journal()


async def new_room(arena):
    """A guest and a room confirmed over HTTP exist, whatever happened in between."""
    guest = await arena.call("POST", "/api/guests", {"nick": "New"})
    room = await arena.call("POST", "/api/rooms", {"game": "nim", "seats": ["me", "open"]}, guest["token"])
    if "room" not in room:
        return arena.complain("lost", f"the guest {guest['id']} was made, and then the answer was {room}")
    found = await arena.call("GET", f"/api/rooms/{room['room']}", None)
    if found.get("code") != room["room"]:
        arena.complain("lost", f"the room {room['room']} was made, and then the answer was {found}")
    arena.counts["new rooms looked for"] += 1


async def errors(arena, amount):
    """The journal and the rooms fail during their work, once or for a while."""
    points = ("journal.begin", "journal.append", "journal.commit", "journal.committed", "room.throw", "journal.commit", "store.packed", "store.trimmed")  # a room that throws repeatedly would be quarantined
    for i in range(amount):
        await asyncio.sleep(arena.chance.uniform(0.05, 0.2))
        first = arena.chance.randint(1, 20)
        point = points[i % len(points)]
        times = 1 if point == "room.throw" else arena.chance.choice((1, 2, 11))
        arena.set_points(f"{point}=throw@{first}-{first + times - 1}")
        await asyncio.sleep(arena.chance.uniform(0.2, 0.5))
        arena.set_points()
        arena.counts["errors"] += 1
        if not await arena.everybody_is_back():
            return
        arena.check_journal()


async def slow_disk(arena, amount):
    """Slow commits: requests and repetitions wait behind them, and some are interrupted by a kill."""
    for _ in range(amount):
        await asyncio.sleep(arena.chance.uniform(0.05, 0.2))
        point = arena.chance.choice(("journal.begin", "journal.commit", "journal.committed", "store.checkpoint"))
        arena.set_points(f"{point}=sleep:{arena.chance.choice((20, 100, 300))}@1-5")
        await asyncio.sleep(arena.chance.uniform(0.1, 0.4))
        arena.counts["waits"] += 1
        if arena.chance.random() < 0.3:
            await arena.kill()
        arena.set_points()
        await arena.everybody_is_back()
        arena.check_journal()


async def full_packing(arena, amount):
    """The disk becomes full during packing, and is freed later. REQUIRES: arena.folder is a small tmpfs."""
    filler = os.path.join(arena.folder, "filler")
    while arena.counts["times without space"] < amount:
        point = arena.chance.choice(("store.pack", "store.packed", "store.trim", "store.trimmed"))
        arena.set_points(f"{point}=sleep:50")
        await asyncio.sleep(arena.chance.uniform(0.1, 0.3))
        outages = said(arena)
        outside.fill(filler)
        if await files.until(lambda: said(arena) > outages, 5):
            arena.counts[f"store failed behind {point}"] += 1
        os.remove(filler)
        arena.set_points()
        arena.counts["times without space"] += 1
        if not await arena.everybody_is_back():
            return
        arena.check_journal()


def said(arena):
    """How often the store has failed."""
    return pathlib.Path(arena.folder, "server.log").read_text(errors="replace").count("the store fails")
