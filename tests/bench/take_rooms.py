#!/usr/bin/env python3
"""How many rooms of a killed node another one opens per second: two nodes over one PostgreSQL, games in the rooms of the first, which is killed; then
all its rooms are requested from the second, over several connections.

    tests/bench/take_rooms.py [--bin build/test/bin] [--rooms 1000] [--rounds 3] [--asking 8]
"""
import argparse
import http.client
import json
import pathlib
import statistics
import subprocess
import sys
import threading
import time

import bench
from started import Started, engawad

sys.path.insert(0, str(bench.ROOT / "tests/tools"))
from postgres import Postgres, free_port  # noqa: E402

LIVING = "SELECT count(*) FROM nodes WHERE lease_until > clock_timestamp()"


def node(arguments, url):
    cluster = ["--cluster-address", f"127.0.0.1:{free_port()}", "--cluster-secret", "a secret that all the nodes know"]
    return Started(engawad(arguments.bin, "--store-url", url, *cluster, "--cache", bench.cache()))


def ask(port, codes, wrong):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    while codes:
        try:
            code = codes.pop()
        except IndexError:
            break
        connection.request("GET", f"/api/rooms/{code}")
        answer = connection.getresponse()
        document = answer.read()
        if answer.status != 200 or json.loads(document).get("code", code) != code:
            wrong.append(code)
    connection.close()


def measure(postgres, arguments):
    database = postgres.new_database()
    url = postgres.url(database)
    with node(arguments, url) as second:
        with node(arguments, url) as first:
            first.wait_until_idle()
            command = [f"{arguments.bin}/room_load", "--port", str(first.ports[0]), "--pid", str(first.process.pid), "--wire", "engawa",
                       "--rooms", str(arguments.rooms), "--warmup-ms", "0", "--closed-ms", "3000"]
            subprocess.run(command, stdout=subprocess.DEVNULL, timeout=300, check=True)
        while postgres.sql(LIVING, database) != "1":
            time.sleep(0.1)
        codes = postgres.sql("SELECT code FROM rooms WHERE closed = 0", database).split()
        inputs = int(postgres.sql("SELECT count(*) FROM journal", database))
        rooms, wrong, began = len(codes), [], time.monotonic()
        asking = [threading.Thread(target=ask, args=(second.ports[0], codes, wrong)) for _ in range(arguments.asking)]
        for each in asking:
            each.start()
        for each in asking:
            each.join()
        if wrong or rooms < arguments.rooms:
            sys.exit(f"take_rooms: {len(wrong)} of {rooms} rooms were not opened")
        return rooms / (time.monotonic() - began), inputs / rooms


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(bench.ROOT / "build/test/bin"))
    parser.add_argument("--rooms", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--asking", type=int, default=8)
    arguments = parser.parse_args()
    with Postgres(fsync="on") as postgres:
        runs = [measure(postgres, arguments) for _ in range(arguments.rounds)]
    print(f"{statistics.median(rate for rate, _ in runs):.0f} rooms/s, with {statistics.median(inputs for _, inputs in runs):.0f} inputs each "
          f"(median of {arguments.rounds}: {', '.join(f'{rate:.0f}' for rate, _ in runs)})")


if __name__ == "__main__":
    main()
