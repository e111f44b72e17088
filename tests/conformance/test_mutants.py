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


def play(client):
    """The kit's verdict on the client in this file: its exit code and its output."""
    program = [sys.executable, HERE / "sdk_player.py"] if client.suffix == ".py" else ["node", HERE / "sdk_player.mjs"]
    command = " ".join(map(str, (*program, client, "{url}", "{room}")))
    done = subprocess.run(["node", HERE / "run.mjs", "client", "--patience", PATIENCE_S, command], capture_output=True, text=True, timeout=600, check=False)
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

    def test_of_the_python_client(self):
        self.catch_all(SDK / "python/engawa.py", PYTHON)

    def test_of_the_javascript_client(self):
        self.catch_all(SDK / "javascript/engawa.mjs", JAVASCRIPT)


if __name__ == "__main__":
    unittest.main()
