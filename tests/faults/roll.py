"""The arena of a rolling upgrade: people who return as the page does, and a node that is replaced as an operator does it."""
import asyncio
import http.client
import json
import time

from cluster_arena import ClusterArena, Passer
from cluster_faults import others_have
from harness import ROOT

REFUSALS = {error["code"] for error in json.loads((ROOT / "protocol/errors.json").read_text())["errors"]}
CLOSES = (503, 1012, 1013)  # of a stopping node, and of a node whose room is on its way to another one
PATIENT = ("--grace-ms", "600000", "--admin-port", "0")  # nobody may lose a seat
LEASE_MS = 5000  # as a cluster has it
NOT_BESIDE = "nodes with an older program use it"  # the new program's answer if it would change the tables


class Returner(Passer):
    """Returns as the page does (clients/web/src/net/backoff.ts), and measures what its person notices."""

    def __init__(self, *args):
        self.failures, self.heard_at, self.lost_at = 0, None, None
        super().__init__(*args)

    def pause_after(self, code):
        if code == 1012:
            return self.chance.uniform(0, 3)
        ceiling = min(2.5, 0.25 * 2 ** self.failures)
        self.failures += 1
        return ceiling * self.chance.uniform(0.5, 1)

    def lost(self, link):
        if link is self.link and link.ready_at and not self.leaving:
            self.heard_at, self.lost_at = link.heard, time.monotonic()
        super().lost(link)

    def opened(self, link):
        link.ready_at = None
        super().opened(link)

    def check_arrived(self, link):
        super().check_arrived(link)
        if not link.ready or link.ready_at:
            return
        link.ready_at = time.monotonic()
        if link is self.link:
            self.failures = 0
            if self.lost_at:
                self.room.arena.absences.append(link.ready_at - self.heard_at)
                self.room.arena.returns.append(link.ready_at - self.lost_at)
            self.lost_at = None

    def ask(self, kind, **fields):
        request = super().ask(kind, **fields)
        request.asked_at = time.monotonic()
        return request

    def take_ok(self, link, request, seq):
        arena, first = self.room.arena, request.ok is None
        super().take_ok(link, request, seq)
        if first and request.body["type"] == "move":
            arena.counts["moves acknowledged"] += 1
            arena.waits.append(time.monotonic() - request.asked_at)

    def take_answer(self, link, raw, frame):
        if frame["type"] == "error" and frame["code"] not in REFUSALS:
            self.fail("closed", f"a refusal that is not in protocol/errors.json: {frame}")
        super().take_answer(link, raw, frame)

    def send(self, request, body=None):
        self.room.arena.counts["requests sent again"] += request.sends == 1 and request.ok is None
        super().send(request, body)


class RollingArena(ClusterArena):
    guest = Returner

    def __init__(self, seed, program, nodes, **settings):
        # In s: from the last frame, and from the end of the connection, to the whole room; from a move to its acknowledgement; from SIGTERM to the exit.
        self.absences, self.returns, self.waits, self.stops = [], [], [], []
        super().__init__("rolling", seed, program, nodes, LEASE_MS, flags=PATIENT, patience=60, mischief=0.1, closes=CLOSES, **settings)
        self.ledger.patient = True

    async def call(self, method, path, body, token=None):
        """HTTP, until a node answers with success: each other answer is a documented refusal, after which the page asks again."""
        while True:
            try:
                status, answer = await asyncio.to_thread(self.server.http, method, path, body, token)
                if status < 300:
                    return answer
                if not isinstance(answer, dict) or answer.get("code") not in REFUSALS:
                    self.complain("closed", f"{method} {path} is answered with {status} {answer}")
                self.counts["requests over HTTP refused"] += 1
            except (OSError, http.client.HTTPException):
                self.counts["requests over HTTP without an answer"] += 1
            await asyncio.sleep(0.1)

    async def play_for(self, seconds):
        await asyncio.sleep(seconds)
        await self.everybody_is_back(60)

    async def all_go_on(self, within=120):
        """Waits until each of the games has made a step since now, or has ended."""
        before = {table: (table.history.document() or {}).get("ply") for table in self.tables}
        until = time.monotonic() + within
        while waiting := [table for table, ply in before.items() if table in self.tables and not table.over() and (table.history.document() or {}).get("ply") == ply]:
            if time.monotonic() > until:
                for table in waiting:
                    table.history.fail("stuck", f"no move for {within} s after the upgrade: {[guest.debts() for guest in table.guests]}")
                break
            await asyncio.sleep(0.1)
        await self.check_all()


async def until_ready(node, status, within=60):
    """Waits for the answer of /readyz, as a proxy in front of the nodes does. False: it does not come."""
    until = time.monotonic() + within
    while (await asyncio.to_thread(node.server.admin, "GET", "/readyz"))[0] != status:
        if time.monotonic() > until:
            return False
        await asyncio.sleep(0.05)
    return True


async def replace(arena, node, program):
    """Drains the node, stops it, and starts the other program in its place; in place of all nodes if it does not run beside the older one. False: the
    upgrade cannot go on."""
    arena.counts["rooms moved"] += list(arena.server.owners().values()).count(node.address)
    arena.note(f"node {node.number} is replaced by {program}")
    if not await drained(arena, node):
        return False
    await stop(arena, node)
    await others_have(arena, node, within=60)
    node.server.program = program
    began = await started(arena, node)
    if not began and NOT_BESIDE in arena.last_words():
        began = await replace_the_rest(arena, program)
    elif not began:
        arena.complain("stuck", f"node {node.number} does not start: {arena.last_words()}")
    if began:
        await arena.everybody_is_back(60)
        await arena.check_all()
    return began


async def replace_the_rest(arena, program):
    """The new program changes the tables: all nodes are stopped, and then all are started."""
    arena.counts["stops of all nodes"] += 1
    for node in arena.server.nodes:
        if node.serves and await drained(arena, node):
            await stop(arena, node)
    for node in arena.server.nodes:
        node.server.program = program
        if not await started(arena, node):
            arena.complain("stuck", f"node {node.number} does not start after all were stopped: {arena.last_words()}")
            return False
    return True


async def stop(arena, node):
    began = time.monotonic()
    code = await asyncio.to_thread(node.server.stop)
    arena.stops.append(time.monotonic() - began)
    if code != 0:
        arena.complain("stuck", f"node {node.number} was stopped and ended with {code}")


async def started(arena, node):
    """Whether the node started and is ready."""
    try:
        await asyncio.to_thread(node.server.start, node.server.environment)
    except AssertionError:
        return False
    node.serves = await until_ready(node, 200)
    arena.counts["nodes replaced"] += node.serves
    return node.serves


async def drained(arena, node):
    status, answer = await asyncio.to_thread(node.server.admin, "POST", "/drain")
    if status != 200 or not await until_ready(node, 503):
        arena.complain("stuck", f"node {node.number} is not drained: {status} {answer}")
        return False
    node.serves = False
    return True
