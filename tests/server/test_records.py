"""Records over HTTP: the contents for a running and a finished round, its chain checked with the verifier printed in protocol/records.md,
and its commitment by hand."""
import concurrent.futures
import gzip
import hashlib
import json
import re
import subprocess
import sys
import unittest

from harness import FAIL_POINTS, ROOT, enter, serve

PAGE = (ROOT / "protocol/records.md").read_text(encoding="utf-8")
VERIFIER = re.search(r"```python\n(.*?)```", PAGE, re.S).group(1)

TABLES = [("reversi", {"preset": "classic"}), ("nim", {"preset": "753"}), ("fifteen", {"size": 3, "seats": 1}), ("bubbles", {"preset": "duel"})]


def chain_fault(text):
    """The verdict of the document's own verifier on a record; empty if the chain is right."""
    done = subprocess.run([sys.executable, "-c", VERIFIER], input=text.encode(), capture_output=True)
    return done.stderr.decode().strip()


class Records(unittest.TestCase):
    def setUp(self):
        self.server = serve(self, "--messages-per-s", "1000", "--messages-burst", "1000", "--rooms-per-min", "1000", "--admin-port", "0")

    def seated(self, game, options):
        client = enter(self, self.server, "たろう", game=game, options=options)
        client.ok("start")
        return client

    def play(self, client, moves):
        """Some moves of ours, from hints, and the answers to them, or until the round is over."""
        client.until(client.my_turn_or_over)
        while client.document["phase"] == "playing" and moves > 0:
            moves -= client.follow_hint()
            client.until(client.my_turn_or_over)

    def record(self, name):
        status, text = self.server.http("GET", f"/api/records/{name}")
        self.assertEqual(status, 200, text)
        self.assertEqual(chain_fault(text), "")
        return text, [json.loads(line) for line in text.splitlines()]

    def test_a_running_round_is_a_beginning_of_the_finished_one_without_its_seed(self):
        for game, options in TABLES:
            with self.subTest(game=game):
                client = self.seated(game, options)
                name = f"{client.room}-1"
                self.play(client, 2)
                early, lines = self.record(name)
                self.assertEqual(client.document["phase"], "playing")
                self.assertNotIn('"seed":', early.replace('"scramble":"seed"', ""))
                self.assertNotIn("result", lines[-1])
                client.ok("resign")
                client.until(lambda: client.document["phase"] == "over")
                text, lines = self.record(name)
                self.assertTrue(text.startswith(early))
                self.assertEqual(client.document["result"]["record"], name)
                self.assertEqual(lines[-1]["result"], client.document["result"])
                self.assertEqual(lines[0]["commitment"], client.document["commitment"])
                promise = f"engawa commitment 1\n{name}\n{lines[-1]['seed']}\n"
                self.assertEqual(hashlib.sha256(promise.encode()).hexdigest(), client.document["commitment"])
                for secret in (client.token, client.guest, "token"):
                    self.assertNotIn(secret, text)
                self.assertEqual(lines[0]["seats"]["s0"], {"kind": "human", "nick": "たろう"})

    def test_every_move_that_was_told_is_a_line(self):
        client = self.seated("reversi", {"preset": "five"})
        client.play_to_the_end()
        _, lines = self.record(client.room + "-1")
        told = [(step["by"], step["move"]) for step in client.steps if "move" in step]
        self.assertEqual([(line["seat"], line["move"]) for line in lines if "move" in line], told)

    def test_rounds_have_secrets_of_their_own(self):
        client = self.seated("bubbles", {"preset": "puzzle"})
        client.ok("resign")
        first = client.document["commitment"]
        client.ok("rematch")
        client.until(lambda: client.document["round"] == 2)
        self.assertNotEqual(client.document["commitment"], first)
        self.assertEqual(self.server.http("GET", f"/api/records/{client.room}-3")[0], 404)
        client.ok("resign")
        one, two = self.record(client.room + "-1")[1], self.record(client.room + "-2")[1]
        self.assertNotEqual(one[-1]["seed"], two[-1]["seed"])

    def test_after_a_kill_the_record_is_the_same(self):
        client = self.seated("bubbles", {"preset": "duel"})
        self.play(client, 2)
        client.ok("resign")
        client.until(lambda: client.document["phase"] == "over")
        before = self.record(client.room + "-1")[0]
        self.server.kill()
        self.server.start()
        self.assertEqual(self.record(client.room + "-1")[0], before)

    def test_what_is_no_record_is_not_found(self):
        room = self.server.room()
        for name in (f"{room}-1", f"{room}-0", f"{room}--1", f"{room}-99999999999", f"{room}-1x", f"{room}-", room, "", "ZZZZZZZZ-1", "x-1", f"{room}-1/..", "%00-1", f"{room}-01"):
            status, answer = self.server.http("GET", f"/api/records/{name}")
            self.assertEqual((status, answer["code"]), (404, "not_found"), name)
            self.assertRegex(answer["message"], r"\w+ \w+")
        self.assertEqual(self.server.http("POST", f"/api/records/{room}-1", {})[0], 405)

    def get(self, name, **headers):
        """Status, headers and body as they come."""
        return self.server.get(f"/api/records/{name}", **headers)

    def made(self):
        return self.server.metric("engawa_records_made_total")

    def test_a_finished_record_is_made_once(self):
        client = self.seated("reversi", {"preset": "classic"})
        name = client.room + "-1"
        self.play(client, 3)
        client.ok("resign")
        client.until(lambda: client.document["phase"] == "over")
        before = self.made()
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            answers = list(pool.map(lambda _: self.get(name), range(40)))
        self.assertEqual({(status, body) for status, _, body in answers}, {(200, answers[0][2])})
        self.assertEqual(self.made() - before, 1)
        self.assertEqual(chain_fault(answers[0][2].decode()), "")

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_who_asks_for_a_running_round_meanwhile_waits_for_one_making(self):
        self.server.stop()
        self.server.start({"ENGAWA_FAIL_POINTS": "record.make=sleep:3000@1"})
        client = self.seated("nim", {"preset": "753"})
        name = client.room + "-1"
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            first = pool.submit(self.get, name)
            while self.made() == 0:
                pass
            client.ok("resign")
            client.until(lambda: client.document["phase"] == "over")
            others = list(pool.map(lambda _: self.get(name), range(15)))
        early, late = first.result()[2], {body for _, _, body in others}
        self.assertEqual(self.made(), 2)
        self.assertEqual(len(late), 1)
        self.assertNotIn(b"result", early)
        self.assertIn("result", json.loads(late.pop().splitlines()[-1]))  # the round had ended when they asked

    def test_a_finished_record_has_a_tag_and_comes_packed(self):
        client = self.seated("nim", {"preset": "753"})
        name = client.room + "-1"
        client.ok("resign")
        client.until(lambda: client.document["phase"] == "over")
        status, headers, plain = self.get(name)
        self.assertEqual((status, headers["Content-Encoding"], headers["Vary"]), (200, None, "Accept-Encoding"))
        self.assertRegex(headers["ETag"], r'^"[0-9a-f]+"$')
        status, packed, body = self.get(name, **{"Accept-Encoding": "gzip"})
        self.assertEqual((status, packed["Content-Encoding"], gzip.decompress(body)), (200, "gzip", plain))
        self.assertNotEqual(packed["ETag"], headers["ETag"])
        status, again, body = self.get(name, **{"If-None-Match": headers["ETag"]})
        self.assertEqual((status, body, again["ETag"], again["Content-Type"]), (304, b"", headers["ETag"], None))
        self.assertIn("immutable", again["Cache-Control"])
        self.server.kill()
        self.server.start()
        self.assertEqual(self.get(name, **{"If-None-Match": headers["ETag"]})[0], 304)  # the same record, the same tag

    def test_the_record_of_a_running_round_is_made_once_as_long_as_nothing_happens(self):
        client = self.seated("reversi", {"preset": "classic"})
        self.play(client, 3)
        name, before = client.room + "-1", self.made()
        plain = self.get(name)
        self.assertEqual((plain[0], plain[1]["Cache-Control"]), (200, "no-cache"))
        packed = self.get(name, **{"Accept-Encoding": "gzip"})
        self.assertEqual(gzip.decompress(packed[2]), plain[2])
        self.assertLess(len(packed[2]), len(plain[2]))
        for _ in range(20):
            status, _, body = self.get(name, **{"If-None-Match": plain[1]["ETag"]})
            self.assertEqual((status, body), (304, b""))
        self.assertEqual(self.made(), before + 1)
        client.ok("say", text="this too is an input of the room")
        self.assertEqual(self.get(name)[1]["ETag"], plain[1]["ETag"])  # but not of the round
        self.assertEqual(self.made(), before + 2)
        client.until(client.my_turn_or_over)
        client.play_first_legal()
        status, headers, longer = self.get(name, **{"If-None-Match": plain[1]["ETag"]})
        self.assertEqual(status, 200)
        self.assertTrue(longer.startswith(plain[2]))
        self.assertNotEqual(headers["ETag"], plain[1]["ETag"])
        client.ok("resign")
        client.until(lambda: client.document["phase"] == "over")
        status, headers, whole = self.get(name)
        self.assertIn("immutable", headers["Cache-Control"])
        self.assertIn("result", json.loads(whole.splitlines()[-1]))

    def test_a_finished_record_may_be_cached_for_ever_and_a_running_one_not(self):
        client = self.seated("nim", {"preset": "753"})
        self.assertEqual(self.caching(client.room), "no-cache")
        client.ok("resign")
        client.until(lambda: client.document["phase"] == "over")
        self.assertIn("immutable", self.caching(client.room))
        lower = self.server.http("GET", f"/api/records/{client.room.lower()}-1")
        self.assertEqual(lower[0], 200)

    def caching(self, room):
        headers = self.get(f"{room}-1")[1]
        self.assertEqual(headers["Content-Type"], "application/x-ndjson")
        return headers["Cache-Control"]


if __name__ == "__main__":
    unittest.main()
