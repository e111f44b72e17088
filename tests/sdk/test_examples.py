"""The programs of examples/ and the published clients, against real servers."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/server"))
from front import Site  # noqa: E402
from harness import TIMEOUT, Server, eventually, serve  # noqa: E402

PYTHON, NODE = (sys.executable,), ("node",)


def url_of(server):
    return f"http://127.0.0.1:{server.port}"


def run(program, *arguments, cwd=ROOT):
    done = subprocess.run([*program, *arguments], capture_output=True, text=True, timeout=4 * TIMEOUT, cwd=cwd, check=False)
    return done.returncode, done.stdout, done.stderr


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--joins-per-min", "1000")
        cls.addClassCleanup(cls.server.stop)

    def test_the_greedy_bot_makes_a_room_and_plays_to_the_end(self):
        code, said, wrong = run(PYTHON, "examples/greedy_bot.py", url_of(self.server))
        self.assertEqual((code, wrong), (0, ""))
        self.assertRegex(said, r"^http://127\.0\.0\.1:\d+/r/\w{8}\n\w+: 1\. s\d \(\d+\).*\nthat is me: s0\n$")

    def test_the_watcher_draws_the_game_of_a_bot_that_takes_a_seat(self):
        token = self.server.guest()
        room = self.server.room(token, game="reversi", options={"preset": "classic"}, seats=["open", {"bot": "random"}], start="full", bot_delay_ms=0)
        with subprocess.Popen(["node", "examples/watcher.mjs", url_of(self.server), room], stdout=subprocess.PIPE, text=True, cwd=ROOT) as watcher:
            ended = []
            player = threading.Thread(target=lambda: ended.append(run(PYTHON, "examples/greedy_bot.py", url_of(self.server), room)))
            player.start()
            drawn = watcher.communicate(timeout=4 * TIMEOUT)[0]
            player.join()
        self.assertEqual((watcher.returncode, ended[0][0]), (0, 0), ended)
        self.assertRegex(drawn, r"(?m)^move \d+, s[01] to move\n([BW.] ){7}[BW.]$")
        self.assertRegex(drawn, r"over: (s[01]|nobody) wins \(\w+\)\n$")

    def test_a_tournament_has_a_game_for_each_pair_and_order(self):
        code, said, wrong = run(PYTHON, "examples/tournament.py", url_of(self.server), "nim", '{"preset":"753"}', "kozo:1", "kozo:4", "osho:5")
        self.assertEqual((code, wrong), (0, ""))
        lines = said.splitlines()
        self.assertEqual(len(lines), 9)
        self.assertEqual(sum(float(line.split()[0]) for line in lines[6:]), 6.0)
        self.assertEqual(run(PYTHON, "examples/tournament.py")[0], 1)

    def first_lines(self, url):
        """The program of each README, in an empty folder beside a copy of the file, word for word except the server: it plays a game and ends."""
        for package, program, ending in (("python", PYTHON, "python"), ("javascript", NODE, "js")):
            source = ROOT / "clients/sdk" / package
            name, text = re.search(rf"`(bot\.m?\w\w)`.*?```{ending}\n(.*?)```", (source / "README.md").read_text(encoding="utf-8"), re.S).groups()
            with self.subTest(package), tempfile.TemporaryDirectory() as folder:
                file, = source.glob("engawa.mjs" if package == "javascript" else "engawa.py")
                shutil.copy(file, folder)
                (pathlib.Path(folder) / name).write_text(text.replace("http://localhost:8080", url), encoding="utf-8")
                if package == "javascript":  # as after `npm install ws`
                    (pathlib.Path(folder) / "node_modules").symlink_to(ROOT / "protocol/node_modules")
                code, said, wrong = run(program, name, cwd=folder)
                self.assertEqual((code, wrong), (0, ""))
                self.assertRegex(said, rf"^{re.escape(url)}/r/\w{{8}}\n[^$]*last_taken")

    def test_the_first_lines_of_the_clients_do_what_they_say(self):
        self.first_lines(url_of(self.server))

    def test_the_first_lines_of_the_clients_below_a_path_of_another_site(self):
        server = serve(self, "--base-path", "/engawa")
        for removes in (False, True):
            with self.subTest(removes=removes):
                self.first_lines(Site(self, server.port, "/engawa", removes).url)


class Restarts(unittest.TestCase):
    @staticmethod
    def is_beyond(glimpse, ply):
        """It may be over sooner: the greedy bot has taken all discs of the other by ply 19 once."""
        return glimpse.get("ply", 0) >= ply or glimpse.get("phase") == "over"

    def test_a_bot_plays_on_after_the_server_was_killed(self):
        with Server() as server:
            token = server.guest()
            room = server.room(token, game="reversi", options={"preset": "classic"}, seats=["open", {"bot": "random"}], start="full", bot_delay_ms=20)
            ended = []
            player = threading.Thread(target=lambda: ended.append(run(PYTHON, "examples/greedy_bot.py", url_of(server), room)))
            player.start()
            for ply in (6, 20):
                eventually(lambda: self.is_beyond(server.http("GET", f"/api/rooms/{room}/glimpse")[1], ply))
                server.kill()
                server.start()
            player.join(4 * TIMEOUT)
            self.assertEqual(ended[0][0], 0, ended)
            self.assertIn("that is me: s0", ended[0][1])


if __name__ == "__main__":
    unittest.main()
