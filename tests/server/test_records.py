"""Records over HTTP: what a running round tells, what a finished one does, its chain by the verifier that protocol/records.md prints, and
its commitment by hand."""
import hashlib
import json
import re
import subprocess
import sys
import unittest

from harness import ROOT, Client, Server

PAGE = (ROOT / "protocol/records.md").read_text(encoding="utf-8")
VERIFIER = re.search(r"```python\n(.*?)```", PAGE, re.S).group(1)

TABLES = [("reversi", {"preset": "classic"}), ("nim", {"preset": "753"}), ("fifteen", {"size": 3, "seats": 1}), ("bubbles", {"preset": "duel"})]


def chain_fault(text):
    """What the page's own verifier says of a record; empty when the chain is right."""
    done = subprocess.run([sys.executable, "-c", VERIFIER], input=text.encode(), capture_output=True)
    return done.stderr.decode().strip()


class Records(unittest.TestCase):
    def setUp(self):
        self.server = Server("--messages-per-s", "1000", "--messages-burst", "1000", "--rooms-per-min", "1000")
        self.addCleanup(self.server.__exit__)

    def seated(self, game, options):
        token = self.server.guest("たろう")
        client = Client(self.server, self.server.room(token, game=game, options=options), token)
        self.addCleanup(client.close)
        client.ok("start")
        return client

    def play(self, client, moves):
        """Some moves of ours as hints say, or until the round is over."""
        while client.document["phase"] == "playing" and moves > 0:
            client.until(lambda: client.document["phase"] == "over" or client.my_turn())
            if client.document["phase"] == "over":
                return
            moves -= client.follow_hint()

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
                self.play(client, 3)
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

    def test_a_finished_record_may_be_cached_for_ever_and_a_running_one_not(self):
        client = self.seated("nim", {"preset": "753"})
        self.assertEqual(self.caching(client.room), "no-store")
        client.ok("resign")
        client.until(lambda: client.document["phase"] == "over")
        self.assertIn("immutable", self.caching(client.room))
        lower = self.server.http("GET", f"/api/records/{client.room.lower()}-1")
        self.assertEqual(lower[0], 200)

    def caching(self, room):
        import http.client
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port)
        connection.request("GET", f"/api/records/{room}-1")
        answer = connection.getresponse()
        answer.read()
        connection.close()
        self.assertEqual(answer.getheader("Content-Type"), "application/x-ndjson")
        return answer.getheader("Cache-Control")


if __name__ == "__main__":
    unittest.main()
