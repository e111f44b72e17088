"""Bots in the terminal: listed with their levels and sentences, and seated by name and level."""
import json
import re
import shutil
import unittest

from client import Case, json_lines
from screen import Screen


def catalogue(server):
    """The bots of each game, from the server: {game: [bot, ...]}."""
    status, answer = server.http("GET", "/api/games")
    assert status == 200, answer
    return {game["id"]: game["bots"] for game in answer["games"]}


def levels(bot):
    first = bot.get("first_level", 1)
    return first, first + bot["levels"] - 1


def level_words(bot):
    first, last = levels(bot)
    return f"{first}-{last}" if last > first else str(first) if first > 1 else ""


class Listed(Case):
    def test_every_bot_of_every_game(self):
        games = catalogue(self.server)
        code, out, err = self.finished("bots")
        self.assertEqual(code, 0, err)
        lines = out.splitlines()
        self.assertRegex(lines[0], r"^GAME +BOT +LEVEL +NAME +WHAT IT DOES$")
        expected = [(game, bot) for game, bots in games.items() for bot in bots]
        self.assertEqual(len(lines), 1 + len(expected))
        for line, (game, bot) in zip(lines[1:], expected):
            words = [game, bot["id"], level_words(bot), bot["title"]["en"], bot.get("about", {}).get("en", "")]
            self.assertEqual(re.split(r"  +", line.strip()), [word for word in words if word])

    def test_one_game_in_japanese_and_as_json(self):
        bots = catalogue(self.server)["nim"]
        code, out, err = self.finished("bots", "--game", "nim", "--lang", "ja")
        self.assertEqual(code, 0, err)
        self.assertNotIn("reversi", out)
        for bot in bots:
            self.assertIn(bot["title"]["ja"], out)
            self.assertIn(bot.get("about", {}).get("ja", ""), out)
        code, out, err = self.finished("bots", "--game", "nim", "--json")
        self.assertEqual(code, 0, err)
        self.assertEqual([(row["game"], row["bot"], row["first_level"], row["levels"]) for row in json_lines(out)],
                         [("nim", bot["id"], bot.get("first_level", 1), bot["levels"]) for bot in bots])

    def test_a_game_that_is_none(self):
        code, out, err = self.finished("bots", "--game", "chess")
        self.assertEqual((code, out), (2, ""))
        self.assertRegex(err, r"no game of that name; it has .*\breversi\b")

    def test_no_server(self):
        code, _, err = self.finished("bots", "--server", "http://127.0.0.1:9")
        self.assertEqual(code, 3, err)


class Seated(Case):
    def host(self, *flags, preset="five"):
        host = self.run_client("play", "--make", "--preset", preset, "--plain", "--guest-file", self.home + "/host", "--nick", "Host", *flags)
        host.until(lambda line: line.startswith("Room "))
        return host

    def rows(self, host, count):
        """The players at the seats, as the room is first shown."""
        return [host.line().split(": ", 1)[1] for _ in range(count)]

    def end(self, *runs):
        for run in runs:
            run.send("quit")
            self.assertEqual(run.end(), 0, run.errors)

    def test_a_room_with_these_bots(self):
        bot = next(bot for bot in catalogue(self.server)["reversi"] if bot["levels"] > 1)
        first, last = levels(bot)
        host = self.host("--bots", f"minimum,{bot['id']}:{last},{bot['id']}")
        self.assertEqual(self.rows(host, 5)[1:], ["Fewest flips", f"{bot['title']['en']}, level {last}", *[f"{bot['title']['en']}, level {first}"] * 2])
        host.send(f"seat 2 {bot['id']}:{last}")
        host.until(lambda line: "the host changed this seat" in line)
        host.send("seat 3 open")
        host.until(lambda line: "the host changed this seat" in line)
        host.send(f"seat 4 {bot['id']}:{last + 1}")
        host.until_error(f"levels {first} to {last}")
        host.send("seat 4 nobody")
        host.until_error('this game has no bot "nobody"')
        host.send("seat 4 minimum:x")
        host.until_error("a bot and its level such as mcs:2")
        host.send("bots")
        host.until(lambda line: re.match(rf"{bot['id']} +{first}-{last} +", line))
        self.end(host)

    def test_wishes_that_make_no_sense(self):
        for flags, words in ((["--bots", "minimum"], "--make"), (["--make", "--open", "--bots", "minimum"], "--open"),
                             (["--make", "--bots", "minimum:x"], "--bots must be"), (["--make", "--bots", "minimum,"], "--bots must be"),
                             (["--make", "--preset", "classic", "--bots", "minimum,maximum"], "names 2, and there are 1 seats beside yours")):
            code, _, err = self.finished("play", "--plain", *flags)
            self.assertEqual(code, 2, err)
            self.assertIn(words, err)
        for seats in (0, -1):
            code, _, err = self.finished("play", "--plain", "--make", "--game", "bubbles", "--options", f'{{"seats":{seats}}}', "--bots", "awa")
            self.assertEqual(code, 2, err)
            self.assertIn("there are 0 seats beside yours", err)
        code, _, err = self.finished("play", "--plain", "--make", "--bots", "nobody")
        self.assertEqual(code, 5, err)
        self.assertIn('no bot "nobody"', err)


class Thoughts(Case):
    def test_the_hint_of_reversi_has_everybodys_chance(self):
        for lang, best, head in (("en", r"Hint: (.+) \(your chance to win\)", "Chances to win:"), ("ja", r"ヒント：(.+)（勝率）", "勝率：")):
            run = self.run_client("play", "--plain", "--preset", "five", "--lang", lang)
            run.send("hint")
            found = re.fullmatch(best, run.until(lambda line: re.match("Hint|ヒント", line)))
            cells = [cell.split(" ") for cell in found[1].split(", ")]
            self.assertTrue(1 <= len(cells) <= 3, cells)
            for cell, chance in cells:
                self.assertRegex(f"{cell} {chance}", r"^[a-j]\d+ [<>]?\d+%$")
            self.assertEqual(run.line(), head)
            rows = [re.fullmatch(r"  ([BWACY]) +[<>]?(\d+)%  (#*) +(\S.*)", run.line()) for _ in range(5)]
            self.assertEqual([row[1] for row in rows], list("BWACY"))
            self.assertTrue(95 <= sum(int(row[2]) for row in rows) <= 105)
            colors = {"en": ["you", "white", "ash", "cyan", "yamabuki"], "ja": ["あなた", "白", "灰", "シアン", "山吹"]}
            self.assertEqual([row[4] for row in rows], colors[lang])
            longest = max(rows, key=lambda row: int(row[2]))
            self.assertEqual(len(longest[3]), max(len(row[3]) for row in rows))
            run.send("quit")
            run.end()


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class Keys(Screen):
    def test_the_bots_over_the_board_a_seat_for_one_and_what_the_server_thinks(self):
        self.start("play", "--make", "--preset", "classic", "--bots", "minimum", columns=100)
        self.until(r"You are the host")
        self.keys("t")
        self.type("/bots")
        self.keys("Enter")
        bots = catalogue(self.server)["reversi"]
        shown = self.until(r"BOT +LEVEL +NAME")
        for bot in bots:
            self.assertRegex(shown, rf" {bot['id']} ")
        self.keys("Escape")
        self.until(r"(?s)^(?!.*BOT +LEVEL)")
        self.keys("t")
        self.type("/seat 2 maximum:1")
        self.keys("Enter")
        self.until(r"Most flips")
        self.keys("s")
        shown = self.until(r"Your turn")
        self.assertNotRegex(shown, r"\[1\]")
        self.keys("h")
        shown = self.until(r"(?s)\[1\].*Hint: |Hint: (?s:.*)\[1\]")  # the cursor is on the best cell
        self.assertRegex(shown, r" 2 ")
        self.keys("q", "y")
        self.until(r"exit=0")


if __name__ == "__main__":
    unittest.main()
