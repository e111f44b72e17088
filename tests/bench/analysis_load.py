#!/usr/bin/env python3
"""How long the analysis of a finished game takes, and its effect on people who play meanwhile.

    tests/bench/analysis_load.py [--bin build/test/bin] [--short] [--rounds N] [--rooms 40] [--rate 200] [--ahead]

A game of reversi for five is played to its end by bots and one client that takes the first legal cell. Then its analysis is requested, on an idle
server with one processor. After that, on a server with all processors, forty rooms of five people play at a fixed pace and then as fast as they can:
alone, and beside the analysis of such a game, in turn.

Prints seconds, microseconds from a person's move to its `ok` (p50 / p99) and moves/s, medians of the rounds; never judges them. Fails (exit code 1)
if a person's step was missing or a move refused, or if nothing was analysed.
"""
import argparse
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/server"), str(ROOT / "tests/bench")]
import harness  # noqa: E402
from started import AHEAD, RAISED  # noqa: E402

BOTS = [{"bot": "kitsune", "level": 4}] * 4


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(ROOT / "build/test/bin"), help="folder of engawad and room_load")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--rooms", type=int, default=40)
    parser.add_argument("--rate", type=int, default=200, help="moves/s of people over all rooms")
    parser.add_argument("--ahead", action="store_true", help="the server and the generator have a high priority (analyses have a low one of their own); needs root")
    arguments = parser.parse_args()
    arguments.rounds = arguments.rounds or (1 if arguments.short else 5)
    arguments.milliseconds = 800 if arguments.short else 3000
    return arguments


@contextlib.contextmanager
def placed(arguments, alone=False):
    """Processes started meanwhile inherit it: only the first processor, and the priority of --ahead."""
    processors = os.sched_getaffinity(0)
    try:
        if alone:
            os.sched_setaffinity(0, {min(processors)})
        if arguments.ahead:
            os.setpriority(os.PRIO_PROCESS, 0, AHEAD)
        yield
    finally:
        if arguments.ahead:
            os.setpriority(os.PRIO_PROCESS, 0, 0)
        os.sched_setaffinity(0, processors)


def started(arguments, alone=False):
    with placed(arguments, alone):
        return harness.Server(*RAISED, *(["--bot-threads", "1"] if alone else []), program=f"{arguments.bin}/engawad", roomy=False)


def asked(server, record, method="GET", start=0):
    status, answer = server.http(method, f"/api/records/{record}/analysis?from={start}", {} if method == "POST" else None)
    if status != 200:
        sys.exit(f"analysis_load: {status} {answer}")
    return answer


def finished_game(server):
    """The record of a game that has just finished."""
    token = server.guest()
    client = harness.Client(server, server.room(token, options={"preset": "five"}, seats=["open", *BOTS], clock={"kind": "none"}), token)
    client.ok("sit", seat=0)
    client.ok("start")
    client.play_to_the_end()
    client.close()
    return f"{client.room}-1"


def end_of_analysis(server, record):
    """The number of positions, once all are analysed."""
    while (answer := asked(server, record, start=1 << 20))["state"] != "done":
        time.sleep(0.05)
    return answer["of"]


def measure_alone(arguments):
    found = []
    with started(arguments, alone=True) as server:
        for _ in range(arguments.rounds):
            record = finished_game(server)
            begun = time.monotonic()
            asked(server, record, "POST")
            found.append((end_of_analysis(server, record), time.monotonic() - begun))
    return found


def play(server, arguments):
    load = [f"{arguments.bin}/room_load", "--port", str(server.port), "--pid", str(server.process.pid), "--rooms", str(arguments.rooms), "--warmup-ms", "300",
            "--closed-ms", str(arguments.milliseconds // 2), "--paced-ms", str(arguments.milliseconds), "--rate", str(arguments.rate)]
    with placed(arguments):
        run = subprocess.run(load, stdout=subprocess.PIPE, text=True, timeout=120)
    if not run.stdout.strip():
        sys.exit(f"analysis_load: room_load had no result (exit code {run.returncode})")
    return json.loads(run.stdout)


def measure_beside(arguments):
    by_themselves, beside, analysed = [], [], 0
    with started(arguments) as server:
        for _ in range(arguments.rounds):
            record = finished_game(server)
            by_themselves.append(play(server, arguments))
            asked(server, record, "POST")
            beside.append(play(server, arguments))
            analysed += asked(server, record, start=1 << 20)["from"]
            end_of_analysis(server, record)
    return by_themselves, beside, analysed


def report(alone, by_themselves, beside, arguments):
    median = statistics.median
    print("analysis of a game of five, one idle processor: " + ", ".join(f"{of} positions in {seconds:.1f} s" for of, seconds in alone))
    print(f"{arguments.rooms} rooms of five people, {arguments.rate} moves/s, then as fast as they can; {arguments.rounds} rounds, medians")
    for name, runs in (("alone", by_themselves), ("beside", beside)):
        print(f"{name:7} ok p50 {median(run['paced'][0]['ok_p50'] for run in runs):6.0f} us, p99 {median(run['paced'][0]['ok_p99'] for run in runs):6.0f} us; "
              f"{median(run['closed']['moves_s'] for run in runs):6.0f} moves/s")
    for key in ("ok_p50", "ok_p99", "moves_s"):
        def figure(run, key=key):
            return run["closed"][key] if key == "moves_s" else run["paced"][0][key]
        ratios = [figure(busy) / figure(idle) for idle, busy in zip(by_themselves, beside)]
        print(f"  {key} beside an analysis: {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


def main():
    arguments = read_arguments()
    alone = measure_alone(arguments)
    by_themselves, beside, analysed = measure_beside(arguments)
    report(alone, by_themselves, beside, arguments)
    if any(run["errors"] for run in (*by_themselves, *beside)):
        sys.exit("analysis_load: steps were missing or moves refused")
    if not analysed or not all(of for of, _ in alone):
        sys.exit("analysis_load: nothing was analysed beside the players")


if __name__ == "__main__":
    main()
