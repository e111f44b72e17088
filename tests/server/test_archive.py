"""Old rooms become records and are erased, guests are forgotten, the file shrinks; and a kill during that loses nothing."""
import unittest

import stored
from harness import FAIL_POINTS, TIMEOUT, Client, eventually, serve
from test_records import chain_fault

QUICK = ("--lobby-ttl-s", "1", "--archive-s", "1")


class Archive(unittest.TestCase):
    def server(self, *flags, **more):
        return serve(self, "--messages-per-s", "1000", "--messages-burst", "1000", "--rooms-per-min", "1000", *flags, **more)

    def rounds(self, server, count=2, game="bubbles"):
        """A room with resigned rounds, which all have left. Returns its code and the token."""
        token = server.guest("Taro")
        client = Client(server, server.room(token, game=game), token)
        client.ok("start")
        for number in range(1, count + 1):
            if number > 1:
                client.ok("rematch")
            client.until(lambda: client.document["phase"] == "playing" and client.document["round"] == number)
            client.until(client.my_turn)
            client.ok("move", ply=client.document["ply"], move=client.ok("hint")["hint"]["move"])
            client.ok("resign")
            client.until(lambda: client.document["phase"] == "over")
        client.close()
        return client.room, token

    def record(self, server, name):
        status, text = server.http("GET", f"/api/records/{name}")
        return (status, text) if status == 200 else (status, text["code"])

    def test_an_old_room_is_erased_and_its_records_stay_as_they_were(self):
        server = self.server(*QUICK)
        room, token = self.rounds(server)
        before = [self.record(server, f"{room}-{number}") for number in (1, 2, 3)]
        self.assertEqual([status for status, _ in before], [200, 200, 404])
        eventually(lambda: stored.count(server.data, "rooms") == 0)
        self.assertEqual([stored.count(server.data, table) for table in ("journal", "packed", "snapshots", "records")], [0, 0, 0, 2])
        self.assertEqual([self.record(server, f"{room}-{number}") for number in (1, 2, 3)], before)
        self.assertEqual(chain_fault(before[1][1]), "")
        self.assertEqual(server.http("GET", f"/api/rooms/{room}")[0], 404)
        self.assertEqual(server.http("POST", "/api/rooms", {"game": "nim"}, token)[0], 201)  # the guest is still known
        server.kill()
        server.start()
        self.assertEqual([self.record(server, f"{room}-{number}") for number in (1, 2, 3)], before)

    def test_who_comes_back_in_time_keeps_the_room(self):
        server = self.server("--lobby-ttl-s", "1", "--archive-s", "3600")
        room, token = self.rounds(server, 1)
        eventually(lambda: stored.count(server.data, "rooms WHERE closed = 1") == 1)
        client = Client(server, room, token)
        self.addCleanup(client.close)
        self.assertEqual(client.document["phase"], "over")
        client.ok("rematch", id="again")  # this guest has used the numbers before
        client.until(lambda: client.document["round"] == 2)

    def test_records_and_guests_are_forgotten_when_their_time_is_over(self):
        server = self.server(*QUICK)
        room, token = self.rounds(server, 1)
        eventually(lambda: stored.count(server.data, "rooms") == 0)
        self.assertEqual((stored.count(server.data, "records"), stored.count(server.data, "guests")), (1, 1))
        server.kill()
        server.flags += ["--record-ttl-s", "5", "--guest-ttl-s", "1"]
        server.start()
        self.record(server, f"{room}-1")  # so that the server remembers it
        eventually(lambda: stored.count(server.data, "records") == 0)
        eventually(lambda: self.record(server, f"{room}-1") == (404, "not_found"))
        eventually(lambda: stored.count(server.data, "guests") == 0)
        eventually(lambda: server.http("POST", "/api/rooms", {"game": "nim"}, token)[0] == 401)

    def test_never_is_never(self):
        server = self.server("--lobby-ttl-s", "1", "--archive-s", "0", "--guest-ttl-s", "0", "--record-ttl-s", "1")
        self.rounds(server, 1)
        eventually(lambda: stored.count(server.data, "rooms WHERE closed = 1") == 1)
        server.kill()
        with stored.opened(server.data, write=True) as database:
            database.execute("INSERT INTO records(id, part, ended_at, text, sum) VALUES('K7WMA2QX-1', 0, 1, 'old', 0)")
            stored.seal(database, "records")
        server.start()
        eventually(lambda: stored.count(server.data, "records") == 0)  # it has looked for old data
        self.assertEqual((stored.count(server.data, "rooms"), stored.count(server.data, "records"), stored.count(server.data, "guests")), (1, 0, 1))

    def test_the_file_gives_the_space_back(self):
        server = self.server("--lobby-ttl-s", "1", "--archive-s", "3600")
        room, _ = self.rounds(server, 1)
        eventually(lambda: stored.count(server.data, "rooms WHERE closed = 1") == 1)
        self.assertEqual(server.stop(), 0)
        with stored.opened(server.data, write=True) as database:
            for code in (f"A{number:07}" for number in range(40)):
                database.execute("INSERT INTO rooms(code, epoch, closed, created_at, setup, packed) SELECT ?, 1, 0, 0, replace(setup, ?, ?), packed FROM rooms WHERE code = ?", (code, room, code, room))
            for table, columns in (("journal", "seq, input"), ("packed", "first, last, size, inputs")):
                database.execute(f"INSERT INTO {table}(room, {columns}, sum) SELECT r.id, {columns}, 0 FROM {table} j, rooms r, rooms o WHERE o.code = ? AND j.room = o.id AND r.id <> o.id", (room,))
            database.execute("UPDATE rooms SET closed = 1, closed_at = 1")
            for table in ("rooms", "journal", "packed"):
                stored.seal(database, table)
        server.flags += ["--archive-s", "1"]
        server.start()
        eventually(lambda: stored.count(server.data, "rooms") == 0)
        self.assertEqual(stored.count(server.data, "records"), 41)
        eventually(lambda: self.free_pages(server) == 0)

    def free_pages(self, server):
        return stored.count(server.data, "pragma_freelist_count WHERE freelist_count > 0")

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_killed_at_any_step_of_putting_away_nothing_is_lost(self):
        for point in ("archive.record", "archive.record=kill@2", "archive.give_up", "archive.erase"):
            with self.subTest(point=point):
                server = self.server("--lobby-ttl-s", "1", "--archive-s", "3600")
                room, _ = self.rounds(server)
                before = [self.record(server, f"{room}-{number}") for number in (1, 2)]
                eventually(lambda: stored.count(server.data, "rooms WHERE closed = 1") == 1)
                server.kill()
                server.flags += ["--archive-s", "1"]
                server.start({"ENGAWA_FAIL_POINTS": point if "=" in point else point + "=kill"})
                self.assertEqual(server.process.wait(TIMEOUT), -9)
                server.process.stdout.close()
                server.start()
                self.assertEqual([self.record(server, f"{room}-{number}") for number in (1, 2)], before)
                eventually(lambda: stored.count(server.data, "rooms") == 0)
                self.assertEqual(stored.count(server.data, "journal"), 0)
                server.kill()
                server.start()  # so that it does not answer from memory
                self.assertEqual([self.record(server, f"{room}-{number}") for number in (1, 2)], before)
                server.kill()


if __name__ == "__main__":
    unittest.main()
