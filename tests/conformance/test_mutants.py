"""The conformance kit catches every client with one mistake, and names the mistake in a sentence."""
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from mutants import JAVASCRIPT, PYTHON

HERE = pathlib.Path(__file__).resolve().parent
SDK = HERE.parents[1] / "clients/sdk"
PATIENCE_S = "4"  # a hanging client is reported; the server's side waits for nothing else
AT_ONCE = 4


def play(client, player=None, game="reversi"):
    """The kit's verdict on the client in this file: its exit code and its output."""
    player = player or HERE / f"sdk_player{client.suffix}"
    command = " ".join(map(str, (sys.executable if client.suffix == ".py" else "node", player, client, "{url}", "{room}")))
    kit = ["node", HERE / "run.mjs", "client", "--game", game, "--patience", PATIENCE_S, command]
    done = subprocess.run(kit, capture_output=True, text=True, timeout=600, check=False)
    return done.returncode, done.stdout + done.stderr


class Mutants(unittest.TestCase):
    def made(self, client, mutant, folder):
        """The client with the mutant's mistake, in a separate folder."""
        name, old, new, _ = mutant
        text = client.read_text()
        self.assertEqual(text.count(old), 1, name)
        file = pathlib.Path(tempfile.mkdtemp(dir=folder)) / client.name
        file.write_text(text.replace(old, new))
        return file

    def catch_all(self, client, mutants):
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            runs = [pool.submit(play, self.made(client, mutant, folder)) for mutant in mutants]
            for (name, _, _, sentence), run in zip(mutants, runs):
                with self.subTest(name):
                    code, text = run.result()
                    self.assertEqual(code, 1, text)
                    self.assertRegex("\n".join(re.findall(r"FAIL .*\n     .*", text)), sentence)

    def test_of_a_player_that_forgets_what_is_closed(self):
        mutant = ("", 'if word not in view["closed"]', "", "")
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            player = self.made(HERE / "sdk_player.py", mutant, folder)
            games = ("reversi", "nim", "fifteen", "bubbles")
            for game, run in zip(games, [pool.submit(play, SDK / "python/engawa.py", player, game) for game in games]):
                with self.subTest(game):
                    code, text = run.result()
                    self.assertEqual(code, 1, text)
                    self.assertRegex(text, r"FAIL it moves when .*\n     expected a move for ply 0 by s0, to \S+ \(legal: .*; view\.closed: .*\), but it was \{")

    def test_of_the_python_client(self):
        self.catch_all(SDK / "python/engawa.py", PYTHON)

    def test_of_the_javascript_client(self):
        self.catch_all(SDK / "javascript/engawa.mjs", JAVASCRIPT)


if __name__ == "__main__":
    unittest.main()
