#!/usr/bin/env python3
"""The cost of a move, in counts and not in time: calls of the kernel and of the allocator by kind, and bytes, compared with a budget.

    tests/bench/budgets.py [--bin build/test/bin]

Five people in each room move as soon as they can, and accept a rematch when a game is over; the tables of games are computed before. count_calls.c
counts in the server, between two moments of a run, so that neither connecting nor the end is in it: once in the middle of one room's game, where each
move is a transaction of the journal; once in many rooms over many games, with their ends, votes, records and new beginnings. A budget that is
exceeded fails and is named.

On a busy machine a transaction of the journal has fewer moves, and each costs more: the budgets allow for that.
"""
import argparse
import mmap
import pathlib
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/bench"))
from bench import cache  # noqa: E402
from started import Started, engawad  # noqa: E402

# In the order of count_calls.c. A move of five reaches five sockets; its own socket gets the step and the answer in one write.
# Each has two: in one room's game, and in many rooms.
BUDGETS = {
    "sends": (5.2, 5.2),
    "receives": (2.2, 2.2),
    "waits for events": (4.2, 1.0),  # in many rooms 0.2 to 0.6: more if a thread wakes sooner, as beside programs of a low priority
    "wakes of a thread": (1.2, 0.2),
    "writes to the disk": (3.0, 2.0),
    "allocations": (5.5, 10.0),
    "bytes allocated": (3500.0, 4000.0),
}
ROOMS = 50
WARM = 20  # steps of each room: people have sat down, and the game has begun
PARTS, PART, MANY_GAMES = 45, 6, 10000  # moves
LONGEST_S = 150


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(ROOT / "build/test/bin"), help="folder of engawad and room_load")
    return parser.parse_args()


def library(folder):
    made = f"{folder}/count_calls.so"
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", made, ROOT / "tests/bench/count_calls.c", "-ldl"], check=True)
    return made


class Counted:
    """The counts and the metrics of a server that plays."""

    def __init__(self, counts, server):
        self.counts = mmap.mmap(counts.fileno(), 8 * len(BUDGETS))
        self.server = server

    def calls(self):
        return struct.unpack(f"{len(BUDGETS)}Q", self.counts[:])

    def metric(self, name):
        page = urllib.request.urlopen(f"http://127.0.0.1:{self.server.ports[1]}/metrics", timeout=60).read().decode()
        return int(re.search(rf"^{name} (\d+)$", page, re.M)[1])

    def steps(self):
        return self.metric("engawa_steps_total")

    def wait(self, load, ready):
        end = time.monotonic() + LONGEST_S
        while not ready():
            if load.poll() is not None:
                sys.exit("budgets: the load ended too early")
            if time.monotonic() > end:
                sys.exit(f"budgets: not enough moves in {LONGEST_S} s")
            time.sleep(0.01)

    def sent(self, load, moves):
        """The counts until this many moves have been sent. The server is not queried meanwhile, because that would be counted: a move is about five
        sends."""
        before = self.calls()
        self.wait(load, lambda: self.calls()[0] >= before[0] + 5 * moves)
        return [late - early for early, late in zip(before, self.calls())]


def one_game(load, counted):
    """The costs of a move: the median of many parts of a few games, so that work once a second, or at a game's end, is not in it. With this much time
    per move every seat gets its step in a separate write."""
    counted.wait(load, lambda: counted.steps() >= WARM)
    parts = [counted.sent(load, PART) for _ in range(PARTS)]
    return [statistics.median(5 * part[kind] / part[0] for part in parts) for kind in range(len(BUDGETS))]


def many_games(load, counted):
    counted.wait(load, lambda: counted.steps() >= WARM * ROOMS)
    steps, calls = counted.steps(), counted.sent(load, MANY_GAMES)
    return [count / (counted.steps() - steps) for count in calls]


def costs(arguments, play, *load_options):
    """In a separate server."""
    with tempfile.TemporaryDirectory() as folder, open(f"{folder}/counts", "w+b") as counts:
        counts.write(bytes(8 * len(BUDGETS)))
        counts.flush()
        preloaded = ["env", f"LD_PRELOAD={library(folder)}", f"CALL_COUNTS={counts.name}"]
        command = engawad(arguments.bin, "--admin-port", "0", "--cache", cache())
        with Started(lambda data: [*preloaded, *command(data)], ports=2) as server:
            server.wait_until_idle()
            load = subprocess.Popen([f"{arguments.bin}/room_load", "--port", str(server.ports[0]), *load_options], stdout=subprocess.DEVNULL)
            try:
                return play(load, Counted(counts, server))
            finally:
                load.kill()
                load.wait()


def main():
    arguments = read_arguments()
    long = str(1000 * LONGEST_S)
    measured = (costs(arguments, one_game, "--rooms", "1", "--warmup-ms", "1", "--closed-ms", "0", "--rate", "100", "--paced-ms", long),
                costs(arguments, many_games, "--rooms", str(ROOMS), "--closed-ms", long))
    exceeded = []
    print(f"a move of five{'':6} {'in one game':>20} {f'in {ROOMS} rooms':>20}")
    for (name, budgets), both in zip(BUDGETS.items(), zip(*measured)):
        print(f"{name:20}" + "".join(f" {cost:10.2f} of {budget:6.0f}" if budget > 99 else f" {cost:10.2f} of {budget:6.1f}" for cost, budget in zip(both, budgets)))
        if any(cost > budget for cost, budget in zip(both, budgets)):
            exceeded.append(name)
    if exceeded:
        sys.exit("budgets: exceeded: " + ", ".join(exceeded))


if __name__ == "__main__":
    main()
