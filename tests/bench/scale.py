#!/usr/bin/env python3
"""Places rooms on the nodes of a cluster, kills nodes, and prints the load on the others: the arithmetic of docs/host/cluster.md, simulated from a
seed.

    tests/bench/scale.py [--people 10000] [--nodes 3] [--hours 10] [--kills 0.2] [--seed 1]
    tests/bench/scale.py --table      the table of docs/host/scale.md

It measures no program. It takes these rules from engawad: a lease and its five renewals, the pauses of clients (0.25 s, doubled up to 2.5 s, of which
they wait a half to the whole), that a room goes to the node to which its first client connects after the lease has ended, and that each node claims
at most 200 unrequested rooms per renewal. The measured value is a parameter: --takes, the rooms that a node opens per second.

load       moves a second of a node: of the median node, and of the fullest at any time
first      seconds from the kill until a room plays again, p50 / p99 / longest; all: until everyone in a room is back
opens      rooms that are read from the database in the busiest second, over all nodes
tries      additional connections to the proxies in the busiest second
asleep     seconds until every room of the killed node without people has a node again (--asleep rooms for each room with people)
database   moves a second, inputs in bytes a second, and rows a second that the nodes read to see which nodes are alive
"""
import argparse
import bisect
import collections
import math
import random

RENEWALS, CLAIMED = 5, 200
SHORTEST, LONGEST = 0.25, 2.5
LOG_BYTES = 400  # that PostgreSQL writes to its log for a move: tests/bench/store_load.py
TABLE = (("10 thousand", 10_000, 3, 10), ("1 million", 1_000_000, 100, 1), ("10 million", 10_000_000, 1000, 0.1))


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--per-room", type=int, default=4, help="people of a room")
    parser.add_argument("--move-s", type=float, default=5, help="seconds between two moves of a room, on the average")
    parser.add_argument("--game-s", type=float, default=1200, help="after so long, on the average, there is a new room in the place of one")
    parser.add_argument("--asleep", type=float, default=2, help="open rooms without people, for each room with people")
    parser.add_argument("--hours", type=float, default=10, help="simulated")
    parser.add_argument("--kills", type=float, default=0.2, help="of each node, an hour")
    parser.add_argument("--restart-s", type=float, default=60, help="until a killed node is back")
    parser.add_argument("--notice-s", type=float, default=0, help="until clients notice: 0 when a process is killed; a lost machine ends no connection")
    parser.add_argument("--lease-s", type=float, default=5)
    parser.add_argument("--takes", type=float, default=150, help="rooms that a node opens in a second: tests/bench/take_rooms.py")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", action="store_true")
    return parser


def pauses(rng):
    """The pauses before each next try of a client."""
    longest = SHORTEST
    while True:
        yield longest * (0.5 + rng.random() / 2)
        longest = min(LONGEST, 2 * longest)


def tries_until(end, rng, notice):
    """The times of a client's tries from the kill on; the last is the first one at or after `end`."""
    at, times = notice, []
    for pause in pauses(rng):
        at += pause
        times.append(at)
        if at >= end:
            return times


class Cluster:
    """Rooms are numbers; `owner` has the node of each, `load` its moves a second, `back` the time when a killed node is back."""

    def __init__(self, chosen):
        self.chosen, self.rng, self.now = chosen, random.Random(chosen.seed), 0.0
        rooms = chosen.people // chosen.per_room
        self.load = [self.rng.expovariate(chosen.move_s) for _ in range(rooms)]
        self.back = [0.0] * chosen.nodes
        self.owner = [self.rng.randrange(chosen.nodes) for _ in range(rooms)]
        self.fullest, self.middle = 0.0, 0.0
        self.first, self.all, self.after_lease, self.asleep = [], [], [], []
        self.bound, self.opens, self.tries, self.kills, self.lost = 0.0, 0, 0, 0, 0
        self.look()

    def living(self):
        return [node for node, back in enumerate(self.back) if back <= self.now]

    def look(self):
        loads = [0.0] * self.chosen.nodes
        for node, load in zip(self.owner, self.load):
            loads[node] += load
        loads = sorted(loads[node] for node in self.living())
        self.middle = self.middle or loads[len(loads) // 2]
        self.fullest = max(self.fullest, loads[-1])

    def new_games(self, passed):
        """Rooms end, and new ones begin on the node to which a proxy sends their first people."""
        gone, living, rng = 1 - math.exp(-passed / self.chosen.game_s), self.living(), self.rng
        for room in range(len(self.owner)):
            if rng.random() < gone:
                self.owner[room] = living[int(rng.random() * len(living))]

    def run(self):
        end, rate = self.chosen.hours * 3600, self.chosen.kills * self.chosen.nodes / 3600
        while True:
            pause = self.rng.expovariate(rate)
            if self.now + pause > end:
                return self
            self.now += pause
            self.new_games(pause)
            living = self.living()
            if len(living) > 1:
                self.kill(self.rng.choice(living))
                self.look()

    def kill(self, node):
        chosen, rng = self.chosen, self.rng
        self.kills += 1
        self.back[node] = self.now + chosen.restart_s
        living = self.living()
        lease_end = chosen.lease_s * (1 - rng.random() / RENEWALS)  # the last renewal was at most a fifth of it ago
        comers, tries = [], collections.Counter()
        for room in (room for room, owner in enumerate(self.owner) if owner == node):
            times = [tries_until(lease_end, rng, chosen.notice_s) for _ in range(chosen.per_room)]
            tries.update(int(time) for each in times for time in each)
            comers.append((sorted(each[-1] for each in times), room))
        self.open_rooms(sorted(comers), living, lease_end)
        self.tries = max(self.tries, *tries.values(), 0)
        self.lost += sum(1 for owner in self.owner if owner == node)
        self.asleep.append(self.claims(int(len(comers) * chosen.asleep), len(living), lease_end))

    def open_rooms(self, comers, living, lease_end):
        """Each room on the node to which its first client connects; a node opens rooms one after the other."""
        free, opens = dict.fromkeys(living, 0.0), collections.Counter()
        waiting = collections.Counter()
        for times, room in comers:
            node = self.rng.choice(living)
            opened = free[node] = max(free[node], times[0]) + 1 / self.chosen.takes
            waiting[node] += 1
            opens[int(opened)] += 1
            self.owner[room] = node
            self.first.append(opened)
            self.all.append(max(opened, times[-1]))
            self.after_lease.append(times[0] - lease_end)
        self.opens = max(self.opens, *opens.values(), 0)
        longest_pause = LONGEST if lease_end > self.chosen.notice_s else self.chosen.notice_s + SHORTEST - lease_end
        self.bound = max(self.bound, lease_end + longest_pause + max(waiting.values(), default=0) / self.chosen.takes)

    def claims(self, rooms, living, lease_end):
        """The time when the last of that many rooms is claimed: every node looks five times per lease, each at its own times."""
        every = self.chosen.lease_s / RENEWALS
        looks = sorted(lease_end + self.rng.random() * every for _ in range(living))
        needed = math.ceil(rooms / CLAIMED)
        return looks[(needed - 1) % living] + (needed - 1) // living * every if needed else lease_end


def share(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def expected_pause(clients):
    """The median time until the first of that many clients connects, each at a random point in pauses of a half to the whole of LONGEST (renewal
    theory: the time left of a pause has the density (1 - F) / mean)."""
    def left(time):  # the chance that a client has not connected by then
        half = LONGEST / 2
        mean = 0.75 * LONGEST
        before = time if time <= half else half + (time - half) * (2 - (time - half) / half) / 2
        return 1 - before / mean
    steps = [step / 1000 for step in range(int(LONGEST * 1000) + 1)]
    return steps[bisect.bisect_left([-(left(time) ** clients) for time in steps], -0.5)]


def figures(cluster):
    chosen, moves = cluster.chosen, sum(cluster.load)
    return {
        "rooms": len(cluster.owner), "kills": cluster.kills, "load": (cluster.middle, cluster.fullest),
        "first": (share(cluster.first, 0.5), share(cluster.first, 0.99), max(cluster.first, default=0)),
        "all": (share(cluster.all, 0.5), share(cluster.all, 0.99), max(cluster.all, default=0)),
        "opens": cluster.opens, "tries": cluster.tries, "asleep": max(cluster.asleep, default=0),
        "moves": moves, "log": moves * LOG_BYTES, "living": chosen.nodes * chosen.nodes * RENEWALS / chosen.lease_s,
    }


COLUMNS = ("people", "nodes", "people per node", "moves/s per node, median / maximum", "first: p50 / p99 / longest", "all: p50 / p99", "asleep",
           "opens/s", "tries/s", "database: moves/s", "log", "living")


def cells(name, chosen, found):
    return (name, f"{chosen.nodes:,}", f"{chosen.people // chosen.nodes:,}", "{:,.0f} / {:,.0f}".format(*found["load"]),
            "{:.1f} / {:.1f} / {:.1f} s".format(*found["first"]), "{:.1f} / {:.1f} s".format(*found["all"][:2]), f"{found['asleep']:.1f} s",
            f"{found['opens']:,}", f"{found['tries']:,}", f"{found['moves']:,.0f}", f"{found['log'] / 1e6:,.1f} MB/s", f"{found['living']:,.0f}/s")


def row(chosen, name, people, nodes, hours):
    one = argparse.Namespace(**{**vars(chosen), "people": people, "nodes": nodes, "hours": hours})
    return f"| {' | '.join(cells(name, one, figures(Cluster(one).run())))} |"


def main():
    chosen = options().parse_args()
    print(f"| {' | '.join(COLUMNS)} |\n| {' | '.join(['---:'] * len(COLUMNS))} |")
    for each in TABLE if chosen.table else ((f"{chosen.people:,}", chosen.people, chosen.nodes, chosen.hours),):
        print(row(chosen, *each), flush=True)


if __name__ == "__main__":
    main()
