"""What the operator does on the admin port: bans, mutes, words, rooms, notices, and the log of it; and what must not be able to do it."""
import pathlib
import subprocess
import tempfile
import unittest

from harness import ENGAWAD, TIMEOUT, Client, Socket, eventually, hello, serve, until_closed

SECRET = "s3cret-of-the-operator-0123456789abcdef"
HOUR_MS = 3600000


class Acting(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def serve(self, *flags, **more):
        return serve(self, "--admin-port", "0", *flags, **more)

    def act(self, server, kind, status=201, token=None, **members):
        """The answer to an act."""
        answer = server.http("POST", "/acts", {"act": kind, **members}, token, port=server.admin_port)
        self.assertEqual(answer[0], status, answer)
        return answer[1]

    def client(self, *args, **more):
        client = Client(*args, **more)
        self.addCleanup(client.close)
        return client

    def who(self, server, token):
        return server.http("GET", "/api/me", token=token)[1]["id"]

    def assert_turned_away(self, server, path, token=None, reason=None, headers=()):
        """A hello is refused as `banned`, with the reason."""
        socket = Socket(server.port, path, headers)
        self.addCleanup(socket.close)
        self.assertEqual(socket.status, 101, socket.head)
        socket.send(hello(1, token, None if token else "New"))
        answer = socket.receive()
        self.assertEqual((answer["type"], answer["code"]), ("error", "banned"), answer)
        self.assertEqual(answer.get("reason"), reason)
        self.assertEqual(until_closed(socket.receive), 4009)
        return answer


class Bans(Acting):
    def test_a_banned_guest_is_out_at_once_and_stays_out(self):
        server = self.serve(data=str(self.folder))
        taro, hana = server.guest("Taro"), server.guest("Hana")
        room = server.room(hana)
        here, other = self.client(server, room, taro), self.client(server, room, hana)
        act = self.act(server, "ban", guest=self.who(server, taro), minutes=60, reason="スパム")
        self.assertEqual((act["number"], act["act"], act["reason"]), (1, "ban", "スパム"))
        self.assertLess(abs(act["until"] - act["at"] - HOUR_MS), 1000)
        self.assertEqual(until_closed(here.take), 4009)
        for _ in range(2):
            for path in (f"/rooms/{room}/ws", "/lobby/ws"):
                answer = self.assert_turned_away(server, path, taro, "スパム")
                self.assertEqual(answer["until"], act["until"])
            status, answer = server.http("POST", "/api/rooms", {"game": "nim"}, taro)
            self.assertEqual((status, answer["code"], answer["reason"], answer["until"]), (403, "banned", "スパム", act["until"]))
            self.assertEqual(server.http("GET", "/api/me", token=taro)[1]["code"], "banned")
            other.ok("say", text="still here")
            other.close()
            server.stop()
            server.start()
            other.connect()
        self.act(server, "unban", guest=act["guest"])
        self.client(server, room, taro).ok("say", text="back")

    def test_a_stream_of_a_banned_guest_ends(self):
        server = self.serve()
        taro = server.guest("Taro")
        stream = Socket(server.port, "/stream/ws")
        self.addCleanup(stream.close)
        stream.send(hello(1, taro))
        self.assertEqual(stream.receive()["type"], "welcome")
        self.act(server, "ban", guest=self.who(server, taro), reason="a bot")
        self.assertEqual(stream.receive()["code"], "banned")
        self.assertEqual(until_closed(stream.receive), 4009)

    def test_a_block_of_addresses(self):
        server = self.serve("--trusted-proxies", "127.0.0.0/8")
        room = server.room()

        def at(address):
            return (f"X-Forwarded-For: {address}",)

        inside, outside = self.client(server, room, nick="In", headers=at("203.0.113.7")), self.client(server, room, nick="Out", headers=at("203.0.114.7"))
        six = self.client(server, room, nick="Six", headers=at("2001:db8::7"))
        act = self.act(server, "ban", addresses="203.0.113.200/24", minutes=5, reason="flood")
        self.assertEqual(act["addresses"], "203.0.113.0/24")
        self.assertEqual(until_closed(inside.take), 4009)
        self.act(server, "ban", addresses="2001:db8::1", reason="flood")
        self.assertEqual(until_closed(six.take), 4009)
        outside.ok("say", text="here")
        for address in ("203.0.113.9", "2001:db8::ffff"):
            for path in (f"/rooms/{room}/ws", "/lobby/ws"):
                self.assert_turned_away(server, path, None, "flood", at(address))
            for path in ("/api/guests", "/api/rooms", "/api/play"):
                status, answer = server.http("POST", path, {}, headers={"X-Forwarded-For": address})
                self.assertEqual((status, answer["code"]), (403, "banned"), path)
            # The page itself must be able to say why.
            self.assertEqual(server.http("GET", "/api/games", headers={"X-Forwarded-For": address})[0], 200)
        self.act(server, "unban", addresses="203.0.113.0/24")
        self.client(server, room, nick="In", headers=at("203.0.113.7"))

    def test_a_ban_that_is_lifted(self):
        server = self.serve()
        now = server.http("GET", "/acts", port=server.admin_port)[1]["now"]
        self.assertEqual(now, {"banned": [], "muted": [], "words": [], "reports": []})
        taro = server.guest("Taro")
        act = self.act(server, "ban", guest=self.who(server, taro), minutes=1, reason="x")
        now = server.admin("GET", "/acts")[1]["now"]
        self.assertEqual(now["banned"], [{"guest": act["guest"], "reason": "x", "until": act["until"]}])
        self.act(server, "unban", guest=act["guest"])
        self.assertEqual(server.admin("GET", "/acts")[1]["now"]["banned"], [])
        self.client(server, server.room(), taro)


class Rooms(Acting):
    def test_a_closed_room_and_a_removed_host(self):
        server = self.serve()
        host, guest = server.guest("Host"), server.guest("Guest")
        room = server.room(host, seats=["me", "open"], options={"preset": "classic"})
        one, two = self.client(server, room, host), self.client(server, room, guest)
        two.ok("sit", seat=1)
        self.act(server, "remove", 404, room=room, guest="g_NOBODYHERE")
        self.act(server, "remove", room=room, guest=self.who(server, host), reason="rude")
        self.assertEqual(until_closed(one.take), 4005)
        two.until(lambda: two.document.get("host") == self.who(server, guest))
        one.connect()
        one.refused("forbidden", "sit", seat=0)
        self.act(server, "close", room=room)
        self.assertEqual(until_closed(two.take), 4008)
        self.act(server, "close", 410, room=room)
        self.act(server, "close", 404, room="AAAAAAAA")
        acts = server.admin("GET", "/acts")[1]["acts"]
        self.assertEqual([act["act"] for act in acts], ["remove", "close"])

    def test_a_room_that_sleeps_is_closed_as_well(self):
        server = self.serve(data=str(self.folder))
        room = server.room()
        server.stop()
        server.start()
        self.act(server, "close", room=room.lower())
        socket = Socket(server.port, f"/rooms/{room}/ws")
        self.addCleanup(socket.close)
        socket.send(hello(1, nick="Late"))
        self.assertEqual(socket.receive()["code"], "room_closed")

    def test_lists(self):
        server = self.serve("--trusted-proxies", "127.0.0.0/8")
        token = server.guest("Taro")
        room = server.room(token, seats=["me", {"bot": "minimum", "level": 1}], options={"preset": "classic"})
        self.client(server, room, token, headers=("X-Forwarded-For: 203.0.113.7",))
        me = self.who(server, token)
        listed = server.admin("GET", "/rooms")[1]["rooms"][0]
        self.assertEqual((listed["code"], listed["people"], listed["bots"]), (room, [{"seat": 0, "guest": me, "nick": "Taro", "online": True}], 1))
        guests = server.admin("GET", "/guests")[1]["guests"]
        self.assertEqual([(one["guest"], one["nick"], one["rooms"], one["addresses"]) for one in guests], [(me, "Taro", [room], ["203.0.113.0/24"])])
        self.assertNotIn("203.0.113.7", str(guests))


class Talk(Acting):
    def test_a_muted_guest_plays_and_is_silent(self):
        server = self.serve()
        token = server.guest("Taro")
        rooms = [server.room(), server.room()]
        clients = [self.client(server, room, token) for room in rooms]
        act = self.act(server, "mute", guest=self.who(server, token), minutes=60, reason="too loud")
        for client in clients:
            answer = client.refused("muted", "say", text="hello")
            self.assertEqual((answer["reason"], answer["until"]), ("too loud", act["until"]))
            client.ok("sit", seat=0)
        self.act(server, "unmute", guest=act["guest"])
        clients[0].ok("say", text="hello")

    def test_forbidden_words(self):
        server = self.serve(data=str(self.folder))
        named = server.guest("BadWord fan")
        room = server.room()
        client = self.client(server, room, nick="Taro")
        client.ok("say", text="a badword")
        self.act(server, "forbid", word="BadWord")
        for _ in range(2):
            for text in ("a badword", "ＢＡＤＷＯＲＤ!", "xbadwordx"):
                client.refused("forbidden_word", "say", text=text)
            client.ok("say", text="a good word")
            status, answer = server.http("POST", "/api/guests", {"nick": "badword7"})
            self.assertEqual((status, answer["code"]), (403, "forbidden_word"))
            socket = Socket(server.port, f"/rooms/{room}/ws")
            socket.send(hello(1, nick="Badword"))
            self.assertEqual(socket.receive()["code"], "forbidden_word")
            socket.send(hello(2, nick="Fine"))  # a refused nick may be replaced
            self.assertEqual(socket.receive()["type"], "welcome")
            socket.close()
            old = self.client(server, room, named)
            old.ok("say", text="who am I")
            self.assertEqual(old.document["chat"][f"m{old.seq}"]["nick"], "Guest")
            old.close()
            client.close()
            server.stop()
            server.start()
            client.connect()
        self.act(server, "allow", word="badword")
        client.ok("say", text="a badword")

    def test_a_notice_to_everybody(self):
        server = self.serve()
        room = self.client(server, server.room(), nick="Taro")
        lobby = self.client(server, None)
        self.act(server, "notice", en="Maintenance at 8", ja="8時に保守をします")
        for client in (room, lobby):
            client.until(lambda: client.notices)
            self.assertEqual(client.notices, [{"type": "notice", "kind": "operator", "text": {"en": "Maintenance at 8", "ja": "8時に保守をします"}}])


class Log(Acting):
    def test_every_act_is_in_the_log_also_after_a_crash(self):
        server = self.serve(data=str(self.folder))
        room = server.room()
        self.act(server, "notice", en="one", by="Hana")
        self.act(server, "ban", guest="g_NP62PD6C3FGH", reason="two")
        self.act(server, "ban", guest="g_NP62PD6C3FGH", minutes=3, reason="three")
        self.act(server, "mute", guest="g_NP62PD6C3FGH")
        self.act(server, "forbid", word="five")
        self.act(server, "unban", guest="g_NP62PD6C3FGH")
        server.admin("POST", f"/rooms/{room}/retry")
        server.admin("POST", "/drain")
        log = eventually(lambda: len((log := server.admin("GET", "/acts")[1])["acts"]) == 8 and log)
        self.assertEqual([(act["number"], act["act"]) for act in log["acts"]],
                         list(enumerate(("notice", "ban", "ban", "mute", "forbid", "unban", "retry", "drain"), 1)))
        self.assertEqual(log["acts"][0]["by"], "Hana")
        self.assertEqual(log["now"], {"banned": [], "muted": [{"guest": "g_NP62PD6C3FGH"}], "words": ["five"], "reports": []})
        server.kill()
        server.start()
        self.assertEqual(server.admin("GET", "/acts")[1], log)
        self.assertEqual([act["number"] for act in server.admin("GET", "/acts?after=6")[1]["acts"]], [7, 8])
        for query in ("after=", "after=-1", "after=x", "before=1", "after=1&x=2"):
            self.assertEqual(server.admin("GET", "/acts?" + query)[0], 400, query)

    def test_bodies_that_are_no_acts(self):
        server = self.serve()
        guest = "g_NP62PD6C3FGH"
        for body in ({}, [], 7, "ban", {"act": "burn"}, {"act": 1}, {"act": "drain"}, {"act": "report", "guest": guest}, {"act": "settle"}, {"act": "settle", "report": "1"}, {"act": "settle", "report": 0}, {"act": "ban"}, {"act": "ban", "guest": guest},
                     {"act": "ban", "guest": guest, "reason": ""}, {"act": "ban", "guest": guest, "reason": "x" * 201}, {"act": "ban", "guest": "taro", "reason": "x"},
                     {"act": "ban", "guest": guest, "addresses": "10.0.0.1", "reason": "x"}, {"act": "ban", "guest": guest, "minutes": 0, "reason": "x"},
                     {"act": "ban", "guest": guest, "minutes": "60", "reason": "x"}, {"act": "ban", "guest": guest, "minutes": 10**12, "reason": "x"},
                     {"act": "ban", "addresses": "0.0.0.0/0", "reason": "x"}, {"act": "ban", "addresses": "::/0", "reason": "x"},
                     {"act": "ban", "addresses": "10.0.0.0/33", "reason": "x"}, {"act": "ban", "addresses": "2001:db8::/65", "reason": "x"},
                     {"act": "ban", "addresses": "::ffff:10.0.0.1", "reason": "x"}, {"act": "ban", "addresses": "10.0.0.0/", "reason": "x"},
                     {"act": "ban", "addresses": "example.org", "reason": "x"}, {"act": "unban", "guest": guest, "reason": "x"},
                     {"act": "mute", "addresses": "10.0.0.1"}, {"act": "mute"}, {"act": "unmute", "guest": 7}, {"act": "close"}, {"act": "close", "room": "x"},
                     {"act": "remove", "room": "AAAAAAAA"}, {"act": "forbid"}, {"act": "forbid", "word": "\u200b"}, {"act": "forbid", "word": " "}, {"act": "notice"},
                     {"act": "notice", "text": "x"}, {"act": "notice", "en": "\u0000"}, {"act": "notice", "en": "x", "number": 3}):
            status, answer = server.http("POST", "/acts", body, port=server.admin_port)
            self.assertEqual((status, answer["code"]), (400, "bad_message"), body)
            self.assertTrue(answer["message"])
        for body in (b"", b"{", b"\xff", b'{"act":"notice","act":"notice","en":"x"}', b"[" * 100):
            self.assertEqual(server.http("POST", "/acts", body, port=server.admin_port)[0], 400, body)
        self.assertEqual(server.http("POST", "/acts", b" " * 70000, port=server.admin_port)[0], 413)
        self.assertEqual(server.admin("GET", "/acts")[1]["acts"], [])


class Reports(Acting):
    def setUp(self):
        super().setUp()
        self.server = self.serve("--chat-per-10s", "1000000", data=str(self.folder))
        self.taro, self.hana = self.server.guest("Taro"), self.server.guest("Hana")
        self.room = self.server.room(self.hana, seats=["me", "open"], options={"preset": "classic"})
        self.one, self.two = self.client(self.server, self.room, self.hana), self.client(self.server, self.room, self.taro)

    def report(self, guest, token, status=201, /, room=None, **members):
        """`guest` may be None: then the members say who is reported."""
        body = {"guest": guest, **members} if guest else members
        answer = self.server.http("POST", f"/api/rooms/{room or self.room}/reports", body, token)
        self.assertEqual(answer[0], status, answer)
        return answer[1]

    def say(self, client, text):
        """Returns the name of the message."""
        return f"m{client.ok('say', text=text)['seq']}"

    def acts(self):
        return self.server.admin("GET", "/acts")[1]

    def test_a_report_has_its_context_and_stays_open_until_it_is_settled(self):
        for i in range(4):
            self.one.ok("say", text=f"hello {i}")
        self.two.ok("say", text="you are stupid")
        taro, hana = self.who(self.server, self.taro), self.who(self.server, self.hana)
        self.assertEqual(self.report(taro, self.hana, reason=" 悪口です\u200b "), {"room": self.room, "reported": taro})
        log = self.acts()
        act = log["acts"][0]
        self.assertEqual({name: act[name] for name in ("act", "room", "guest", "nick", "reason", "by")},
                         {"act": "report", "room": self.room, "guest": taro, "nick": "Taro", "reason": "悪口です", "by": hana})
        said = [{"guest": hana, "nick": "Hana", "text": f"hello {i}"} for i in range(4)] + [{"guest": taro, "nick": "Taro", "text": "you are stupid"}]
        self.assertEqual(act["chat"], said)
        self.assertEqual((log["now"]["reports"], self.server.metric("engawa_reports_open")), ([1], 1))
        self.server.kill()
        self.server.start()
        self.assertEqual(self.acts(), log)
        for number in (2, 7):
            self.act(self.server, "settle", 404, report=number)
        self.act(self.server, "settle", report=1, by="Yuki")
        self.act(self.server, "settle", 404, report=1)
        self.assertEqual((self.acts()["now"]["reports"], self.server.metric("engawa_reports_open")), ([], 0))

    def test_the_context_is_the_last_ten_lines(self):
        for i in range(12):
            self.two.ok("say", text=f"line {i}")
        self.report(self.who(self.server, self.taro), self.hana)
        act = self.acts()["acts"][0]
        self.assertNotIn("reason", act)
        self.assertEqual([line["text"] for line in act["chat"]], [f"line {i}" for i in range(2, 12)])

    def test_one_message(self):
        before = [self.say(self.one, f"line {i}") for i in range(2)]
        bad = self.say(self.two, "you are stupid")
        self.say(self.one, "really?")
        taro, hana = self.who(self.server, self.taro), self.who(self.server, self.hana)
        self.two.close()  # who has left is found all the same
        self.assertEqual(self.report(None, self.hana, message=bad, reason="rude"), {"room": self.room, "reported": taro})
        self.report(taro, self.hana, message=bad)
        self.report(taro, self.hana)
        first, second, whole = self.acts()["acts"]
        self.assertEqual({name: first[name] for name in ("act", "room", "guest", "nick", "message", "reason", "by")},
                         {"act": "report", "room": self.room, "guest": taro, "nick": "Taro", "message": bad, "reason": "rude", "by": hana})
        self.assertEqual([(line["text"], line.get("reported")) for line in first["chat"]],
                         [("line 0", None), ("line 1", None), ("you are stupid", True), ("really?", None)])
        self.assertEqual((second["message"], second["chat"]), (bad, first["chat"]))
        self.assertNotIn("message", whole)
        self.assertFalse([line for line in whole["chat"] if "reported" in line])
        log = self.acts()
        self.server.kill()
        self.server.start()
        self.assertEqual(self.acts(), log)
        self.assertEqual(log["now"]["reports"], [1, 2, 3])
        self.report(None, self.taro, message=before[0])  # the room has been read from its journal
        self.assertEqual(self.acts()["acts"][-1]["guest"], hana)

    def test_an_older_message_is_shown_with_the_lines_around_it(self):
        names = [self.say(self.two, f"line {i}") for i in range(31)]
        for at, shown in ((30, range(21, 31)), (24, range(19, 29)), (8, range(3, 13)), (2, range(1, 11)), (1, range(1, 11))):
            self.report(None, self.hana, message=names[at])
            act = self.acts()["acts"][-1]
            self.assertEqual([line["text"] for line in act["chat"]], [f"line {i}" for i in shown])
            self.assertEqual([line["text"] for line in act["chat"] if line.get("reported")], [f"line {at}"])

    def test_what_is_no_message_to_report(self):
        names = [self.say(self.two, f"line {i}") for i in range(31)]
        mine = self.say(self.one, "mine")
        taro, hana = self.who(self.server, self.taro), self.who(self.server, self.hana)
        for code, status, body in (("not_found", 404, {"message": names[0]}),  # the room shows 30 messages
                                   ("not_found", 404, {"message": "m1"}), ("not_found", 404, {"message": "m999999"}),
                                   ("not_found", 404, {"message": names[5][1:]}), ("not_found", 404, {"guest": taro, "message": "x"}),
                                   ("bad_message", 400, {"message": mine}), ("bad_message", 400, {"guest": taro, "message": mine}),
                                   ("bad_message", 400, {"guest": hana, "message": mine}), ("bad_message", 400, {"message": ""}),
                                   ("bad_message", 400, {"message": 7}), ("bad_message", 400, {"guest": taro, "message": None}),
                                   ("bad_message", 400, {"message": "m" * 43}), ("bad_message", 400, {"guest": "", "message": names[5]})):
            with self.subTest(body):
                answer = self.report(None, self.hana, status, **body)
                self.assertEqual(answer["code"], code)
                self.assertTrue(answer["message"])
        self.assertEqual(self.report(None, None, 401, message=names[5])["code"], "unauthenticated")
        self.assertEqual(self.acts()["acts"], [])

    def test_what_is_no_report(self):
        taro, hana = self.who(self.server, self.taro), self.who(self.server, self.hana)
        self.two.ok("sit", seat=1)
        self.assertEqual(self.report(taro, None, 401)["code"], "unauthenticated")
        self.assertEqual(self.report(hana, self.hana, 400)["code"], "bad_message")
        self.assertEqual(self.report("g_NOBODYHERE", self.hana, 404)["code"], "not_found")
        self.assertEqual(self.report(taro, self.hana, 404, room="AAAAAAAA")["code"], "not_found")
        self.assertEqual(self.report(taro, self.hana, 404, room="x")["code"], "not_found")
        for body in ({}, [], 7, {"guest": ""}, {"guest": 7}, {"guest": "x" * 100}, {"guest": taro, "reason": 7}, {"guest": taro, "reason": "x" * 201}, {"guest": taro, "reason": "\u200b"}):
            status, answer = self.server.http("POST", f"/api/rooms/{self.room}/reports", body, self.hana)
            self.assertEqual((status, answer["code"]), (400, "bad_message"), body)
        for method in ("GET", "DELETE"):
            self.assertEqual(self.server.http(method, f"/api/rooms/{self.room}/reports", token=self.hana)[0], 405)
        self.assertEqual(self.acts()["acts"], [])
        statuses = [self.server.http("POST", f"/api/rooms/{self.room}/reports", {"guest": taro}, self.hana) for _ in range(6)]
        self.assertEqual([status for status, _ in statuses], [201] * 5 + [429])
        self.assertEqual(statuses[-1][1]["code"], "rate_limited")
        self.assertGreater(statuses[-1][1]["retry_ms"], 0)
        self.assertEqual(len(self.acts()["acts"]), 5)


class Attacks(Acting):
    def with_token(self, *flags, secret=SECRET):
        file = self.folder / "token"
        file.write_text(secret + "\n", encoding="utf-8")
        return self.serve("--admin-token-file", str(file), *flags)

    def test_the_public_port_has_none_of_it(self):
        server = self.with_token()
        for path in ("/acts", "/guests", "/rooms", "/drain", "/api/acts", "/api/admin", "/admin", "/admin/acts"):
            for method in ("GET", "POST"):
                for token in (None, SECRET):
                    status, answer = server.http(method, path, {"act": "notice", "en": "x"} if method == "POST" else None, token)
                    self.assertIn(status, (404, 405), (method, path, answer))
        self.assertEqual(server.http("GET", "/acts", token=SECRET, port=server.admin_port)[1]["acts"], [])

    def test_without_the_token_nothing_but_probes(self):
        server = self.with_token()
        room = server.room()
        wrong = (None, SECRET[:-1], SECRET + "x", SECRET.upper(), "x", server.guest("Taro"))
        for token in wrong:
            for method, path in (("GET", "/rooms"), ("GET", "/guests"), ("GET", "/acts"), ("GET", f"/rooms/{room}/journal"), ("POST", "/acts"), ("POST", "/drain"),
                                 ("POST", f"/rooms/{room}/retry"), ("GET", "/nothing"), ("POST", "/healthz"), ("DELETE", "/rooms")):
                status, answer = server.http(method, path, {"act": "notice", "en": "x"} if method == "POST" else None, token, port=server.admin_port)
                self.assertEqual((status, answer["code"]), (401, "unauthenticated"), (method, path, token))
                self.assertNotIn(SECRET, answer["message"])
            for path in ("/healthz", "/readyz", "/metrics"):
                self.assertEqual(server.http("GET", path, token=token, port=server.admin_port)[0], 200)
        for name in ("Basic", "Token"):
            self.assertEqual(server.http("GET", "/acts", headers={"Authorization": f"{name} {SECRET}"}, port=server.admin_port)[0], 401)
        self.assertEqual(server.http("GET", f"/acts?token={SECRET}", port=server.admin_port)[0], 401)
        self.assertEqual(server.http("GET", "/acts", token=SECRET, port=server.admin_port)[1]["acts"], [])
        self.act(server, "notice", token=SECRET, en="x")

    def test_token_files_that_are_none(self):
        file = self.folder / "token"

        def words():
            flags = ("--port", "0", "--data", self.folder / "data", "--admin-port", "0", "--admin-token-file", file)
            done = subprocess.run([ENGAWAD, *flags], capture_output=True, text=True, timeout=TIMEOUT, check=False)
            self.assertNotEqual(done.returncode, 0)
            return done.stderr

        self.assertIn("admin.token_file", words())
        for secret in ("", "short", "a b" * 20, "x" * 2000, "ü" * 40, SECRET + "\n" + SECRET):
            with self.subTest(secret):
                file.write_text(secret + "\n", encoding="utf-8")
                self.assertRegex(words(), "admin.token_file .*32 to 1024")

    def test_other_machines_need_a_token(self):
        server = self.serve("--admin-bind", "0.0.0.0")
        room = server.room()
        for method, path in (("GET", "/acts"), ("GET", "/guests"), ("GET", "/rooms"), ("GET", f"/rooms/{room}/journal"), ("POST", "/acts"), ("POST", "/drain"), ("POST", f"/rooms/{room}/retry")):
            status, answer = server.http(method, path, {"act": "notice", "en": "x"} if method == "POST" else None, port=server.admin_port)
            self.assertEqual((status, answer["code"]), (403, "forbidden"))
            self.assertIn("admin.token_file", answer["message"])
        for path in ("/", "/healthz", "/readyz", "/metrics"):
            self.assertEqual(server.get(path, port=server.admin_port)[0], 200, path)

    def test_pages_of_other_sites_cannot_act(self):
        server = self.serve()
        own = f"http://127.0.0.1:{server.admin_port}"
        body = b'{"act":"notice","en":"x"}'

        def post(path="/acts", **headers):
            return server.get(path, "POST", body, server.admin_port, **headers)[0]

        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
            self.assertEqual(post(Content_Type=kind), 415, kind)
        for origin in ("https://evil.example", "null", f"http://127.0.0.1:{server.port}", f"{own}.evil.example", f"http://localhost:{server.admin_port}", "http://127.0.0.1"):
            for path in ("/acts", "/drain"):
                self.assertEqual(post(path, Content_Type="application/json", Origin=origin), 403, origin)
        self.assertEqual(post(Content_Type="application/json", Host="evil.example"), 403)
        self.assertEqual(post(Content_Type="application/json", Host="evil.example", Origin="http://evil.example"), 403)
        asked = server.get("/acts", "OPTIONS", port=server.admin_port, Origin="https://evil.example", Access_Control_Request_Method="POST")
        self.assertEqual(asked[0], 403)
        self.assertIsNone(asked[1]["Access-Control-Allow-Origin"])
        self.assertEqual(server.admin("GET", "/acts")[1]["acts"], [])
        self.assertEqual(server.admin("GET", "/readyz")[0], 200)  # nothing is draining
        self.assertEqual(post(Content_Type="application/json", Origin=own), 201)

    def test_nothing_here_shows_a_seed(self):
        server = self.serve()
        token = server.guest("Taro")
        room = server.room(token)
        self.client(server, room, token)
        self.act(server, "notice", en="x")
        for path in ("/rooms", "/guests", "/acts", f"/rooms/{room}/journal"):
            status, answer = server.admin("GET", path)
            self.assertEqual(status, 200)
            self.assertNotIn("seed", str(answer))


if __name__ == "__main__":
    unittest.main()
