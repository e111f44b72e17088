"""Old inputs are packed while rooms are active, and when a room goes to sleep: nothing is lost or duplicated when the server dies at any step of it,
and a copy made meanwhile is complete."""
import itertools
import json
import pathlib
import random
import re
import string
import subprocess
import tempfile
import time
import unittest

import stored
from harness import ENGAWAD, FAIL_POINTS, TIMEOUT, Client, Closed, eventually, serve

PACKS = "store.short_tail=on"
STEPS = ("store.packing", "store.pack", "store.packed", "store.trim", "store.trimmed")
TALK = ("--chat-per-10s", "100000", "--messages-per-s", "100000", "--messages-burst", "100000")


class Packing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = folder.name

    def serve(self, *flags, points=""):
        return serve(self, *TALK, *flags, data=self.data, environment={"ENGAWA_FAIL_POINTS": points} if points else None)

    def count(self, query):
        with stored.opened(self.data) as database:
            return database.execute(query).fetchone()[0]

    def said(self, room):
        """The texts in the journal, in order."""
        rows = stored.inputs(self.data, room)
        self.assertEqual([seq for seq, _ in rows], list(range(1, len(rows) + 1)))
        return [row["text"] for row in (json.loads(text) for _, text in rows) if row["in"] == "say"]

    def assert_sound(self):
        result = subprocess.run([ENGAWAD, "--check", "--data", self.data], capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(result.returncode, 0, result)

    def talk(self, server, told, text):
        """Chats in every room in turn until the server is gone; returns the unanswered lines, by room."""
        asked, clients = {}, []
        try:
            clients += (Client(server, room, nick="A") for room in told)
            end = time.monotonic() + TIMEOUT  # the packer yields to all others, and may take long
            for number in itertools.takewhile(lambda _: time.monotonic() < end, itertools.count()):
                for client in clients:
                    asked = {client.room: [f"{text} {number}"]}
                    client.ok("say", text=f"{text} {number}")
                    told[client.room] += asked.pop(client.room)
        except Closed:
            return asked
        finally:
            for client in clients:
                client.close()
        raise AssertionError(f"the server was never at {text}")

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_killed_at_any_step_nothing_is_lost_or_doubled(self):
        server = self.serve()
        rooms = [server.room() for _ in range(2)]
        told = {room: [] for room in rooms}  # the acknowledged lines
        server.kill()
        for step in STEPS:
            with self.subTest(step=step):
                server.start({"ENGAWA_FAIL_POINTS": f"{PACKS},{step}=kill@3"})
                asked = self.talk(server, told, step)
                self.assertEqual(server.process.wait(TIMEOUT), -9)
                server.process.stdout.close()
                for room in rooms:
                    has = self.said(room)
                    self.assertIn(has, (told[room], told[room] + asked.get(room, [])))
                    told[room] = has
                server.start()
                for room in rooms:
                    client = Client(server, room, nick="A")
                    client.ok("say", text="and on")
                    told[room].append("and on")
                    client.close()
                    self.assertEqual(self.said(room), told[room])
                server.kill()
        server.start({"ENGAWA_FAIL_POINTS": PACKS})
        client = Client(server, rooms[0], nick="A")
        client.ok("say", text="and the rest")
        told[rooms[0]].append("and the rest")
        eventually(lambda: self.count("SELECT count(*) FROM journal") < 500)
        client.close()
        self.assertEqual(server.stop(), 0)
        self.assertGreater(self.count("SELECT count(*) FROM packed"), 0)
        self.assertEqual([self.said(room) for room in rooms], list(told.values()))
        self.assert_sound()

    def test_a_room_that_goes_to_sleep_is_packed_and_wakes_up_as_it_was(self):
        server = self.serve("--lobby-ttl-s", "1")
        room = server.room(seats=["me", {"bot": "minimum", "level": 1}], options={"preset": "classic"}, token=(token := server.guest()))
        client = Client(server, room, token)
        client.ok("start")
        client.play_to_the_end()
        document = client.document
        client.close()
        plain = sum(len(text) for _, text in stored.inputs(self.data, room))
        eventually(lambda: self.count("SELECT packed FROM rooms") > 0)  # without any request
        size = self.count("SELECT sum(length(inputs)) FROM packed")
        print(f"\na game of reversi: {plain} bytes, packed {size}")
        self.assertLess(size, plain / 4)
        self.assertEqual(self.count("SELECT count(*) FROM packed"), 1)
        again = Client(server, room, token)
        for part in ("view", "result", "ply", "round"):
            self.assertEqual(again.document[part], document[part])
        again.ok("say", text="I am back")
        again.close()
        server.stop()
        self.assert_sound()

    def gauge(self, server, name):
        found = re.search(rf"(?m)^engawa_store_{name} (\d+)$", server.admin("GET", "/metrics")[1])
        return int(found[1]) if found else None

    def play_five(self, server, chance):
        """Five play a game to its end as pages do: with request ids that begin with a random word, and pings between them."""
        room = server.room(seats=["open"] * 5)
        players = [Client(server, room, nick=f"P{seat}") for seat in range(5)]
        words = ["".join(chance.choices(string.digits + string.ascii_lowercase, k=13)) for _ in players]

        def ask(number, kind, **fields):
            player = players[number]
            player.next_id += chance.choice((1, 1, 1, 2, 3))
            player.ok(kind, id=f"{words[number]}-{player.next_id}", **fields)

        for seat in range(5):
            ask(seat, "sit", seat=seat)
        ask(0, "start")
        while players[0].document["phase"] == "playing":
            for seat, player in enumerate(players):
                player.ok("ping")  # it receives the others' moves
                if player.my_turn():
                    ask(seat, "move", ply=player.document["ply"], move={"cell": chance.choice(player.document["legal"].split())})
            players[0].ok("ping")
        for player in players:
            player.close()
        return room

    def pause(self, room, chance):
        """The room's inputs as if its people had thought about their moves."""
        rows = stored.inputs(self.data, room)
        pauses = [int(min(60000, chance.lognormvariate(8.8, 0.7))) if '"in":"move"' in text else chance.randint(20, 3000) for _, text in rows]
        later = -sum(pauses)
        for (seq, text), pause in zip(rows, pauses):
            later += pause
            stored.change_input(self.data, room, seq, re.sub(r'("at"|"until"):(\d+)', lambda time: f"{time[1]}:{int(time[2]) + later}", text))
        with stored.opened(self.data, write=True) as database:
            database.execute("DELETE FROM snapshots")

    def test_an_old_game_of_people_who_think_takes_less_than_a_kilobyte(self):
        for seed in range(3):
            with self.subTest(seed=seed):
                chance = random.Random(seed)
                server = self.serve()
                room = self.play_five(server, chance)
                server.stop()
                self.pause(room, chance)
                before = stored.inputs(self.data, room)
                server = self.serve("--lobby-ttl-s", "1")
                visitor = Client(server, room)
                result = visitor.document["result"]
                visitor.close()
                rows = f"FROM packed WHERE room = (SELECT id FROM rooms WHERE code = '{room}')"
                eventually(lambda: self.count(f"SELECT count(*) {rows}") == 1)
                size = self.count(f"SELECT sum(length(inputs)) {rows}")
                print(f"\na game of five people: {len(before)} inputs, {sum(len(text) for _, text in before)} bytes, packed {size}")
                self.assertGreater(len(before), 70)
                self.assertLess(size, 1000)
                self.assertEqual(stored.inputs(self.data, room)[:len(before)], before)
                again = Client(server, room)
                self.assertEqual(again.document["result"], result)
                again.close()
                server.stop()
        self.assert_sound()

    def test_an_old_game_of_five_takes_less_than_a_kilobyte(self):
        server = self.serve("--lobby-ttl-s", "1", "--admin-port", "0")
        room = self.play_five(server, random.Random(1))
        eventually(lambda: self.count("SELECT count(*) FROM packed") == 1 and self.count("SELECT count(*) FROM journal") == 0)
        inputs, size = stored.inputs(self.data, room), self.count("SELECT sum(length(inputs)) FROM packed")
        print(f"\na game of five: {len(inputs)} inputs, {sum(len(text) for _, text in inputs)} bytes, packed {size}")
        self.assertGreater(len(inputs), 70)
        self.assertLess(size, 1000)
        eventually(lambda: self.gauge(server, "tail_rows") == 0)
        self.assertEqual(self.gauge(server, 'content_bytes{part="tail"}'), 0)
        self.assertEqual(self.gauge(server, 'content_bytes{part="packed"}'), size)
        self.assertEqual(self.gauge(server, 'content_bytes{part="records"}'), 0)
        again = Client(server, room, nick="A")
        again.ok("say", text="hello")
        grown = sum(len(text) for seq, text in stored.inputs(self.data, room) if seq > len(inputs))
        eventually(lambda: self.gauge(server, 'content_bytes{part="tail"}') == grown)
        again.close()
        server.stop()
        server.start()  # counted again
        eventually(lambda: self.gauge(server, 'content_bytes{part="packed"}'))
        self.assertEqual(self.gauge(server, 'content_bytes{part="packed"}'), self.count("SELECT sum(length(inputs)) FROM packed"))

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_a_copy_that_is_made_meanwhile_is_whole(self):
        server = self.serve(points=PACKS)
        rooms = [server.room() for _ in range(3)]
        clients = [Client(server, room, nick="A") for room in rooms]
        for copy in range(4):
            before = {}
            for number in range(40):
                for client in clients:
                    client.ok("say", text=f"{copy} {number}")
            for room in rooms:
                before[room] = self.said(room)
            folder = pathlib.Path(self.data) / f"copy{copy}"
            folder.mkdir()
            server.back_up(folder / "engawa.db")
            for client in clients:
                client.ok("say", text="after the copy")
            eventually(lambda: self.count("SELECT count(*) FROM packed") > 0)  # a busy machine packs later
            for room in rooms:
                has = [row["text"] for row in (json.loads(text) for _, text in stored.inputs(folder, room)) if row["in"] == "say"]
                self.assertEqual(has, before[room])
            result = subprocess.run([ENGAWAD, "--check", "--data", str(folder)], capture_output=True, text=True, timeout=TIMEOUT)
            self.assertEqual(result.returncode, 0, result)
            total = sum(len(stored.inputs(folder, room)) for room in rooms)
            self.assertIn(f"3 rooms with {total} inputs", result.stdout)
        for client in clients:
            client.close()


if __name__ == "__main__":
    unittest.main()
