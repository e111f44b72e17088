"""Faults of the nodes of a cluster: each is a context that is entered when the fault has happened to the node, and left when it is over."""
import asyncio
import contextlib
import os
import signal
import time

ALL = {}  # name -> (the fault, whether it hits the rooms of all nodes)
KINDS = []  # the usual faults


def fault(name, all_rooms=False, usual=True):
    def note(function):
        ALL[name] = contextlib.asynccontextmanager(function), all_rooms
        if usual:
            KINDS.append(name)
        return function
    return note


@fault("kill -9, start again")
async def kill(arena, node):
    dies(node)
    yield
    await asyncio.sleep(arena.chance.choice((0, 0.1, 0.6)) * arena.chance.random())
    await comes_back(arena, node)


@fault("kill -9, others take over")
async def kill_for_long(arena, node):
    dies(node)
    yield
    await others_have(arena, node)
    await comes_back(arena, node)


@fault("frozen beyond its lease")
async def freeze(arena, node):
    node.serves = False
    node.server.freeze()
    yield
    await asyncio.sleep(arena.lease + arena.chance.uniform(0.3, 1.5))
    await thaws(arena, node)


@fault("frozen for long", usual=False)
async def freeze_for_long(arena, node):
    node.serves = False
    node.server.freeze()
    yield
    await asyncio.sleep(2 * arena.bound)
    await thaws(arena, node)


@fault("frozen for a moment")
async def doze(arena, node):
    node.server.freeze()
    yield
    await asyncio.sleep(arena.lease * arena.chance.uniform(0.05, 0.5))
    await thaws(arena, node)


@fault("cut from the database")
async def lose_database(arena, node):
    await breaks(arena, node.database)
    yield
    await asyncio.sleep(arena.lease * arena.chance.choice((0.3, 1.5, 2.5)))
    await mend(arena, node.database)


@fault("cut from the other nodes")
async def lose_others(arena, node):
    await breaks(arena, node.link)
    yield
    await asyncio.sleep(arena.lease * arena.chance.uniform(0.3, 2))
    await mend(arena, node.link)


@fault("stopped with SIGTERM")
async def stop(arena, node):
    node.serves = False
    node.server.process.send_signal(signal.SIGTERM)
    yield
    code = await asyncio.to_thread(node.server.process.wait)
    node.server.process.stdout.close()
    if code != 0:
        arena.complain("stuck", f"node {node.number} was stopped and ended with {code}")
    if arena.chance.random() < 0.5:
        await others_have(arena, node)
    await comes_back(arena, node)


@fault("PostgreSQL restarts", all_rooms=True)
async def restart_database(arena, _):
    async with database_away(arena):
        await asyncio.to_thread(arena.server.postgres.stop)
        yield
        await asyncio.sleep(arena.chance.choice((0, 1.5)) * arena.lease)
        await asyncio.to_thread(arena.server.postgres.start)


@fault("PostgreSQL shuts down at once", all_rooms=True)
async def crash_database(arena, _):
    async with database_away(arena):
        await asyncio.to_thread(arena.server.postgres.stop, signal.SIGQUIT)
        yield
        await asyncio.to_thread(arena.server.postgres.start)


@fault("kill -9 of a backend", all_rooms=True)
async def kill_backend(arena, node):
    """PostgreSQL then ends all sessions, and recovers."""
    backend = backend_of(arena, node)
    async with database_away(arena):
        if backend:
            os.kill(backend, signal.SIGKILL)
            await asyncio.to_thread(wait_until_ended, arena.server.psql)
        yield


@fault("a session is ended")
async def end_session(arena, node):
    backend = backend_of(arena, node)
    if backend:
        arena.server.psql.ask(f"SELECT pg_terminate_backend({backend})")
    yield


def dies(node):
    node.serves = False
    node.server.kill()


async def comes_back(arena, node):
    try:
        await asyncio.to_thread(node.server.start, node.server.environment)
        node.serves = True
    except AssertionError:
        arena.complain("stuck", f"node {node.number} does not start: {arena.last_words()}")


async def thaws(arena, node):
    node.server.process.send_signal(signal.SIGCONT)
    await asyncio.sleep(0.3 * arena.chance.random())
    node.serves = True


async def breaks(arena, wires):
    await asyncio.to_thread(arena.server.wires.do, arena.chance.choice(("cut", "stall")), wires)


async def mend(arena, wires):
    await asyncio.to_thread(arena.server.wires.do, "mend", wires)


async def others_have(arena, node, within=10):
    """Waits until the node has no rooms."""
    until = time.monotonic() + within
    while node.address in arena.server.owners().values():
        if time.monotonic() > until:
            return arena.complain("stuck", f"{within} s after its end node {node.number} still has rooms")
        await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def database_away(arena):
    """It gets no requests until it answers again."""
    arena.ledger.away = True
    yield
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            await asyncio.to_thread(arena.server.postgres.sql, "SELECT 1")
            break
        except AssertionError:
            await asyncio.sleep(0.05)
    arena.ledger.away = False


def backend_of(arena, node):
    """The PostgreSQL process that serves the node's journal; None: it has none now."""
    rows = arena.server.psql.ask("SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND classid = 1701734242 AND "
                                 f"objid = hashtext('public {node.address}')::bigint & 4294967295")
    return int(rows[0]) if rows else None


def wait_until_ended(session):
    while session.try_to_ask("SELECT 1") is not None:
        time.sleep(0.005)


async def strike(arena, kind):
    """One fault of this kind: the affected rooms, whether and when they play again, and their stored state then. False: continuing is useless."""
    happens, all_rooms = ALL[kind]
    if not await arena.all_are_here():
        return False
    owners = arena.server.owners()
    nodes = [node for node in arena.server.nodes if node.address in owners.values()]
    node = arena.chance.choice(nodes or arena.server.nodes)
    arena.note(f"{kind}: node {node.number}")
    hit = {code for code, address in owners.items() if all_rooms or address == node.address}
    async with happens(arena, node):
        waiting = asyncio.create_task(arena.wait_for(arena.probe(kind, hit)))
    arena.counts[kind] += 1
    arena.counts["faults"] += 1
    await waiting
    if not await arena.everybody_is_back():
        return False
    await arena.check_all()
    return True


async def faults(arena, amount, kinds=tuple(KINDS)):
    """Each kind equally often, in an order drawn from the seed."""
    while arena.counts["faults"] < amount:
        order = list(kinds)
        arena.chance.shuffle(order)
        for kind in order[:amount - arena.counts["faults"]]:
            await asyncio.sleep(arena.chance.uniform(0.1, 0.5))
            if not await strike(arena, kind):
                return
