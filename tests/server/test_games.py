"""Every game in a room of a real engawad: played to the end, its hints, its time, its secrets, and kill -9 in mid-game."""
import pathlib
import tempfile
import time
import unittest

from harness import Client, enter, serve

WEIGHTS = pathlib.Path(__file__).resolve().parents[2] / "games/reversi/weights"


class Games(unittest.TestCase):
    def setUp(self):
        self.server = serve(self, "--messages-per-s", "1000", "--messages-burst", "1000")

    def play(self, game, options, seats, start=True):
        client = enter(self, self.server, game=game, options=options, seats=seats)
        if start:
            client.ok("start")
        return client

    def test_nim_with_hints_beats_the_bot(self):
        client = self.play("nim", {"preset": "753"}, ["me", {"bot": "osho", "level": 5}])
        while True:
            client.until(client.my_turn_or_over)
            if client.document["phase"] == "over":
                break
            seq = client.seq
            hint = client.ok("hint")
            self.assertEqual(hint["seq"], seq)
            self.assertTrue(hint["hint"]["win"])
            client.ok("move", ply=client.document["ply"], move=hint["hint"]["move"])
        self.assertEqual(client.document["result"]["winner"], "s0")
        client.refused("game_over", "hint")

    def test_who_plays_against_bots_alone_has_a_clock_only_when_they_ask(self):
        token, bot = self.server.guest(), {"bot": "random"}
        clock = {"kind": "move", "limit_ms": 60000}
        wishes = [({"seats": ["me", bot]}, {"kind": "none"}), ({"seats": ["me", "closed"]}, {"kind": "none"}), ({"seats": ["me", "open"]}, clock),
                  ({"seats": ["me", bot], "join": "bots"}, clock), ({"seats": ["me", bot], "clock": clock}, clock)]
        for wish, expected in wishes:
            room = self.server.room(token, game="nim", **wish)
            self.assertEqual(self.server.http("GET", f"/api/rooms/{room}")[1]["clock"], expected, wish)
        _, place = self.server.http("POST", "/api/play", {"game": "nim"}, token)
        self.assertEqual(self.server.http("GET", f"/api/rooms/{place['room']}")[1]["clock"], {"kind": "none"})

    def test_nim_refuses_what_is_not_there(self):
        client = self.play("nim", {"rows": ["oooxoo", "ooo"]}, ["me", "open"])
        before = client.document
        for code, move in [("illegal_move", {"row": 0, "from": 2, "count": 3}), ("illegal_move", {"row": 2, "from": 0, "count": 1}), ("illegal_move", {"row": 1, "from": 2, "count": 2}),
                           ("bad_message", {"row": 0, "from": 0, "count": 0}), ("bad_message", {"row": 0, "from": 0, "count": -1}), ("bad_message", {"row": 0, "from": 0})]:
            client.refused(code, "move", ply=0, move=move)
        client.refused("bad_message", "move", move={"row": 0, "from": 0, "count": 1})  # not a ply, in a turn-based game
        self.assertEqual(client.document, before)

    def test_fifteen_says_how_many_steps_are_needed_and_leads_there(self):
        tiles = [5, 1, 2, 4, 9, 6, 3, 8, 13, 10, 7, 11, 14, 0, 15, 12]
        client = self.play("fifteen", {"tiles": tiles}, ["me"])
        client.until(lambda: "optimal" in client.document["view"])
        optimal = client.document["view"]["optimal"]
        self.assertTrue(optimal["proved"])
        while client.document["phase"] == "playing":
            client.ok("move", move=client.ok("hint")["hint"]["move"])
        self.assertEqual(client.document["view"]["boards"]["s0"]["steps"], optimal["steps"])
        self.assertEqual(client.document["result"]["reason"], "solved")

    def test_fifteen_refuses(self):
        client = self.play("fifteen", {"tiles": [1, 2, 3, 4, 5, 6, 7, 0, 8]}, ["me"])
        before = client.document["view"]["boards"]
        client.refused("illegal_move", "move", move={"tile": 1})
        client.refused("bad_message", "move", move={"tile": 0})
        client.refused("bad_message", "move", move={"tile": "5"})
        self.assertEqual(client.document["view"]["boards"], before)
        for tiles in ([1, 2, 3, 4, 5, 6, 8, 7, 0], [1, 2, 3], [1] * 9, [1, 2, 3, 4, 5, 6, 7, 8, 0]):
            status, answer = self.server.http("POST", "/api/rooms", {"game": "fifteen", "options": {"tiles": tiles}})
            self.assertEqual((status, answer["code"]), (400, "bad_message"))

    def test_fifteen_is_a_race_that_bots_finish(self):
        client = self.play("fifteen", {"size": 3, "seats": 3, "finish_s": 10}, ["me", {"bot": "hayabusa"}, {"bot": "usagi"}])
        client.until(lambda: len([b for b in client.document["view"]["boards"].values() if "done" in b]) == 2)
        self.assertEqual(client.document["phase"], "playing")
        while client.document["phase"] == "playing":  # the third place can still be won
            client.ok("move", move=client.ok("hint")["hint"]["move"])
        self.assertEqual(client.document["result"]["ranking"][2], {"seat": "s0", "rank": 3, "score": client.document["view"]["boards"]["s0"]["steps"]})

    def test_bubbles_to_the_end_against_a_bot(self):
        client = self.play("bubbles", {"seats": 2, "colors": 3, "hurry_s": 3, "field": ["abcabcab", "abcabca", "abcabcab", "abcabca", "abcabcab", "abcabca", "abcabcab", "abcabca"]},
                           ["me", {"bot": "random"}])
        field = lambda: client.document["view"]["fields"]["s0"]
        while client.document["phase"] == "playing":
            shot = field()["shot"]
            answer = client.ask("move", move={"angle": 100 * (shot % 60 - 30), "shot": shot})
            if answer["type"] == "ok":
                self.assertIn(client.ask("move", move={"angle": 0, "shot": shot})["code"], ("stale", "game_over"))
            elif answer["code"] == "too_soon":
                time.sleep(answer["retry_ms"] / 1000)
            else:
                self.assertIn(answer["code"], ("stale", "game_over"))  # a shot was forced, or the bot has lost meanwhile
                client.ok("sync", seq=client.seq)
        self.assertEqual(len(client.document["result"]["ranking"]), 2)
        events = [event for step in client.steps for event in step["events"]]
        self.assertTrue({"shot", "out", "over"} <= {event["kind"] for event in events})

    def test_a_shot_is_forced_and_an_angle_is_bounded(self):
        client = self.play("bubbles", {"hurry_s": 3}, ["me"])
        client.refused("bad_message", "move", move={"angle": 8001})
        client.refused("bad_message", "move", move={"angle": 1.5})
        client.until(lambda: client.document["view"]["fields"]["s0"]["shot"] == 1)
        shot = client.steps[-1]["events"][0]
        self.assertEqual((shot["kind"], shot["angle"], shot["forced"]), ("shot", 0, True))
        for field in (["a.......", ".......", "b......."], ["abz....."], ["aaaaaaa"], []):
            status, answer = self.server.http("POST", "/api/rooms", {"game": "bubbles", "options": {"field": field}})
            self.assertEqual((status, answer["code"]), (400, "bad_message"))

    def test_a_simultaneous_game_has_no_clock_per_move(self):
        status, answer = self.server.http("POST", "/api/rooms", {"game": "bubbles", "clock": {"kind": "move", "limit_ms": 5000}})
        self.assertEqual((status, answer["code"]), (400, "bad_message"))

    def test_a_killed_game_goes_on_where_it_was(self):
        client = self.play("bubbles", {"hurry_s": 60}, ["me"])
        client.ok("move", move={"angle": 1234, "shot": 0})
        view, elapsed = client.document["view"], client.document["elapsed"]["ms"]
        self.server.kill()
        self.server.start()
        client.connect(resume=True)
        self.assertEqual(client.document["view"], view)
        client.until(lambda: "at" in client.document["elapsed"])
        self.assertGreaterEqual(client.document["elapsed"]["ms"], elapsed)
        while (answer := client.ask("move", id=99, move={"angle": -1234, "shot": 1}))["type"] != "ok":
            self.assertEqual(answer["code"], "too_soon")
            time.sleep(answer["retry_ms"] / 1000)
        self.assertEqual(client.document["view"]["fields"]["s0"]["shot"], 2)

    def test_the_future_is_nowhere(self):
        client = self.play("bubbles", {"preset": "puzzle"}, ["me"])
        field = client.document["view"]["fields"]["s0"]
        self.assertEqual(set(field), {"shift", "rows", "now", "next", "shot", "ready", "hurry", "drop_in", "queue", "popped", "fallen", "sent"})
        self.assertNotIn("seed", client.document)
        self.assertNotIn("seed", client.document["options"])

    def check_preview(self, client, move):
        """Asks for a move's preview, makes the move, and compares its step."""
        before, seq, ply = client.document, client.seq, client.document["ply"]
        answer = client.ok("preview", ply=ply, move=move)
        client.ok("sync", seq=seq)
        self.assertEqual((client.document, client.seq, answer["seq"], answer["preview"]["ply"]), (before, seq, seq, ply))
        made = client.ok("move", ply=ply, move=move)["seq"]
        step = next(step for step in client.steps if step["seq"] == made)
        step["set"].pop("clock", None)
        self.assertEqual(answer["preview"]["set"], {name: step["set"][name] for name in step["set"] if name not in ("phase", "result", "elapsed", "evening")})
        self.assertEqual(answer["preview"]["events"], [event for event in step["events"] if event["kind"] != "over"])

    def test_a_preview_is_the_step_that_the_move_makes(self):
        reversi = self.play("reversi", {"preset": "seed"}, ["me", *[{"bot": "random"}] * 4])
        for _ in range(8):
            reversi.until(reversi.my_turn_or_over)
            if reversi.document["phase"] == "over":
                break  # one game in 250 is over so early
            self.check_preview(reversi, {"cell": reversi.document["legal"].split()[0]})
        nim = self.play("nim", {"rows": [1]}, ["me", {"bot": "random"}])
        self.check_preview(nim, {"row": 0, "from": 0, "count": 1})
        self.assertEqual(nim.document["phase"], "over")
        nim.refused("game_over", "preview", ply=1, move={"row": 0, "from": 0, "count": 1})
        fifteen = self.play("fifteen", {"tiles": [1, 2, 3, 4, 5, 6, 7, 0, 8]}, ["me"])
        fifteen.until(lambda: "optimal" in fifteen.document["view"])
        fifteen.refused("illegal_move", "preview", move={"tile": 1})
        self.check_preview(fifteen, {"tile": 7})

    def test_a_shot_has_no_preview_and_nobody_else_hears_of_one(self):
        client = self.play("bubbles", {"seats": 2}, ["me", "open"])
        seen = client.refused("unsupported", "preview", move={"angle": 0, "shot": 0})
        self.assertEqual(set(seen) - {"ply", "seq"}, {"type", "re", "code", "message"})
        nim = self.play("nim", {"preset": "753"}, ["me", "open"])
        watcher = Client(self.server, nim.room)
        self.addCleanup(watcher.close)
        take = {"ply": 0, "move": {"row": 0, "from": 0, "count": 1}}
        watcher.refused("not_your_turn", "preview", **take)
        nim.ok("preview", **take)
        nim.ok("say", text="done")
        heard = watcher.take()
        while "chat" not in heard.get("set", {}):
            self.assertNotIn("preview", heard)
            heard = watcher.take()

    def test_previews_are_rationed(self):
        client = self.play("nim", {"preset": "753"}, ["me", "open"])
        take = {"ply": 0, "move": {"row": 0, "from": 0, "count": 1}}
        ids = [client.post("preview", **take) for _ in range(60)]
        answers = [client.until(lambda number=number: client.answers.get(number)) for number in ids]
        late = [answer for answer in answers if answer["type"] == "error"]
        self.assertGreaterEqual(len(answers) - len(late), 20)
        self.assertEqual({answer["code"] for answer in late}, {"rate_limited"})
        time.sleep(late[-1]["retry_ms"] / 1000)
        client.ok("preview", **take)

    def test_the_catalogue_names_them(self):
        status, answer = self.server.http("GET", "/api/games")
        self.assertEqual(status, 200)
        self.assertEqual([game["id"] for game in answer["games"] if game["previews"]], ["reversi", "nim", "fifteen"])
        self.assertEqual([(game["id"], game["simultaneous"]) for game in answer["games"]], [("reversi", False), ("nim", False), ("fifteen", True), ("bubbles", True)])


class Weights(unittest.TestCase):
    """The learned weights of the reversi bots, from a folder of the operator."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def warnings_of_a_game(self, preset):
        """Starts a server with the folder, lets bots play a game of the preset to its end, and returns the warnings in its log."""
        log = self.folder / "log"
        with open(log, "w+") as stderr:
            server = serve(self, stderr=stderr, environment={"ENGAWA_BOTS_WEIGHTS": str(self.folder)})
            token = server.guest()
            bots = [{"bot": bot, "level": level} for bot, level in (("suzume", 1), ("tanuki", 3), ("kitsune", 4), ("kitsune", 4))]
            client = Client(server, server.room(token, game="reversi", options={"preset": preset}, seats=["me", *bots]), token)
            self.addCleanup(client.close)
            client.ok("start")
            client.play_to_the_end()
            self.assertEqual(len(client.document["result"]["ranking"]), 5 if preset == "five" else 3)
            server.stop()
        return [line for line in log.read_text().splitlines() if "weights" in line]

    def test_good_files_need_no_words(self):
        for file in WEIGHTS.glob("*.weights"):
            (self.folder / file.name).write_bytes(file.read_bytes())
        self.assertEqual(self.warnings_of_a_game("five"), [])

    def test_a_damaged_file_is_told_once_and_the_bots_play_on(self):
        damaged = bytearray((WEIGHTS / "five.weights").read_bytes())
        damaged[len(damaged) // 2] ^= 1
        (self.folder / "five.weights").write_bytes(damaged)
        warnings = self.warnings_of_a_game("five")
        self.assertEqual(len(warnings), 1, warnings)
        for part in ("five.weights", "damaged", "bots of five think without", "seed.weights", "cannot be read", "bots of seed think without"):
            self.assertIn(part, warnings[0])


if __name__ == "__main__":
    unittest.main()
