"""The conformance kit: our own clients pass it, a server of ours passes it, and whoever does one thing wrong is told so in a sentence."""
import concurrent.futures
import os
import subprocess
import sys
import tempfile
import unittest

from client import BOT, ENGAWA, HERE, ROOT, TIMEOUT
from harness import Server

RUN = ["node", str(ROOT / "tests/conformance/run.mjs")]
CLIENT = f"{sys.executable} {HERE / 'kit_client.py'} {{url}} {{room}}"

# What it does wrong, and what it is told.
FAULTS = {
    "no-hello": "the first frame of a connection must be hello",
    "same-id": "an id belongs to one request for ever",
    "impatient": "retry_ms was 300",
    "old-steps": "but it was made for ply 0",
    "no-pong": "a ping was not answered",
    "forgetful": "expected the move without an answer again",
    "new-id": "expected it again under the same id",
    "one-sync": "sync again: the first was refused",
    "no-sync": "sync: step \\d+ never came",
    "stubborn": "came back after the close code 4004",
    "no-hash": "without the hash of that step",
    "only-forward": "but it was made for ply",
}


class Kit(unittest.TestCase):
    def run_kit(self, *arguments):
        with tempfile.TemporaryDirectory() as home:
            env = {**os.environ, "XDG_STATE_HOME": home, "LANG": "C.UTF-8"}
            done = subprocess.run([*RUN, *arguments], capture_output=True, text=True, timeout=10 * TIMEOUT, env=env)
        return done.returncode, done.stdout + done.stderr

    def test_our_own_clients_and_server_pass_it_and_bad_clients_do_not(self):
        with Server() as server, concurrent.futures.ThreadPoolExecutor(4) as pool:
            good = {name: pool.submit(self.run_kit, *arguments) for name, arguments in {
                "engawad": ("server", f"http://127.0.0.1:{server.port}"),
                "engawa bot": ("client", f"{ENGAWA} bot --room {{room}} --exec '{BOT}'"),
                "engawa pipe": ("client", f"{sys.executable} {HERE / 'pipe_player.py'} {ENGAWA} {{room}}"),
                "a page of Python": ("client", CLIENT),
            }.items()}
            bad = {fault: pool.submit(self.run_kit, "client", "--patience", "3", f"{CLIENT} {fault}") for fault in FAULTS}
            for name, run in good.items():
                with self.subTest(name):
                    code, text = run.result()
                    self.assertEqual(code, 0, text)
                    self.assertRegex(text, r"\n(10|19) passed, 0 failed\n$")
            for fault, sentence in FAULTS.items():
                with self.subTest(fault):
                    code, text = bad[fault].result()
                    self.assertEqual(code, 1, text)
                    self.assertRegex(text, rf"FAIL .*\n     .*({sentence})")
                    self.assertRegex(text, r"\n\d+ passed, 1 failed\n$")

    def test_what_is_asked_wrongly_is_explained(self):
        for arguments in ((), ("dance",), ("server",), ("server", "localhost"), ("client", "--port", "x"), ("client", "--speed", "3"), ("client", "a", "b")):
            with self.subTest(arguments):
                code, text = self.run_kit(*arguments)
                self.assertEqual(code, 2, text)
                self.assertIn("usage: node tests/conformance/run.mjs", text)


if __name__ == "__main__":
    unittest.main()
