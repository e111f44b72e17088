"""Games, variants and bots have the same names in the terminal as on the page: their titles in the catalogue, in the user's language, complete or
with a sign that something was left out."""
import re
import shutil
import unittest

from client import Case
from screen import Screen

AT_LEVEL = {"en": "{}, level {}", "ja": "{} レベル{}"}


def catalogue(server):
    """The games by their ids, from the server."""
    status, answer = server.http("GET", "/api/games")
    assert status == 200, answer
    return {game["id"]: game for game in answer["games"]}


def game_title(game, preset, lang):
    return f"{game['title'][lang]} · {next(entry for entry in game['presets'] if entry['id'] == preset)['title'][lang]}"


def bot_title(game, name, level, lang):
    bot = next(bot for bot in game["bots"] if bot["id"] == name)
    ladder = bot["levels"] > 1 or bot.get("first_level", 1) > 1
    return AT_LEVEL[lang].format(bot["title"][lang], level) if ladder else bot["title"][lang]


class Plain(Case):
    def test_the_room_and_its_bots_in_both_languages(self):
        for name, game in catalogue(self.server).items():
            for lang in AT_LEVEL:
                with self.subTest(name, lang=lang):
                    bots = [{"bot": bot["id"], "level": bot.get("first_level", 1)} for bot in game["bots"]]
                    preset = game["presets"][0]
                    seats = [*bots, *bots][: preset.get("seats", 2) - 1]
                    room = self.server.room(game=name, options={"preset": preset["id"]}, seats=["open", *seats])
                    run = self.run_client("watch", room, "--plain", "--lang", lang)
                    self.assertTrue(run.line().endswith(f"{game_title(game, preset['id'], lang)}"), run.lines)
                    run.line()
                    for seat in seats:
                        self.assertTrue(re.split(": |：", run.line())[1].startswith(bot_title(game, seat["bot"], seat["level"], lang)), run.lines)
                    run.drop()

    def test_a_move_of_a_bot(self):
        run = self.run_client("play", self.server.room(options={"preset": "classic"}, seats=["open", {"bot": "suzume", "level": 2}], start="full"), "--plain", "--lang", "ja")
        run.until(lambda line: line.startswith("あなたの番です"))
        run.send("d3")
        run.until(lambda line: re.match(r"白（雀 レベル2） \w\d ", line))


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class OnTheScreen(Screen):
    def five(self, lang):
        game = catalogue(self.server)["reversi"]
        self.start("play", "--preset", "five", "--nick", "Taro", "--lang", lang)
        shown = self.until("Your turn" if lang == "en" else "あなた（黒）の番")
        self.assertIn(game_title(game, "five", lang), shown.split("\n")[0])
        for name, level in (("suzume", 1), ("suzume", 2), ("tanuki", 3), ("kitsune", 4)):
            self.assertRegex(shown, rf"{bot_title(game, name, level, lang)} +\d")
        self.assertNotRegex(shown, r"suzume|tanuki|kitsune|reversi five|\(bot\)|ボット")

    def test_reversi_in_english(self):
        self.five("en")

    def test_reversi_in_japanese(self):
        self.five("ja")

    def test_what_does_not_fit_ends_with_a_sign(self):
        game = catalogue(self.server)["fifteen"]
        seats = ["open", {"bot": "hayabusa", "level": 6}]
        room = self.server.room(game="fifteen", options={"size": 4, "seats": 2}, seats=seats, start="full")
        self.start("play", room, "--nick", "Maximilian Habsb", columns=50, rows=20)
        shown = self.until(r"0 steps\. Arrows")
        self.assertIn(bot_title(game, "hayabusa", 6, "en"), shown)
        self.assertRegex(shown, r" Max[\w ]*… ?(\(you\))? ")
        self.assertRegex(shown, r"0 steps\. Arrows .*…\n")
        self.keys("C-c")
        self.until(r"exit=130")

    def test_a_race_tells_the_places_only(self):
        room = self.server.room(game="fifteen", options={"size": 3, "seats": 3}, seats=["open", {"bot": "kame", "level": 1}, {"bot": "usagi", "level": 4}], start="full")
        self.start("play", room, "--nick", "Taro", columns=100, rows=30)
        shown = self.until(r"(?s)(Tortoise|Hare), level \d\) solved it.*(Tortoise|Hare), level \d\) solved it")
        self.assertNotIn("slides", shown)
        self.keys("C-c")
        self.until(r"exit=130")


if __name__ == "__main__":
    unittest.main()
