"""A failing room does not affect others: exceptions from a game, a journal that does not replay, and the operator's remedies."""
import contextlib
import json
import pathlib
import tempfile
import time
import unittest

import stored
from harness import FAIL_POINTS, TIMEOUT, Client, first_words, serve, until_closed


class Isolation(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = folder.name
        self.log = pathlib.Path(folder.name) / "log"
        self.points = pathlib.Path(folder.name) / "points"

    def serve(self, **environment):
        return serve(self, "--admin-port", "0", data=self.data, log=self.log, environment=environment)

    def damage(self, room, seq, text):
        stored.change_input(self.data, room, seq, text)

    def rooms(self, server):
        """All rooms, once the server has read them, because it answers before that. Empty rooms sleep again."""
        end = time.monotonic() + TIMEOUT
        while True:
            rows = server.admin("GET", "/rooms")[1]["rooms"]
            read = server.metric("engawa_rooms_loaded_total")
            if read + sum(row["state"] == "broken" for row in rows) >= len(rows):
                return {row["code"]: row for row in rows}
            self.assertLess(time.monotonic(), end)

    def test_a_damaged_journal_quarantines_its_room(self):
        server = self.serve()
        rooms = {name: server.room() for name in ("good", "rubbish", "refused", "gap")}
        clients = {name: Client(server, room, nick="A") for name, room in rooms.items()}
        for client in clients.values():
            client.ok("sit", seat=0)
            client.ok("say", text="hello")
            client.close()
        self.assertEqual(server.stop(), 0)
        self.damage(rooms["rubbish"], 3, "rubbish \"\x01")
        self.damage(rooms["refused"], 3, '{"in":"move","at":1,"seat":0,"move":{"cell":"a1"}}')
        stored.change_input(self.data, rooms["gap"], 3, None)
        for _ in range(2):  # at every start, without a failed start
            server.start()
            listed = self.rooms(server)
            self.assertIn(listed[rooms["good"]]["state"], ("live", "asleep"))
            for name in ("rubbish", "refused", "gap"):
                row = listed[rooms[name]]
                self.assertEqual((row["state"], row["game"]), ("broken", "reversi"), row)
                self.assertRegex(row["reason"], "after step 2|before step 4", row)
                answer, code = first_words(server, rooms[name], nick="Late")
                self.assertEqual((answer["code"], code), ("internal", 4007))
                self.assertIn("stopped until the operator has looked at it", answer["message"])
                self.assertEqual(server.http("GET", f"/api/rooms/{rooms[name]}")[0], 500)
            self.assertNotIn(rooms["rubbish"], json.dumps(server.http("GET", "/api/rooms")[1]))
            clients["good"].connect(resume=True)
            clients["good"].ok("say", text="nothing happened here")
            clients["good"].close()
            self.assertEqual(server.stop(), 0)
        text = self.log.read_text()
        for name in ("rubbish", "refused", "gap"):
            self.assertLessEqual(text.count(f"room {rooms[name]} is quarantined"), 1)

    def damage_of(self, server):
        """Rooms that are counted as quarantined, and the lines of the log about that, once all rooms are read and clients have asked for the bad ones."""
        for room, row in self.rooms(server).items():
            if row["state"] == "broken":
                self.assertEqual([first_words(server, room, nick="A")[1] for _ in range(2)], [4007, 4007])
        return server.metric("engawa_rooms_set_aside_total"), self.log.read_text().count("is quarantined:")

    def test_rooms_with_damaged_rows_are_counted_and_logged_once(self):
        server = self.serve()
        rooms = [server.room() for _ in range(3)]
        for room in rooms:
            with contextlib.closing(Client(server, room, nick="A")) as client:
                client.ok("say", text="hello")
        server.stop()
        stored.change_input(self.data, rooms[0], 2, "rubbish", sealed=False)
        server.start()
        self.assertEqual(self.damage_of(server), (1, 1))
        self.assertEqual(server.admin("POST", f"/rooms/{rooms[0]}/retry")[0], 500)
        self.assertEqual(self.damage_of(server), (2, 2))  # again, because the operator had released it
        server.stop()
        with stored.opened(self.data, write=True) as database:
            database.execute("UPDATE rooms SET created_at = 7 WHERE code = ?", (rooms[1],))
        for start in (1, 2):  # nothing can be noted in a damaged row: each start finds it, and the room that was noted is not counted again
            server.start()
            self.assertEqual(self.damage_of(server), (1, 2 + start))
            server.stop()

    def test_the_operator_repairs_a_room(self):
        server = self.serve()
        room = server.room()
        client = Client(server, room, nick="A")
        client.ok("say", text="hello")
        client.close()
        server.stop()
        whole = stored.inputs(self.data, room)
        self.damage(room, 2, "rubbish")
        server.start()
        self.assertEqual(self.rooms(server)[room]["state"], "broken")
        status, text = server.admin("GET", f"/rooms/{room}/journal")
        lines = [json.loads(line) for line in text.splitlines()]
        self.assertEqual(status, 200)
        self.assertEqual(lines[0]["setup"]["code"], room)
        self.assertRegex(lines[0]["setup"]["seed"], "^[0-9a-f]{64}$")  # to replay the room elsewhere
        self.assertEqual([line["seq"] for line in lines[1:]], [seq for seq, _ in whole])
        self.assertEqual(lines[2], {"seq": 2, "input": None, "damaged": "rubbish"})
        self.assertEqual(lines[1]["input"], json.loads(whole[0][1]))
        self.assertEqual(server.admin("POST", f"/rooms/{room}/retry")[0], 500)  # not yet
        self.assertEqual(self.rooms(server)[room]["state"], "broken")
        self.damage(room, 2, whole[1][1])
        self.assertEqual(server.admin("POST", f"/rooms/{room}/retry"), (200, {"code": room, "state": "live"}))
        client.connect(resume=True)
        self.assertEqual([line["text"] for line in client.document["chat"].values()], ["hello"])
        self.assertEqual(self.rooms(server)[room]["state"], "live")
        self.assertEqual(server.admin("POST", "/rooms/00000000/retry")[0], 404)
        self.assertEqual(server.admin("GET", "/rooms/00000000/journal")[0], 404)
        self.assertEqual(server.admin("GET", "/rooms/nonsense/journal")[0], 404)

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_an_exception_closes_its_room_alone(self):
        server = self.serve(ENGAWA_FAIL_POINTS=str(self.points))
        good, bad = (Client(server, server.room(options={"preset": "classic"}), nick="A") for _ in range(2))
        for client in (good, bad):
            self.addCleanup(client.close)
            client.ok("sit", seat=0)
        before = bad.seq
        for failure in range(1, 4):
            self.points.write_text("room.throw=throw@1")
            number = bad.post("say", text=f"failure {failure}")
            self.assertEqual(until_closed(bad.take), 1011)
            self.assertNotEqual(bad.answers.get(number, {}).get("type"), "ok")
            good.ok("say", text="nothing happened here")
            if failure < 3:
                bad.connect(resume=True)
                bad.ok("say", text="I am back")
                self.assertGreater(bad.seq, before)
        answer, code = first_words(server, bad.room, nick="Late")
        self.assertEqual((answer["code"], code), ("internal", 4007))
        self.assertRegex(self.rooms(server)[bad.room]["reason"], r"failed 3 times .* after step \d+: fail point room.throw")
        self.assertRegex(self.log.read_text(), rf"room {bad.room} after step \d+: fail point room.throw")
        self.assertEqual(server.admin("POST", f"/rooms/{bad.room}/retry")[0], 200)
        bad.connect(resume=True)
        self.assertEqual(bad.ok("say", text="and on it goes")["type"], "ok")
        self.assertEqual([line["text"] for line in bad.document["chat"].values()], ["I am back", "I am back", "and on it goes"])
        self.assertEqual(server.stop(), 0)

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_a_replay_that_throws_quarantines_its_room_at_the_start(self):
        server = self.serve()
        rooms = [server.room() for _ in range(2)]
        for room in rooms:
            client = Client(server, room, nick="A")
            client.ok("say", text="hello")
            client.close()
        server.stop()
        server.start({"ENGAWA_FAIL_POINTS": "room.replay=throw@2"})
        states = [self.rooms(server)[room]["state"] for room in rooms]
        self.assertEqual(states.count("broken"), 1)


if __name__ == "__main__":
    unittest.main()
