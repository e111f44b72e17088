#!/usr/bin/env python3
"""Compares engawad with the practical limit: rooms of five over real sockets. Also measures the rules, bots and solvers of the games.

    tests/bench/bench.py [--bin build/test/bin] [--short] [--rounds N] [--rooms 200] [--rate 2000] [--ahead] [--json FILE]
    tests/bench/bench.py --stores ...
    tests/bench/bench.py --peers [--write] [--from FILE] ...

Every round runs bare_epoll and engawad once each, so that a machine that slows down slows both; the ratios are medians of
the rounds' ratios. The server has core 0, the generator core 1. Prints figures and never judges them: a slow machine is not a failure.
Fails (exit code 1) when a step was missing or a move was refused. --short takes half a minute, for ./check.

moves/s          closed loop: a seat moves as soon as it has read the step before
CPU s/100k       processor seconds of the server per 100 000 moves: the figure least disturbed by other work on the machine
ok, step         microseconds from the move to its own `ok` and to the other seats' step, p50 / p99
2 shards         engawad with --threads 2 on both cores; the generator has one of them, too

--stores has two more rows: SQLite that flushes every commit to the disk (--durability power), and a new PostgreSQL, which always does.
PostgreSQL's processes use both cores, and are not in the processor figures.

--peers runs the same game over npm's ws, Colyseus and boardgame.io in the same rounds (their packages are installed first), at
2000, 8000 and 20 000 moves/s, and measures the memory of idle connections. It prints the table of docs/reference/performance.md, which
describes the method; --write puts it there; --from FILE makes it from the results saved by --json FILE.
"""
import argparse
import contextlib
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import sys

import peers
import peers_table
from started import Started, engawad, pinned

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/reference/performance.md"
sys.path.insert(0, str(ROOT / "tests/tools"))
from postgres import Postgres  # noqa: E402

SHARED, FLUSHED, POSTGRES = "2 shards", "power", "PostgreSQL"
OURS = {"engawad": [], SHARED: ["--threads", "2"], FLUSHED: ["--durability", "power"]}  # flags; it has one shard for each core that it may use
PEER_RATES = [2000, 8000, 20000]


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(ROOT / "build/test/bin"), help="folder of engawad, engawa-lab, room_load, bare_epoll, games_bench")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--rate", type=int, default=2000, help="moves/s of the paced part")
    parser.add_argument("--ahead", action="store_true", help="the server and the generator have a high priority, so that other work disturbs less; needs root")
    parser.add_argument("--json", help="file for the raw results, a line each")
    parser.add_argument("--stores", action="store_true", help="measure it with other stores, too")
    parser.add_argument("--peers", action="store_true", help="hold it against servers of other projects, too; needs Node.js and npm")
    parser.add_argument("--write", action="store_true", help="put the table of --peers into docs/reference/performance.md")
    parser.add_argument("--from", dest="recorded", metavar="FILE", help="make the table of --peers from these results; measures nothing")
    arguments = parser.parse_args()
    if (arguments.write or arguments.recorded) and not arguments.peers:
        parser.error("--write and --from are for --peers")
    arguments.rounds = arguments.rounds or (2 if arguments.short else 5)
    arguments.rates = PEER_RATES if arguments.peers else [arguments.rate]
    if arguments.peers and arguments.short:
        arguments.rounds, arguments.rates = 1, [200, 400]
    return arguments


def cache():
    """The folder for tables that are computed once, the same as in ./check."""
    return os.environ.get("ENGAWA_STORE_CACHE") or str(ROOT / "build/cache")


def program(name, arguments):
    if name == POSTGRES:
        return engawad(arguments.bin, "--store-url", arguments.postgres.url(arguments.postgres.new_database()), "--cache", cache())
    if name in OURS:
        return engawad(arguments.bin, *OURS[name], "--cache", cache())
    return peers.command(name) if name in peers.PEERS else lambda _: [f"{arguments.bin}/bare_epoll"]


def load(name, arguments, *options):
    """The results of room_load for a fresh server."""
    with Started(program(name, arguments), prepare=pinned((0, 1) if name == SHARED else (0,), arguments.ahead)) as server:
        server.wait_until_idle()
        command = [f"{arguments.bin}/room_load", "--port", str(server.ports[0]), "--pid", str(server.process.pid), "--wire", peers.wire(name), *map(str, options)]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=300, preexec_fn=pinned((1,), arguments.ahead))
    if not run.stdout.strip():
        sys.exit(f"bench: room_load had no result for {name} (exit code {run.returncode})")
    return json.loads(run.stdout)


def measure(name, arguments):
    closed, paced = (600, 300) if arguments.short else (1500, 1500)
    rates = [word for rate in arguments.rates for word in ("--rate", rate)]
    result = load(name, arguments, "--rooms", arguments.rooms, "--warmup-ms", 150, "--closed-ms", closed, "--paced-ms", paced, *rates)
    if arguments.peers:
        result["idle"] = load(name, arguments, "--rooms", 100 if arguments.short else 1000, "--idle", 1)
        result["errors"] += result["idle"]["errors"]
    if arguments.json:
        with open(arguments.json, "a", encoding="utf-8") as out:
            out.write(json.dumps({"server": name, **result}) + "\n")
    return result


def report(results, arguments):
    median = statistics.median
    print(f"{arguments.rooms} rooms of five people, {arguments.rounds} rounds of each server in turn, medians")
    print(f"{'':12}{'moves/s':>9}{'CPU s/100k':>12}{'ok p50/p99':>16}{'step p50/p99':>16}   at {arguments.rate}/s: {'ok':>11}{'step':>14}{'MiB':>8}{'B/step':>8}")
    parts = {"closed": lambda run: run["closed"], "paced": lambda run: run["paced"][0]}
    for name, runs in results.items():
        def figure(part, key):
            return median(parts[part](run)[key] for run in runs)

        def pair(part, kind):
            return f"{figure(part, kind + '_p50'):.0f}/{figure(part, kind + '_p99'):.0f}"
        print(f"{name:12}{figure('closed', 'moves_s'):9.0f}{figure('closed', 'cpu_100k'):12.2f}{pair('closed', 'ok'):>16}{pair('closed', 'step'):>16}"
              f"{pair('paced', 'ok'):>24}{pair('paced', 'step'):>14}{figure('closed', 'rss_kib') / 1024:8.1f}{figure('closed', 'bytes_per_step'):8.0f}")

    def ratio(part, key):
        figures = [(parts[part](mine)[key], parts[part](limit)[key]) for mine, limit in zip(results["engawad"], results["bare epoll"])]
        return median(mine / limit for mine, limit in figures if limit)
    print(f"engawad / bare epoll: moves/s {ratio('closed', 'moves_s'):.2f}, CPU per move {ratio('closed', 'cpu_100k'):.2f}; "
          f"at {arguments.rate}/s: CPU per move {ratio('paced', 'cpu_100k'):.2f}, ok p50 {ratio('paced', 'ok_p50'):.2f}, step p50 {ratio('paced', 'step_p50'):.2f}")


def note_busy_generator(results):
    for name, runs in results.items():
        busy = max(run["closed"]["generator_cpu"] for run in runs)
        if busy > 0.9:
            print(f"note: the generator used {busy:.0%} of its core with {name}; moves/s may be its limit, not the server's")


def report_games(arguments):
    environment = {**os.environ, "XDG_CACHE_HOME": cache()}
    bots = [f"{arguments.bin}/engawa-lab", "bench", "bots", *(["--short"] if arguments.short else [])]
    print(subprocess.run(bots, stdout=subprocess.PIPE, text=True, check=True, env=environment).stdout, end="")
    games = f"{arguments.bin}/games_bench"
    if os.access(games, os.X_OK):
        command = [games, *(["--short"] if arguments.short else []), cache()]
        print(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout, end="")


def report_peers(results, arguments):
    table = peers_table.table(results)
    now = datetime.datetime.now(datetime.timezone.utc)
    measured = f"{peers.machine()}; {peers.versions()}; rounds: {len(results['engawad'])}; {now:%Y-%m-%d}"
    print(f"{measured}\n\n{table}")
    if arguments.write:
        text = peers_table.fill(DOCUMENT.read_text(encoding="utf-8"), "machine", measured)
        DOCUMENT.write_text(peers_table.fill(text, "peers", table), encoding="utf-8")


def recorded(path):
    results = {}
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        run = json.loads(line)
        results.setdefault(run["server"], []).append(run)
    return results


def measure_all(arguments):
    for name in ("engawad", "engawa-lab", "room_load", "bare_epoll"):
        if not os.access(f"{arguments.bin}/{name}", os.X_OK):
            sys.exit(f"bench: {arguments.bin}/{name} is missing: build it first (cmake --preset test && cmake --build --preset test), or name its folder with --bin")
    if arguments.peers:
        peers.install()
    results = {name: [] for name in ("bare epoll", "engawad", *(peers.PEERS if arguments.peers else [SHARED]), *([FLUSHED, POSTGRES] if arguments.stores else []))}
    with contextlib.ExitStack() as stack:
        arguments.postgres = stack.enter_context(Postgres(fsync="on")) if arguments.stores else None
        measure_rounds(arguments, results)
    return results


def measure_rounds(arguments, results):
    for _ in range(arguments.rounds):
        for name, runs in results.items():
            runs.append(measure(name, arguments))


def main():
    arguments = read_arguments()
    results = recorded(arguments.recorded) if arguments.recorded else measure_all(arguments)
    if arguments.peers:
        report_peers(results, arguments)
    else:
        report(results, arguments)
    note_busy_generator(results)
    if not arguments.peers:
        report_games(arguments)
    errors = sum(run["errors"] for runs in results.values() for run in runs)
    if errors:
        sys.exit(f"bench: {errors} steps were missing or moves refused")


if __name__ == "__main__":
    main()
