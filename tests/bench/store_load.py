#!/usr/bin/env python3
"""The cost of moves in a store: moves/s, commits/s and bytes of each, for SQLite with both durabilities and for PostgreSQL with and without its disk.

    tests/bench/store_load.py [--bin build/test/bin] [--rounds 3] [--rooms 200] [--ms 1500] [--rate 500]

Every round measures every store once, each with a fresh server under full load: rooms of five people who move as soon as they can. Another fresh
server of each then gets --rate moves/s, to measure the times of the answers. All processes share the machine, and PostgreSQL is one of them;
docs/reference/performance.md describes how room_load plays. Figures are medians. The last column is a ratio per round, because other work on the
machine slows both equally.

ok       microseconds from a move to its answer at --rate moves/s, p50 and p99

log      bytes that PostgreSQL writes to its log for each input (the load on a disk and a replica)
table    bytes by which its tables and indexes grew, for each input
commits  its commits a second; inputs: how many share one
CPU      microseconds of processor time of all its processes for each input: other work on the machine hardly changes it
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

import bench
from started import Started, engawad

sys.path.insert(0, str(bench.ROOT / "tests/tools"))
from postgres import Postgres  # noqa: E402

COUNTERS = """SELECT (SELECT count(*) FROM journal), pg_current_wal_lsn() - '0/0', pg_database_size(current_database()),
(SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())"""
WARM_MS = 400
STORES = {"SQLite": [], "SQLite, power": ["--durability", "power"]}


def processor_us(postgres):
    """Of PostgreSQL and its processes until now, those that have ended among them."""
    ticks = 0
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            words = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended, so its parent has counted it
        main = int(status.parent.name) == postgres.process.pid
        if main or int(words[1]) == postgres.process.pid:
            ticks += sum(map(int, words[11:15] if main else words[11:13]))
    return 1e6 * ticks / os.sysconf("SC_CLK_TCK")


def counters(postgres, database):
    postgres.sql("CHECKPOINT", database)  # after a checkpoint the log contains each page once as a whole: every run begins that way
    return [*map(int, postgres.sql(COUNTERS, database).split("|")), processor_us(postgres)]


def load(flags, arguments, warm_ms, closed_ms, paced_ms):
    with Started(engawad(arguments.bin, *flags, "--cache", bench.cache())) as server:
        server.wait_until_idle()
        command = [f"{arguments.bin}/room_load", "--port", str(server.ports[0]), "--pid", str(server.process.pid), "--wire", "engawa",
                   "--rooms", str(arguments.rooms), "--warmup-ms", str(warm_ms), "--closed-ms", str(closed_ms), "--paced-ms", str(paced_ms),
                   "--rate", str(arguments.rate)]
        run = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=300, check=True).stdout)
    if run["errors"]:
        sys.exit(f"store_load: {run['errors']} steps were missing or moves refused")
    return run


def measure(flags, arguments):
    return load(flags, arguments, 0, arguments.ms, 0)["closed"]["moves_s"]


def answers(flags, arguments):
    window = load(flags, arguments, WARM_MS, WARM_MS, arguments.ms)["paced"][0]
    return {"p50": window["ok_p50"], "p99": window["ok_p99"]}


def measure_sqlite(flags, arguments):
    return {"moves_s": measure(flags, arguments), **answers(flags, arguments)}


def measure_postgres(postgres, arguments):
    database = postgres.new_database()
    with Started(engawad(arguments.bin, "--store-url", postgres.url(database), "--cache", bench.cache())):
        pass  # computes the tables
    before = counters(postgres, database)
    moves_s = measure(["--store-url", postgres.url(database)], arguments)
    after = counters(postgres, database)
    inputs, log, table, commits, used = (new - old for old, new in zip(before, after))
    return {"moves_s": moves_s, "log": log / inputs, "table": table / inputs, "shared": inputs / commits, "cpu": used / inputs,
            "commits_s": moves_s * commits / inputs, **answers(["--store-url", postgres.url(postgres.new_database())], arguments)}


def row(name, runs, first):
    def middle(key):
        return statistics.median(run[key] for run in runs)
    ratio = statistics.median(run["moves_s"] / other["moves_s"] for run, other in zip(runs, first))
    more = f"{middle('commits_s'):10.0f}{middle('shared'):8.1f}{middle('log'):8.0f}{middle('table'):8.0f}{middle('cpu'):8.1f}" if "log" in runs[0] else " " * 42
    print(f"{name:24}{middle('moves_s'):9.0f}{middle('p50'):8.0f}{middle('p99'):8.0f}{more}{ratio:9.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(bench.ROOT / "build/test/bin"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--ms", type=int, default=1500, help="of each window")
    parser.add_argument("--rate", type=int, default=500, help="moves/s of the paced window")
    arguments = parser.parse_args()
    results = {name: [] for name in (*STORES, "PostgreSQL", "PostgreSQL, no fsync")}
    with Postgres(fsync="on") as flushing, Postgres() as hasty:
        for _ in range(arguments.rounds):
            for name, flags in STORES.items():
                results[name].append(measure_sqlite(flags, arguments))
            for name, postgres in (("PostgreSQL", flushing), ("PostgreSQL, no fsync", hasty)):
                results[name].append(measure_postgres(postgres, arguments))
    print(f"{arguments.rooms} rooms of five people, {arguments.rounds} rounds of each store in turn, medians")
    print(f"{'':24}{'moves/s':>9}{'ok p50':>8}{'p99':>8}{'commits/s':>10}{'inputs':>8}{'log':>8}{'table':>8}{'CPU':>8}{'/ SQLite':>9}")
    for name, runs in results.items():
        row(name, runs, results["SQLite"])


if __name__ == "__main__":
    main()
