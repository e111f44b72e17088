#!/usr/bin/env python3
"""What a move costs, in counts and not in time: calls of the kernel and of the allocator by kind, and bytes, held against a budget.

    tests/bench/budgets.py [--bin build/test/bin] [--rooms 50]

Five people in each room move as soon as they can, and accept a rematch when a game is over; the tables of games are made before. count_calls.c counts in the
server. What is counted lies between two moments of one run, so that neither connecting nor the end is in it. A budget that is exceeded fails and is named.

On a machine that is busy with other things a transaction of the journal has fewer moves, and each costs more: the budgets leave room for that.
"""
import argparse
import mmap
import pathlib
import re
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
BUDGETS = {
    "sends": 5.2,
    "receives": 2.2,
    "waits for events": 0.5,
    "wakes of a thread": 0.2,
    "writes to the disk": 4.0,
    "allocations": 36.0,
    "bytes allocated": 11000.0,
}
WARM, MEASURED = 30, 10000  # moves: of each room before, and of all
LONGEST_S = 150


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(ROOT / "build/test/bin"), help="folder of engawad and room_load")
    parser.add_argument("--rooms", type=int, default=50)
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

    def wait_for_moves(self, load, moves):
        """Without asking the server, for that would be counted: a move is about five sends."""
        until, end = self.calls()[0] + 5 * moves, time.monotonic() + LONGEST_S
        while self.calls()[0] < until:
            if load.poll() is not None:
                sys.exit("budgets: the load ended too early")
            if time.monotonic() > end:
                sys.exit(f"budgets: not {moves} moves in {LONGEST_S} s")
            time.sleep(0.01)


def play(arguments, counted):
    """What is counted for how many moves."""
    load = subprocess.Popen([f"{arguments.bin}/room_load", "--port", str(counted.server.ports[0]), "--rooms", str(arguments.rooms),
                             "--closed-ms", str(3000 * LONGEST_S)], stdout=subprocess.DEVNULL)
    try:
        counted.wait_for_moves(load, WARM * arguments.rooms)
        steps, before = counted.metric("engawa_steps_total"), counted.calls()
        counted.wait_for_moves(load, MEASURED)
        after, moves = counted.calls(), counted.metric("engawa_steps_total") - steps
    finally:
        load.kill()
        load.wait()
    return moves, [late - early for early, late in zip(before, after)]


def main():
    arguments = read_arguments()
    with tempfile.TemporaryDirectory() as folder, open(f"{folder}/counts", "w+b") as counts:
        counts.write(bytes(8 * len(BUDGETS)))
        counts.flush()
        preloaded = ["env", f"LD_PRELOAD={library(folder)}", f"CALL_COUNTS={counts.name}"]
        command = engawad(arguments.bin, "--admin-port", "0", "--cache", cache())
        with Started(lambda data: [*preloaded, *command(data)], ports=2) as server:
            server.wait_until_idle()
            moves, calls = play(arguments, Counted(counts, server))
    exceeded = []
    print(f"a move of five, over {moves} moves in {arguments.rooms} rooms")
    for (name, budget), count in zip(BUDGETS.items(), calls):
        cost = count / moves
        print(f"{name:20} {cost:10.2f} of {budget:.2f}")
        if cost > budget:
            exceeded.append(name)
    if exceeded:
        sys.exit("budgets: exceeded: " + ", ".join(exceeded))


if __name__ == "__main__":
    main()
