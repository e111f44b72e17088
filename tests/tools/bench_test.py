#!/usr/bin/env python3
"""Tests how tests/bench/bench.py presents results: the table of --peers, from lines as saved by --json, and its place in
docs/reference/performance.md.

And that it waits for a server whose threads start and end. No engawad is started here and no package is installed.
"""
import json
import pathlib
import re
import select
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/bench"))
import bench  # noqa: E402
import peers  # noqa: E402
import peers_table  # noqa: E402
from started import Started  # noqa: E402

RESTLESS = """
import threading, time
print("listening at :1", flush=True)
end = time.monotonic() + 1
while time.monotonic() < end:
    threads = [threading.Thread(target=time.sleep, args=(0.0001,)) for _ in range(20)]
    for one in threads: one.start()
    for one in threads: one.join()
print("at rest", flush=True)
time.sleep(300)
"""


def result(moves_s, cpu, latency, reached=1.0, idle=1000):
    """Results of a server that answers a move within `latency`, one in a hundred within ten times that, one in a thousand within a hundred times
    that."""
    times = {"ok_p50": latency, "ok_p99": latency * 10, "ok_p999": latency * 100}
    return {
        "closed": {"moves_s": moves_s, "cpu_100k": cpu, "generator_cpu": 0.5, **times},
        "paced": [{"rate": 2000, "moves_s": 2000, **times}, {"rate": 8000, "moves_s": 8000 * reached, **times}],
        "idle": {"bytes_per_connection": idle},
        "errors": 0,
    }


def results():
    """The second round is on a machine half as fast; the third is like the first."""
    found = {name: [] for name in ("bare epoll", "engawad", *peers.PEERS)}
    for slow in (1, 2, 1):
        found["bare epoll"].append(result(50000 / slow, 2.0 * slow, 70 * slow, idle=200))
        found["engawad"].append(result(35000 / slow, 3.0 * slow, 105 * slow, idle=3000))
        found["node ws"].append(result(25000 / slow, 4.0 * slow, 140 * slow, idle=9000))
        found["Colyseus"].append(result(10000 / slow, 10.0 * slow, 350 * slow, idle=30000))
        found["boardgame.io"].append(result(2500 / slow, 40.0 * slow, 7000 * slow, reached=0.3, idle=45000))
    return found


def cells(table):
    return {row[0]: row[1:] for row in ([cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines())}


class PeersTable(unittest.TestCase):
    def test_a_ratio_is_the_median_of_the_rounds_ratios(self):
        rows = cells(peers_table.table(results()))
        self.assertEqual(rows["bare epoll, itself"], ["50,000", "20.0 µs", "70 µs / 700 µs / 7,000 µs", "70 µs / 700 µs / 7,000 µs", "200"])
        self.assertEqual(rows["engawad / bare epoll"], ["0.70", "1.50", "1.50 / 1.50 / 1.50", "1.50 / 1.50 / 1.50", "3,000"])
        self.assertEqual(rows["engawad / node ws"], ["1.40", "0.75", "0.75 / 0.75 / 0.75", "0.75 / 0.75 / 0.75", "0.33"])

    def test_a_rate_that_was_not_reached_has_no_latencies(self):
        rows = cells(peers_table.table(results()))
        self.assertEqual(rows["boardgame.io / bare epoll"][2:4], ["100 / 100 / 100", "–"])
        self.assertEqual(rows["engawad / boardgame.io"][2:4], ["0.01 / 0.01 / 0.01", "–"])
        self.assertEqual(rows["engawad / boardgame.io"][0], "14.0")

    def test_one_command_makes_it_from_recorded_results(self):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            for name, runs in results().items():
                for run in runs:
                    file.write(json.dumps({"server": name, **run}) + "\n")
            file.flush()
            command = [sys.executable, str(ROOT / "tests/bench/bench.py"), "--peers", "--from", file.name]
            made = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            self.assertTrue(made.stdout.rstrip().endswith(peers_table.table(results())), made.stdout)
            file.write(json.dumps({"server": "engawad", **results()["engawad"][0], "errors": 1}) + "\n")
            file.flush()
            self.assertNotEqual(subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode, 0)

    def test_the_document_has_a_place_for_it_and_the_same_rows(self):
        text = bench.DOCUMENT.read_text(encoding="utf-8")
        filled = peers_table.fill(text, "peers", "| the table |")
        self.assertIn("<!-- begin peers -->\n| the table |\n<!-- end -->", filled)
        self.assertEqual(peers_table.fill(filled, "peers", "| the table |"), filled)
        shown = text.split("<!-- begin peers -->\n")[1].split("\n<!-- end -->")[0]
        self.assertEqual(set(cells(shown)), set(cells(peers_table.table(results()))))
        for name in ("machine", "peers"):
            self.assertEqual(text.count(f"<!-- begin {name} -->"), 1)
        with self.assertRaises(ValueError):
            peers_table.fill(text, "something else", "")

    def test_the_document_names_files_that_are_there(self):
        named = re.findall(r"`(tests/[^` ]+)[^`]*`", bench.DOCUMENT.read_text(encoding="utf-8"))
        self.assertIn("tests/bench/bare_epoll.cpp", named)
        self.assertEqual([name for name in named if not (ROOT / name).exists()], [])

    def test_every_peer_has_a_program_and_a_package(self):
        package = json.loads((peers.FOLDER / "package.json").read_text(encoding="utf-8"))
        lock = json.loads((peers.FOLDER / "package-lock.json").read_text(encoding="utf-8"))
        for name, (wanted, program, _) in peers.PEERS.items():
            with self.subTest(name):
                self.assertTrue((peers.FOLDER / program).is_file())
                self.assertRegex(package["dependencies"][wanted], r"^\d+\.\d+\.\d+$")
                self.assertEqual(lock["packages"][f"node_modules/{wanted}"]["version"], package["dependencies"][wanted])


class Waiting(unittest.TestCase):
    def test_threads_that_end_while_they_are_looked_at(self):
        with Started(lambda data: [sys.executable, "-c", RESTLESS]) as server:
            server.wait_until_idle()
            self.assertTrue(select.select([server.process.stdout], [], [], 0)[0], "it was taken for idle too early")


if __name__ == "__main__":
    unittest.main()
