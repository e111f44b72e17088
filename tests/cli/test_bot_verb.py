"""`engawa bot`: messages to its user about a program with wrong answers, a waiting room, and the room's game; and rooms that it creates."""
import json
import unittest

from client import BOT, Case

NIM = "nim_bot.py"
# Answers with each of these in turn, then always with the last.
SAYS = "import sys\nanswers = {answers!r}\nfor line in sys.stdin:\n    if '\"result\"' in line: break\n    print(answers.pop(0) if len(answers) > 1 else answers[0], flush=True)\n"


class WrongAnswers(Case):
    def saying(self, *answers):
        path = self.home + "/saying.py"
        with open(path, "w", encoding="utf-8") as file:
            file.write(SAYS.format(answers=list(answers)))
        return f"python3 {path}"

    def test_each_reason_is_said_once_and_giving_up_is_no_success(self):
        room = self.table(clock={"kind": "none"})
        code, out, err = self.finished("bot", "--room", room, "--exec", self.saying("hello", "[]", "hello", '{"move":{"cell":"a1"}}'))
        self.assertEqual(code, 1, err)
        for reason, times in (("the answer hello was refused: not JSON at byte 1 [bad_json]", 1), ("[bad_json]", 1), ("[bad_message]", 1),
                              ('the answer {"move":{"cell":"a1"}} was refused: ', 1), ("[illegal_move]", 1), ("[no_legal_move]", 1)):
            self.assertEqual(err.count(reason), times, f"{reason}: {err}")
        self.assertIn("gave no legal move in 6 answers and resigns", err)
        self.assertIn(f"{room} s0: ", out)  # the result is reported anyway

    def test_a_turn_that_was_left_to_the_clock_is_no_success(self):
        room = self.table(clock={"kind": "move", "limit_ms": 3000}, timeout="forfeit")
        code, _, err = self.finished("bot", "--room", room, "--exec", self.saying('{"move":{"cell":"a1"}}'))
        self.assertEqual(code, 1, err)
        self.assertIn("this turn is left to the clock [no_legal_move]", err)
        self.assertNotIn("resigns", err)

    def test_quietly_with_every_word_and_in_japanese(self):
        def said(*flags):
            return self.finished("bot", "--room", self.table(clock={"kind": "none"}), "--exec", self.saying("hello"), *flags)[2]

        self.assertNotIn("[bad_json]", said("--quiet"))
        self.assertEqual(said("--verbose").count("[bad_json]"), 6)
        japanese = said("--lang", "ja")
        self.assertEqual(japanese.count("答えhelloが拒否されました："), 1)
        self.assertIn("6回の答え", japanese)

    def test_a_refused_answer_that_is_mended_is_a_success(self):
        script = self.home + "/mends.py"
        with open(script, "w", encoding="utf-8") as file:
            file.write("import json, sys\nfirst = True\nfor line in sys.stdin:\n    turn = json.loads(line)\n    if 'result' in turn: break\n"
                       "    if 'legal' in turn: legal = turn['legal'].split()\n"
                       "    print('oops' if first else json.dumps({'move': {'cell': legal[0]}}), flush=True)\n    first = False\n")
        code, _, err = self.finished("bot", "--room", self.table(), "--exec", f"python3 {script}")
        self.assertEqual((code, err.count("[bad_json]")), (0, 1), err)


class TheRoomsGame(Case):
    def nim(self, **more):
        return self.server.room(game="nim", seats=["open", {"bot": "random", "level": 1}], start="full", **more)

    def test_the_game_is_the_rooms(self):
        code, out, err = self.finished("bot", "--room", self.nim(), "--exec", self.played_by(NIM), "--json")
        self.assertEqual(code, 0, err)
        self.assertIn("ranking", json.loads(out)["result"])

    def test_another_game_is_refused_with_a_sentence(self):
        code, _, err = self.finished("bot", "--room", self.nim(), "--game", "reversi", "--exec", BOT)
        self.assertEqual((code, err.count("this room plays nim, not reversi [usage]")), (2, 1), err)
        code, _, err = self.finished("bot", "--room", self.nim(), "--game", "reversi", "--exec", BOT, "--lang", "ja")
        self.assertIn("このルームのゲームはnimで、reversiではありません", err)


class Waiting(Case):
    def test_for_another_host(self):
        room = self.server.room(seats=["open", "open", "open"], options={"preset": "seed"}, clock={"kind": "none"})
        host = self.run_client("play", room, "--plain", "--guest-file", self.home + "/host")
        host.until(lambda line: line.startswith("You are the host"))
        bot = self.run_client("bot", "--room", room, "--start", "--exec", BOT)
        bot.until_error("waiting for the host to start the game")
        other = self.run_client("bot", "--room", room, "--exec", BOT, "--lang", "ja")
        other.until_error("ホストが対局を始めるのを待っています")
        host.send("start")
        host.play_to_the_end()
        self.assertEqual((host.end(), bot.end(), other.end()), (0, 0, 0), bot.errors)
        self.assertEqual(bot.errors.count("waiting for"), 1, bot.errors)

    def test_for_a_word_of_its_own_user(self):
        bot = self.run_client("bot", "--room", self.server.room(seats=["open", {"bot": "random", "level": 1}]), "--exec", BOT)
        bot.until_error("the bot is the host: with --start it starts the game")

    def test_several_bots_of_one_run_do_not_wait_for_each_other(self):
        room = self.server.room(seats=["open"] * 3 + [{"bot": "random", "level": 1}] * 2)
        code, _, err = self.finished("bot", "--room", room, "--count", 3, "--start", "--exec", BOT)
        self.assertEqual((code, err.count("waiting for the host")), (0, 0), err)


class RoomsOfItsOwn(Case):
    def test_against_the_games_bots(self):
        code, out, err = self.finished("bot", "--make", "nim", "--preset", "753", "--bots", "random", "--exec", self.played_by(NIM))
        self.assertEqual(code, 0, err)
        link, result = out.splitlines()
        self.assertRegex(link, rf"^http://127\.0\.0\.1:{self.server.port}/r/[0-9A-Z]{{8}}$")
        self.assertTrue(result.startswith(link.rsplit("/", 1)[1] + " s0: "))

    def test_a_person_comes_by_the_link(self):
        bot = self.run_client("bot", "--make", "reversi", "--preset", "classic", "--open", "--clock", "none", "--exec", BOT, "--nick", "Robo", "--json")
        made = json.loads(bot.line())
        bot.until_error("waiting until every seat is taken")
        person = self.run_client("play", made["link"], "--plain")
        person.play_to_the_end()
        self.assertEqual((person.end(), bot.end()), (0, 0), bot.errors)
        self.assertEqual((made["room"], json.loads(bot.lines[1])["seat"]), (made["link"].rsplit("/", 1)[1], "s0"))

    def test_several_bots_and_the_bots_of_the_game(self):
        code, out, err = self.finished("bot", "--make", "reversi", "--preset", "five", "--count", 2, "--bots", "random", "--exec", BOT, "--json")
        self.assertEqual(code, 0, err)
        made, *results = map(json.loads, out.splitlines())
        self.assertEqual(sorted(result["seat"] for result in results), ["s0", "s1"])
        status, shown = self.server.http("GET", f"/api/rooms/{made['room']}")
        self.assertEqual((status, shown["seats"]["bot"]), (200, 3), shown)

    def test_what_cannot_be_meant(self):
        program = ("--exec", BOT)
        for arguments, words in (((), "--room CODE"), (("--make", "nim", "--room", "K7WMA2QX"), "--room"), (("--make", "nim", "--game", "nim"), "--make"),
                                 (("--make", "nim", "--seat", 1), "--seat needs --room"), (("--room", "K7WMA2QX", "--preset", "753"), "--make"),
                                 (("--room", "K7WMA2QX", "--clock", "none"), "--make"), (("--make", "nim", "--count", 2, "--bots", "random"), "0 seats"),
                                 (("--make", "nim", "--options", "["), "--options")):
            with self.subTest(arguments=arguments):
                code, _, err = self.finished("bot", *arguments, *program)
                self.assertEqual(code, 2, err)
                self.assertIn(words, err)
        code, _, err = self.finished("bot", "--make", "chess", *program)
        self.assertEqual(code, 5, err)
        self.assertIn("there is no game", err)


if __name__ == "__main__":
    unittest.main()
