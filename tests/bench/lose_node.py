#!/usr/bin/env python3
"""How long people are disconnected when a node of a cluster is stopped, and when it is killed: nodes over one PostgreSQL, two people in each room,
one connected to the room's own node and one to any. One node ends, its people reconnect to the others with the page's back-off, and repeat a chat
line until it is acknowledged.

    tests/bench/lose_node.py [--bin build/test/bin] [--nodes 3] [--rooms 200] [--rounds 3] [--lease-ms 5000]

Seconds from the signal to the first line of each room of the node, and to the first line of each person in one: p50 / p99 / most, of all rounds.
One process plays all people, and reads no more than necessary; nodes, PostgreSQL and people share the machine. tests/faults/cluster.py checks every
frame, and is slower than the nodes.
"""
import argparse
import asyncio
import random
import signal
import sys
import time

import bench
from started import Started, engawad

sys.path[:0] = [str(bench.ROOT / "tests/kit"), str(bench.ROOT / "tests/server")]
import raw  # noqa: E402
from cluster_load import member  # noqa: E402
from harness import Client, Server  # noqa: E402
from postgres import Postgres  # noqa: E402

RETRY_S = 0.25  # the first pause of the page's back-off (clients/web/src/net/backoff.ts); it doubles
LONGEST_S = 2.5
RESTART_S = 3  # after 1012: at most
PATIENCE_S = 120


class Person:
    def __init__(self, room, token, port, ports):
        self.room, self.token, self.port, self.ports = room, token, port, ports
        self.code, self.at, self.lines = 1006, None, 0  # how the connection ended; when the last line was acknowledged

    async def stay(self):
        """Runs until cancelled."""
        failures = 0
        while True:
            try:
                failures = 0 if await self.visit() else failures + 1
            except (OSError, asyncio.IncompleteReadError):
                failures += 1
            ceiling = min(LONGEST_S, RETRY_S * 2 ** max(0, failures - 1))
            await asyncio.sleep(random.random() * RESTART_S if self.code == 1012 else ceiling * (0.5 + random.random() / 2))
            self.port = random.choice(self.ports)

    async def visit(self):
        """One connection. Returns whether it was welcomed."""
        self.code = 1006  # unless another one is given
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(raw.request(self.port, f"/rooms/{self.room}/ws"))
            if b" 101 " not in await reader.readuntil(b"\r\n\r\n"):
                return False
            writer.write(raw.encode(b'{"type":"hello","id":"h","token":"%s"}' % self.token.encode()))
            return await self.talk(reader, writer)
        finally:
            writer.close()

    async def talk(self, reader, writer):
        rest, said = b"", None
        while data := await reader.read(65536):
            rest += data
            while frame := raw.split(rest):
                opcode, payload, end = frame
                rest = rest[end:]
                if opcode == raw.CLOSE:
                    self.code, _ = raw.close_of(payload)
                    return said is not None
                if said is None and payload.startswith(b'{"type":"welcome"'):
                    self.lines += 1
                    said = b'"l%d"' % self.lines
                    writer.write(raw.encode(b'{"type":"say","id":%s,"text":"here"}' % said))
                elif said and payload.startswith(b'{"type":"ok"') and said in payload:
                    self.at = time.monotonic()
        return said is not None


class Node(Server):
    """The harness's requests, to a node that it did not start."""

    def __init__(self, started):
        self.port, self.process = started.ports[0], started.process


def table(node):
    """A started game of two. Returns its code and the tokens."""
    tokens = [node.guest("A"), node.guest("B")]
    room = node.room(tokens[0], options={"preset": "classic"}, seats=["me", "open"], clock={"kind": "none"})
    people = [Client(node, room, token) for token in tokens]
    people[1].ok("sit", seat=1)
    people[0].ok("start")
    for person in people:
        person.close()
    return room, tokens


async def until(ready):
    end = time.monotonic() + PATIENCE_S
    while not ready():
        if time.monotonic() > end:
            sys.exit(f"lose_node: people have waited for {PATIENCE_S} s")
        await asyncio.sleep(0.02)


async def lose(nodes, tables, number):
    """The first node ends. Returns how many seconds its rooms and the people in them were gone."""
    ports = [node.port for node in nodes]
    people = [Person(room, token, port, ports) for home, room, tokens in tables for token, port in zip(tokens, (ports[home], random.choice(ports)))]
    staying = [asyncio.create_task(person.stay()) for person in people]
    await until(lambda: all(person.at for person in people))
    await asyncio.sleep(1)  # of play
    for person in people:
        person.ports = ports[1:]
    began = time.monotonic()
    nodes[0].process.send_signal(number)
    rooms = {room for home, room, _ in tables if home == 0}
    hit = [person for person in people if person.room in rooms]
    await until(lambda: all(person.at > began for person in hit))
    for task in staying:
        task.cancel()
    first = {room: min(person.at for person in hit if person.room == room) - began for room in rooms}
    return list(first.values()), [person.at - began for person in hit]


def measure(arguments, postgres, number):
    url = postgres.url(postgres.new_database())
    flags = ("--store-url", url, "--cluster-lease-ms", str(arguments.lease_ms), "--cache", bench.cache())
    started = [Started(engawad(arguments.bin, *flags, *member())) for _ in range(arguments.nodes)]
    try:
        nodes = [Node(one) for one in started]
        for one in started:
            one.wait_until_idle()
        tables = [(home, *table(nodes[home])) for home in (at % len(nodes) for at in range(arguments.rooms))]
        return asyncio.run(lose(nodes, tables, number))
    finally:
        for one in started:
            one.__exit__()


def figures(seconds):
    ordered = sorted(seconds)
    return f"{ordered[len(ordered) // 2]:.2f} / {ordered[int(0.99 * (len(ordered) - 1))]:.2f} / {ordered[-1]:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(bench.ROOT / "build/test/bin"))
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--lease-ms", type=int, default=5000)
    arguments = parser.parse_args()
    with Postgres(fsync="on") as postgres:
        for what, number in (("stopped", signal.SIGTERM), ("killed", signal.SIGKILL)):
            runs = [measure(arguments, postgres, number) for _ in range(arguments.rounds)]
            rooms, people = ([second for run in runs for second in run[part]] for part in (0, 1))
            print(f"{what}: rooms {figures(rooms)} s, people {figures(people)} s ({len(rooms)} rooms, {len(people)} people)")


if __name__ == "__main__":
    main()
