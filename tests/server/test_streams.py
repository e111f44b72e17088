"""One WebSocket for many rooms (/stream/ws): its conversations are the same as on separate WebSockets, a program plays a hundred rooms over one, and
learns of the rooms in which it has a seat or to which it is invited."""
import collections
import json
import unittest

from harness import Client, Closed, Server, eventually, serve, until_closed
import engawa_stream

GREEDY = {"name": "Greedy", "author": "Hana"}


class Stream(engawa_stream.Stream):
    """The published stream, without patience. Its own frames are kept, and those of each room that no line takes."""

    def __init__(self, server, token=None, bot=GREEDY):
        super().__init__(server, token, "Kaede", bot, accept=lambda invitation: False)
        self.loose, self.own = collections.defaultdict(collections.deque), collections.deque()
        self.connect()
        assert self.own.popleft()["re"] == "stream"

    def handle(self, frame):
        if "type" in frame:
            self.own.append(frame)
        elif frame["room"] not in self.lines:
            self.loose[frame["room"]].append(frame)
        return super().handle(frame)

    def lose(self, end):
        raise end

    def next(self, room=None):
        """The next frame of the stream itself, or of a room."""
        frames = self.loose[room] if room else self.own
        while not frames:
            self.read()
        return frames.popleft()

    def ask(self, message):
        self.send(message)
        return self.next()

    def close(self):
        """As a program that is killed."""
        self.socket.connection.close()


class Line(engawa_stream.Line):
    def receive(self):
        return json.loads(super().receive())

    def send(self, message):
        super().send(json.dumps(message))


class LineClient(Client):
    """A client that uses a stream as the WebSocket of its rooms. The guest is the stream's, so no hello in a room needs a token."""

    def __init__(self, stream, room):
        self.stream = stream
        super().__init__(stream.server, room)

    def open_room(self):
        return Line(self.stream, self.room)


class Streams(unittest.TestCase):
    def setUp(self):
        self.server = serve(self, "--messages-per-s", "1000", "--messages-burst", "1000", "--rooms-per-ip", "1000", "--rooms-per-min", "10000", "--joins-per-min", "10000")

    def stream(self, *args, **fields):
        stream = Stream(self.server, *args, **fields)
        self.addCleanup(stream.close)
        return stream

    def room(self, **body):
        return self.server.room(**{"game": "reversi", "options": {"preset": "classic"}, "seats": ["open", "open"], "clock": {"kind": "none"}, "bot_delay_ms": 0, **body})

    def player(self, room, nick="Ken"):
        client = Client(self.server, room, nick=nick)
        self.addCleanup(client.close)
        return client

    def test_a_hundred_rooms_over_one_connection(self):
        stream = self.stream()
        clients = []
        for _ in range(100):
            room = self.room(game="nim", options={}, seats=["open", {"bot": "random"}])
            clients.append(LineClient(stream, room))
            clients[-1].ok("sit", seat=0)
            clients[-1].ok("start")
        under_way = set(clients)
        while under_way:
            for client in list(under_way):
                client.until(client.my_turn_or_over)
                if client.document["phase"] == "over":
                    under_way.remove(client)
                else:
                    assert client.follow_hint()
        self.assertEqual({client.document["seats"]["s0"]["program"]["name"] for client in clients}, {"Greedy"})
        programs = self.server.http("GET", "/api/programs")[1]["programs"]
        self.assertEqual(programs, [{"guest": {"id": stream.guest, "nick": "Kaede"}, "bot": GREEDY, "rooms": 100}])

    def test_it_is_told_of_its_seats_after_a_drop_and_after_a_kill(self):
        stream = self.stream()
        room = self.room()
        program, person = LineClient(stream, room), self.player(room)
        program.ok("sit", seat=1)
        person.ok("sit", seat=0)
        program.ok("start")
        stream.close()
        again = self.stream(stream.token)
        invitation = {"type": "invitation", "room": room, "game": "reversi", "reason": "seat", "seat": 1}
        self.assertEqual(again.next(), invitation)
        self.server.kill()
        self.server.start()
        after = self.stream(stream.token)
        person.connect(resume=True)
        self.assertEqual(after.next(), invitation)
        program = LineClient(after, room)
        self.assertEqual(program.seat, 1)
        person.play_first_legal()
        program.until(program.my_turn)
        program.play_first_legal()

    def test_an_acknowledged_move_outlives_a_kill(self):
        stream = self.stream()
        room = self.room(seats=["open", {"bot": "random"}])
        program = LineClient(stream, room)
        program.ok("sit", seat=0)
        program.ok("start")
        for _ in range(5):
            program.until(program.my_turn)
            answer = program.play_first_legal()
            self.server.kill()
            self.server.start()
            stream = self.stream(stream.token)
            program.stream = stream
            program.connect(resume=True)
            self.assertGreaterEqual(program.seq, answer["seq"])

    def test_an_invitation(self):
        stream = self.stream()
        host = self.server.http("POST", "/api/guests", {"nick": "Hana"})[1]
        room = self.room(token=host["token"])
        call = lambda body, token=host["token"], code=room: self.server.http("POST", f"/api/rooms/{code}/invitations", body, token=token)
        status, answer = call({"guest": stream.guest})
        self.assertEqual((status, answer), (200, {"room": room, "invited": stream.guest}))
        self.assertEqual(stream.next(), {"type": "invitation", "room": room, "game": "reversi", "reason": "invited", "by": {"id": host["id"], "nick": "Hana"}})
        stranger = self.server.guest("Stranger")
        for refused, status, code in (
                (lambda: call({"guest": "g_nobody"}), 404, "not_found"), (lambda: call({}), 400, "bad_message"), (lambda: call([]), 400, "bad_message"),
                (lambda: call({"guest": 7}), 400, "bad_message"), (lambda: call({"guest": stream.guest}, token=None), 401, "unauthenticated"),
                (lambda: call({"guest": stream.guest}, token="wrong"), 401, "unauthenticated"), (lambda: call({"guest": stream.guest}, token=stranger), 403, "forbidden"),
                (lambda: call({"guest": stream.guest}, code="00000000"), 404, "not_found"), (lambda: call({"guest": stream.guest}, code="x"), 404, "not_found"),
                (lambda: self.server.http("GET", f"/api/rooms/{room}/invitations"), 405, "method_not_allowed")):
            with self.subTest(code=code, status=status):
                answered, answer = refused()
                self.assertEqual((answered, answer["code"]), (status, code))
        stream.close()
        eventually(lambda: self.server.http("GET", "/api/programs")[1] == {"programs": []})
        self.assertEqual(call({"guest": stream.guest})[0], 404)

    def test_frames_that_are_wrong_are_refused_where_they_belong(self):
        stream = self.stream()
        room = self.room()
        for message, code, re in (({"type": "sync", "id": 1}, "forbidden", 1), ({"type": "dance", "id": 2}, "unknown_type", 2),
                                  ({"room": 5, "frame": {}}, "bad_message", None), ({"room": room}, "bad_message", None), ({"frame": {}}, "bad_message", None),
                                  ({"room": room, "frame": "x"}, "bad_message", None), ({"room": room, "frame": {}, "end": {}}, "bad_message", None)):
            with self.subTest(message=message):
                answer = stream.ask(message)
                self.assertEqual((answer["type"], answer["code"], answer.get("re")), ("error", code, re))
        self.assertEqual(stream.ask({"type": "ping", "id": "p"})["type"], "pong")
        for inner, code in (({"type": "dance", "id": 3}, "unknown_type"), ({"type": "sit", "id": 3}, "bad_message"),
                            ({"type": "hello", "id": 3, "token": "another's"}, "forbidden")):
            with self.subTest(inner=inner):
                stream.send({"room": room, "frame": inner})
                answer = stream.next(room)["frame"]
                self.assertEqual((answer["type"], answer["code"], answer["re"]), ("error", code, 3))
        stream.send({"room": "nowhere at all", "frame": {"type": "hello", "id": 4}})
        self.assertEqual(stream.next("nowhere at all")["frame"]["code"], "not_found")
        stream.send({"room": room.lower(), "frame": {"type": "sit", "id": 5, "seat": 0}})
        self.assertEqual(stream.next(room)["frame"]["code"], "unauthenticated")
        self.assertEqual(stream.next(room), {"room": room, "end": {"code": 4002, "reason": "hello comes first"}})

    def test_who_leaves_too_often_is_slowed_down(self):
        server = Server("--messages-per-s", "1", "--messages-burst", "2")  # 16 and 32 for a stream
        self.addCleanup(server.__exit__)
        stream = Stream(server)
        self.addCleanup(stream.close)
        for _ in range(60):
            stream.send({"room": "00000000", "end": {}})
        answers = [stream.next("00000000") for _ in range(40)]
        self.assertEqual({answer["frame"]["code"] for answer in answers if "frame" in answer}, {"rate_limited"})

    def test_the_end_of_one_room_is_not_the_end_of_the_stream(self):
        stream = self.stream()
        stream.send({"room": "00000000", "frame": {"type": "hello", "id": 1}})
        self.assertEqual(stream.next("00000000")["frame"]["code"], "not_found")
        self.assertEqual(stream.next("00000000"), {"room": "00000000", "end": {"code": 4006, "reason": "no such room"}})
        room = self.room()
        program = LineClient(stream, room)
        other = Client(self.server, room, token=stream.token)
        self.addCleanup(other.close)
        self.assertEqual(until_closed(program.take), 4004)
        other.close()
        again = LineClient(stream, room)
        again.ok("sit", seat=0)
        line = again.socket
        again.close()
        with self.assertRaises(Closed) as left:
            while True:
                line.receive()
        self.assertEqual(str(left.exception), "closed with 1000")
        watcher = self.player(room)
        watcher.until(lambda: not watcher.document["seats"]["s0"].get("online"))
        again.connect(resume=True)
        watcher.until(lambda: watcher.document["seats"]["s0"].get("online"))

    def test_a_stream_is_in_256_rooms_at_most(self):
        stream = self.stream()
        rooms = [self.room(game="nim", options={}) for _ in range(257)]
        for number, room in enumerate(rooms):
            stream.send({"room": room, "frame": {"type": "hello", "id": number}})
        for room in rooms[:256]:
            self.assertEqual(stream.next(room)["frame"]["type"], "welcome")
        answer = stream.next(rooms[256])["frame"]
        self.assertEqual((answer["code"], answer["re"]), ("limit_reached", 256))
        stream.send({"room": rooms[0], "end": {}})
        stream.send({"room": rooms[256], "frame": {"type": "hello", "id": 257}})
        self.assertEqual(stream.next(rooms[256])["frame"]["type"], "welcome")


if __name__ == "__main__":
    unittest.main()
