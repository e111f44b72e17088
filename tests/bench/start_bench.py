#!/usr/bin/env python3
"""The cost of a start with many rooms in play: time to the first answer and until all rooms are known, and their memory.

    tests/bench/start_bench.py [--bin build/test/bin] [--rooms 10000] [--inputs 100] [--tail 1000000]

Each room has the inputs of one real game of five that is not over, and chat; the newest `--tail` of them are in the tail, the rest is packed. Prints
figures and never judges them. The database is created in a temporary folder.
"""
import argparse
import http.client
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/server"), str(ROOT / "tests/bench"), str(ROOT / "tests/tools")]
import harness  # noqa: E402
import stored  # noqa: E402
from postgres import free_port  # noqa: E402
from started import RAISED  # noqa: E402

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CACHE = str(ROOT / "build/cache")  # no tables are computed meanwhile
TAIL = 100000  # Store::kTailRows
MOVES = 40
KNOWN = "rooms of the last run"  # in the log when the server knows all of them


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(ROOT / "build/test/bin"), help="folder of engawad")
    parser.add_argument("--rooms", type=int, default=10000)
    parser.add_argument("--inputs", type=int, default=100, help="of each room")
    parser.add_argument("--tail", type=int, default=1000000, help="inputs that are not packed")
    return parser.parse_args()


def code_of(number):
    return "B" + "".join(DIGITS[number >> shift & 31] for shift in range(30, -1, -5))


def play(arguments, folder):
    """One room in the middle of its game with that many inputs: the set-up and these inputs."""
    with harness.Server(*RAISED, program=f"{arguments.bin}/engawad", data=folder, roomy=False) as server:
        room = server.room(seats=["open"] * 5)
        players = [harness.Client(server, room, nick=f"P{seat}") for seat in range(5)]
        for seat, player in enumerate(players):
            player.ok("sit", seat=seat)
        players[0].ok("start")
        moves = 0
        while moves < MOVES:
            for player in players:
                player.ok("ping")
                if moves < MOVES and player.my_turn():
                    player.play_first_legal()
                    moves += 1
        while players[0].seq < arguments.inputs:
            for player in players:
                player.ask("say", text="Good luck, and have fun!")
        for player in players:
            player.close()
        server.stop()
        inputs = [text for _, text in stored.inputs(folder, room)][: arguments.inputs]
        with stored.opened(folder) as database:
            return database.execute("SELECT code, setup FROM rooms").fetchone(), inputs


def fill(arguments, folder):
    (old, setup), inputs = play(arguments, folder)
    packed = max(0, len(inputs) - arguments.tail // arguments.rooms)
    text = json.dumps(inputs[:packed], separators=(",", ":"), ensure_ascii=False).encode()
    block = zlib.compress(text)
    numbers = range(1, arguments.rooms + 1)
    with stored.opened(folder, write=True) as database:
        for table in ("journal", "packed", "snapshots", "rooms"):
            database.execute(f"DELETE FROM {table}")
        rooms = ((n, code_of(n), 1, 0, n, setup.replace(old, code_of(n)), None, 0, packed) for n in numbers)
        database.executemany("INSERT INTO rooms(id, code, epoch, closed, created_at, setup, broken, closed_at, packed, sum) VALUES(?,?,?,?,?,?,?,?,?,?)",
                             ((*row, stored.row_sum(*row)) for row in rooms))
        if packed:
            rows = ((n, 1, packed, len(text), block) for n in numbers)
            database.executemany("INSERT INTO packed(room, first, last, size, inputs, sum) VALUES(?,?,?,?,?,?)", ((*row, stored.row_sum(*row)) for row in rows))
        tail = ((n, seq, inputs[seq - 1]) for seq in range(packed + 1, len(inputs) + 1) for n in numbers)
        database.executemany("INSERT INTO journal(room, seq, input, sum) VALUES(?,?,?,?)", ((*row, stored.row_sum(*row)) for row in tail))


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def first_answer(port, path):
    while True:
        try:
            return get(port, path)
        except ConnectionRefusedError:
            time.sleep(0.001)


def memory(process):
    """Its private bytes in memory."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return 1024 * int(re.search(r"RssAnon:\s+(\d+)", status)[1])


def gauge(port, name):
    return int(re.search(f"^engawa_{name} (.*)$", get(port, "/metrics"), re.M)[1])


def measure(arguments, folder, rooms):
    port, admin = free_port(), free_port()
    began = time.monotonic()
    process = subprocess.Popen([f"{arguments.bin}/engawad", "--port", str(port), "--admin-port", str(admin), *RAISED, "--log-level", "info", "--data", folder, "--cache", CACHE],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        first_answer(port, "/healthz")
        print(f"{time.monotonic() - began:8.3f} s  to the first answer", flush=True)
        if rooms:
            first_answer(port, f"/api/rooms/{code_of(rooms // 2)}")
            print(f"{time.monotonic() - began:8.3f} s  to the first room", flush=True)
            all(KNOWN not in line for line in process.stderr)
            print(f"{time.monotonic() - began:8.3f} s  until all rooms are known", flush=True)
            print(f"{memory(process) / 1e6:8.1f} MB of memory, {gauge(admin, 'rooms')} rooms in memory", flush=True)
            while gauge(admin, "store_tail_rows") > TAIL:
                time.sleep(0.1)
            print(f"{time.monotonic() - began:8.3f} s  until the old inputs are packed", flush=True)
        time.sleep(2)  # temporary memory has been returned
        return memory(process)
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def main():
    arguments = read_arguments()
    with tempfile.TemporaryDirectory() as empty:
        print("an empty database")
        without = measure(arguments, empty, 0)
        print(f"{without / 1e6:8.1f} MB of memory")
    with tempfile.TemporaryDirectory() as folder:
        fill(arguments, folder)
        print(f"{arguments.rooms} rooms in play with {arguments.inputs} inputs each, {min(arguments.tail, arguments.rooms * arguments.inputs)} of them in the tail")
        whole = measure(arguments, folder, arguments.rooms)
        print(f"{whole / 1e6:8.1f} MB of memory, {(whole - without) / arguments.rooms / 1e3:.2f} kB a room")


if __name__ == "__main__":
    main()
