"""The same id gives the same answer and changes nothing twice: on two sockets, while the first waits, and across kill -9."""
import json
import unittest

import stored
from harness import FAIL_POINTS, Client, Closed, Server


class Repeats(unittest.TestCase):
    def setUp(self):
        self.server = Server("--messages-per-s", "1000", "--messages-burst", "1000", "--chat-per-10s", "1000")
        self.addCleanup(self.server.__exit__)
        token = self.server.guest("Host")
        self.room = self.server.room(token, options={"preset": "classic"}, seats=["me", "open"], clock={"kind": "none"})
        self.host = Client(self.server, self.room, token)

    def stored(self, request):
        """The numbers under which the journal has a request of the host."""
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
            self.assertEqual(self.host.ask("say", id=number, text="another body"), answer)
            self.assertEqual(self.stored(number), [answer["seq"]])

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
                self.restart("room.throw=sleep:0")  # nothing yet: the list is read again
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
