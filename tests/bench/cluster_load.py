#!/usr/bin/env python3
"""The costs and gains of several nodes over one PostgreSQL: people who connect to the node that has their room, people who are forwarded there by
another node, and two nodes with half of the rooms each.

    tests/bench/cluster_load.py [--bin build/test/bin] [--rounds 3] [--rooms 200] [--ms 1500] [--rate 500]

Every round measures each once, so that a machine that slows down slows all; the ratios are medians of the rounds' ratios. Nodes, PostgreSQL and generators
share the machine: on two cores a second node has no separate processor, and only shows its cost. docs/reference/performance.md describes how
room_load plays.

moves/s   closed loop: people move as soon as they can
ok        microseconds from a move to its answer at --rate moves/s, p50 / p99
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys

import bench
from started import Started, engawad

sys.path.insert(0, str(bench.ROOT / "tests/tools"))
from postgres import Postgres, free_port  # noqa: E402


def node(arguments, url, *cluster):
    return Started(engawad(arguments.bin, "--store-url", url, *cluster, "--cache", bench.cache()))


def member():
    return ("--cluster-address", f"127.0.0.1:{free_port()}", "--cluster-secret", "a secret that all the nodes know")


def begin_load(arguments, server, rooms, through=None):
    command = [f"{arguments.bin}/room_load", "--port", str(server.ports[0]), "--pid", str(server.process.pid), "--wire", "engawa", "--rooms", str(rooms),
               "--closed-ms", str(arguments.ms), "--paced-ms", str(arguments.ms), "--rate", str(arguments.rate * rooms // arguments.rooms)]
    if through:
        command += ["--through", str(through.ports[0])]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def result(load):
    out, _ = load.communicate(timeout=300)
    run = json.loads(out)
    if load.returncode != 0 or run["errors"]:
        sys.exit(f"cluster_load: {run['errors']} steps were missing or moves refused")
    return run


def figures(runs):
    paced = [run["paced"][0] for run in runs]
    return {"moves_s": sum(run["closed"]["moves_s"] for run in runs), "p50": statistics.mean(window["ok_p50"] for window in paced),
            "p99": max(window["ok_p99"] for window in paced)}


def alone(arguments, url):
    with node(arguments, url) as one:
        one.wait_until_idle()
        return figures([result(begin_load(arguments, one, arguments.rooms))])


def direct(arguments, url):
    with node(arguments, url, *member()) as one, node(arguments, url, *member()) as two:
        two.wait_until_idle()
        return figures([result(begin_load(arguments, one, arguments.rooms))])


def carried(arguments, url):
    with node(arguments, url, *member()) as one, node(arguments, url, *member()) as two:
        two.wait_until_idle()
        return figures([result(begin_load(arguments, one, arguments.rooms, two))])


def halves(arguments, url):
    with node(arguments, url, *member()) as one, node(arguments, url, *member()) as two:
        two.wait_until_idle()
        return figures([result(load) for load in [begin_load(arguments, server, arguments.rooms // 2) for server in (one, two)]])


WAYS = {"one server, no cluster": alone, "at the room's own node": direct, "carried by another node": carried, "two nodes, half each": halves}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(bench.ROOT / "build/test/bin"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--ms", type=int, default=1500, help="of each window")
    parser.add_argument("--rate", type=int, default=500, help="moves/s of the paced window")
    arguments = parser.parse_args()
    results = {name: [] for name in WAYS}
    with Postgres(fsync="on") as postgres:
        for _ in range(arguments.rounds):
            for name, way in WAYS.items():
                results[name].append(way(arguments, postgres.url(postgres.new_database())))
    print(f"{arguments.rooms} rooms of five people, {arguments.rounds} rounds of each in turn, medians; PostgreSQL flushes to its disk")
    print(f"{'':26}{'moves/s':>9}{'ratio':>7}{'ok p50':>9}{'p99':>8}{'p50, ratio':>12}")
    first = results["one server, no cluster"]
    for name, runs in results.items():
        moves, p50, p99 = (statistics.median(run[key] for run in runs) for key in ("moves_s", "p50", "p99"))
        ratio, slower = (statistics.median(run[key] / other[key] for run, other in zip(runs, first)) for key in ("moves_s", "p50"))
        print(f"{name:26}{moves:9.0f}{ratio:7.2f}{p50:9.0f}{p99:8.0f}{slower:12.2f}")


if __name__ == "__main__":
    main()
