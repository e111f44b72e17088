"""The same id gives the same answer and changes nothing twice: on two sockets, while the first waits, and across kill -9."""
import json
import unittest

import stored
from harness import FAIL_POINTS, Client, Closed, serve


class Repeats(unittest.TestCase):
    def setUp(self):
        self.server = serve(self, "--messages-per-s", "1000", "--messages-burst", "1000", "--chat-per-10s", "1000")
        token = self.server.guest("Host")
        self.room = self.server.room(token, options={"preset": "classic"}, seats=["me", "open"], clock={"kind": "none"})
        self.host = Client(self.server, self.room, token)

    def stored(self, request):
        """The numbers of a host's request in the journal."""
        rows = [(seq, json.loads(text)) for seq, text in stored.inputs(self.server.data, self.room)]
        return [seq for seq, row in rows if row.get("request") == request and row.get("guest") == self.host.guest]

    def restart(self, points=""):
        self.server.kill()
        self.server.set_points(points)
        self.server.start({"ENGAWA_FAIL_POINTS": self.server.points_file} if points else None)
        self.host.connect(resume=True)

    def test_two_sockets_of_a_guest_send_the_same_id_at_once(self):
        for i in range(20):
            older, number = self.host.socket, f"twice{i}"
            if i % 2 == 0:
                older.send({"type": "say", "id": number, "text": f"line {i}"})
            newer = Client(self.server, self.room, self.host.token)  # replaces the older socket, whose frame may have been read before
            try:
                if i % 2 == 1:
                    older.send({"type": "say", "id": number, "text": f"line {i}"})
            except Closed:
                pass
            answer = newer.ok("say", id=number, text=f"line {i}")
            self.assertEqual(self.stored(number), [answer["seq"]])
            older.close()
            self.host = newer

    def test_an_acknowledged_request_is_acknowledged_again_after_a_kill(self):
        answers = {f"k{i}": self.host.ok("say", id=f"k{i}", text=f"line {i}") for i in range(4)}
        self.restart()
        for number, answer in answers.items():
            self.assertEqual(self.host.ask("say", id=number, text=f"line {number[1:]}"), answer)
            self.assertEqual(self.stored(number), [answer["seq"]])

    def assert_reused(self, kind, number, **fields):
        """Refused, with advice in the sentence, and the room is unchanged."""
        before, seq = self.host.document, self.host.seq
        answer = self.host.refused("id_reused", kind, id=number, **fields)
        self.assertIn("an id that you have not used", answer["message"])
        self.host.ok("sync", seq=seq)
        self.assertEqual((self.host.document, self.host.seq), (before, seq))

    def test_a_program_that_counts_from_1_again_is_told_so(self):
        watcher = Client(self.server, self.room, nick="Watcher")
        watcher.ok("sit", id=1, seat=1)
        said = watcher.ok("say", id=2, text="hello")
        for restart in (False, True):
            with self.subTest(restart=restart):
                if restart:
                    self.restart()
                again = Client(self.server, self.room, watcher.token)
                again.refused("id_reused", "say", id=1, text="good morning")
                again.refused("id_reused", "start", id=2)
                again.ok("sync")
                self.assertEqual((again.document["phase"], [line["text"] for line in again.document["chat"].values()]), ("lobby", ["hello"]))
                self.assertEqual(again.ask("say", id=2, text="hello"), said)

    def test_other_moves_under_used_ids_are_not_called_done(self):
        self.host.ok("seat", seat=1, to="bot", bot="random")
        self.host.ok("start", id=1)
        self.host.until(self.host.my_turn)
        cell = self.host.document["legal"].split()[0]
        self.assert_reused("move", 1, ply=self.host.document["ply"], move={"cell": cell})

    def test_a_used_id_is_no_hindrance_where_nothing_is_remembered(self):
        self.host.ok("say", id=7, text="hello")
        self.assertEqual(self.host.ask("ping", id=7)["type"], "pong")
        self.host.refused("not_started", "hint", id=7)
        self.host.refused("not_started", "preview", id=7, ply=0, move={"cell": "d3"})
        self.assertIn("log", self.host.ok("log", id=7))
        self.host.ok("sync", id=7)

    def test_a_refusal_holds_its_id_too(self):
        self.host.refused("not_started", "move", id="m", ply=0, move={"cell": "d3"})
        self.assert_reused("move", "m", ply=0, move={"cell": "c4"})

    def test_the_same_content_in_other_words_is_a_repetition(self):
        first = self.host.ok("say", id="w", text="a/b")
        for text in (r'{ "text":"a\/b", "id":"w" ,"type":"say"}', r'{"id":"\u0077","type":"say","text":"\u0061/b"}'):
            self.host.answers.pop("w")
            self.host.socket.send(text)
            self.assertEqual(self.host.until(lambda: self.host.answers.get("w")), first)

    def test_a_number_and_its_text_are_two_ids(self):
        first, second = self.host.ok("say", id=5, text="number"), self.host.ok("say", id="5", text="text")
        self.assertLess(first["seq"], second["seq"])

    def test_a_refusal_changed_nothing_and_is_looked_at_anew_after_a_restart(self):
        first = self.host.refused("not_started", "move", id="m", ply=0, move={"cell": "d3"})
        self.host.ok("start")
        self.assertEqual(self.host.ask("move", id="m", ply=0, move={"cell": "d3"}), first)
        self.restart()
        cell = self.host.document["legal"].split()[0]
        done = self.host.ok("move", id="m", ply=0, move={"cell": cell})
        self.restart()
        self.assertEqual(self.host.ask("move", id="m", ply=0, move={"cell": cell}), done)
        self.assertEqual(self.stored("m"), [done["seq"]])

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_a_kill_between_the_commit_and_the_telling_leaves_one_answer(self):
        for point, there in (("journal.commit", 0), ("journal.committed", 1), ("room.tell", 1)):
            with self.subTest(point=point):
                self.restart("room.throw=sleep:0")  # not there yet: the list is read again
                self.host.ok("sync", seq=self.host.seq)
                self.server.set_points(f"{point}=kill@1")
                self.host.post("say", id=point, text="did it arrive?")
                with self.assertRaises(Closed):
                    self.host.until(lambda: point in self.host.answers)
                self.assertEqual(len(self.stored(point)), there)
                self.server.process.wait()
                self.server.set_points("")
                self.server.start()
                self.host.connect(resume=True)
                answer = self.host.ok("say", id=point, text="did it arrive?")
                self.assertEqual(self.stored(point), [answer["seq"]])
                self.assertEqual(self.host.document["chat"][f"m{answer['seq']}"]["text"], "did it arrive?")

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_a_repetition_while_the_first_waits_for_the_commit(self):
        self.restart("journal.commit=sleep:200@1-3")
        for _ in range(3):
            self.host.post("say", id="waits", text="slow")
        newer = Client(self.server, self.room, self.host.token)
        answer = newer.ok("say", id="waits", text="slow")
        self.assertEqual(self.stored("waits"), [answer["seq"]])


if __name__ == "__main__":
    unittest.main()
