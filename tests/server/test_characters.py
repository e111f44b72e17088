"""For any text that people write, and any game: every frame of the server is valid by the schemas, which count code points."""
import json
import os
import random
import subprocess
import tempfile
import unittest
import unittest.mock

from harness import ROOT, TIMEOUT, Client, Server

SEED = int(os.environ.get("ENGAWA_SEED", "1"))
# One character to a reader, in few code points and in many.
CHARACTERS = ["a", "Я", "縁", "ｱ", "q\u0307", "e\u0323\u0302", "q\u0307\u0323", "q\u0300\u0301\u0302\u0303", "か\u3099", "한", "क्षि", "กำ", "שָׁ", "👍🏽", "🇯🇵", "1️⃣", "❤️",
              "👩🏽\u200d🚀", "👨‍👩‍👧‍👦", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "𠮷", "葛\U000e0100", "\u0645\u06cc\u200c\u062e"]
NICK, CHAT = (16, 40), (200, 500)  # characters as readers count, code points
SUFFIX = len(" (99)")
GAMES = [("reversi", {"preset": "classic"}), ("reversi", {"preset": "five"}), ("nim", {"rows": [1]}), ("nim", {"rows": [16, 16, 16]}), ("fifteen", {"size": 5, "seats": 1, "max_steps": 1}),
         ("fifteen", {"size": 3, "seats": 5, "finish_s": 3600, "max_steps": 100000}), ("bubbles", {}), ("bubbles", {"preset": "puzzle"})]


def texts(chance, graphemes, points):
    """At the limits and beyond them: one kind of character, a mixture, and as long as code points allow."""
    for character in CHARACTERS:
        for count in (1, graphemes, graphemes + 1, points // len(character)):
            yield character * count
    for _ in range(40):
        yield "".join(chance.choice(CHARACTERS) for _ in range(chance.randint(1, graphemes + 1)))


class Characters(unittest.TestCase):
    def setUp(self):
        self.chance = random.Random(SEED)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.frames, self.answers = os.path.join(folder.name, "frames.jsonl"), os.path.join(folder.name, "http.jsonl")
        with unittest.mock.patch.dict(os.environ):  # all traffic of this server is written to the file that is read here
            os.environ.pop("ENGAWA_TRAFFIC_DIR", None)
            self.server = self.serve()
        self.addCleanup(self.server.__exit__)

    def serve(self):
        return Server("--messages-per-s", "100000", "--messages-burst", "100000", "--chat-per-10s", "100000", "--connections-per-ip", "1000",
                      "--rooms-per-min", "100000", "--trace-traffic", self.frames)

    def call(self, call, body=None, token=None, path=None):
        """An answer of the HTTP API, kept for the schemas."""
        method, name = call.split(" ")
        status, answer = self.server.http(method, path or name, body, token)
        with open(self.answers, "a", encoding="utf-8") as out:
            out.write(json.dumps({"dir": "out", "channel": "http", "call": call, "status": status, "frame": answer}) + "\n")
        return status, answer

    def assert_valid(self):
        self.assertEqual(self.server.stop(), 0)
        files = [name for name in (self.frames, self.answers) if os.path.exists(name)]
        done = subprocess.run(["node", str(ROOT / "tests/protocol/validate.mjs"), "--traffic", *files], capture_output=True, text=True, timeout=10 * TIMEOUT)
        self.assertEqual(done.returncode, 0, (done.stdout + done.stderr)[-3000:])

    def guests(self):
        """All guests whose nick is allowed: (token, nick)."""
        for nick in texts(self.chance, *NICK):
            status, answer = self.call("POST /api/guests", {"nick": nick})
            if status == 201:
                self.assertLessEqual(len(answer["nick"]), NICK[1])
                yield answer["token"], answer["nick"]
            else:
                self.assertEqual(answer["code"], "bad_message", nick)

    def test_names_and_numbers_after_them(self):
        room = self.server.room(options={"preset": "five"}, seats=["open"] * 5)
        host = Client(self.server, room, nick="Host")
        host.ok("sit", seat=0)
        longest, numbered = 0, 0
        for token, nick in self.guests():
            twins = [Client(self.server, room, token), Client(self.server, room, self.server.guest(nick))]
            for seat, twin in enumerate(twins, 1):
                twin.ok("sit", seat=seat)
                twin.ok("say", text="hello")
            names = [twins[1].document["seats"][f"s{seat}"]["nick"] for seat in (1, 2)]
            self.assertEqual(names[0].startswith(nick), True)
            longest, numbered = max(longest, *map(len, names)), numbered + (names[1] != nick)
            host.ok("mute", guest=twins[0].guest, muted=True)
            host.ok("kick", guest=twins[1].guest)
            host.ok("mute", guest=twins[0].guest, muted=False)
            twins[0].ok("stand")
            self.call("GET /api/rooms/CODE", path=f"/api/rooms/{room}")
            for twin in twins:
                twin.close()
        self.call("GET /api/rooms")
        self.assertGreater(numbered, 20)
        self.assertGreater(longest, NICK[1])  # the longest nick that the schema allows
        self.assertLessEqual(longest, NICK[1] + SUFFIX)
        self.assert_valid()

    def test_lines_of_chat(self):
        talker = Client(self.server, self.server.room(), nick="Talker")
        said, longest = 0, 0
        for text in texts(self.chance, *CHAT):
            answer = talker.ask("say", text=text)
            if answer["type"] == "ok":
                said, longest = said + 1, max(longest, *(len(line["text"]) for line in talker.document["chat"].values()))
            else:
                self.assertEqual(answer["code"], "bad_message", text)
                self.assertIn("at most 500 code points", answer["message"])
                talker.ok("ping")
        self.assertGreater(said, len(CHARACTERS))
        self.assertTrue(CHAT[0] * 2 <= longest <= CHAT[1], longest)
        self.assert_valid()

    def test_games_at_their_limits(self):
        played = 0
        for game, options in GAMES:
            token = self.server.guest("👨‍👩‍👧‍👦" * 5)
            status, answer = self.call("POST /api/rooms", {"game": game, "options": options, "seats": ["me"], "stand_in": {"bot": "random"}}, token)
            if status != 201:
                self.assertEqual(answer["code"], "bad_message", answer)
                continue
            player = Client(self.server, answer["room"], token)
            player.ok("start")
            for _ in range(6):
                player.until(player.my_turn_or_over)
                if player.document["phase"] == "over" or not player.follow_hint():
                    break
            if player.document["phase"] != "over":
                player.ask("resign")
            player.ok("log")
            self.call("GET /api/rooms/CODE/glimpse", path=f"/api/rooms/{player.room}/glimpse")
            player.close()
            played += 1
        self.call("GET /api/games")
        self.call("GET /api/boards")
        self.assertGreater(played, 5)
        self.assert_valid()


if __name__ == "__main__":
    unittest.main()
