#!/usr/bin/env python3
"""Tests the suite itself: each deliberate bug of server/ops/fail_point.hpp is switched on, and the checker has to report it by name.

Prints the findings for each; the last line is `N passed, N failed`.
"""
import argparse
import asyncio
import concurrent.futures
import functools
import multiprocessing
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from scenario import Inside  # noqa: E402  (before what needs tests/server)
from harness import ROOT  # noqa: E402
import bits  # noqa: E402
import files  # noqa: E402
import inside  # noqa: E402
import outside  # noqa: E402
import power  # noqa: E402
import scenarios  # noqa: E402
import stored  # noqa: E402
from power import OnRecordedDisk  # noqa: E402


class Bug:
    """`points`: active fail points; `wanted`: the checker must report one of these words; none: nothing. `kills`: how often the server is killed; or
    `fault`, a coroutine like those of the scenarios, is called repeatedly with an amount of `at_once`. `scenario`: the scenario whose kind of arena
    is used."""

    def __init__(self, points, wanted, kills=0, fault=None, counts=None, at_once=1, scenario=Inside, **arena):
        self.points, self.wanted, self.kills, self.fault, self.counts, self.at_once = points, wanted.split(), kills, fault, counts, at_once
        self.scenario, self.settings = scenario, {"tables": 5, "mischief": 0.1, **arena}


STEADY = {"steady": True}
PATIENT = {"flags": scenarios.PATIENT}
POWER = {"scenario": OnRecordedDisk, "counts": "power cuts"}
# The lost flushed data may be an input, a page of the database, or the row of a guest, whose token is then invalid.
BUGS = {
    "none": Bug("journal.begin=sleep:20", "", kills=4),
    "tell before the journal": Bug("bug.tell_before_journal=on,journal.begin=sleep:20", "lost", kills=40),
    "no dedupe": Bug("bug.no_dedupe=on", "doubled"),
    "a gap in the numbers": Bug("bug.gap=on@50-51", "gap"),
    "a seat with two owners": Bug("bug.two_owners=on", "owner"),
    "steps for clients of another history": Bug("bug.any_history=on", "forked", fault=outside.restores, counts="restores", **STEADY),
    "the same after a power cut": Bug("bug.any_history=on", "forked", fault=power.torn_tails, **POWER, **STEADY),
    "durability: power does not flush": Bug("bug.no_flush=on", "lost damaged closed", fault=power.power_cuts, **POWER, flags=("--durability", "power")),
    "durability: process does not flush": Bug("bug.no_flush=on", "damaged closed", fault=power.torn_tails, **POWER, **STEADY),
    "nobody looks at the files": Bug("bug.no_watch=on", "lost", fault=files.vanish, counts="vanished files"),
    "inputs are deleted and not packed": Bug("store.short_tail=on,bug.pack_nothing=on", "lost", kills=40),
    **{f"nobody checks the checksums of {table}": Bug("bug.no_sums=on,store.short_tail=on", "changed", fault=functools.partial(bits.bits, tables=(table,)), counts="bits flipped at rest", at_once=2)
       for table in stored.SUMS},
    "inputs are packed in two transactions": Bug("store.short_tail=on,bug.pack_in_two=on,store.half_packed=sleep:30", "lost", kills=40),
    "what a full disk did not take is acknowledged": Bug("store.short_tail=on,bug.no_failure=on", "lost", fault=inside.errors, counts="errors"),
    "a room's time is the wall clock": Bug("bug.trust_clock=on", "clock", fault=outside.clocks, counts="clock jumps", **PATIENT),
    "nobody checks the checksums": Bug("bug.no_sums=on", "changed", fault=files.flip, counts="flipped bits"),
}
CLOSES = (1008, 1011, 1012, 1013, 4007)
WITHIN = 40


async def seek(name, seed, program):
    """The checker's report of the bug, as soon as it contains the required word."""
    bug = BUGS[name]
    scenario = bug.scenario(seek, bug.counts, 0, points=bug.points, saved=None, closes=CLOSES, **bug.settings)
    scenario.name = f"broken {name}"
    arena = scenario.arena(seed, program)
    tending = asyncio.create_task(arena.tend())
    breaking = asyncio.create_task(break_down(arena, bug))
    try:
        await asyncio.wait([breaking], timeout=WITHIN, return_when=asyncio.FIRST_COMPLETED)
        if breaking.done():
            breaking.result()
        return name, bug.wanted, dict(arena.violations), arena.first[:1]
    finally:
        breaking.cancel()
        tending.cancel()
        await arena.abandon()
        scenario.clean(arena)


async def break_down(arena, bug):
    kills = bug.kills
    await arena.keep_tables()
    while not any(arena.violations[word] for word in bug.wanted):
        await asyncio.sleep(arena.chance.uniform(0.3, 0.6))
        if bug.fault:
            await bug.fault(arena, arena.counts[bug.counts] + bug.at_once)
            continue
        if kills > 0:
            kills -= 1
            await arena.kill()
            await arena.everybody_is_back(5)
        elif not bug.wanted:
            return
        arena.check_journal()


def run(job):
    return asyncio.run(seek(*job))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engawad", default=str(ROOT / "build/test/bin/engawad"), help="a program that was built with fail points (build/test)")
    parser.add_argument("--only", action="append", choices=sorted(BUGS), help="only this one; may be given again")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    failed, names = 0, options.only or BUGS
    with concurrent.futures.ProcessPoolExecutor(options.jobs, multiprocessing.get_context("spawn")) as pool:
        for name, wanted, found, first in pool.map(run, [(name, options.seed, options.engawad) for name in names]):
            caught = any(word in found for word in wanted) if wanted else not found
            failed += not caught
            print(f"{'caught' if caught and wanted else 'clean' if caught else 'MISSED'}: {name}: {found or 'nothing'} {' '.join(first)[:300]}")
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
