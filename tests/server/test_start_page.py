"""Requests of the start page: rooms page by page, their small pictures, results, a game to watch, the presets' boards, and moves that are only tried
out."""
import unittest

from harness import Client, Server, enter, eventually, serve


class StartPage(unittest.TestCase):
    flags = ()

    def setUp(self):
        self.server = serve(self, "--rooms-per-min", "100000", "--exhibition-ms", "20", "--messages-per-s", "1000", "--messages-burst", "1000", *self.flags)
        self.clients = []

    def get(self, path):
        status, answer = self.server.http("GET", path)
        self.assertEqual(status, 200, answer)
        return answer

    def refused(self, code, method, path, body=None):
        status, answer = self.server.http(method, path, body)
        self.assertEqual((answer["type"], answer["code"]), ("error", code), answer)
        return answer["message"]

    def enter(self, nick="Taro", **room):
        return enter(self, self.server, nick, **room)

    def pages(self, query, limit):
        codes, after = [], ""
        while True:
            page = self.get(f"/api/rooms?limit={limit}&after={after}{query}")
            self.assertLessEqual(len(page["rooms"]), limit)
            codes += [room["code"] for room in page["rooms"]]
            if "next" not in page:
                return codes
            self.assertEqual(page["next"], codes[-1])
            after = page["next"]


class Rooms(StartPage):
    flags = ("--listed-rooms", "4")

    def test_all_rooms_come_page_by_page_though_the_live_list_is_short(self):
        self.assertEqual(self.get("/api/rooms"), {"rooms": []})
        clients = [self.enter(game=game, options={"preset": preset}) for game, preset in (("nim", "753"), ("reversi", "classic")) * 5]
        self.enter(visibility="private")
        codes = sorted(client.room for client in clients)
        eventually(lambda: len(self.get("/api/rooms")["rooms"]) == 10)
        for limit in (1, 3, 4, 5, 10, 100):
            self.assertEqual(self.pages("", limit), codes, limit)
        nim = sorted(client.room for client in clients[::2])
        self.assertEqual(self.pages("&game=nim", 2), nim)
        self.assertEqual(self.pages("&phase=playing", 2), [])
        clients[0].ok("start")
        eventually(lambda: self.pages("&phase=playing", 2) == [clients[0].room])
        self.assertEqual(self.get("/api/rooms?limit=1&after=" + codes[-1]), {"rooms": []})
        self.assertEqual(self.get("/api/rooms?limit=1&after=" + codes[0].lower())["rooms"][0]["code"], codes[1])

    def test_malformed_queries_are_refused_in_words(self):
        for query in ("limit=0", "limit=101", "limit=x", "limit=-1", "limit=1x", "limit=99999999999999999999"):
            self.assertEqual(self.refused("bad_message", "GET", "/api/rooms?" + query), "limit must be a number from 1 to 100")
        self.assertIn("after must be the code of a room", self.refused("bad_message", "GET", "/api/rooms?after=x"))

    def test_a_glimpse_is_what_everybody_in_the_room_sees(self):
        client = self.enter(options={"preset": "classic"}, seats=["me", "open"], visibility="private")
        path = f"/api/rooms/{client.room}/glimpse"
        client.until(lambda: client.document["seats"]["s0"]["kind"] == "human")
        before = self.get(path)
        self.assertEqual((before["phase"], before["seats"]), ("lobby", client.document["seats"]))
        self.assertNotIn("view", before)
        other = Client(self.server, client.room, nick="Hana")
        self.addCleanup(other.close)
        other.ok("sit", seat=1)
        client.ok("start")
        for player in (client, other, client):
            player.until(player.my_turn)
            player.play_first_legal()
            glimpse = self.get(path)
            for part in ("code", "game", "options", "phase", "round", "seats", "ply", "to_act", "view"):
                self.assertEqual(glimpse[part], player.document[part], part)
            self.assertNotIn("legal", glimpse)
        self.refused("not_found", "GET", "/api/rooms/00000000/glimpse")
        self.refused("not_found", "GET", "/api/rooms/short/glimpse")

    def test_results_are_told_newest_first_with_the_winner_and_the_record(self):
        self.assertEqual(self.get("/api/results"), {"results": []})
        for number in range(2):
            client = self.enter("Taro", game="nim", options={"rows": [number + 1]}, seats=["me", {"bot": "random"}])
            client.ok("start")
            client.ok("move", ply=0, move={"row": 0, "from": 0, "count": number + 1})
            result = eventually(lambda: self.get("/api/results")["results"][:number + 1] if len(self.get("/api/results")["results"]) == number + 1 else None)[0]
            self.assertEqual((result["record"], result["winner"], result["game"], result["options"]["rows"]), (client.room + "-1", {"nick": "Taro"}, "nim", [number + 1]))
            self.assertEqual(self.get(f"/api/rooms/{client.room}")["result"], {"record": client.room + "-1", "winner": {"nick": "Taro"}})
        private = self.enter(game="nim", options={"rows": [1]}, seats=["me", {"bot": "random"}], visibility="private")
        private.ok("start")
        private.ok("move", ply=0, move={"row": 0, "from": 0, "count": 1})
        lost = self.enter(game="nim", options={"rows": [2]}, seats=["me", {"bot": "perfect"}])
        lost.ok("start")
        lost.ok("move", ply=0, move={"row": 0, "from": 0, "count": 1})
        results = eventually(lambda: (found := self.get("/api/results")["results"]) and len(found) == 3 and found)
        self.assertEqual(results[0]["winner"], {"bot": "perfect", "level": 1})
        self.assertNotIn(private.room, str(results))


class Watching(StartPage):
    def test_bots_play_while_nobody_does_and_only_when_somebody_looks(self):
        first = self.get("/api/watch")["bots"]
        self.assertEqual((first["ply"], first["phase"], {seat["kind"] for seat in first["seats"].values()}), (0, "playing", {"bot"}))
        seen = set()

        def looked():
            game = self.get("/api/watch")["bots"]
            seen.add((game["game"], game["options"]["preset"]))
            return game
        eventually(lambda: looked()["ply"] > 5)
        eventually(lambda: looked()["phase"] == "over")
        eventually(lambda: looked() and len(seen) > 1)  # after a while another variant
        # The game advances only while it is viewed: the ply is at most one more than at the last answer.
        ply = looked()["ply"]
        self.server.http("GET", "/api/results")
        self.assertLessEqual(looked()["ply"], ply + 2)

    def test_the_best_running_game_comes_before_bots(self):
        alone = self.enter(options={"preset": "classic"}, seats=["me", {"bot": "random"}])
        alone.ok("start")
        self.assertEqual(eventually(lambda: self.get("/api/watch").get("room"))["code"], alone.room)
        pair = self.enter(options={"preset": "classic"}, seats=["me", "open"])
        friend = Client(self.server, pair.room, nick="Hana")
        self.addCleanup(friend.close)
        friend.ok("sit", seat=1)
        pair.ok("start")
        eventually(lambda: self.get("/api/watch")["room"]["code"] == pair.room)
        room = self.get("/api/watch")["room"]
        self.assertEqual((room["view"], room["seats"]), (pair.document["view"], pair.document["seats"]))
        for client in (pair, friend, alone):
            client.close()
        eventually(lambda: "bots" in self.get("/api/watch"))

    def test_the_operator_can_turn_it_off(self):
        with Server("--exhibition-ms", "0") as quiet:
            self.assertEqual(quiet.http("GET", "/api/watch"), (200, {"none": True}))

    def test_the_boards_of_all_presets(self):
        boards = self.get("/api/boards")["boards"]
        for game in self.get("/api/games")["games"]:
            self.assertEqual(set(boards[game["id"]]), {preset["id"] for preset in game["presets"]})
        client = self.enter(options={"preset": "octagon"})
        client.ok("start")
        self.assertEqual(self.get("/api/boards")["boards"]["reversi"]["octagon"]["colors"], client.document["view"]["colors"])
        self.assertEqual(boards["nim"]["753"]["rows"], {"r0": "ooooooo", "r1": "ooooo", "r2": "ooo"})


class Trial(StartPage):
    def tried(self, game, *moves, options=None):
        status, answer = self.server.http("POST", f"/api/games/{game}/try", {**({"options": options} if options else {}), "moves": list(moves)})
        self.assertEqual(status, 200, answer)
        return answer

    def test_moves_are_played_as_in_a_room(self):
        client = self.enter(options={"preset": "five"})
        client.ok("start")
        for _ in range(3):
            client.until(client.my_turn_or_over)
            if client.my_turn():
                client.play_first_legal()
        moves, document = [], self.tried("reversi")
        self.assertNotIn("events", document)
        self.assertEqual(document["ply"], 0)
        for step in [step for step in client.steps if "move" in step]:
            moves.append({"seat": int(step["by"][1:]), "move": step["move"]})
            answer = self.tried("reversi", *moves)
            self.assertEqual({part: answer["set"][part] for part in ("ply", "legal", "view")}, {part: step["set"][part] for part in ("ply", "legal", "view")})
            self.assertEqual(answer["events"], [event for event in step["events"] if event["kind"] in ("put", "pass", "stuck")])

    def test_a_bomb_goes_off_and_a_cut_in_comes(self):
        bomb = self.tried("reversi", {"move": {"cell": "a2"}}, options={"board": [".....", ".WRB.", ".WB..", "....."], "rotation": "BW"})
        self.assertTrue(bomb["events"][0]["boom"])
        cut = self.tried("reversi", {"move": {"cell": "d2"}}, options={"board": [".....", ".BW..", ".WB..", "..BC.", "....."], "rotation": "BW", "permanent": "GC", "cut_ins": {"2": "C"}})
        self.assertEqual(cut["to_act"], "s2")

    def test_games_with_time_go_on_as_fast_as_they_may(self):
        shots = [{"move": {"angle": angle}} for angle in (-3000, 0, 3000)]
        field = self.tried("bubbles", *shots, options={"seats": 1, "colors": 3})["view"]["fields"]["s0"]
        self.assertEqual(field["shot"], 3)
        late = self.tried("bubbles", {"move": {"angle": 0}, "at": 45_000}, options={"seats": 1, "hurry_s": 10})["view"]["fields"]["s0"]
        self.assertGreater(late["shot"], 3)  # those that were forced by time before it
        solved = self.tried("fifteen", {"move": {"tile": 8}}, options={"tiles": [1, 2, 3, 4, 5, 6, 7, 0, 8]})
        self.assertEqual((solved["to_act"], solved["events"][-1]["kind"]), ("", "solved"))

    def test_every_bad_request_has_its_refusal(self):
        take = {"seat": 0, "move": {"row": 0, "from": 0, "count": 1}}
        for game, body, code, words in (
                ("chess", {}, "not_found", 'there is no game "chess"'),
                ("nim", [], "bad_message", "the body must be a JSON object"),
                ("nim", {"options": 3}, "bad_message", "options must be an object"),
                ("nim", {"options": {"rows": []}}, "bad_message", "rows"),
                ("nim", {"moves": 3}, "bad_message", "moves must be a list of at most 64 moves"),
                ("nim", {"moves": [take] * 65}, "bad_message", "moves must be a list of at most 64 moves"),
                ("nim", {"moves": [3]}, "bad_message", "moves[0]: must be an object"),
                ("nim", {"moves": [{}]}, "bad_message", "moves[0]: move must be an object"),
                ("nim", {"moves": [{**take, "seat": 2}]}, "bad_message", "moves[0]: "),
                ("nim", {"moves": [{**take, "at": -1}]}, "bad_message", "moves[0]: "),
                ("nim", {"moves": [{**take, "at": 120_001}]}, "bad_message", "moves[0]: "),
                ("nim", {"moves": [{"move": {"row": "x"}}]}, "bad_message", "moves[0]: "),
                ("nim", {"moves": [take, {**take, "seat": 1}]}, "illegal_move", "moves[1]: cell 0 of row 0 is taken"),
                ("nim", {"moves": [take, take]}, "not_your_turn", "moves[1]: "),
                ("nim", {"options": {"rows": [1]}, "moves": [take, {**take, "seat": 1}]}, "game_over", "moves[1]: "),
                ("bubbles", {"moves": [{"at": 0, "move": {"angle": 0}}, {"at": 0, "move": {"angle": 0}}]}, "too_soon", "moves[1]: ")):
            self.assertIn(words, self.refused(code, "POST", f"/api/games/{game}/try", body), body)
        status, answer = self.server.http("POST", "/api/games/bubbles/try", {"moves": [{"at": 0, "move": {"angle": 0}}] * 2})
        self.assertEqual((status, answer["code"]), (409, "too_soon"))
        self.assertIn(f"{answer['retry_ms']} ms", answer["message"])
        self.refused("bad_json", "POST", "/api/games/nim/try", b"{")
        self.assertEqual(self.server.http("GET", "/api/games/nim/try")[0], 405)
        self.assertEqual(self.server.http("POST", "/api/games/nim/try", b"{}", headers={"Content-Type": "text/plain"})[0], 415)

    def test_an_address_has_a_ration(self):
        with Server("--tries-per-min", "3") as server:
            answers = [server.http("POST", "/api/games/nim/try", {}) for _ in range(5)]
            self.assertEqual([status for status, _ in answers], [200, 200, 200, 429, 429])
            self.assertEqual(answers[-1][1]["code"], "rate_limited")
            self.assertGreater(answers[-1][1]["retry_ms"], 0)


if __name__ == "__main__":
    unittest.main()
