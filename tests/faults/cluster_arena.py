"""An arena of several nodes: each guest connects to any of them, and a room's time to play again is measured."""
import asyncio
import os
import shutil
import time

from arena import FLAGS, Arena
from guest import Guest
from history import History
from ledger import Ledger
from nodes import Nodes
from player import Player
from postgres import inputs_of

CLOSES = (503, 1011, 1012, 1013)  # the close codes of a moving room, a stopping node and one without its database
PATIENCE = 3  # seconds: a guest whose node is frozen connects to another one


class SharedHistory(History):
    def same_word(self, who, seq, word, frame):
        if self.told.get(seq, word) != word:
            self.fail("forked", f"{who}: step {seq} was told as another one to others: {frame}")
            return False
        return super().same_word(who, seq, word, frame)


class SharedLedger(Ledger):
    def __init__(self, nodes):
        super().__init__(None)
        self.nodes = nodes

    def rows(self, code, after=0):
        return inputs_of(self.nodes.psql.ask, code, after)


class Passer(Guest):
    """Connects to another node each time."""

    def pause_after(self, code):
        return self.chance.uniform(0, 0.1) if code == 1006 else self.chance.uniform(0.1, 0.4)

    def take_ok(self, link, request, seq):
        super().take_ok(link, request, seq)
        if not hasattr(request, "told_at"):
            request.told_at = time.monotonic()


class Thinker(Player):
    """Plays slowly, except when the arena is to be left."""

    def __init__(self, chance, seated, mischief):
        super().__init__(chance, seated, mischief)
        self.thinks_until = 0

    def __call__(self, guest):
        now, arena = time.monotonic(), guest.room.arena
        if now < self.thinks_until and not arena.finishing:
            return
        self.thinks_until = now + self.chance.uniform(0.3, 1.7) * arena.thinks
        super().__call__(guest)


class Probe:
    """The request of each guest of a room after a fault."""

    def __init__(self, table, kind, since):
        self.table, self.kind, self.since = table, kind, since
        self.requests = [(guest, guest.ask("say", text=f"{guest.name} is hit by {kind}")) for guest in table.guests if not guest.leaving]

    def told(self):
        """The time until each got its acknowledgement, in s."""
        return [request.told_at - self.since for _, request in self.requests if hasattr(request, "told_at")]

    def over(self):
        return all(guest.leaving or hasattr(request, "told_at") for guest, request in self.requests)


class ClusterArena(Arena):
    history, player, guest = SharedHistory, Thinker, Passer

    def __init__(self, name, seed, program, nodes=3, lease_ms=1000, thinks=0.6, bound=None, patience=PATIENCE, mischief=0.3, closes=CLOSES, **settings):
        self.count, self.lease = nodes, lease_ms / 1000
        self.thinks = thinks  # seconds
        self.bound = bound or self.lease + 10  # seconds: a room that does not play within them is stuck
        self.lives = 0
        self.times = {}  # kind of fault -> [(seconds until the first answer in a room, until all)]
        super().__init__(name, seed, program, patience=patience, mischief=mischief, half_open=True, closes=closes, **settings)

    def start_server(self, program, flags):
        roomy = (*FLAGS, *flags, "--rooms-per-min", "1000000")
        return Nodes(self.count, roomy, self.folder, program, self.log, self.chance, round(1000 * self.lease))

    def open_ledger(self):
        return SharedLedger(self.server)

    @property
    def life(self):
        """A different one for each connection, because the room may have moved in between, and refusals are not kept."""
        self.lives += 1
        return self.lives

    @life.setter
    def life(self, _):
        pass

    async def all_are_here(self, within=60):
        """Whether the intended number of rooms is being played."""
        until = time.monotonic() + within
        while len(self.tables) < self.wanted and time.monotonic() < until:
            await asyncio.sleep(0.05)
        return await self.everybody_is_back()

    def note(self, what):
        """In the log of the servers, which is in the order of their messages."""
        self.log.write(f"[{time.strftime('%Y-%m-%d %H:%M:%S')}] THE ARENA: {what}\n".encode())
        self.log.flush()

    def probe(self, kind, codes):
        """Guests of these rooms send a request now."""
        since = time.monotonic()
        return [Probe(table, kind, since) for table in self.tables if table.code in codes]

    async def wait_for(self, probes):
        """Waits until the guests of these rooms were answered, each room within the limit."""
        while waiting := [probe for probe in probes if not probe.over()]:
            late = [probe for probe in waiting if not probe.told() and time.monotonic() > probe.since + self.bound]
            for probe in late:
                probe.table.history.fail("stuck", f"{probe.kind}: nobody plays after {self.bound} s: {[guest.debts() for guest, _ in probe.requests]}")
            if late or time.monotonic() > probes[0].since + self.bound + self.patience + 20 or self.died():
                break
            await asyncio.sleep(0.01)
        self.times.setdefault(probes[0].kind if probes else "", []).extend((min(told), max(told)) for probe in probes if (told := probe.told()))

    async def check_all(self):
        """Room by room, so that no wait is long."""
        for table in list(self.tables):
            self.ledger.check(table.history)
            await asyncio.sleep(0)
        for room, what in self.server.wrongs():
            self.complain("owner", f"{room}: {what}")

    def save(self, history):
        if not self.ledger.away:
            super().save(history)

    def check_log(self):
        """Nodes never lock rooms so that the database has to resolve a deadlock."""
        with open(os.path.join(self.folder, "server.log"), encoding="utf-8", errors="replace") as log:
            for line in log:
                if "deadlock" in line:
                    self.complain("stuck", line.strip())

    async def finish(self, within=300):
        """Stand-ins play slowly: an unattended duel of two bots lasts for minutes."""
        await super().finish(within)
        for room, what in self.server.wrongs():
            self.complain("owner", f"{room}: {what}")

    def clean(self):
        if self.violations and self.saves_in:
            self.saves_in.mkdir(parents=True, exist_ok=True)
            shutil.copy(os.path.join(self.folder, "server.log"), self.saves_in / f"{self.name}-{self.seed}.log")
        self.server.close()
        super().clean()
