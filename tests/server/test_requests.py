"""Every request of the protocol, and every bad one: one clear answer each, and the room is unchanged."""
import json
import unittest

import raw
from harness import Client, Server, Socket, code_of, table, until_closed, until_lobby

RAISED = ("--threads", "2", "--messages-per-s", "100000", "--messages-burst", "100000", "--rooms-per-min", "100000", "--connections-per-ip", "1000")


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(*RAISED)

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == 0
        cls.server.folder.cleanup()

    def table(self, **body):
        return table(self, self.server, ("P0", "P1"), **{"options": {}, "seats": ["me", "open", "open", "open", "open"], **body})

    def assert_unchanged(self, client, act):
        before, seq = client.document, client.seq
        act()
        client.ok("sync", seq=seq)
        self.assertEqual((client.document, client.seq), (before, seq))

    def test_frames_that_are_no_request_are_refused_and_change_nothing(self):
        deep = "[" * 17 + "]" * 17
        cases = [
            ("not json", "bad_json", None),
            ('{"type":"say","id":1,"id":2}', "bad_json", 2),
            ('{"type":"say","id":3,"text":"a","text":"b"}', "bad_json", 3),
            ('{"type":"say","text":"\\ud800","id":"half"}', "bad_json", "half"),
            ('{"type":"say","id":"deep","text":' + deep + "}", "bad_json", "deep"),
            ('{"type":"say","id":5,"text":"a\\u0000b"}', "bad_message", 5),
            ('{"type":"ping","id":"a\\u0000b"}', "bad_message", "a\0b"),
            ("[]", "bad_message", None),
            ('"hello"', "bad_message", None),
            ("{}", "bad_message", None),
            ('{"type":7,"id":7}', "bad_message", 7),
            ('{"type":"dance","id":8}', "unknown_type", 8),
            ('{"type":"start"}', "bad_message", None),
            ('{"type":"start","id":1.5}', "bad_message", None),
            ('{"type":"start","id":-1}', "bad_message", None),
            ('{"type":"start","id":true}', "bad_message", None),
            ('{"type":"start","id":""}', "bad_message", None),
            ('{"type":"start","id":"' + "x" * 33 + '"}', "bad_message", None),
            ('{"type":"start","id":9007199254740992}', "bad_message", None),
            ('{"type":"sit","id":20}', "bad_message", 20),
            ('{"type":"sit","id":21,"seat":"1"}', "bad_message", 21),
            ('{"type":"sit","id":22,"seat":1.0}', "bad_message", 22),
            ('{"type":"sit","id":23,"seat":16}', "bad_message", 23),
            ('{"type":"sit","id":24,"seat":-1}', "bad_message", 24),
            ('{"type":"sit","id":25,"seat":5}', "bad_message", 25),
            ('{"type":"sit","id":26,"seat":99999999999999999999}', "bad_message", 26),
            ('{"type":"seat","id":27,"seat":1,"to":"throne"}', "bad_message", 27),
            ('{"type":"seat","id":28,"seat":1,"to":"bot","bot":"hal"}', "bad_message", 28),
            ('{"type":"seat","id":29,"seat":1,"to":"bot","bot":"mcs","level":9}', "bad_message", 29),
            ('{"type":"move","id":30,"ply":-1,"move":{"cell":"a1"}}', "bad_message", 30),
            ('{"type":"move","id":31,"ply":0}', "bad_message", 31),
            ('{"type":"move","id":32,"ply":0,"move":"f7"}', "bad_message", 32),
            ('{"type":"say","id":33}', "bad_message", 33),
            ('{"type":"say","id":34,"text":""}', "bad_message", 34),
            ('{"type":"say","id":35,"text":"  \\u200b\\u202e "}', "bad_message", 35),
            ('{"type":"say","id":36,"text":"' + "あ" * 201 + '"}', "bad_message", 36),
            ('{"type":"rematch","id":37,"accept":1}', "bad_message", 37),
            ('{"type":"hello","id":38}', "bad_message", 38),
            ('{"type":"ping","id":39,"client_ms":"now"}', "bad_message", 39),
            ('{"type":"sync","id":40,"seq":-5}', "bad_message", 40),
        ]
        host, _ = self.table()
        for text, code, re in cases:
            with self.subTest(text[:60]):
                def act():
                    host.socket.send(text)
                    answer = host.take()
                    self.assertEqual((answer["type"], answer.get("code"), answer.get("re")), ("error", code, re), answer)
                    self.assertGreater(len(answer["message"]), 5)
                self.assert_unchanged(host, act)

    def test_frames_that_break_the_framing_close_the_connection(self):
        def too_big(s): s.send({"type": "say", "id": 1, "text": "x" * 16400})
        def binary(s): s.send_frame(b"{}", 2)
        def bad_utf8(s): s.send_frame(b'"\xff\xfe"')
        def unmasked(s): s.send_frame(b"{}", masked=False)
        def reserved_bit(s): s.send_frame(b"{}", first=0xC0)
        for act, code in ((too_big, 1009), (binary, 1003), (bad_utf8, 1007), (unmasked, 1002), (reserved_bit, 1002)):
            with self.subTest(act.__name__):
                client = self.table()[0]
                act(client.socket)
                self.assertEqual(until_closed(client.take), code)

    def test_pongs_and_frames_never_tear_each_other(self):
        """A client requests states and pings at once, and reads only later: the server's writes stop in the middle, of both kinds."""
        client = self.table()[0]
        for number in range(40):
            client.socket.send({"type": "sync", "id": 1000 + number})
            for half in (b"a", b"b"):
                client.socket.send_frame(half + b"%03d" % number * 30, raw.PING)
        pongs, answered, states = [], [], 0
        while len(pongs) < 80 or len(answered) < 40:
            _, opcode, payload = client.socket.next_frame()
            if opcode == raw.PONG:
                pongs.append(payload)
                continue
            self.assertEqual(opcode, raw.TEXT)
            message = json.loads(payload)
            if message["type"] == "ok":
                answered.append(message["re"])
            states += message["type"] == "state"
        self.assertEqual(pongs, [half + b"%03d" % number * 30 for number in range(40) for half in (b"a", b"b")])
        self.assertEqual(answered, list(range(1000, 1040)))
        self.assertGreater(states, 0)

    def test_many_frames_that_are_no_request_close_with_1008(self):
        client = self.table()[0]
        for _ in range(10):
            client.socket.send("nonsense")
        self.assertEqual(until_closed(client.take), 1008)

    def test_hello_comes_first_and_must_be_good(self):
        room = self.server.room()
        for message, codes, close in (
            ({"type": "sit", "id": 1, "seat": 0}, "unauthenticated", 4002),
            ({"type": "hello", "id": 1, "token": "0" * 32}, "unauthenticated", 4003),
        ):
            socket = Socket(self.server.port, f"/rooms/{room}/ws")
            socket.send(message)
            answer = socket.receive()
            self.assertEqual((answer["re"], answer["code"]), (1, codes))
            self.assertEqual(code_of(socket.receive), close)

    def test_a_room_that_does_not_exist(self):
        socket = Socket(self.server.port, "/rooms/00000000/ws")
        socket.send({"type": "hello", "id": 1})
        self.assertEqual(socket.receive()["code"], "not_found")
        self.assertEqual(code_of(socket.receive), 4006)
        self.assertEqual(self.server.http("GET", "/api/rooms/00000000")[1]["code"], "not_found")
        self.assertEqual(Socket(self.server.port, "/rooms/NOTACODE!/ws").status, 404)
        self.assertEqual(Socket(self.server.port, "/elsewhere/ws").status, 404)

    def test_subprotocol_and_origin(self):
        room = self.server.room()
        path = f"/rooms/{room}/ws"
        named = Socket(self.server.port, path, ["Sec-WebSocket-Protocol: x, engawa.v1"])
        self.assertIn("engawa.v1", named.head)
        self.assertNotIn("Sec-WebSocket-Protocol", Socket(self.server.port, path).head)
        other = Socket(self.server.port, path, ["Sec-WebSocket-Protocol: engawa.v9"])
        self.assertEqual(other.status, 400)
        self.assertIn("engawa.v1", other.data.decode() or other.connection.recv(4096).decode())
        self.assertEqual(Socket(self.server.port, path, ["Origin: https://evil.example"]).status, 403)
        self.assertEqual(Socket(self.server.port, path, [f"Origin: http://127.0.0.1:{self.server.port}"]).status, 101)

    def test_seats_in_the_lobby_phase(self):
        host, friend = self.table()
        watcher = Client(self.server, host.room, nick="Watcher")
        self.assertIsNone(watcher.seat)
        watcher.refused("seat_taken", "sit", seat=0)
        watcher.refused("not_host", "seat", seat=2, to="bot")
        watcher.refused("not_host", "start")
        watcher.refused("forbidden", "stand")
        watcher.refused("not_started", "move", ply=0, move={"cell": "a1"})
        host.refused("seat_taken", "seat", seat=1, to="open")
        host.ok("seat", seat=2, to="closed")
        watcher.refused("seat_closed", "sit", seat=2)
        host.ok("seat", seat=3, to="bot", bot="maximum")
        watcher.refused("seat_taken", "sit", seat=3)
        host.ok("seat", seat=3, to="open")
        watcher.ok("sit", seat=3)
        watcher.ok("sit", seat=4)  # moves over
        self.assertEqual((watcher.document["seats"]["s3"]["kind"], watcher.seat), ("open", 4))
        watcher.ok("stand")
        friend.ok("stand")
        host.ok("stand")
        self.assertEqual(host.document["host"], host.guest)  # no other player
        friend.ok("sit", seat=1)
        host.ok("sit", seat=0)
        host.ok("stand")
        friend.until(lambda: friend.document["seats"]["s0"]["kind"] == "open" and friend.seq >= host.seq)
        self.assertEqual(friend.document["host"], friend.guest)

    def test_a_move_out_of_turn_stale_illegal_or_without_a_seat(self):
        host, friend = self.table()
        watcher = Client(self.server, host.room, nick="Watcher")
        host.ok("seat", seat=2, to="bot", bot="random")
        host.ok("start")
        for player in (host, friend, watcher):
            player.until(lambda player=player: player.document["phase"] == "playing")
        self.assertEqual(host.document["seats"]["s4"], {"kind": "bot", "bot": "tanuki", "level": 3})
        legal = host.document["legal"].split()
        good = {"cell": legal[0]}
        cases = [
            (friend, "not_your_turn", 0, good), (watcher, "not_your_turn", 0, good), (host, "stale", 1, good), (host, "stale", 99, good),
            (host, "illegal_move", 0, {"cell": "e5"}), (host, "illegal_move", 0, {"cell": "a1"}), (host, "illegal_move", 0, {"cell": "z99"}),
            (host, "bad_message", 0, {}), (host, "bad_message", 0, {"cell": 7}), (host, "bad_message", 0, {"cell": None}),
        ]
        for player, code, ply, move in cases:
            with self.subTest(code=code, move=move):
                self.assert_unchanged(player, lambda: player.refused(code, "move", ply=ply, move=move))
        host.refused("already_started", "start")
        host.refused("not_over", "rematch")
        host.ok("move", ply=0, move={**good, "pad": "x" * 600})
        self.assertEqual((host.steps[-1]["by"], host.steps[-1]["move"]), ("s0", good))  # others never see the additional members

    def test_a_repeated_request_changes_nothing_and_gets_the_first_answer(self):
        host, friend = self.table()
        host.ok("start")
        cell = host.document["legal"].split()[0]
        first = host.ask("move", id="m1", ply=0, move={"cell": cell})
        seq = host.seq
        again = host.ask("move", id="m1", ply=0, move={"cell": cell})
        self.assertEqual(first, again)
        host.connect(resume=True)
        self.assertEqual(host.ask("move", id="m1", ply=0, move={"cell": cell}), first)
        moves = [s for s in host.steps if s["seq"] <= host.seq and s.get("by") == "s0" and "move" in s]
        self.assertEqual(len(moves), 1)
        self.assertGreater(host.seq, seq)  # the reconnection's own steps
        refused = friend.ask("move", id=77, ply=500, move={"cell": cell})
        self.assertEqual(friend.ask("move", id=77, ply=500, move={"cell": cell}), refused)

    def test_a_request_for_what_is_so_already_makes_no_step(self):
        host, friend = self.table()
        watcher = Client(self.server, host.room, nick="Watcher")
        host.ok("mute", guest=watcher.guest, muted=True)
        watcher.ok("sync")
        before = watcher.seq
        for _ in range(3):
            host.ok("mute", guest=watcher.guest, muted=True)
            host.ok("mute", guest=friend.guest, muted=False)
            host.ok("pardon", guest=friend.guest)
            host.ok("hand_over", guest=host.guest)
            host.ok("seat", seat=4, to="open")
            friend.ok("sit", seat=1)
        watcher.ok("sync", seq=before)
        self.assertEqual(watcher.seq, before)
        answer = host.refused("seat_taken", "seat", seat=0, to="open")
        self.assertEqual(answer["message"], "this is your own seat; stand up first")

    def test_the_mover_gets_the_step_before_the_ok(self):
        host, _ = self.table()
        host.ok("start")
        number = host.post("move", ply=0, move={"cell": host.document["legal"].split()[0]})
        order = []
        while "ok" not in order:
            order.append(host.take()["type"])
        self.assertEqual(order, ["step", "ok"])
        self.assertEqual(host.answers[number]["seq"], host.seq)

    def test_resume_by_sequence_number_and_sync(self):
        host, friend = self.table()
        friend.socket.close()
        for i in range(3):
            host.ok("say", text=f"line {i}")
        before = friend.seq
        friend.connect(resume=True)
        friend.until(lambda: friend.seq >= host.seq)
        self.assertTrue(all(step["seq"] > before for step in friend.steps[-4:]))
        host.until(lambda: host.seq == friend.seq)
        self.assertEqual(host.document, friend.document)
        late = Client(self.server, host.room, nick="Late")
        self.assertEqual([line["text"] for line in late.document["chat"].values()], ["line 0", "line 1", "line 2"])
        late.ok("sync")
        late.ok("sync", seq=10**6)  # a number that the room never reached: the whole state

    def test_a_newer_socket_of_the_same_guest_replaces_the_older(self):
        host, _ = self.table()
        newer = Client(self.server, host.room, host.token)
        self.assertEqual(until_closed(host.take), 4004)
        self.assertEqual(newer.seat, 0)
        self.assertTrue(newer.document["seats"]["s0"]["online"])

    def test_resign_and_rematch(self):
        host, friend = self.table(options={"preset": "classic"}, seats=["me", "open"])
        host.ok("start")
        friend.refused("not_over", "rematch")
        friend.ok("resign")
        result = friend.document["result"]
        self.assertEqual((result["reason"], result["winner"], friend.document["to_act"], friend.document["legal"]), ("resign", "s0", "", ""))
        host.refused("game_over", "move", ply=0, move={"cell": "d3"})
        host.refused("game_over", "resign")
        host.ok("rematch")
        self.assertEqual(host.document["rematch"], {"s0": True})
        host.ok("rematch", accept=False)
        self.assertNotIn("rematch", host.document)
        host.ok("rematch")
        friend.ok("rematch", accept=True)
        self.assertEqual((friend.document["phase"], friend.document["round"]), ("playing", 2))
        self.assertNotIn("result", friend.document)
        self.assertNotIn("resigned", friend.document["seats"]["s1"])

    def test_in_a_game_of_five_one_resigns_and_a_bot_plays_on(self):
        host, friend = self.table()
        host.ok("start")
        friend.ok("resign")
        self.assertTrue(friend.document["seats"]["s1"]["resigned"])
        self.assertEqual(friend.document["phase"], "playing")
        friend.refused("not_your_turn", "move", ply=friend.document["ply"], move={"cell": "a5"})
        result = host.play_to_the_end()
        self.assertEqual(len(result["ranking"]), 5)

    def test_chat_is_cleaned_and_limited(self):
        host, friend = self.table()
        host.ok("say", text="  よろ\u202eしく\n \u3000お願い ")
        friend.until(lambda: friend.seq >= host.seq)
        self.assertEqual(list(friend.document["chat"].values())[-1]["text"], "よろしく お願い")
        answers = [host.ask("say", text=f"{i}") for i in range(6)]
        self.assertEqual(answers[-1]["code"], "rate_limited")
        self.assertGreater(answers[-1]["retry_ms"], 0)
        host.connect(resume=True)
        host.refused("rate_limited", "say", text="a new connection is no new ration")

    def test_a_second_person_of_the_same_name_gets_a_number_also_after_a_kill(self):
        with Server(*RAISED) as server:
            room = server.room(seats=["open", "open"], options={"preset": "classic"})
            people = [Client(server, room, server.guest(nick)) for nick in ("Taro", "T\u0430r\u043e", "Ｔaro")]  # Latin, Cyrillic, full-width
            people[0].ok("sit", seat=0)
            people[1].ok("sit", seat=1)
            people[2].ok("say", text="who is who?")
            names = ["Taro", "T\u0430r\u043e (2)", "Ｔaro (3)"]

            def shown(document):
                return [document["seats"][f"s{i}"]["nick"] for i in range(2)] + [line["nick"] for line in document["chat"].values()]
            people[0].until(lambda: len(people[0].document.get("chat", {})) == 1)
            self.assertEqual(shown(people[0].document), names)
            server.kill()
            server.start()
            for person in people:
                person.connect(resume=True)
            people[2].ok("say", text="still me")
            self.assertEqual(shown(people[2].document), names + names[2:])
            for person in people:
                person.close()

    def test_the_host_mutes_somebody_and_a_kill_does_not_undo_it(self):
        with Server(*RAISED) as server:
            token = server.guest("Host")
            room = server.room(token, seats=["me", "open"], options={"preset": "classic"})
            host, loud = Client(server, room, token), Client(server, room, nick="Loud")
            loud.ok("say", text="buy this")
            loud.refused("not_host", "mute", guest=host.guest, muted=True)
            host.refused("forbidden", "mute", guest=host.guest, muted=True)
            host.refused("not_found", "mute", guest="g_nobody", muted=True)
            host.refused("bad_message", "mute", guest=loud.guest)
            host.ok("mute", guest=loud.guest, muted=True)
            self.assertEqual(host.document["muted"], {loud.guest: "Loud"})
            loud.refused("muted", "say", text="and that")
            server.kill()
            server.start()
            for client in (host, loud):
                client.connect(resume=True)
            loud.refused("muted", "say", text="and still")
            loud.ok("sit", seat=1)
            host.ok("mute", guest=loud.guest, muted=False)
            self.assertNotIn("muted", host.document)
            loud.ok("say", text="sorry")
            for client in (host, loud):
                client.close()

    def test_who_was_removed_may_watch_but_neither_talk_nor_sit_until_the_host_allows_it(self):
        host, friend = self.table()
        host.ok("kick", guest=friend.guest)
        self.assertEqual(until_closed(friend.take), 4005)
        friend.connect()
        friend.refused("muted", "say", text="why?")
        friend.refused("forbidden", "sit", seat=1)
        host.ok("pardon", guest=friend.guest)
        friend.ok("say", text="thank you")
        friend.ok("sit", seat=1)

    def test_nicks_are_cleaned(self):
        status, answer = self.server.http("POST", "/api/guests", {"nick": " \u200bた\u202eろう "})
        self.assertEqual((status, answer["nick"]), (201, "たろう"))
        for nick in ("", "x" * 17, "\u200b", 7):
            self.assertEqual(self.server.http("POST", "/api/guests", {"nick": nick})[1]["code"], "bad_message")
        host, friend = self.table()
        socket = Socket(self.server.port, f"/rooms/{host.room}/ws")
        socket.send({"type": "hello", "id": 1, "token": friend.token, "nick": "はなこ"})
        host.until(lambda: host.document["seats"]["s1"]["nick"] == "はなこ")

    def test_private_rooms_are_not_listed_but_open_to_who_has_the_code(self):
        room = self.server.room(visibility="private")
        public = self.server.room()
        people = [Client(self.server, code, nick="Here") for code in (room, public)]
        self.assert_listed(public)
        self.assertNotIn(room, self.listed())
        for person in people:
            person.close()
        self.assertEqual(self.server.http("GET", f"/api/rooms/{room.lower()}")[1]["code"], room)

    def test_quick_play_takes_an_open_seat_before_it_makes_a_room(self):
        token, second, third = (self.server.guest() for _ in range(3))
        options = {"board": ["....", ".BW.", ".WB.", "...."], "rotation": "BW"}
        room = self.server.room(token, options=options, seats=["me", "open"])
        host = Client(self.server, room, token)
        self.assert_listed(room, lambda summary: summary["online"] == 1)
        status, answer = self.server.http("POST", "/api/play", {"game": "reversi", "options": options}, second)
        self.assertEqual((status, answer["room"], answer["seat"]), (200, room, 1))
        host.until(lambda: host.document["seats"]["s1"]["kind"] == "held")
        guest = Client(self.server, room, second)
        guest.until(lambda: guest.document["seats"]["s1"]["kind"] == "human")
        status, answer = self.server.http("POST", "/api/play", {"game": "reversi", "options": options}, third)
        self.assertEqual(status, 201)
        self.assertNotEqual(answer["room"], room)
        alone = Client(self.server, answer["room"], third)
        alone.until(lambda: alone.document["phase"] == "playing")
        self.assertEqual(self.server.http("POST", "/api/play", {"game": "reversi"})[1]["code"], "unauthenticated")

    def test_a_seat_that_quick_play_has_promised_outlives_a_kill(self):
        with Server() as server:
            for _ in range(6):
                token, second = server.guest(), server.guest()
                room = server.room(token, game="nim", options={"rows": [6, 4, 2]}, seats=["me", "open"])
                host = Client(server, room, token)
                until_lobby(server, lambda rooms: room in rooms)
                answer = server.http("POST", "/api/play", {"game": "nim", "options": {"rows": [6, 4, 2]}}, second)[1]
                self.assertEqual((answer["room"], answer["seat"]), (room, 1))
                server.kill()
                server.start()
                self.assertEqual(server.http("GET", f"/api/rooms/{room}")[1]["seats"]["human"], 2)
                server.http("DELETE", f"/api/rooms/{room}", token=token)
                host.close()

    def test_quick_play_against_bots_begins_at_once_though_somebody_waits(self):
        token, second = self.server.guest(), self.server.guest()
        room = self.server.room(token, game="nim", options={"rows": [5, 4, 2]}, seats=["me", "open"])
        host = Client(self.server, room, token)
        self.addCleanup(host.close)
        self.assert_listed(room, lambda summary: summary["online"] == 1)
        body = {"game": "nim", "options": {"rows": [5, 4, 2]}}
        status, answer = self.server.http("POST", "/api/play", {**body, "with": "bots"}, second)
        self.assertEqual(status, 201)
        alone = Client(self.server, answer["room"], second)
        self.addCleanup(alone.close)
        alone.until(lambda: alone.document["phase"] == "playing")
        refusal = self.server.http("POST", "/api/play", {**body, "with": "friends"}, second)
        self.assertEqual((refusal[0], refusal[1]["message"]), (400, 'with must be "people" or "bots"'))
        self.assertEqual(self.server.http("POST", "/api/play", {**body, "with": "people"}, second)[1]["room"], room)

    def test_quick_play_does_not_lead_to_a_room_that_everybody_has_left(self):
        token, second = self.server.guest(), self.server.guest()
        options = {"board": ["......", "..BW..", "..WB..", "......"], "rotation": "BW"}
        room = self.server.room(token, options=options, seats=["me", "open"])
        host = Client(self.server, room, token)
        self.assert_listed(room, lambda summary: summary["online"] == 1)
        host.socket.close()
        self.until_lobby(lambda rooms: room not in rooms)
        answer = self.server.http("POST", "/api/play", {"game": "reversi", "options": options}, second)[1]
        self.assertNotEqual(answer["room"], room)

    def until_lobby(self, ready):
        return until_lobby(self.server, ready)

    def assert_listed(self, room, ready=bool):
        rooms = self.until_lobby(lambda rooms: room in rooms and ready(rooms[room]))
        self.assertEqual(rooms[room], self.server.http("GET", f"/api/rooms/{room}")[1])

    def listed(self):
        return [room["code"] for room in self.server.http("GET", "/api/rooms")[1]["rooms"]]

    def test_a_room_is_in_the_lobby_while_somebody_is_in_it(self):
        """Also a game against bots from the quick button: it may be watched, but not after its player has left."""
        token = self.server.guest()
        room = self.server.http("POST", "/api/play", {"game": "nim", "options": {"rows": [5, 4, 3]}}, token)[1]["room"]
        self.assertNotIn(room, self.listed())  # nobody has joined yet
        player = Client(self.server, room, token)
        self.assert_listed(room, lambda summary: summary["phase"] == "playing" and summary["online"] == 1)
        self.assertIn(room, self.listed())
        player.close()
        self.until_lobby(lambda rooms: room not in rooms)
        self.assertNotIn(room, self.listed())
        self.assertEqual(self.server.http("GET", f"/api/rooms/{room}")[1]["phase"], "playing")  # a client with the code finds it
        player.connect(resume=True)
        self.assert_listed(room)
        watcher = Client(self.server, room, nick="Watcher")
        player.close()
        self.assert_listed(room, lambda summary: summary["online"] == 0)  # a spectator
        watcher.close()
        self.until_lobby(lambda rooms: room not in rooms)

    def test_the_lobby_socket(self):
        room = self.server.room()
        client = Client(self.server, room, nick="Here")
        self.addCleanup(client.close)
        self.assert_listed(room)
        socket = Socket(self.server.port, "/lobby/ws")
        socket.send({"type": "hello", "id": 1})
        self.assertEqual([socket.receive()["type"] for _ in range(2)], ["welcome", "state"])
        socket.send({"type": "start", "id": 2})
        answer = socket.receive()
        while answer["type"] == "step":
            answer = socket.receive()
        self.assertEqual((answer["re"], answer["code"]), (2, "forbidden"))

    def test_http_refusals(self):
        deep = b'{"game":"reversi","options":' + b"[" * 40 + b"]" * 40 + b"}"
        board = {"board": ["..", "."]}
        cases = [
            ("POST", "/api/rooms", b"{", 400, "bad_json"), ("POST", "/api/rooms", b"[]", 400, "bad_message"), ("POST", "/api/rooms", deep, 400, "bad_json"),
            ("POST", "/api/rooms", {}, 400, "bad_message"), ("POST", "/api/rooms", {"game": "chess"}, 400, "bad_message"),
            ("POST", "/api/rooms", {"game": "reversi", "options": 7}, 400, "bad_message"),
            ("POST", "/api/rooms", {"game": "reversi", "options": {"preset": "nope"}}, 400, "bad_message"),
            ("POST", "/api/rooms", {"game": "reversi", "options": board}, 400, "bad_message"),
            ("POST", "/api/rooms", {"game": "reversi", "seats": ["open"] * 6}, 400, "bad_message"),
            ("POST", "/api/rooms", {"game": "reversi", "seats": ["sofa"]}, 400, "bad_message"),
            ("POST", "/api/rooms", {"game": "reversi", "seats": ["me"]}, 401, "unauthenticated"),
            ("POST", "/api/rooms", {"game": "reversi", "seats": [{"bot": "hal"}]}, 400, "bad_message"),
            ("POST", "/api/rooms", {"game": "reversi", "clock": {"kind": "move", "limit_ms": 10}}, 400, "bad_message"),
            ("POST", "/api/rooms", {"game": "reversi", "clock": {"kind": "move", "limit_ms": 5000.5}}, 400, "bad_message"),
            ("POST", "/api/rooms", {"game": "reversi", "visibility": "secret"}, 400, "bad_message"),
            ("POST", "/api/rooms", {"game": "reversi", "bot_delay_ms": -1}, 400, "bad_message"),
            ("POST", "/api/rooms", {"game": "reversi", "bot_delay_ms": "quick"}, 400, "bad_message"),
            ("POST", "/api/rooms", b'{"game":"reversi","pad":"' + b"x" * 70000 + b'"}', 413, "too_large"),
            ("GET", "/api/nothing", None, 404, "not_found"), ("GET", "/api/rooms/short", None, 404, "not_found"), ("DELETE", "/api/rooms", None, 405, "method_not_allowed"),
            ("PUT", "/api/games", b"{}", 405, "method_not_allowed"), ("GET", "/../etc/passwd", None, 404, "not_found"), ("GET", "/%2e%2e/etc/passwd", None, 404, "not_found"),
        ]
        for method, path, body, status, code in cases:
            with self.subTest(path=path, body=str(body)[:60]):
                got, answer = self.server.http(method, path, body)
                self.assertEqual((got, answer["code"]), (status, code), answer)
                self.assertTrue(answer["message"])
        self.assertEqual(self.server.http("POST", "/api/rooms", {"game": "reversi"}, "f" * 32)[0], 401)

    def test_a_method_that_is_not_possible_has_a_code_of_its_own(self):
        for method, path, allowed in (("DELETE", "/api/rooms", "GET, HEAD, POST, OPTIONS"), ("PUT", "/api/games", "GET, HEAD, OPTIONS"), ("GET", "/api/guests", "POST, OPTIONS")):
            status, answer = self.server.http(method, path)
            self.assertEqual((status, answer["code"]), (405, "method_not_allowed"), answer)
            self.assertIn(allowed, answer["message"])

    def test_a_query_says_what_it_may_say(self):
        for path, words in (("/api/rooms?game=chess", "reversi, nim"), ("/api/rooms?game=rev%20ersi", "reversi"), ("/api/rooms?phase=foo", "lobby, playing or over"),
                            ("/api/rooms?limit=abc", "from 1 to 100"), ("/api/rooms?limit=50x", "from 1 to 100"), ("/api/rooms?after=x", "the code of a room"),
                            (f"/api/rooms?phase=lobby{'x' * 80}", "lobby, playing or over")):
            with self.subTest(path):
                status, answer = self.server.http("GET", path)
                self.assertEqual((status, answer.get("code")), (400, "bad_message"), answer)
                self.assertIn(words, answer["message"])
        for path in ("/api/rooms?game=&phase=&after=&limit=", "/api/rooms?game=nim&phase=over&limit=1", "/api/rooms?later=1"):
            self.assertEqual(self.server.http("GET", path)[0], 200, path)

    def test_the_catalogue(self):
        games = {game["id"]: game for game in self.server.http("GET", "/api/games")[1]["games"]}
        reversi = games["reversi"]
        self.assertEqual(reversi["presets"][0]["id"], "five")
        self.assertEqual(["random", "minimum", "maximum", "mcs", "suzume", "tanuki", "kitsune", "tengu", "oni"],
                         [bot["id"] for bot in reversi["bots"]])
        for text in (reversi["title"], *(p["title"] for p in reversi["presets"]), *(b["title"] for b in reversi["bots"])):
            self.assertTrue(text["ja"] and text["en"])

    def test_the_article_s_own_table(self):
        room = self.server.room(self.server.guest(), options={"preset": "seed"})
        seats = Client(self.server, room, nick="W").document["seats"]
        self.assertEqual([seats[f"s{i}"].get("bot") for i in range(5)], [None, "mcs", "random", "minimum", "maximum"])
        self.assertEqual(seats["s0"]["kind"], "held")


if __name__ == "__main__":
    unittest.main()
