#!/usr/bin/env python3
"""The effect on people of bots that think in other rooms.

    tests/bench/bot_load.py [--bin build/test/bin] [--short] [--rounds N] [--bot kitsune:5] [--bot-rooms 200] [--rooms 40] [--rate 200] [--ahead] [--busy 4]

Two hundred rooms of four bots each, which move every 550 ms if they are done thinking by then: more than a processor can compute. Beside them forty
rooms of five people play at a fixed pace. One server for all: it is measured while the bots think and while they do not (nobody watches their rooms,
so they sleep), in turn. All share the machine's processors: the server with its default number of bot threads, the generator, and anything else that
runs.

Prints microseconds from a person's move to its `ok`, p50 / p99, medians of the rounds, the intervals between the moves of a room's bots, and the work
of the bots meanwhile; never judges them. Fails (exit code 1) if a person's step was missing or a move refused, if the bots did not think, or thought
while they slept.
"""
import argparse
import contextlib
import json
import os
import pathlib
import select
import statistics
import subprocess
import sys
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/kit"), str(ROOT / "tests/bench")]
from raw import Socket, hello  # noqa: E402
import engawa  # noqa: E402
from started import AHEAD, Started, engawad  # noqa: E402

DELAY_MS = 550
PAUSE_MS = 1000  # the time that room_load warms up


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(ROOT / "build/test/bin"), help="folder of engawad and room_load")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--bot", default="kitsune:5", help="NAME:LEVEL of reversi")
    parser.add_argument("--bot-rooms", type=int, default=200)
    parser.add_argument("--rooms", type=int, default=40)
    parser.add_argument("--rate", type=int, default=200, help="moves/s of people over all rooms")
    parser.add_argument("--ahead", action="store_true", help="the server and the generator have a high priority (bots have a low one of their own), so that other work disturbs less; needs root")
    parser.add_argument("--busy", type=int, default=0, help="loops at normal priority that want all of the machine meanwhile")
    parser.add_argument("--json", help="file for the raw results, a line each")
    arguments = parser.parse_args()
    arguments.rounds = arguments.rounds or (1 if arguments.short else 5)
    arguments.milliseconds = 1500 if arguments.short else 4000
    return arguments


def ahead(arguments):
    return (lambda: os.setpriority(os.PRIO_PROCESS, 0, AHEAD)) if arguments.ahead else None


class Server(Started, engawa.Server):
    def __init__(self, arguments):
        super().__init__(engawad(arguments.bin, "--rooms-per-guest", "100000", "--admin-port", "0"), ports=2, prepare=ahead(arguments))
        self.port, self.admin_port = self.ports
        engawa.Server.__init__(self, f"http://127.0.0.1:{self.port}")

    def metrics(self):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.admin_port}/metrics", timeout=20) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


class BotRooms:
    """Rooms of bots, and a spectator in each. Frames are read by a thread, which keeps the times between a room's steps in `gaps` (ms)."""

    def __init__(self, server, arguments):
        self.server, self.sockets, self.started, self.gaps = server, [], False, []
        bot, level = arguments.bot.split(":")
        self.token = server.guest("Watcher")["token"]
        wish = {"game": "reversi", "options": {"preset": "five"}, "seats": [{"bot": bot, "level": int(level)}] * 4 + [{"bot": "random"}], "clock": {"kind": "none"},
                "visibility": "private", "bot_delay_ms": DELAY_MS}
        self.codes = [server.make_room(self.token, **wish) for _ in range(arguments.bot_rooms)]

    def wake(self):
        self.sockets = []
        for code in self.codes:
            opened = Socket(self.server.port, f"/rooms/{code}/ws")
            opened.send(hello(0, self.token))
            if not self.started:
                opened.send({"type": "start", "id": 1})
            self.sockets.append(opened.connection)
        self.started = True
        self.reader = threading.Thread(target=self.read)
        self.awake = True
        self.reader.start()

    def read(self):
        poll = select.epoll()
        by_number = {opened.fileno(): opened for opened in self.sockets}
        for number in by_number:
            poll.register(number, select.EPOLLIN)
        last = {}
        while self.awake:
            for number, _ in poll.poll(0.2):
                if b'"type":"step"' not in by_number[number].recv(1 << 18):
                    continue
                now = time.monotonic()
                if number in last:
                    self.gaps.append(1000 * (now - last[number]))
                last[number] = now
            time.sleep(0.05)  # reads what has gathered, which costs little
        if last:
            self.gaps.append(1000 * (time.monotonic() - min(last.values())))  # for the next step
        poll.close()

    def sleep(self):
        self.awake = False
        self.reader.join()
        for opened in self.sockets:
            opened.close()
        end, before, after = time.monotonic() + 20, None, self.server.metrics()
        while after["engawa_bot_queue_depth"] > 0 or after["engawa_bot_moves_total"] != before:  # answers may still be in flight to the rooms
            if time.monotonic() > end:
                sys.exit("bot_load: bots go on thinking though nobody is there")
            time.sleep(0.05)
            before, after = after["engawa_bot_moves_total"], self.server.metrics()


def measure(server, arguments):
    load = [f"{arguments.bin}/room_load", "--port", str(server.port), "--pid", str(server.process.pid), "--rooms", str(arguments.rooms), "--warmup-ms", str(PAUSE_MS // 2),
            "--closed-ms", "0", "--paced-ms", str(arguments.milliseconds), "--rate", str(arguments.rate)]
    before = server.metrics()
    run = subprocess.run(load, stdout=subprocess.PIPE, text=True, timeout=120, preexec_fn=ahead(arguments))
    after = server.metrics()
    if not run.stdout.strip():
        sys.exit(f"bot_load: room_load had no result (exit code {run.returncode})")
    result = json.loads(run.stdout)
    result["bots"] = {name: after[name] - before[name] for name in after if name.startswith("engawa_bot_") and "_total" in name}
    if arguments.json:
        with open(arguments.json, "a", encoding="utf-8") as out:
            out.write(json.dumps(result) + "\n")
    return result


@contextlib.contextmanager
def busy(loops):
    """Other processes that compete for the machine."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def report(quiet, thinking, gaps, seconds, arguments):
    median = statistics.median
    print(f"{arguments.rooms} rooms of five people, {arguments.rate} moves/s, beside {arguments.bot_rooms} rooms of four {arguments.bot}; {arguments.rounds} rounds, medians")
    for name, runs in (("asleep", quiet), ("thinking", thinking)):
        print(f"bots {name:9} ok p50 {median(run['paced'][0]['ok_p50'] for run in runs):7.0f} us, p99 {median(run['paced'][0]['ok_p99'] for run in runs):7.0f} us")
    for key, label in (("ok_p50", "p50"), ("ok_p99", "p99")):
        differences = [busy["paced"][0][key] - idle["paced"][0][key] for idle, busy in zip(quiet, thinking)]
        ratios = [busy["paced"][0][key] / idle["paced"][0][key] for idle, busy in zip(quiet, thinking)]
        print(f"  thinking adds to {label} {median(differences):.0f} us (from {min(differences):.0f} to {max(differences):.0f}), ratio {median(ratios):.2f}")

    gaps = sorted(gaps)
    print(f"  a room's moves are {median(gaps):.0f} ms apart, p99 {gaps[int(0.99 * len(gaps))]:.0f}, at most {gaps[-1]:.0f}")

    def total(part):
        return sum(run["bots"][part] for run in thinking)
    answers = max(1, total("engawa_bot_moves_total"))
    short = {reason: total(f'engawa_bot_short_answers_total{{reason="{reason}"}}') for reason in ("load", "due", "late")}
    print(f"  bots: {answers / seconds:.0f} moves/s, {total('engawa_bot_cpu_seconds_total') / seconds:.2f} of a processor, {total('engawa_bot_slices_total') / answers:.1f} slices a move; "
          + ", ".join(f"{name} {count / answers:.0%}" for name, count in short.items()))


def main():
    arguments = read_arguments()
    quiet, thinking, seconds = [], [], 0
    with busy(arguments.busy), Server(arguments) as server:
        rooms = BotRooms(server, arguments)
        for _ in range(arguments.rounds):
            quiet.append(measure(server, arguments))
            rooms.wake()
            begun = time.monotonic()
            thinking.append(measure(server, arguments))
            seconds += time.monotonic() - begun
            rooms.sleep()
    report(quiet, thinking, rooms.gaps, seconds, arguments)
    if any(run["errors"] for run in (*quiet, *thinking)):
        sys.exit("bot_load: steps were missing or moves refused")
    if not all(run["bots"]["engawa_bot_moves_total"] for run in thinking) or any(run["bots"]["engawa_bot_moves_total"] for run in quiet):
        sys.exit("bot_load: the bots did not think when they should, or thought when they should not")


if __name__ == "__main__":
    main()
