"""The memory of each room in the operator's list: what an estimate contains, and how it compares with the memory of the whole process."""
import contextlib
import pathlib
import tempfile
import unittest

from harness import Client, eventually, full_speed, serve, table
from test_memory import has_tables

FREELY = ("--admin-port", "0", "--threads", "1", "--rooms-per-min", "1000000", "--guests-per-min", "1000000", "--connections-per-ip", "100000", "--messages-per-s", "1000000",
          "--messages-burst", "1000000", "--chat-per-10s", "1000000", "--stored-kb-per-guest", "1000000", "--exhibition-ms", "0")
LINE = "縁側" * 100


class RoomMemory(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = serve(self, *FREELY, data=str(pathlib.Path(folder.name)))
        self.opened = self.enterContext(contextlib.ExitStack())

    def client(self, room, **more):
        client = Client(self.server, room, **more)
        self.opened.callback(client.close)
        return client

    def row(self, room):
        return next(row for row in self.server.admin("GET", "/rooms")[1]["rooms"] if row["code"] == room)

    def memory(self, room):
        return self.row(room)["memory_bytes"]

    def resident(self):
        return self.server.admin("GET", "/server")[1]["memory_bytes"]

    def test_what_people_do_is_in_it(self):
        room = self.server.room(seats=["open", "open"])
        host = self.client(room, nick="A")
        empty = self.memory(room)
        self.assertGreater(empty, 1000)
        for _ in range(10):
            host.ok("say", text=LINE)
        talked = self.memory(room)
        self.assertGreater(talked - empty, 2 * 10 * len(LINE.encode()))  # the line of the chat, and its step
        host.ok("sit", seat=0)
        self.client(room, nick="B").ok("sit", seat=1)
        host.ok("start")
        self.assertGreater(self.memory(room) - talked, 1000)  # a match

    def test_a_room_that_is_not_in_memory_has_none(self):
        client = Client(self.server, self.server.room(), nick="A")
        client.ok("say", text="hello")
        self.server.http("POST", "/acts", {"act": "close", "room": client.room}, port=self.server.admin_port)
        eventually(lambda: self.row(client.room)["state"] == "asleep")
        self.assertNotIn("memory_bytes", self.row(client.room))

    @full_speed
    def test_the_estimates_add_up_to_what_the_process_needs(self):
        number = 200
        eventually(lambda: has_tables(self.server))  # then the memory that was freed meanwhile is given back
        played = [self.play() for _ in range(number // 4)]  # what the process itself needs is there
        before = self.resident()
        known = sum(self.memory(room) for room in played)
        played += [self.play() for _ in range(number)]
        grown = self.resident() - before
        rooms = {row["code"]: row["memory_bytes"] for row in self.server.admin("GET", "/rooms")[1]["rooms"]}
        estimate = sum(rooms[room] for room in played) - known
        print(f"\n{number} rooms: {estimate / number / 1024:.1f} KiB each by the estimate, {grown / number / 1024:.1f} KiB of resident memory")
        self.assertGreater(estimate, 0.4 * grown)  # 0.6: a connection takes 6 KiB
        self.assertLess(estimate, grown)

    def play(self):
        """The code of a room in which two people are in the middle of a round."""
        people = table(self, self.server)
        people[0].ok("start")
        for ply in range(30):
            for person in people:
                person.until(lambda: person.document["phase"] == "playing" and person.document["ply"] == ply)
            next(person for person in people if person.my_turn()).play_first_legal()
        return people[0].room


if __name__ == "__main__":
    unittest.main()
