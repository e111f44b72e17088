#!/usr/bin/env python3
"""Tests the cluster suite: each deliberate bug of server/ops/fail_point.hpp is switched on, and the checker has to report it by name.

Prints the findings for each; the last line is `N passed, N failed`.
"""
import argparse
import asyncio
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from cluster import playing  # noqa: E402
from cluster_arena import ClusterArena  # noqa: E402
from cluster_faults import strike  # noqa: E402
from harness import ROOT  # noqa: E402


class Bug:
    """`points`: active fail points; `wanted`: the checker must report one of these words; none: nothing. `kinds`: the faults that reveal it,
    repeated."""

    def __init__(self, points, wanted, *kinds, rounds=100, **arena):
        self.points, self.wanted, self.kinds, self.rounds, self.settings = points, wanted.split(), kinds, rounds, arena


FREEZE, KILL = "frozen beyond its lease", "kill -9, others take over"
FENCE = "bug.no_fence=on"
# Taking rooms too early does no harm in itself, because writes are checked against the epoch. The checker reports the taking itself.
BUGS = {
    "none": Bug("store.claimed=sleep:100", "", FREEZE, KILL, "cut from the database", rounds=1),
    "what a former owner writes is stored": Bug(FENCE, "forked lost doubled", FREEZE),
    "rooms are taken before the lease has ended": Bug("bug.eager_takeover=on", "owner", KILL),
    "the same, and what a former owner writes is stored": Bug(f"bug.eager_takeover=on,{FENCE}", "forked lost doubled", KILL),
    "two nodes take the same room": Bug("bug.two_sweeps=on,store.claimed=sleep:100", "owner", KILL),
    "connections to a node that is frozen stay": Bug("bug.late_splice=on", "stuck", "frozen for long", bound=5, patience=60),
}
WITHIN = 60


async def seek(name, options):
    """The checker's report of the bug, as soon as it contains the required word, and after how many seconds."""
    bug = BUGS[name]
    began = time.monotonic()
    arena = ClusterArena(f"broken {name}", options.seed, options.engawad, **{"tables": 8, "thinks": 0.2, "saved": None, **bug.settings})
    async with playing(arena):
        arena.set_points(bug.points)
        breaking = asyncio.create_task(break_down(arena, bug))
        watching = asyncio.create_task(watch(arena, bug))
        await asyncio.wait([breaking, watching], timeout=WITHIN if bug.wanted else None, return_when=asyncio.FIRST_COMPLETED)
        for task in (breaking, watching):
            if task.done():
                task.result()
            task.cancel()
        await asyncio.gather(breaking, watching, return_exceptions=True)
        return dict(arena.violations), arena.first[:1], time.monotonic() - began


async def break_down(arena, bug):
    for _ in range(bug.rounds):
        for kind in bug.kinds:
            await strike(arena, kind)


async def watch(arena, bug):
    while not any(arena.violations[word] for word in bug.wanted):
        await asyncio.sleep(0.05)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engawad", default=str(ROOT / "build/test/bin/engawad"), help="a program that was built with fail points (build/test)")
    parser.add_argument("--only", action="append", choices=sorted(BUGS), help="only this one; may be given again")
    options = parser.parse_args()
    failed, names = 0, options.only or BUGS
    for name in names:
        found, first, seconds = asyncio.run(seek(name, options))
        wanted = BUGS[name].wanted
        caught = any(word in found for word in wanted) if wanted else not found
        failed += not caught
        print(f"{'caught' if caught and wanted else 'clean' if caught else 'MISSED'} after {seconds:.0f} s: {name}: {found or 'nothing'} {' '.join(first)[:300]}", flush=True)
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
