"""The conformance kit: our own clients and server pass it. tests/conformance/test_mutants.py has clients that do not."""
import concurrent.futures
import os
import subprocess
import sys
import tempfile
import unittest

from client import ENGAWA, HERE, ROOT, TIMEOUT
from harness import Server

RUN = ["node", str(ROOT / "tests/conformance/run.mjs")]
BOT = f"{ENGAWA} bot --room {{room}} --exec '{sys.executable} {HERE / 'kit_bot.py'}"
PLAYER = ROOT / "tests/conformance/sdk_player"  # plays with one of the published clients
PYTHON = f"{sys.executable} {PLAYER}.py {ROOT}/clients/sdk/python/engawa.py {{url}} {{room}}"
JAVASCRIPT = f"node {PLAYER}.mjs {ROOT}/clients/sdk/javascript/engawa.mjs {{url}} {{room}}"


class Kit(unittest.TestCase):
    def run_kit(self, *arguments):
        with tempfile.TemporaryDirectory() as home:
            env = {**os.environ, "XDG_STATE_HOME": home, "LANG": "C.UTF-8"}
            done = subprocess.run([*RUN, *arguments], capture_output=True, text=True, timeout=10 * TIMEOUT, env=env)
        return done.returncode, done.stdout + done.stderr

    def test_our_own_clients_and_server_pass_it(self):
        with Server() as server, Server("--base-path", "/engawa") as below, concurrent.futures.ThreadPoolExecutor(3) as pool:
            good = {name: pool.submit(self.run_kit, *arguments) for name, arguments in {
                "engawad": ("server", server.url),
                "engawad below a path": ("server", below.url + "/engawa"),
                "engawa bot": ("client", f"{BOT}'", "--patience", "20"),
                **{f"engawa bot, {game}": ("client", f"{BOT} {game}'", "--game", game) for game in ("nim", "fifteen", "bubbles")},
                "engawa pipe": ("client", f"{sys.executable} {HERE / 'pipe_player.py'} {ENGAWA} {{room}}"),
                "Python": ("client", PYTHON),
                "Python, bubbles": ("client", "--game", "bubbles", PYTHON),
                "JavaScript": ("client", JAVASCRIPT),
                **{f"JavaScript, {game}": ("client", "--game", game, JAVASCRIPT) for game in ("nim", "fifteen", "bubbles")},
            }.items()}
            for name, run in good.items():
                with self.subTest(name):
                    code, text = run.result()
                    self.assertEqual(code, 0, text)
                    self.assertRegex(text, r"\n(15|37) passed, 0 failed\n$")

    def test_what_is_asked_wrongly_is_explained(self):
        for arguments in ((), ("dance",), ("server",), ("server", "localhost"), ("client", "--port", "x"), ("client", "--speed", "3"), ("client", "--game", "chess"), ("client", "--game"), ("client", "a", "b")):
            with self.subTest(arguments):
                code, text = self.run_kit(*arguments)
                self.assertEqual(code, 2, text)
                self.assertIn("usage: node tests/conformance/run.mjs", text)


if __name__ == "__main__":
    unittest.main()
