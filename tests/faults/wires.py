"""Wires that can be cut, between the nodes of a cluster and to their database, in a separate process, so that players do not slow them down.

The arguments are wires, NAME=PORT=HOST:TARGET. Each line of the standard input is `cut NAME` (connections are closed, and none is made), `stall NAME`
(nothing gets through any more, and no side learns of it) or `mend NAME`, and is answered by a line when it is done. The program ends with its input.
"""
import asyncio
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from proxy import Proxy  # noqa: E402


class Wires:
    """The caller's end. `wires`: {name: (port, host, target)}."""

    def __init__(self, wires):
        self.process = subprocess.Popen([sys.executable, __file__, *(f"{name}={port}={host}:{target}" for name, (port, host, target) in wires.items())],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def do(self, what, name):
        self.process.stdin.write(f"{what} {name}\n")
        self.process.stdin.flush()
        self.process.stdout.readline()

    def stop(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


async def carry(arguments):
    wires = {}
    for argument in arguments:
        name, port, target = argument.split("=")
        host, number = target.rsplit(":", 1)
        wires[name] = Proxy(int(number), random.Random(0), host)
        await wires[name].start(int(port))
    print("ready", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        what, name = line.split()
        change(wires[name], what)
        print("done", flush=True)


def change(proxy, what):
    proxy.cut, proxy.stalled = what == "cut", what == "stall"
    if what == "stall":
        for pipe in proxy.pipes:
            pipe.stalled = True
    else:
        proxy.end_pipes()  # data swallowed by a stalled wire is lost


if __name__ == "__main__":
    asyncio.run(carry(sys.argv[1:]))
