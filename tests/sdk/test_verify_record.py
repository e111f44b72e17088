"""examples/verify_record.py and `engawa verify`, which share no code, agree on random records of every game, and on changed ones."""
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

from random_records import ROOT, bodies_of, changed, documented_rounds, records, with_hashes

from verify.draws import Seed  # random_records has put examples/ on the path
from verify.game import Game
from verify.round import GAMES, behind_the_others, commitment, result_of

COUNT = int(os.environ.get("ENGAWA_RECORDS", "20"))  # right ones of each game, and rejected ones
ENGAWA = os.environ.get("ENGAWA", ROOT / "build/test/bin/engawa")
EXAMPLE = ROOT / "examples/verify_record.py"
BATCH = 50


def by_engawa(path):
    """None: it is right; else the wrong line."""
    done = subprocess.run([ENGAWA, "verify", "--json", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1):
        raise AssertionError((path, done))
    return json.loads(done.stdout).get("line")


def by_example(paths):
    """The same, for many."""
    done = subprocess.run([sys.executable, EXAMPLE, *paths], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    said = [re.fullmatch(r"(.*): (?:ok|line (\d+): .+)", line) for line in done.stdout.splitlines()]
    if done.stderr or not all(said) or [match[1] for match in said] != [str(path) for path in paths]:
        raise AssertionError(done)
    lines = [match[2] and int(match[2]) for match in said]
    if done.returncode != int(any(lines)):
        raise AssertionError(done)
    return lines


class VerifyRecord(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.dice = random.Random(int(os.environ.get("ENGAWA_SEED", "20261129")))

    def lines_in(self, texts):
        """For each record the line that both name, or None."""
        paths = []
        for number, text in enumerate(texts):
            paths.append(self.folder / f"{number}.jsonl")
            paths[-1].write_bytes(text if type(text) is bytes else text.encode())
        batches = [paths[i : i + BATCH] for i in range(0, len(paths), BATCH)]
        with ThreadPoolExecutor(2) as pool:
            ours = pool.map(by_engawa, paths)
            theirs = [line for batch in pool.map(by_example, batches) for line in batch]
        for path, our, their in zip(paths, ours, theirs):
            if our != their:
                kept = pathlib.Path(tempfile.gettempdir()) / "engawa-disagreement.jsonl"
                kept.write_bytes(path.read_bytes())
                self.fail(f"engawa verify names line {our}, examples/verify_record.py line {their} of {kept}")
        return theirs

    def check_game(self, game):
        right = records(game, COUNT, self.dice)
        self.assertEqual(self.lines_in(right), [None] * COUNT)
        inputs = sum(len(bodies_of(record)) - 2 for record in right)
        rejected = still_right = 0
        while rejected < COUNT:
            lines = self.lines_in([changed(self.dice.choice(right), self.dice) for _ in range(COUNT)])
            still_right += lines.count(None)
            rejected += COUNT - lines.count(None)
        print(f"{game}: {COUNT} of {COUNT} records are right for both ({inputs} inputs); of {rejected + still_right} changed ones "
              f"both rejected the same {rejected} in the same line and found {still_right} still right")

    def test_reversi(self):
        self.check_game("reversi")

    def test_nim(self):
        self.check_game("nim")

    def test_fifteen(self):
        self.check_game("fifteen")

    def test_bubbles(self):
        self.check_game("bubbles")

    def test_the_published_example_and_what_is_no_record(self):
        done = subprocess.run([sys.executable, EXAMPLE, "protocol/examples/record.jsonl"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, "protocol/examples/record.jsonl: ok\n"))
        record = (ROOT / "protocol/examples/record.jsonl").read_bytes()
        texts = [b"", b"\n", b"hello\n", record[:-1], record + b"\n", record.replace(b"duel", b"dual"), b"".join(record.splitlines(True)[:-1])]
        self.assertEqual(self.lines_in(texts), [1, 1, 1, 11, 12, 1, 10])
        self.assertEqual(subprocess.run([sys.executable, EXAMPLE], stderr=subprocess.PIPE, check=False).returncode, 1)
        self.assertEqual(subprocess.run([sys.executable, EXAMPLE, self.folder / "none"], stderr=subprocess.PIPE, check=False).returncode, 1)


class Documents(unittest.TestCase):
    """The worked examples of the documents."""

    def test_the_rounds_of_every_game(self):
        self.assertEqual(set(documented_rounds()), set(GAMES))
        for game, (opening, start, *inputs) in documented_rounds().items():
            with self.subTest(game), tempfile.TemporaryDirectory() as folder:
                playing = GAMES[game](opening["options"], Seed(opening["seed"]))
                self.assertEqual((playing.state(), list(playing.hashed())), (start["state"], start.get("hashed", list(playing.hashed()))))
                path = pathlib.Path(folder) / "record.jsonl"
                path.write_bytes(self.record_of(game, opening, inputs))
                self.assertEqual((by_engawa(path), by_example([path])), (None, [None]))
                for line in inputs:
                    self.take(playing, line)
                    self.assertEqual(list(playing.hashed()), line.get("hashed", list(playing.hashed())))
                    self.assertEqual(playing.state(), line["state"])

    @staticmethod
    def take(playing, line):
        seat, t = int(line.get("seat", "s0")[1:]), line.get("t", 0)
        if line["in"] == "tick":
            playing.tick(seat, t)
        elif line["in"] == "solution":
            playing.solve(line["solution"])
        else:
            playing.move(seat, line["move"], t)

    @staticmethod
    def record_of(game, opening, inputs):
        """The round as a record: its only person resigns after the inputs."""
        playing = GAMES[game](opening["options"], Seed(opening["seed"]))
        seats = {f"s{seat}": {"kind": "bot"} for seat in range(playing.seats)} | {"s0": {"kind": "human", "nick": "A"}}
        first = {"format": "engawa-record", "version": 1, "record": "K7WMA2QX-1", "game": game, "rules": 1, "options": opening["options"], "seats": seats,
                 "clock": {"kind": "none"}, "started": 1, "commitment": commitment("K7WMA2QX-1", opening["seed"])}
        resigned = {"in": "resign", "at": 1, "seat": "s0"}
        last = {"result": Documents.result_after(playing, inputs), "ended": 1, "state": inputs[-1]["state"], "seed": opening["seed"]}
        lines = [first, *({"at": 1, **{key: value for key, value in line.items() if key != "hashed"}} for line in inputs), resigned, last]
        return with_hashes([json.dumps(line).encode() for line in lines])

    @staticmethod
    def result_after(playing, inputs):
        for line in inputs:
            Documents.take(playing, line)
        return result_of(behind_the_others(playing.standing(), [0], "resign"), "K7WMA2QX-1")

    def test_the_draws_and_the_hash(self):
        text = (ROOT / "protocol/records.md").read_text(encoding="utf-8")
        seed = Seed(re.search("the seed `([0-9a-f]{64})`", text)[1])
        rows = re.findall(r"^\| (SplitMix64|stream \d) \| (`[^|]*`) \| ([\d ]+) \|$", text, re.M)
        self.assertEqual([name for name, _, _ in rows], ["SplitMix64", "stream 0", "stream 1"])
        for name, numbers, draws in rows:
            made, drawn = ([seed.generator(), *seed.streams(2)][["SplitMix64", "stream 0", "stream 1"].index(name)] for _ in range(2))
            self.assertEqual(" ".join(f"`{made.next():016x}`" for _ in range(3)), numbers)
            self.assertEqual([drawn.below(6) for _ in draws.split()], [int(draw) for draw in draws.split()])
        example = Game()
        example.hashed = lambda: [7, "ab"]
        self.assertIn(f"its hash is `{example.state()}`", " ".join(text.split()))


if __name__ == "__main__":
    unittest.main()
