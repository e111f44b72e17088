#!/usr/bin/env python3
"""The effect of one hostile peer on honest rooms.

    tests/bench/hostile.py [--bin build/test/bin] [--short] [--rounds N] [--rooms 40] [--rate 200] [--ahead] [--only KIND]

Forty rooms of five people play at a fixed pace through a trusted proxy (so that each person has an address), with the server's default limits; beside
them one peer with its own address attacks in one way. Every round measures the server alone and with each kind of peer in turn, each in a new
process; the ratios are medians of the rounds' ratios. The server has core 0, the generator and the peer (at the lowest priority) core 1.

Prints microseconds from an honest move to its `ok`, p50 / p99, and never judges them. Fails (exit code 1) when an honest step was missing or a move refused.
"""
import argparse
import json
import pathlib
import socket
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/kit"), str(ROOT / "tests/bench")]
import raw  # noqa: E402
from started import Started, pinned  # noqa: E402

ADDRESS = ("127.0.0.2", 0)  # loopback has many addresses: this one is not a trusted proxy


def connect(port):
    return socket.create_connection(("127.0.0.1", port), 5, source_address=ADDRESS)


def post(port, path, body):
    with connect(port) as connection:
        text = json.dumps(body).encode()
        connection.sendall(f"POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n".encode() + text)
        got = b""
        while data := connection.recv(65536):
            got += data
    return json.loads(got.split(b"\r\n\r\n", 1)[1])


class Hostile:
    """Common to all kinds: a separate room and token, and opening sockets until the server refuses more."""

    def __init__(self, port):
        self.port, self.done = port, 0
        self.token = post(port, "/api/guests", {})["token"]
        self.room = post(port, "/api/rooms", {"game": "reversi"})["room"]

    def open(self, read=True):
        opened = connect(self.port)
        opened.sendall(raw.request(self.port, f"/rooms/{self.room}/ws"))
        if b" 101 " not in opened.recv(4096):
            opened.close()
            time.sleep(0.001)
            return None
        opened.sendall(raw.encode(json.dumps(raw.hello(0, self.token)).encode()))
        if read:
            opened.setblocking(False)
        return opened

    def pour(self, frames, count=1):
        """Sends frames over `count` sockets as fast as they are accepted, and replaces the sockets that the server closes."""
        taps = [None] * count
        while True:
            for i, tap in enumerate(taps):
                try:
                    if tap is None:
                        taps[i] = self.open()
                        continue
                    tap.send(frames)
                    self.done += 1
                    if not tap.recv(1 << 16):
                        raise ConnectionResetError
                except BlockingIOError:
                    pass
                except OSError:
                    if taps[i]:
                        taps[i].close()
                    taps[i] = None


def flood(peer):
    peer.pour(raw.encode(b'{"type":"ping","id":1}') * 50, 1)


def big_frames(peer):
    peer.pour(raw.encode(b'{"type":"say","id":1,"text":"' + b"x" * 17000 + b'"}'))


def huge_json(peer):
    peer.pour(raw.encode(b'{"type":"ping","id":1,"pad":[' + b"[0]," * 4000 + b"0]}"))


def slow_reader(peer):
    request = raw.encode(b'{"type":"sync","id":1}')
    while True:
        taps = [tap for tap in (peer.open(read=False) for _ in range(8)) if tap]
        for tap in taps:
            tap.settimeout(0.2)
        try:
            while taps:
                for tap in taps:
                    tap.sendall(request)  # whose answers are never read
                    peer.done += 1
        except OSError:
            pass
        for tap in taps:
            tap.close()


def handshake_flood(peer):
    while True:
        try:
            with connect(peer.port) as opened:
                opened.sendall(raw.request(peer.port, f"/rooms/{peer.room}/ws", ["X: " + "y" * 4000])[:3000 + peer.done % 1500])
                peer.done += 1
        except OSError:
            pass


def reconnect_loop(peer):
    while True:
        try:
            opened = peer.open()
            peer.done += 1
            if opened:
                opened.close()
        except OSError:
            pass


KINDS = {"flood": flood, "slow reader": slow_reader, "big frames": big_frames, "huge JSON": huge_json, "handshake flood": handshake_flood, "reconnect loop": reconnect_loop}


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(ROOT / "build/test/bin"), help="folder of engawad and room_load")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--rooms", type=int, default=40)
    parser.add_argument("--rate", type=int, default=200, help="moves/s over all rooms")
    parser.add_argument("--ahead", action="store_true", help="the server and the generator have a high priority, so that other work disturbs less; needs root")
    parser.add_argument("--only", choices=KINDS)
    parser.add_argument("--peer", nargs=2, metavar=("KIND", "PORT"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    arguments.rounds = arguments.rounds or (1 if arguments.short else 5)
    return arguments


def measure(kind, arguments):
    flags = ["--port", "0", "--trusted-proxies", "127.0.0.1", "--bot-delay-ms", "0", "--log-level", "error"]
    with Started(lambda data: [f"{arguments.bin}/engawad", *flags, "--data", data], prepare=pinned((0,), arguments.ahead)) as server:
        port = server.ports[0]
        peer = None
        try:
            if kind:
                peer = subprocess.Popen(["nice", "-n", "19", sys.executable, __file__, "--peer", kind, str(port)], preexec_fn=pinned((1,)))
            load = [f"{arguments.bin}/room_load", "--port", str(port), "--rooms", str(arguments.rooms), "--warmup-ms", "0", "--closed-ms", "0", "--paced-ms",
                    "1200" if arguments.short else "5000", "--rate", str(arguments.rate)]
            run = subprocess.run(load, stdout=subprocess.PIPE, text=True, timeout=120, preexec_fn=pinned((1,), arguments.ahead))
            if not run.stdout.strip():
                sys.exit(f"hostile: room_load had no result beside {kind or 'nobody'} (exit code {run.returncode})")
            if peer and peer.poll() is not None:
                sys.exit(f"hostile: the peer that does {kind} has ended by itself")
            return json.loads(run.stdout)
        finally:
            if peer:
                peer.kill()
                peer.wait()


def main():
    arguments = read_arguments()
    if arguments.peer:
        kind, port = arguments.peer
        return KINDS[kind](Hostile(int(port)))
    kinds = [arguments.only] if arguments.only else list(KINDS)
    rounds = []
    for _ in range(arguments.rounds):
        rounds.append({kind: measure(kind, arguments) for kind in (None, *kinds)})
    print(f"{arguments.rooms} rooms of five people, {arguments.rate} moves/s, {arguments.rounds} rounds, medians; microseconds to `ok`")
    for kind in (None, *kinds):
        def median(key):
            return statistics.median(r[kind]["paced"][0][key] for r in rounds)

        def ratio(key):
            return statistics.median(r[kind]["paced"][0][key] / max(1, r[None]["paced"][0][key]) for r in rounds)
        print(f"{kind or 'nobody':16} p50 {median('ok_p50'):7.0f}  p99 {median('ok_p99'):7.0f}" + (f"   ratios {ratio('ok_p50'):.2f}, {ratio('ok_p99'):.2f}" if kind else ""))
    if any(r["errors"] for one in rounds for r in one.values()):
        sys.exit("hostile: honest steps were missing or moves refused")
    return 0


if __name__ == "__main__":
    sys.exit(main())
