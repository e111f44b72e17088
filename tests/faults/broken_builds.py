#!/usr/bin/env python3
"""The suite itself is tested: each deliberate bug of server/ops/fail_point.hpp is switched on, and the checker has to call it by its name.

Prints what was seen of each; the last line is `N passed, N failed`.
"""
import argparse
import asyncio
import concurrent.futures
import multiprocessing
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import outside  # noqa: E402
from arena import Arena  # noqa: E402
from harness import ROOT  # noqa: E402
import files  # noqa: E402

# Bug -> (fail points, how often the server is killed or what else happens to it, what the checker must say). In RESTORED a backup is restored instead of a kill.
BUGS = {
    "none": ("journal.begin=sleep:20", 4, None),
    "tell before the journal": ("bug.tell_before_journal=on,journal.begin=sleep:20", 40, "lost"),
    "no dedupe": ("bug.no_dedupe=on", 0, "doubled"),
    "a gap in the numbers": ("bug.gap=on@50-51", 0, "gap"),
    "a seat with two owners": ("bug.two_owners=on", 0, "owner"),
    "steps for clients of another history": ("bug.any_history=on", 10, "forked"),
    "nobody looks at the files": ("bug.no_watch=on", files.vanish, "lost"),
    "nobody checks the checksums": ("bug.no_sums=on", files.flip, "changed"),
}
RESTORED = {"steps for clients of another history"}
WITHIN = 40


async def seek(name, seed, program):
    """What the checker said of the bug, as soon as it said what it must."""
    points, kills, wanted = BUGS[name]
    arena = Arena(f"broken {name}", seed, program, tables=5, fail_points=True, mischief=0.1, saved=None, closes=(1008, 1011, 1012, 1013, 4007),
                  steady=name in RESTORED)
    tending = asyncio.create_task(arena.tend())
    until = time.monotonic() + WITHIN
    try:
        arena.server.set_points(points)
        await arena.keep_tables()
        while time.monotonic() < until and not (wanted and arena.violations[wanted]):
            await asyncio.sleep(arena.chance.uniform(0.3, 0.6))
            if callable(kills):
                await kills(arena, 1 + arena.counts["vanished files"] + arena.counts["flipped bits"])
                continue
            if kills == 0 and wanted is None:
                break
            if name in RESTORED:
                await outside.restores(arena, arena.counts["restores"] + 1)
            elif kills > 0:
                kills -= 1
                await arena.kill()
                await arena.everybody_is_back(5)
            arena.check_journal()
        return name, wanted, dict(arena.violations), arena.first[:1]
    finally:
        tending.cancel()
        await arena.abandon()
        arena.clean()


def run(job):
    return asyncio.run(seek(*job))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engawad", default=str(ROOT / "build/test/bin/engawad"), help="a program that was built with fail points (build/test)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    failed = 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs, multiprocessing.get_context("spawn")) as pool:
        for name, wanted, found, first in pool.map(run, [(name, options.seed, options.engawad) for name in BUGS]):
            caught = wanted in found if wanted else not found
            failed += not caught
            print(f"{'caught' if caught and wanted else 'clean' if caught else 'MISSED'}: {name}: {found or 'nothing'} {' '.join(first)[:300]}")
    print(f"{len(BUGS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
