#!/usr/bin/env python3
"""Tries to break the promises of engawad: real processes, real sockets, all games, and faults from a seed.

Players and spectators of many rooms keep every frame that they get. After each fault, and at the end through a newcomer and the database itself, the
rooms are compared with these frames: nothing acknowledged is missing, nothing is there twice, all have the same document, every request has exactly
one answer, and every game continues to its end. Exit code 1 when anything was wrong; the history of the rooms concerned is then in build/faults.

Without an amount this is the short form of ./check --full, about two minutes; ./check does a share of it. --seconds, --kills and --disconnects set
its length; --long runs the large amounts that a store has to survive.
"""
import argparse
import asyncio
import concurrent.futures
import multiprocessing
import os
import pathlib
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import report  # noqa: E402
from harness import ROOT  # noqa: E402
from scenarios import LONG, SCENARIOS  # noqa: E402


async def play(name, seed, amount, program):
    began = time.monotonic()
    scenario = SCENARIOS[name]
    arena = scenario.arena(seed, program)
    tending = asyncio.create_task(arena.tend())
    try:
        await arena.keep_tables()
        await scenario.run(arena, amount)
        await arena.finish()
        return report.result(arena, arena.counts[scenario.counts], amount, time.monotonic() - began)
    finally:
        tending.cancel()
        scenario.clean(arena)


def run(job):
    """In a separate process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return asyncio.run(play(*job))


def jobs_of(options):
    """(scenario, seed, amount, program) of everything to do, the longest first."""
    def split(name, amount):
        parts = min(options.jobs, max(1, amount // 50))
        return [(name, options.seed + i, amount // parts + (i < amount % parts), options.engawad) for i in range(parts)]

    if options.kills or options.disconnects:
        return split("kills", options.kills) * bool(options.kills) + split("disconnects", options.disconnects) * bool(options.disconnects)
    names = options.only or [name for name, scenario in SCENARIOS.items() if scenario.works(options.engawad)]
    if options.long:
        return [job for name, amount in LONG.items() if name in names for job in split(name, amount)]
    return [(name, options.seed, max(1, round(SCENARIOS[name].short * options.share)), options.engawad) for name in names]


def rounds(options):
    """The jobs once; with --seconds repeated with new seeds until the time is over."""
    until = time.monotonic() + options.seconds
    while True:
        yield from jobs_of(options)
        options.seed += 1000
        if time.monotonic() >= until:
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="of everything that is random (1)")
    parser.add_argument("--seconds", type=float, default=0, help="go on with new seeds until this time is over")
    parser.add_argument("--kills", type=int, default=0, help="only kill -9, that often")
    parser.add_argument("--disconnects", type=int, default=0, help="only dropped connections, that many")
    parser.add_argument("--long", action="store_true", help="the large amounts: 1000 kills, 400 power cuts, 100 vanished files, 1000 flipped bits and others; half an hour and more")
    parser.add_argument("--only", action="append", choices=sorted(SCENARIOS), help="only this scenario; may be given again")
    parser.add_argument("--share", type=float, default=1, help="of the short form's amounts (1)")
    parser.add_argument("--engawad", default=str(ROOT / "build/test/bin/engawad"),
                        help="the program (build/test); without fail points in it, the scenarios that need them are left out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="scenarios at the same time (one for each core)")
    parser.add_argument("--report", help="write the report as JSON here")
    options = parser.parse_args()
    for name in options.only or []:
        if not SCENARIOS[name].works(options.engawad):
            parser.error(f"{name} cannot be played here: {SCENARIOS[name].needs}")
    results = []
    with concurrent.futures.ProcessPoolExecutor(options.jobs, multiprocessing.get_context("spawn")) as pool:
        waiting, jobs = set(), rounds(options)
        while True:
            while len(waiting) < options.jobs and (job := next(jobs, None)):
                waiting.add(pool.submit(run, job))
            if not waiting:
                break
            done, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                results.append(future.result() if not future.exception() else report.broken_off(future.exception()))
                print(f"{results[-1]['scenario']}: {'passed' if report.passed(results[-1]) else 'FAILED'} after {results[-1]['seconds']} s", file=sys.stderr, flush=True)
    print(report.text(results))
    if options.report:
        report.write(options.report, results)
    failed = sum(not report.passed(one) for one in results)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
