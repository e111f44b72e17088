#!/usr/bin/env python3
"""Tries to break the promises of a cluster: real nodes over a real PostgreSQL, people of one room on several nodes, and faults from a seed.

After each fault, and at the end, the rooms are compared with the frames that their people received: nothing acknowledged is missing, nothing is there
twice, no number was used for two different steps, no room is taken from a node that has its lease, and every affected room plays again in time. Exit
code 1 when anything was wrong; the history of the rooms concerned is then in build/faults.
"""
import argparse
import asyncio
import contextlib
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from cluster_arena import ClusterArena  # noqa: E402
from cluster_faults import KINDS, faults  # noqa: E402
from harness import ROOT  # noqa: E402
import report  # noqa: E402


@contextlib.asynccontextmanager
async def playing(arena):
    """The arena's rooms are played until the end."""
    tending = asyncio.create_task(arena.tend())
    try:
        await arena.keep_tables()
        yield
    finally:
        tending.cancel()
        await arena.abandon()
        arena.clean()


async def play(options):
    began = time.monotonic()
    # With many rooms people think longer, so that the load is the same.
    arena = ClusterArena("cluster", options.seed, options.engawad, options.nodes, options.lease_ms, max(0.6, options.rooms / 80), tables=options.rooms)
    async with playing(arena):
        await faults(arena, options.faults, options.only or tuple(KINDS))
        await arena.finish()
        return report.result(arena, arena.counts["faults"], options.faults, time.monotonic() - began), arena.times


def at(share, times):
    """The quantile of sorted values."""
    return times[min(len(times) - 1, int(share * len(times)))]


def table(times, counts):
    """For each kind of fault: how often, how many rooms it affected, and after how many seconds they played again."""
    lines = [f"{'':32}{'':>7}{'':>7}  {'the first of a room plays':>26}  {'all of a room play':>26}",
             f"{'fault':32}{'times':>7}{'rooms':>7}  {'p50':>8} {'p99':>8} {'max':>8}  {'p50':>8} {'p99':>8} {'max':>8}  s"]
    for kind in KINDS:
        if counts.get(kind):
            pairs = times.get(kind, [])
            columns = [f"{at(share, sorted(column)):8.2f}" for column in zip(*pairs) for share in (0.5, 0.99, 1)]
            lines.append(f"{kind:32}{counts[kind]:7}{len(pairs):7}  {' '.join(columns[:3])}  {' '.join(columns[3:])}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="of everything that is random (1)")
    parser.add_argument("--faults", type=int, default=len(KINDS), help=f"how many (one of each kind, {len(KINDS)})")
    parser.add_argument("--rooms", type=int, default=12, help="that are played in at a time (12)")
    parser.add_argument("--nodes", type=int, default=3, help="how many engawads (3)")
    parser.add_argument("--lease-ms", type=int, default=1000, help="the nodes' cluster.lease_ms (1000)")
    parser.add_argument("--only", action="append", choices=sorted(KINDS), help="only this kind of fault; may be given again")
    parser.add_argument("--engawad", default=str(ROOT / "build/test/bin/engawad"), help="the program (build/test)")
    parser.add_argument("--report", help="write the report as JSON here")
    options = parser.parse_args()
    result, times = asyncio.run(play(options))
    print(report.text([result]))
    print()
    print(table(times, result["counts"]))
    if options.report:
        report.write(options.report, [result])
    done = report.passed(result)
    print(f"{int(done)} passed, {int(not done)} failed")
    return 0 if done else 1


if __name__ == "__main__":
    sys.exit(main())
