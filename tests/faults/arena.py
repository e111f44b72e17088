"""A real engawad with many rooms of players and spectators, and the faults that it suffers."""
import asyncio
import collections
import http.client
import os
import pathlib
import random
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "kit"), str(HERE.parent / "server")]
from guest import Guest  # noqa: E402
from harness import ROOT, Server  # noqa: E402
from history import History  # noqa: E402
from ledger import Ledger  # noqa: E402
import moves  # noqa: E402
from player import Player  # noqa: E402
from table import MOVING_S, Table  # noqa: E402

FLAGS = ("--threads", "2", "--messages-per-s", "2000", "--messages-burst", "4000", "--rooms-per-min", "1000000", "--connections-per-ip", "100000", "--chat-per-10s", "100000",
         "--grace-ms", "300", "--bot-budget-ms", "5", "--solve-budget-ms", "20", "--lobby-ttl-s", "2", "--hello-ms", "60000", "--cache", str(ROOT / "build/cache"))
SAVED = ROOT / "build/faults"


class Arena:
    """REQUIRES: made inside a running event loop. All of a run follows from the seed, except the effects of the machine's speed."""

    history, player, guest = History, Player, Guest  # the settings of the rooms

    def __init__(self, name, seed, program, tables=8, flags=(), environment=None, mischief=0.04, patience=20, half_open=False, folder=None,
                 closes=(), fail_points=False, saved=SAVED, receive_buffer=None, steady=False):
        self.name, self.seed = name, seed
        self.chance = random.Random(f"{name} {seed}")
        self.temporary = tempfile.TemporaryDirectory(prefix="engawa-faults-") if folder is None else None
        self.folder = folder or self.temporary.name
        self.mischief, self.patience, self.half_open_expected = mischief, patience, half_open
        self.wanted, self.rounds = tables, 2
        self.steady = steady  # rooms are neither left nor opened before the end
        self.receive_buffer = receive_buffer  # bytes that the kernel buffers for a guest who does not read; None: its default
        self.closes = {1006, *closes}
        self.counts, self.closed, self.refusals = collections.Counter(), collections.Counter(), collections.Counter()
        self.violations, self.first, self.saved, self.saves_in = collections.Counter(), [], [], saved
        self.life, self.dead = 0, False
        self.up = asyncio.Event()
        self.finishing = False
        self.tables, self.made, self.copies = [], 0, 0
        self.workers = set()
        self.environment = {"ENGAWA_FAIL_POINTS": os.path.join(self.folder, "fail-points")} if fail_points else {}
        self.environment.update(environment or {})
        self.log = open(os.path.join(self.folder, "server.log"), "ab")
        self.server = self.start_server(program, flags)
        self.points = ""  # fail points that stay on
        self.proxy = None
        self.ledger = self.open_ledger()
        self.up.set()

    def start_server(self, program, flags):
        return Server(*FLAGS, *flags, data=self.folder, program=program, environment=self.environment, stderr=self.log)

    def open_ledger(self):
        return Ledger(self.folder)

    @property
    def port(self):
        return self.proxy_port if self.proxy else self.server.port

    # Rooms.

    async def call(self, method, path, body, token=None):
        """HTTP, until the server answers."""
        while True:
            await self.up.wait()
            try:
                status, answer = await asyncio.to_thread(self.server.http, method, path, body, token)
                if status < 500:
                    return answer
            except (OSError, http.client.HTTPException, ValueError):
                pass
            await asyncio.sleep(0.02)

    async def open_table(self):
        body, people = moves.TABLES[self.made % len(moves.TABLES)]
        self.made += 1
        number = self.made
        guest = await self.call("POST", "/api/guests", {"nick": f"A{number}"})
        answer = await self.call("POST", "/api/rooms", body, guest["token"])
        table = Table(self, answer["room"], self.history(answer["room"], self.fail), self.rounds)
        for i in range(people + 1):
            seated = i < people
            chance = random.Random(f"{self.name} {self.seed} {number} {i}")
            player = self.player(chance, seated, self.mischief)
            table.guests.append(self.guest(table, f"{'ABCW'[i] if seated else 'W'}{number}", chance, guest["token"] if i == 0 else None, player))
        self.tables.append(table)
        self.counts["rooms"] += 1
        self.counts[f"rooms of {body['game']}"] += 1
        return table

    async def keep_tables(self):
        """A room whose games are over is checked, left and replaced by another one."""
        self.workers = {asyncio.create_task(self.run_tables()) for _ in range(self.wanted)}

    async def run_tables(self):
        while not self.finishing:
            table = await self.open_table()
            while not (table.over() and await self.settle(table, 5)):
                await asyncio.sleep(0.05)
            await self.close_table(table)

    async def close_table(self, table):
        await asyncio.gather(*(guest.leave() for guest in table.guests))
        self.tables.remove(table)
        self.counts["documents equal at their number"] += table.history.compared
        if table.code in self.saved:
            self.save(table.history)
        self.counts["games to the end"] += table.history.document()["round"]

    async def settle(self, table, within):
        """Whether all clients have the room's document, no request is unanswered, and a newcomer gets the same document: the room is checked then."""
        until = time.monotonic() + within
        fresh = self.guest(table, f"fresh{self.counts['censuses']}", self.chance)
        try:
            while time.monotonic() < until:
                await asyncio.sleep(0.01)
                guests = [*table.guests, fresh]
                if self.ledger.away or not all(g.ready and not g.pending and not g.link.owed for g in guests) or len({g.seq for g in guests}) != 1:
                    continue
                document = fresh.document
                for guest in table.guests:
                    self.counts["documents compared"] += 1
                    if guest.document != document:
                        table.history.fail("mismatch", f"{guest.name}'s document at {guest.seq} is not a newcomer's")
                self.ledger.check(table.history)
                self.counts["censuses"] += 1
                return True
            return False
        finally:
            await fresh.leave()

    # The end.

    async def finish(self, within=60):
        """No more faults: every room has to end its game, and all clients must have the same document."""
        self.finishing = True
        if self.died():
            within = 1
        for table in self.tables:
            table.hurry = True
        _, late = await asyncio.wait(self.workers, timeout=max(1, within - MOVING_S))
        before = {table.code: table.standing() for table in self.tables}
        if late:
            _, late = await asyncio.wait(late, timeout=MOVING_S)
        for table in list(self.tables):
            if late and not table.moves_on(before.get(table.code)):
                document = table.history.document()
                said = document and {key: document.get(key) for key in ("phase", "round", "ply", "to_act", "seats", "clock", "elapsed")}
                table.history.fail("stuck", f"after {within} s without faults: {said}, guests {[guest.debts() for guest in table.guests]}")
            for guest in table.guests:
                await guest.leave()
            if table.code in self.saved:
                self.save(table.history)
        for worker in late:
            worker.cancel()
        for worker in self.workers - late:
            worker.result()
        self.up.clear()
        if self.proxy:
            self.proxy.stop()
        if self.server.process.poll() is None and await asyncio.to_thread(self.server.stop) != 0:
            self.complain("stuck", "the server did not end with 0")
        self.log.close()
        self.check_log()

    def check_log(self):
        """A commit in the write-ahead log may be lost only by a power cut or a replaced file."""
        if self.counts["power cuts"] or self.counts["vanished files"]:
            return
        with open(os.path.join(self.folder, "server.log"), encoding="utf-8", errors="replace") as log:
            for line in log:
                if "the write-ahead log" in line:
                    self.complain("damaged", line.strip())

    def clean(self):
        if self.server.process.poll() is None:
            self.server.kill()
        self.log.close()
        if self.temporary:
            self.temporary.cleanup()

    def complain(self, kind, text):
        self.violations[kind] += 1
        if len(self.first) < 8:
            self.first.append(f"{kind}: {text}"[:2000])

    def fail(self, history, kind, text):
        self.complain(kind, f"{history.code}: {text}")
        if history.code not in self.saved and self.saves_in:
            self.saved.append(history.code)
            self.save(history)

    def save(self, history):
        self.saves_in.mkdir(parents=True, exist_ok=True)
        history.save(self.saves_in / f"{self.name}-{self.seed}-{history.code}.jsonl", self.ledger.rows(history.code))

    # Faults of the server.

    def set_points(self, *more):
        """Fail points, from now on."""
        self.server.set_points(",".join(points for points in (self.points, *more) if points))

    async def restart(self, environment=None, may_end=False):
        """Starts the server after the process has ended. False: it ended again before it listened, which is wrong unless it `may_end`."""
        self.life += 1
        until = time.monotonic() + 20
        while not await self.started(environment):
            if f"port {self.server.port} (Address already in use)" in self.last_words() and time.monotonic() < until:
                await asyncio.sleep(0.2)  # another process has taken the port while it was free
                continue
            if not may_end:
                self.complain("stuck", f"the server does not start: {self.last_words()}")
            return False
        self.up.set()
        return True

    async def started(self, environment):
        try:
            await asyncio.to_thread(self.server.start, {**self.environment, **(environment or {})})
            return True
        except AssertionError:
            await asyncio.to_thread(self.server.process.wait)
            return False

    async def kill(self, environment=None, may_end=False):
        self.up.clear()
        self.server.kill()
        self.counts["kills"] += 1
        return await self.restart(environment, may_end)

    async def back_up(self):
        """A copy of the database made during play, in a folder like the server's."""
        self.copies += 1
        folder = os.path.join(self.folder, f"copy{self.copies}")
        os.mkdir(folder)
        await asyncio.to_thread(self.server.back_up, os.path.join(folder, "engawa.db"))
        return folder

    async def restore(self, folder):
        """kill -9, the copy in place of the database, and a new start."""
        self.up.clear()
        self.server.kill()
        await self.forget_later_than(folder)
        self.server.replace_database(os.path.join(folder, "engawa.db"))
        self.counts["restores"] += 1
        return await self.restart()

    async def forget_later_than(self, folder):
        """Inputs that the database in that folder lacks never happened. REQUIRES: the server is dead."""
        guests = [guest for table in self.tables for guest in table.guests]
        while any(guest.links for guest in guests):
            await asyncio.sleep(0.002)  # until the last frame of the lost history has been read
        copy = Ledger(folder)
        for table in self.tables:
            seq = copy.last(table.code)
            table.history.rewind(seq)
            self.ledger.rewind(table.code, seq)
            for guest in table.guests:
                guest.rewind(seq)

    async def ended(self, within=20):
        """Waits until the process has ended on its own. False: it has not."""
        until = time.monotonic() + within
        while self.server.process.poll() is None:
            if time.monotonic() > until:
                return False
            await asyncio.sleep(0.002)
        self.up.clear()
        self.server.process.stdout.close()
        return True

    async def abandon(self):
        """Ends everything at once: the expected result has been seen."""
        self.finishing = True
        self.up.clear()
        for worker in self.workers:
            worker.cancel()
        await asyncio.gather(*(guest.leave() for table in self.tables for guest in table.guests), return_exceptions=True)
        if self.server.process.poll() is None:
            self.server.kill()
        self.log.close()

    async def everybody_is_back(self, within=20):
        """Waits until all guests are in their rooms again."""
        until = time.monotonic() + within
        while time.monotonic() < until:
            if all(guest.ready for table in self.tables for guest in table.guests):
                return True
            if self.died():
                return False
            await asyncio.sleep(0.003)
        for table in self.tables:
            for guest in table.guests:
                if not guest.ready:
                    guest.fail("stuck", f"not back after {within} s: {guest.debts()}")
        return False

    def died(self):
        """Whether the process has ended unexpectedly."""
        if not self.up.is_set() or self.server.process.poll() is None:
            return False
        if not self.dead:
            self.complain("stuck", f"the server ended by itself with {self.server.process.returncode}: {self.last_words()}")
        self.dead = True
        return True

    def last_words(self):
        with open(os.path.join(self.folder, "server.log"), encoding="utf-8", errors="replace") as log:
            return " / ".join(log.read().splitlines()[-3:])

    def check_journal(self):
        for table in self.tables:
            self.ledger.check(table.history)

    async def tend(self):
        """Forever: lets guests act that receive nothing, and makes them give up dead connections."""
        while True:
            await asyncio.sleep(0.1)
            now = time.monotonic()
            for table in self.tables:
                for guest in table.guests:
                    if not guest.leaving:
                        guest.check_alive(now)
                        if guest.ready and self.chance.random() < 0.5:
                            guest.act(guest)
