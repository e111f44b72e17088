"""The published clients of streams: bots that play twenty rooms of two games over one connection, through a kill of the server."""
import contextlib
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/server"))
from front import Site  # noqa: E402
from harness import eventually, serve  # noqa: E402

BOTS = {"python": (sys.executable, "examples/many_rooms.py"), "javascript": ("node", "tests/sdk/stream_bot.mjs")}
GAMES = (("nim", {}), ("reversi", {"preset": "classic"}))


@contextlib.contextmanager
def running(bot, url):
    with subprocess.Popen([*BOTS[bot], url], stdout=subprocess.PIPE, text=True, cwd=ROOT) as program:
        try:
            yield program
        finally:
            program.kill()


class Streams(unittest.TestCase):
    def setUp(self):
        self.server = serve(self, "--rooms-per-min", "1000")
        self.host = self.server.guest("Hana")

    def programs(self):
        return [program["guest"]["id"] for program in self.server.http("GET", "/api/programs")[1]["programs"]]

    def invite(self, guest, number):
        """A room for the bot and a server's bot, and the invitation to it."""
        game, options = GAMES[number % 2]
        room = self.server.room(token=self.host, game=game, options=options, seats=["open", {"bot": "random"}], clock={"kind": "none"}, bot_delay_ms=0, start="full")
        status, answer = self.server.http("POST", f"/api/rooms/{room}/invitations", {"guest": guest}, token=self.host)
        self.assertEqual(status, 200, answer)
        return f"{room}-1"

    def plays_wherever_it_is_invited(self, bot):
        with running(bot, f"http://127.0.0.1:{self.server.port}") as program:
            guest, _ = program.stdout.readline().split()
            records = [self.invite(guest, number) for number in range(10)]
            self.server.kill()
            self.server.start()
            eventually(lambda: guest in self.programs())
            records += [self.invite(guest, number) for number in range(10)]
            ended = sorted(program.stdout.readline().split()[0] for _ in records)
        self.assertEqual(ended, sorted(records))
        head = self.server.http("GET", f"/api/records/{records[0]}")[1]
        self.assertIn('"program":{"author":"Engawa","name":"First"}', head)

    def test_below_a_path_of_another_site(self):
        self.server = serve(self, "--base-path", "/engawa")
        self.host = self.server.guest("Hana")
        for removes in (False, True):
            url = Site(self, self.server.port, "/engawa", removes).url
            for bot in BOTS:
                with self.subTest(removes=removes, bot=bot), running(bot, url) as program:
                    guest, _ = program.stdout.readline().split()
                    record = self.invite(guest, 0)
                    self.assertEqual(program.stdout.readline().split()[0], record)

    def test_the_python_client(self):
        self.plays_wherever_it_is_invited("python")

    def test_the_javascript_client(self):
        self.plays_wherever_it_is_invited("javascript")


if __name__ == "__main__":
    unittest.main()
