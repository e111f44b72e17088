"""Finished rounds over HTTP for clients without rules, and their analysis by the bots."""
import concurrent.futures
import gzip
import json
import time
import unittest

import stored
from harness import TIMEOUT, enter, eventually, merge, serve

TABLES = [("reversi", {"preset": "five"}), ("nim", {"preset": "753"}), ("fifteen", {"size": 3, "seats": 2}), ("bubbles", {"preset": "duel"})]


class House(unittest.TestCase):
    FLAGS = ()

    def setUp(self):
        self.server = serve(self, "--messages-per-s", "1000", "--messages-burst", "1000", "--rooms-per-min", "1000", "--admin-port", "0", *self.FLAGS)

    def seated(self, game, options, **more):
        client = enter(self, self.server, "たろう", game=game, options=options, **more)
        client.ok("start")
        return client

    def play(self, client, moves):
        while client.document["phase"] == "playing" and moves > 0:
            client.until(client.my_turn_or_over)
            if client.document["phase"] == "playing":
                moves -= client.follow_hint()

    def finished(self, game, options, moves=3, **more):
        """The client of a finished round, ended by resignation if it takes too long."""
        client = self.seated(game, options, **more)
        self.play(client, moves)
        if client.document["phase"] == "playing":
            client.resign()
        client.until(lambda: client.document["phase"] == "over")
        return client

    def replay(self, name):
        status, answer = self.server.http("GET", f"/api/records/{name}/replay")
        self.assertEqual(status, 200, answer)
        return answer


    def ask(self, name, method="GET", start=0):
        return self.server.http(method, f"/api/records/{name}/analysis?from={start}", {} if method == "POST" else None)

    def analysed(self, name):
        """The finished analysis, assembled from the answers while it grew."""
        status, answer = self.ask(name, "POST")
        self.assertEqual(status, 200, answer)
        items = answer.get("items", [])
        end = time.monotonic() + 15 * TIMEOUT  # it continues when no other work needs a processor
        while answer["state"] != "done":
            self.assertLess(time.monotonic(), end)
            status, answer = self.ask(name, start=len(items))
            self.assertEqual(status, 200, answer)
            items = items[:answer["from"]] + answer["items"]
        return answer, items


class Replays(House):
    def test_the_last_position_is_what_the_players_saw(self):
        for game, options in TABLES:
            with self.subTest(game=game):
                client = self.finished(game, options, moves=4)
                replay = self.replay(client.room + "-1")
                document = dict(replay["start"])
                positions = []
                for step in replay["steps"]:
                    document = merge(document, step.get("set", {}))
                    positions.append(document)
                self.assertEqual(document["view"], client.document["view"])
                self.assertEqual(document["ply"], client.document["ply"])
                self.assertEqual(replay["result"], client.document["result"])
                self.assertEqual(replay["game"], game)
                # Move by move the same steps as the players received, with the same events.
                told = [(step["by"], step["move"], step["set"]["view"]) for step in client.steps if "move" in step]
                self.assertEqual([(step["seat"], step["move"], step["set"]["view"]) for step in replay["steps"] if "move" in step], told)
                for secret in (client.token, client.guest, "seed"):
                    self.assertNotIn(f'"{secret}"', json.dumps(replay))

    def test_everybody_with_the_id_sees_it_and_only_once_it_is_over(self):
        client = self.seated("nim", {"preset": "753"}, visibility="private")
        name = client.room + "-1"
        status, answer = self.server.http("GET", f"/api/records/{name}/replay")
        self.assertEqual((status, answer["code"]), (404, "not_found"))
        client.ok("resign")
        client.until(lambda: client.document["phase"] == "over")
        self.assertEqual(self.replay(name.lower()), self.replay(name))
        self.assertEqual(self.replay(name)["record"], name)

    def test_what_is_no_replay_is_not_found(self):
        room = self.server.room()
        for path in (f"{room}-1/replay", "ZZZZZZZZ-1/replay", "x-1/replay", f"{room}-1/replays", f"{room}-1/replay/", "/replay", f"{room}-1/analysis"):
            status, answer = self.server.http("GET", f"/api/records/{path}")
            self.assertEqual((status, answer["code"]), (404, "not_found"), path)
        self.assertEqual(self.server.http("POST", f"/api/records/{room}-1/replay", {})[0], 405)

    def made(self):
        return self.server.metric("engawa_records_made_total")

    def test_it_is_made_once_packed_and_cached_for_ever(self):
        client = self.finished("reversi", {"preset": "classic"})
        path = f"/api/records/{client.room}-1/replay"
        before = self.made()
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            answers = list(pool.map(lambda _: self.server.get(path), range(30)))
        self.assertEqual(len({body for _, _, body in answers}), 1)
        self.assertEqual(self.made() - before, 1)
        status, headers, packed = self.server.get(path, **{"Accept-Encoding": "gzip"})
        self.assertEqual((status, headers["Content-Encoding"], headers["Content-Type"]), (200, "gzip", "application/json"))
        self.assertEqual(gzip.decompress(packed), answers[0][2])
        self.assertIn("immutable", headers["Cache-Control"])
        self.server.kill()
        self.server.start()
        self.assertEqual(self.server.get(path, **{"Accept-Encoding": "gzip", "If-None-Match": headers["ETag"]})[0], 304)


class Guessing(unittest.TestCase):
    def test_codes_cannot_be_tried_out_by_replays_and_analyses_either(self):
        server = serve(self, "--unknown-rooms-per-min", "3", roomy=False)
        statuses = [server.http("GET", f"/api/records/ZZZZZZZ{i}-1/{('replay', 'analysis')[i % 2]}")[0] for i in range(8)]
        self.assertEqual(statuses[0], 404)
        self.assertEqual(statuses[-1], 429)


class Analyses(House):
    def begun(self):
        return self.server.metric("engawa_analyses_made_total")

    def test_each_move_has_the_hint_of_its_position(self):
        kinds = {"reversi": "chances", "nim": "win", "fifteen": "path", "bubbles": "popped"}
        bots = {"reversi": "oni", "nim": "osho", "fifteen": "hayabusa", "bubbles": "kamifusen"}
        for game, options in TABLES:
            with self.subTest(game=game):
                client = self.finished(game, options)
                name = client.room + "-1"
                self.assertEqual(self.ask(name)[1], {"record": name, "state": "none"})
                answer, items = self.analysed(name)
                self.assertEqual(answer["bot"], bots[game])
                self.assertEqual(answer["of"], len(items))
                moves = [step for step in self.replay(name)["steps"] if "move" in step]
                if game in ("fifteen", "bubbles"):  # in simultaneous games, only people's moves
                    self.assertEqual([item["seat"] for item in items], [step["seat"] for step in moves if step["in"] == "move"])
                else:
                    self.assertEqual([item["seat"] for item in items][:len(moves)], [step["seat"] for step in moves])
                    self.assertEqual([item["ply"] for item in items], list(range(len(items))))
                for item in items:
                    self.assertIn(kinds[game], item["hint"], game)

    def test_asked_twice_it_is_made_once_and_a_restart_keeps_it(self):
        client = self.finished("nim", {"preset": "753"})
        name = client.room + "-1"
        first = self.analysed(name)[1]
        self.assertEqual(self.analysed(name)[1], first)
        self.assertEqual(self.begun(), 1)
        for wrong in ("x", "-1", "1x", "1000001"):
            status, answer = self.ask(name, start=wrong)
            self.assertEqual((status, answer["message"]), (400, "from must be a number from 0 to 1000000"))
        self.server.stop()
        self.server.start()
        self.assertEqual(self.ask(name)[1]["state"], "done")
        self.assertEqual(self.analysed(name)[1], first)
        self.assertEqual(self.begun(), 0)

    def test_interrupted_by_a_crash_it_is_made_again(self):
        client = self.finished("reversi", {"preset": "five"}, moves=2)
        name = client.room + "-1"
        self.assertIn(self.ask(name, "POST")[1]["state"], ("waiting", "running"))
        self.server.kill()
        self.server.start()
        self.assertEqual(self.ask(name)[1]["state"], "none")
        self.assertGreater(len(self.analysed(name)[1]), 2)

    def test_a_running_round_has_none(self):
        client = self.seated("nim", {"preset": "753"})
        for method in ("GET", "POST"):
            status, answer = self.ask(client.room + "-1", method)
            self.assertEqual((status, answer["code"]), (404, "not_found"))
        self.assertEqual(self.server.http("POST", f"/api/records/{client.room}-1/analysis", b"", headers={"Content-Type": "text/plain"})[0], 415)

    def test_too_many_at_once_are_refused_and_told_when_to_come_again(self):
        names = [self.finished("reversi", {"preset": "five"}, moves=2).room + "-1" for _ in range(3)]
        answers = [self.ask(name, "POST") for name in names]
        self.assertEqual([status for status, _ in answers], [200, 200, 503])
        self.assertEqual(answers[2][1]["code"], "busy")
        self.assertGreater(answers[2][1]["retry_ms"], 0)
        self.assertEqual(self.ask(names[2])[1]["state"], "none")
        self.analysed(names[1])
        self.assertEqual(self.ask(names[2], "POST")[0], 200)

    def test_bots_in_a_game_answer_while_it_runs(self):
        record = self.finished("reversi", {"preset": "five"}, moves=2).room + "-1"
        self.ask(record, "POST")
        client = self.seated("reversi", {"preset": "classic"})
        self.play(client, 4)
        self.assertGreaterEqual(client.document["ply"], 7)
        self.assertIn(self.ask(record)[1]["state"], ("running", "done"))


class Archived(House):
    FLAGS = ("--archive-s", "1", "--lobby-ttl-s", "1")

    def count(self, table):
        return stored.count(self.server.data, table)

    def restart(self, *flags):
        """Nothing remains in memory afterwards."""
        self.server.kill()
        self.server.flags += flags
        self.server.start()

    def test_an_archived_room_is_replayed_and_analysed_and_both_expire_together(self):
        client = self.finished("nim", {"preset": "753"})
        name = client.room + "-1"
        before = self.replay(name)
        client.close()
        eventually(lambda: self.count("rooms") == 0)
        self.restart()
        self.assertEqual(self.replay(name), before)
        items = self.analysed(name)[1]
        self.assertGreater(len(items), 0)
        eventually(lambda: self.count("records") == 2)
        self.restart()
        self.assertEqual(self.analysed(name)[1], items)
        self.restart("--record-ttl-s", "1")
        eventually(lambda: self.count("records") == 0)
        for part in ("replay", "analysis"):
            eventually(lambda: self.server.http("GET", f"/api/records/{name}/{part}")[0] == 404)


if __name__ == "__main__":
    unittest.main()
