#!/usr/bin/env python3
"""Tests the entries of tools/rate-bots in the tables of docs/reference/ratings.md: its results, and none if it has none."""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ("ratings.md",)


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        for name in ("tools/rate-bots", *(f"docs/reference/{document}" for document in DOCUMENTS)):
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.tree / name)
        (self.tree / "results").mkdir()

    def result(self, name, command, report):
        document = {"command": command, "machine": "an abacus", "date": "2031-02-03", "report": report}
        (self.tree / f"results/{name}.json").write_text(json.dumps(document))

    def changes(self):
        """By document: the old lines, and the new ones."""
        subprocess.run([self.tree / "tools/rate-bots", "--tables", "--results", self.tree / "results"], check=True)
        both = {}
        for document in DOCUMENTS:
            old, new = ((tree / "docs/reference" / document).read_text().splitlines() for tree in (ROOT, self.tree))
            both[document] = ([line for line in old if line not in new], [line for line in new if line not in old])
        return both

    def test_without_results_nothing_changes(self):
        self.assertEqual(self.changes(), {document: ([], []) for document in DOCUMENTS})

    def test_a_match_gets_its_row(self):
        self.result("suzume-2", "engawa-lab arena suzume:2 suzume:1 --blocks 7", {"share": 0.75, "error": 0.0512, "equal": 0.5, "games": 210})
        for old, new in self.changes().values():
            self.assertEqual(len(old), 1)
            self.assertRegex(old[0], r"^\| `engawa-lab arena suzume:2 suzume:1 --blocks \d+` \|")
            self.assertEqual(new, ["- 2031-02-03: an abacus", "| `engawa-lab arena suzume:2 suzume:1 --blocks 7` | 75.0 ± 5.1 % | 50 % | 60 % | 210 | 2031-02-03 |"])

    def test_a_league_gets_its_table(self):
        row = {"bot": "kozo:1", "rating": 47.4, "low": 20, "high": 77, "firsts": 1, "seats": 4}
        self.result("nim-753", "engawa-lab rate --game nim --preset 753 --blocks 2", {"game": "nim", "ratings": [row]})
        cost = {"game": "nim", "bot": "kozo", "level": 1, "longest_us": 9000}
        self.result("bench", "engawa-lab bench bots", {"bots": [cost | {"preset": "753", "mean_us": 7}, cost | {"preset": "other", "mean_us": 8}]})
        for old, new in self.changes().values():
            self.assertTrue(all(re.match(r"\| `|`engawa-lab rate --game nim", line) for line in old), old)
            self.assertEqual(new, ["- 2031-02-03: an abacus", "`engawa-lab rate --game nim --preset 753 --blocks 2` (2031-02-03)",
                                   "| `kozo:1` | 47 | 20 … 77 | 25.0 % | 4 | 7 µs | 9.0 ms |"])


if __name__ == "__main__":
    unittest.main()
