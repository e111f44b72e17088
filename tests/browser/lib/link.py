#!/usr/bin/env python3
"""A distant place: a network namespace whose only link to this machine is slow and loses packets.

    link.py NAME [--delay-ms 200] [--loss 0.01] [--seed 1]

Makes the namespace NAME and two tun devices, one in it and one here, and carries their packets across: delayed, and not all of them.
Both ends use the kernel's own TCP, which retransmits lost packets. Prints `ready HERE THERE`, the two addresses, and ends, leaving
nothing, when its input closes. Exits with 3 if no namespace or device can be made."""
import argparse
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
LARGEST = 65536


def ip(*words, check=True):
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if check and done.returncode:
        raise OSError(done.stderr.strip() or f"ip {' '.join(words)}")


def tun(name):
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN | IFF_NO_PI))
    return device


def bring_up(name, own, other, inside=()):
    ip(*inside, "addr", "add", own, "peer", other, "dev", name)
    ip(*inside, "link", "set", name, "up")


def make(name):
    net = f"10.213.{os.getpid() % 250}"
    here, there = f"{net}.1", f"{net}.2"
    ip("netns", "add", name)
    ends = [tun(f"{name}h"), tun(f"{name}t")]
    bring_up(f"{name}h", here, there)
    ip("link", "set", f"{name}t", "netns", name)
    inside = ("-n", name)
    ip(*inside, "link", "set", "lo", "up")
    bring_up(f"{name}t", there, here, inside)
    return ends, here, there


def carry(ends, delay, loss, dice):
    other = {ends[0]: ends[1], ends[1]: ends[0]}
    under_way, count = [], 0
    while True:
        wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
        for source in select.select([sys.stdin, *ends], [], [], wait)[0]:
            if source is sys.stdin:
                return
            packet = os.read(source, LARGEST)
            if dice.random() < loss:
                continue
            count += 1
            heapq.heappush(under_way, (time.monotonic() + delay, count, other[source], packet))
        while under_way and under_way[0][0] <= time.monotonic():
            _, _, target, packet = heapq.heappop(under_way)
            os.write(target, packet)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--delay-ms", type=float, default=200)
    parser.add_argument("--loss", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    try:
        try:
            ends, here, there = make(args.name)
        except OSError as error:
            print(error, file=sys.stderr)
            return 3
        print("ready", here, there, flush=True)
        carry(ends, args.delay_ms / 1000, args.loss, random.Random(args.seed))
        return 0
    finally:
        ip("netns", "del", args.name, check=False)


if __name__ == "__main__":
    sys.exit(main())
