"""The examples of docs/reference/boards.md: the rules accept every object of options."""
import json
import subprocess
import sys
import unittest

from client import ENGAWA, TIMEOUT
from harness import ROOT

sys.path.insert(0, str(ROOT / "tests/readme"))
from documents import blocks  # noqa: E402

EXAMPLES = [(mark.removeprefix("options: "), code) for mark, kind, code in blocks("docs/reference/boards.md") if kind == "json" and mark.startswith("options: ")]


def answer(game, options):
    request = json.dumps({"do": "new", "options": options})
    done = subprocess.run([ENGAWA, "rules", game], input=request + "\n", capture_output=True, text=True, timeout=TIMEOUT)
    return json.loads(done.stdout.splitlines()[0])


class Boards(unittest.TestCase):
    def test_the_rules_take_every_example(self):
        for game, text in EXAMPLES:
            with self.subTest(game=game, options=text):
                self.assertNotIn("error", answer(game, json.loads(text)))

    def test_there_are_examples_of_every_game_and_what_is_wrong_is_refused(self):
        self.assertEqual({game for game, _ in EXAMPLES}, {"reversi", "nim", "fifteen", "bubbles"})
        for game, text in EXAMPLES:
            self.assertEqual(answer(game, {**json.loads(text), "nonsense": 1})["error"]["code"], "bad_message")


if __name__ == "__main__":
    unittest.main()
