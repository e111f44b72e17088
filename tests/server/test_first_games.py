"""Requests of a page for first games: opponents of a rung, a countdown, no time pressure, a friendly name. Clients that request nothing get the old
behaviour."""
import unittest

from harness import Client, Server


class FirstGames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--rooms-per-min", "1000")
        cls.addClassCleanup(cls.server.__exit__)
        cls.token = cls.server.guest()

    def play(self, game, preset, **more):
        return self.server.http("POST", "/api/play", {"game": game, "options": {"preset": preset}, "with": "bots", **more}, token=self.token)

    def document(self, game, preset, **more):
        _, answer = self.play(game, preset, **more)
        client = Client(self.server, answer["room"], self.token)
        self.addCleanup(client.socket.close)
        return client.document

    def bots(self, document):
        return [(seat["bot"], seat["level"]) for seat in document["seats"].values() if seat["kind"] == "bot"]

    def test_one_bot_is_of_the_rung_and_the_others_of_the_one_below(self):
        games = {game["id"]: game for game in self.server.http("GET", "/api/games")[1]["games"]}
        ladder = [(bot["bot"], bot["level"]) for bot in games["reversi"]["ladder"]]
        self.assertEqual(self.bots(self.document("reversi", "five", rung=0)), [ladder[0]] * 4)
        self.assertEqual(self.bots(self.document("reversi", "five", rung=2)), [ladder[2], *[ladder[1]] * 3])
        self.assertEqual(self.bots(self.document("reversi", "five", rung=99)), [ladder[-1], *[ladder[-2]] * 3])
        for game in games.values():
            listed = {(bot["id"], level) for bot in game["bots"] for level in range(bot.get("first_level", 1), bot.get("first_level", 1) + bot["levels"])}
            for bot in game.get("ladder", []):
                self.assertIn((bot["bot"], bot["level"]), listed)

    def test_a_race_with_a_rung_counts_down_and_hurries_nobody(self):
        document = self.document("fifteen", "race", rung=0)
        self.assertEqual(document["settings"]["countdown_ms"], 3000)
        self.assertEqual(document["options"], {"seats": 4, "size": 4, "scramble": "random", "finish_s": 3600, "max_steps": 100000})
        self.assertNotIn("countdown_ms", self.document("nim", "753", rung=0)["settings"])

    def test_without_a_rung_it_is_as_ever(self):
        document = self.document("fifteen", "race")
        self.assertEqual(document["options"], {"preset": "race"})
        self.assertNotIn("countdown_ms", document["settings"])
        self.assertEqual(self.bots(document), [("kame", 3), ("usagi", 4), ("hayabusa", 6)])

    def test_a_rung_is_for_games_with_bots(self):
        for body, sentence in (({"with": "people", "rung": 0}, "rung is for games with bots"), ({"rung": -1}, "rung must be"), ({"rung": "1"}, "rung must be")):
            status, answer = self.play("nim", "753", **body)
            self.assertEqual((status, answer["code"]), (400, "bad_message"))
            self.assertIn(sentence, answer["message"])

    def test_a_room_counts_down_if_its_maker_asks_for_it(self):
        room = self.server.room(self.token, game="bubbles", countdown_ms=2000)
        client = Client(self.server, room, self.token)
        self.addCleanup(client.socket.close)
        self.assertEqual(client.document["settings"]["countdown_ms"], 2000)
        self.assertEqual(self.server.http("POST", "/api/rooms", {"game": "bubbles", "countdown_ms": 10001}, token=self.token)[0], 400)
        turns = Client(self.server, self.server.room(self.token, game="nim", options={"preset": "753"}, countdown_ms=2000), self.token)
        self.addCleanup(turns.socket.close)
        self.assertNotIn("countdown_ms", turns.document["settings"])

    def test_a_room_that_hurries_nobody(self):
        client = Client(self.server, self.server.room(self.token, game="fifteen", options={"preset": "eight"}, unhurried=True), self.token)
        self.addCleanup(client.socket.close)
        self.assertEqual(client.document["options"], {"seats": 2, "size": 3, "scramble": "random", "finish_s": 3600, "max_steps": 100000})
        hurried = Client(self.server, self.server.room(self.token, game="fifteen", options={"preset": "eight"}), self.token)
        self.addCleanup(hurried.socket.close)
        self.assertEqual(hurried.document["options"], {"preset": "eight"})

    def test_a_friendly_name_in_the_language_of_the_guest(self):
        names = [self.server.http("POST", "/api/guests", {"friendly": True, "lang": lang})[1]["nick"] for lang in ("ja", "en", "de")]
        self.assertRegex(names[0], "^[ぁ-ん]+$")
        for name in names[1:]:
            self.assertRegex(name, "^[A-Z][a-z]+")
        self.assertEqual(self.server.http("POST", "/api/guests", {"lang": "ja"})[1]["nick"], "Guest")
        self.assertEqual(self.server.http("POST", "/api/guests", {"friendly": False})[1]["nick"], "Guest")
        self.assertEqual(self.server.http("POST", "/api/guests", {"friendly": 1})[0], 400)


if __name__ == "__main__":
    unittest.main()
