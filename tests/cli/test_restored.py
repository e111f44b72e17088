"""A backup is restored while terminals are open: the room's history diverges, and they follow it, with its board and a message."""
import json
import os
import unittest

from client import BOT, Case, first_legal
from harness import Client, Server, merge

WORDS = {"en": "the server was reset to an earlier point of this game", "ja": "対局が以前の時点に戻りました"}


class Forks(Case):
    def setUp(self):
        super().setUp()
        self.clients, self.folded = 0, {}
        self.copy = os.path.join(self.home, "copy.db")
        self.room = self.server.room(options={"preset": "classic"}, seats=["open", "open"], start="full", clock={"kind": "none"}, grace_ms=3600000)

    def client(self, server, token=None, nick=None):
        client = Client(server, self.room, token, nick)
        self.clients += 1
        client.next_id = 1000 * self.clients  # a guest's ids are never used again
        self.addCleanup(client.close)
        return client

    def another_way(self, bob):
        """Restores the backup and plays on, beyond the clients' last step, before the server is back at its old address."""
        self.server.kill()
        self.server.replace_database(self.copy)
        with Server(data=self.server.data) as elsewhere:
            other = self.client(elsewhere, bob.token)
            other.ok("move", ply=other.document["ply"], move={"cell": other.document["legal"].split()[-1]})
            while other.seq <= bob.seq + 3:
                other.ok("say", text=f"on another way at {other.seq}")
            other.close()
            self.assertEqual(elsewhere.stop(), 0)
        self.server.start()

    def fold(self, run, seq):
        """The document after applying the lines of `pipe` or of --json up to that step."""
        document, at = self.folded.get(run, ({}, -1))
        while at < seq:
            frame = json.loads(run.line())
            if "room" in frame:
                document, at = frame["room"], frame["seq"]
            elif frame.get("type") == "step":
                self.assertEqual(frame["seq"], at + 1)
                document, at = merge(document, frame["set"]), frame["seq"]
        self.folded[run] = document, at
        return document

    def test_terminals_come_back_to_the_room_as_it_is(self):
        alice = self.run_client("play", self.room, "--plain")
        bob = self.client(self.server, nick="Bob")
        bob.until(lambda: bob.document["seats"]["s0"]["kind"] == "human")
        bob.ok("sit", seat=1)
        watch = self.run_client("watch", self.room, "--plain", "--json", home=self.home + "/watch")
        pipe = self.run_client("pipe", self.room, "--hello", "--lang", "ja", home=self.home + "/pipe")
        alice.send(first_legal(alice.until(first_legal)))
        bob.until(bob.my_turn)
        for run in (watch, pipe):  # their guests are in the backup
            self.assertEqual(self.fold(run, bob.seq), bob.document)
        self.server.back_up(self.copy)
        bob.play_first_legal()
        bob.ok("say", text="this is lost")
        alice.until(first_legal)
        for run in (watch, pipe):
            self.assertEqual(self.fold(run, bob.seq), bob.document)
        lost = bob.document
        self.another_way(bob)
        bob.connect(resume=True)
        alice.until_error(WORDS["en"])
        watch.until_error(WORDS["en"])
        pipe.until_error(WORDS["ja"])
        self.assertTrue(pipe.until(lambda line: '"notice"' in line))
        self.folded.clear()
        move = first_legal(alice.until(first_legal))
        bob.until(lambda: bob.document["seats"]["s0"]["online"])
        self.assertNotEqual(bob.document["view"], lost["view"])
        self.assertIn(move, bob.document["legal"].split())
        self.assertFalse([line for line in alice.lines[alice.read:] if line and "this is lost" in line])
        alice.send(move)
        bob.until(bob.my_turn)
        bob.play_first_legal()
        for run in (watch, pipe):
            self.assertEqual(self.fold(run, bob.seq), bob.document)
        alice.until(first_legal)
        bob.ok("resign")
        alice.until(lambda line: line == "The game is over")
        self.assertEqual(alice.end(), 0, alice.errors)
        self.assertNotRegex(alice.errors, r"\[\w+\]")  # no refusal

    def test_a_request_without_an_answer_is_offered_again(self):
        pipe = self.run_client("pipe", self.room, "--hello")
        pipe.until(lambda line: '"state"' in line)
        bob = self.client(self.server, nick="Bob")
        self.server.back_up(self.copy)
        pipe.send('{"type":"say","id":"lost","text":"acknowledged, and lost"}')
        pipe.until(lambda line: '"re":"lost"' in line)
        bob.until(lambda: "chat" in bob.document)
        self.server.kill()
        pipe.until_error("connection lost")
        pipe.send('{"type":"say","id":"kept","text":"offered again"}')  # waits for the connection
        self.server.replace_database(self.copy)
        self.server.start()
        pipe.until(lambda line: '"re":"kept"' in line)
        bob.connect(resume=True)
        self.assertEqual([line["text"] for line in bob.document["chat"].values()], ["offered again"])
        self.assertEqual(pipe.end(), 0, pipe.errors)

    def test_a_bot_program_is_asked_again_about_the_board_that_is_there(self):
        bot = self.run_client("bot", "--room", self.room, "--exec", BOT)
        bob = self.client(self.server, nick="Bob")
        bob.until(lambda: bob.document["seats"]["s0"]["kind"] == "human")
        bob.ok("sit", seat=1)
        bob.until(bob.my_turn)
        self.server.back_up(self.copy)
        bob.play_first_legal()
        bob.until(bob.my_turn)
        self.another_way(bob)
        bob.connect(resume=True)
        bot.until_error(WORDS["en"])
        bob.play_to_the_end()
        self.assertEqual(bot.end(), 0, bot.errors)
        self.assertNotRegex(bot.errors, r"\[\w+\]")


if __name__ == "__main__":
    unittest.main()
