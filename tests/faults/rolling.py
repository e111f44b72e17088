#!/usr/bin/env python3
"""A rolling upgrade: real nodes of the old program over a real PostgreSQL, with many games under way, are replaced by the new program one by one.

Each node is drained, told to stop, started again with the other program and waited for, as docs/host/upgrade.md tells an operator to do. People play all
the time, and return as the page does, to any node. Then every game has to end. Exit code 1 when anything was wrong: something acknowledged is missing,
changed or there twice, somebody lost their seat, or got an answer that is not in protocol/errors.json.

ENGAWA_OLD_PROGRAM: the engawad of the old nodes; without it the same program is old and new. If the new one changes the tables, it does not start beside
the old one; then all nodes are stopped before the first new one starts, and the same must hold.
"""
import argparse
import asyncio
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from cluster import at, playing  # noqa: E402
from harness import ROOT  # noqa: E402
import report  # noqa: E402
from roll import RollingArena, replace  # noqa: E402


async def roll(options):
    began = time.monotonic()
    arena = RollingArena(options.seed, options.old, options.nodes, tables=options.rooms, thinks=options.thinks)
    async with playing(arena):
        await arena.all_are_here(within=300)
        for node in list(arena.server.nodes):
            await arena.play_for(options.between)
            if not await replace(arena, node, options.engawad) or arena.counts["stops of all nodes"]:
                break
        await arena.all_go_on()
        await arena.finish()
        return report.result(arena, arena.counts["nodes replaced"], options.nodes, time.monotonic() - began), arena


def table(arena):
    """How long people were away, and how long they waited for the answer to a move, in s. It is measured, not judged."""
    lines = [f"{'':44}{'times':>7}  {'p50':>8} {'p99':>8} {'longest':>8}  s"]
    for name, times in (("absence: from the last frame to the next", arena.absences), ("of it after the connection had ended", arena.returns),
                        ("from a move to its acknowledgement", arena.waits), ("from SIGTERM to the exit of a node", arena.stops)):
        if times:
            lines.append(f"{name:44}{len(times):7}  " + " ".join(f"{at(share, sorted(times)):8.2f}" for share in (0.5, 0.99, 1)))
    counts = arena.counts
    lines.append(f"{counts['moves acknowledged']} moves acknowledged, {len(arena.absences)} reconnects, {counts['requests sent again']} requests sent again, "
                 f"{counts['games to the end']} games to the end")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    program = str(ROOT / "build/test/bin/engawad")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is random (1)")
    parser.add_argument("--rooms", type=int, default=200, help="that are played in at a time (200)")
    parser.add_argument("--nodes", type=int, default=3, help="how many engawads (3)")
    parser.add_argument("--thinks", type=float, default=3, help="how long people think on average, in s (3)")
    parser.add_argument("--between", type=float, default=3, help="how long they play before each replacement, in s (3)")
    parser.add_argument("--engawad", default=program, help="the new program (build/test)")
    parser.add_argument("--old", default=os.environ.get("ENGAWA_OLD_PROGRAM") or program, help="the old program (ENGAWA_OLD_PROGRAM, or the same)")
    parser.add_argument("--report", help="write the report as JSON here")
    options = parser.parse_args()
    result, arena = asyncio.run(roll(options))
    print(report.text([result]))
    print()
    print(table(arena))
    if options.report:
        report.write(options.report, [result])
    done = report.passed(result)
    print(f"{int(done)} passed, {int(not done)} failed")
    return 0 if done else 1


if __name__ == "__main__":
    sys.exit(main())
