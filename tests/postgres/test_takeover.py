"""A node of a cluster is killed, stopped, frozen or restarted, or its database was unreachable: its rooms continue, here or elsewhere, with
everything that was acknowledged, once."""
import json
import pathlib
import re
import signal
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from nodes import LONG, Nodes  # noqa: E402 (it knows where the harness is)
from harness import FAIL_POINTS, Client, Socket, code_of, eventually  # noqa: E402
from test_store import Talker  # noqa: E402
from wall_clock import YEAR, wall_clock  # noqa: E402


class Takeover(Nodes):
    def test_a_node_is_killed(self):
        nodes = [self.node() for _ in range(3)]
        talkers = self.talkers(nodes[0], nodes[1:])
        stranded = talkers.pop(0)  # its own node is gone: it connects to another one, as through a proxy

        def kill():
            nodes[0].kill()
            stranded.client.server = nodes[1]

        away = self.talk_until([stranded, *talkers], kill)
        self.assert_stored([stranded, *talkers])
        print("after kill -9, s:", [round(s, 2) for s in away], file=sys.stderr)
        for talker in (stranded, *talkers):
            self.assertIn(self.owner(talker.client.room), [f"127.0.0.1:{node.link}" for node in nodes[1:]])
        self.start(nodes[0])
        stranded.client.server = nodes[0]
        stranded.come_back()
        self.assert_stored([stranded])

    def test_rooms_of_a_dead_node_go_on_though_nobody_asks(self):
        one, two = self.node(), self.node()
        room = one.room(options={"preset": "classic"})
        one.kill()
        eventually(lambda: self.owner(room) == f"127.0.0.1:{two.link}")
        eventually(lambda: two.metric("engawa_rooms_taken_over_total") == 1)

    def test_many_rooms_are_taken_more_at_a_time_while_there_are_more(self):
        freely = ("--rooms-per-min", "1000", "--rooms-per-ip", "1000", "--rooms-per-guest", "1000")
        one, two = [self.node(3000, flags=freely) for _ in range(2)]

        def taken(rooms):
            codes = ", ".join(f"'{room}'" for room in rooms)
            return int(self.sql(f"SELECT count(*) FROM rooms r JOIN nodes n ON r.owner = n.id WHERE address = '127.0.0.1:{two.link}' AND code IN ({codes})"))

        rooms = [one.room(options={"preset": "classic"}) for _ in range(150)]
        one.kill()
        eventually(lambda: two.metric("engawa_rooms_taken_over_total") == 150)
        self.assertEqual(re.findall(r"took (\d+) rooms", self.logs[1].read_text()), ["40", "80", "30"])
        self.assertEqual(taken(rooms), len(rooms))
        # Next time it starts with few again.
        one = self.node(3000, flags=freely)
        more = [one.room(options={"preset": "classic"}) for _ in range(50)]
        one.kill()
        eventually(lambda: two.metric("engawa_rooms_taken_over_total") == 200)
        self.assertEqual(re.findall(r"took (\d+) rooms", self.logs[1].read_text())[3:], ["40", "10"])
        self.assertEqual(taken(more), len(more))

    def test_a_frozen_node_wakes_and_finds_its_rooms_taken(self):
        nodes = [self.node() for _ in range(2)]
        talkers = self.talkers(nodes[0], nodes[1:])
        frozen, spliced = talkers
        nodes[0].freeze()
        try:
            # A request forwarded there is refused until the lease has ended; a later one finds the room here.
            status, answer = nodes[1].http("GET", f"/api/rooms/{frozen.client.room}")[:2]
            if status == 200:
                self.assertEqual(self.owner(frozen.client.room), f"127.0.0.1:{nodes[1].link}")
            else:
                self.assertEqual((status, answer["code"]), (503, "busy"))
            self.assertIsNotNone(spliced.say_until_closed())  # the node in between notices
            spliced.come_back()
            spliced.say()
            room = frozen.client.room
            eventually(lambda: self.owner(room) == f"127.0.0.1:{nodes[1].link}")
            other = Talker(Client(nodes[1], room, nick="Ben"))
            self.addCleanup(other.client.close)
            other.say()
        finally:
            nodes[0].process.send_signal(signal.SIGCONT)
        # The former owner still has its connection and the room: it must not acknowledge anything.
        self.assertIsNotNone(frozen.say_until_closed())
        self.assertEqual(self.owner(room), f"127.0.0.1:{nodes[1].link}")
        frozen.come_back()
        frozen.say()
        frozen.said |= other.said
        self.assert_stored([frozen, spliced])
        self.assertGreaterEqual(nodes[0].metric("engawa_lease_lapses_total"), 1)

    @unittest.skipUnless(FAIL_POINTS, "needs fail points")
    def test_a_node_that_wakes_while_its_rooms_are_taken_lets_them_go(self):
        former, taker = self.node(), self.node(6000)
        room = former.room(options={"preset": "classic"})
        taker.points.write_text("store.claimed=hold")
        former.freeze()
        try:
            # The new owner is between its claim and the commit: no other node sees the new owner yet.
            eventually(lambda: self.sql("SELECT pid FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE '%free AS%' AND query_start > "
                                        f"(SELECT lease_until FROM nodes WHERE address = '127.0.0.1:{former.link}')"))
            woken = self.sql("SELECT clock_timestamp()").strip()
        finally:
            former.process.send_signal(signal.SIGCONT)
        # The former owner renews its lease: that is the only query now, since the new owner waits.
        eventually(lambda: self.sql("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND datname = current_database() AND "
                                    f"pid <> pg_backend_pid() AND query_start > '{woken}'"))
        taker.points.write_text("")
        eventually(lambda: self.owner(room) == f"127.0.0.1:{taker.link}")
        eventually(lambda: former.metric("engawa_lease_lapses_total") == 1)
        guest = Client(taker, room, nick="Aki")
        self.addCleanup(guest.close)
        guest.ok("sit", seat=0)
        eventually(lambda: former.http("GET", f"/api/rooms/{room}") == taker.http("GET", f"/api/rooms/{room}"))
        self.assertGreater(former.metric("engawa_spliced_total"), 0)

    @unittest.skipUnless(FAIL_POINTS, "needs fail points")
    def test_a_node_that_wakes_does_not_show_its_rooms_as_they_were(self):
        former, taker = self.node(), self.node()
        room = former.room(options={"preset": "classic"})
        token, answers = former.guest("Ben"), []

        def look():
            answers.append(former.http("GET", f"/api/rooms/{room}")[:2])

        def enter():
            socket = Socket(former.port, f"/rooms/{room}/ws")
            self.addCleanup(socket.close)
            socket.send({"type": "hello", "id": "h", "token": token})
            answers.append((503, socket.receive()))
            self.assertEqual(code_of(socket.receive), 1013)

        former.freeze()
        try:
            eventually(lambda: self.owner(room) == f"127.0.0.1:{taker.link}")
            other = Talker(Client(taker, room, nick="Aki"))
            self.addCleanup(other.client.close)
            other.say()
            former.points.write_text("store.renew=hold")  # it wakes, and does not know yet that its lease has ended
            threads = [threading.Thread(target=work) for work in (look, enter)]
            for thread in threads:
                thread.start()
        finally:
            former.process.send_signal(signal.SIGCONT)
        for thread in threads:
            thread.join()
        self.assertEqual([(status, answer["code"]) for status, answer in answers], [(503, "busy")] * 2)
        former.points.write_text("")
        eventually(lambda: former.http("GET", f"/api/rooms/{room}") == taker.http("GET", f"/api/rooms/{room}"))

    def test_each_node_keeps_its_rooms_when_the_database_was_away(self):
        nodes = [self.node(3000) for _ in range(2)]
        talkers = [Talker(Client(node, node.room(options={"preset": "classic"}), nick="Aki")) for node in nodes]
        for talker in talkers:
            self.addCleanup(lambda client=talker.client: client.close())
            talker.say()
            talker.client.until(lambda: talker.client.document.get("spectators"))  # the room has no step left to store
        self.postgres.stop()
        for node in nodes:
            eventually(lambda: node.admin("GET", "/readyz")[0] == 503)
        time.sleep(3.5)  # longer than the lease
        self.postgres.start()
        for node in nodes:
            eventually(lambda: node.metric("engawa_lease_lapses_total") == 1)
        for node, talker in zip(nodes, talkers):
            self.assertEqual(self.owner(talker.client.room), f"127.0.0.1:{node.link}")
            self.assertEqual(node.metric("engawa_rooms_taken_over_total"), 0)
        self.assert_stored(talkers)

    def test_a_node_that_stops_hands_its_rooms_over_at_once(self):
        nodes = [self.node(LONG) for _ in range(2)]
        talkers = self.talkers(nodes[0], nodes[1:])
        stranded = talkers.pop(0)

        def stop():
            stranded.client.server = nodes[1]
            self.assertEqual(nodes[0].stop(), 0)

        away = self.talk_until([stranded, *talkers], stop)
        self.assertEqual(set(self.codes.values()), {1013}, "they come again at once, and not when this one has started again")
        print("after a stop, s:", [round(s, 2) for s in away], file=sys.stderr)
        self.assertLess(max(away), LONG / 1000)
        self.assert_stored([stranded, *talkers])

    def test_the_last_node_sends_people_away_until_it_starts_again(self):
        nodes = [self.node() for _ in range(2)]
        talker, *_ = self.talkers(nodes[0], [])
        nodes[1].kill()
        eventually(lambda: self.sql("SELECT count(*) FROM nodes WHERE lease_until > clock_timestamp()").strip() == "1")
        self.talk_until([talker], lambda: (nodes[0].stop(), self.start(nodes[0])))
        self.assertEqual(self.codes, {0: 1012})
        self.assert_stored([talker])

    def test_clocks_that_are_years_apart_take_nobodys_seat_or_time(self):
        patient = ("--grace-ms", "3600000")  # longer than the test
        for end in ("kill", "stop"):
            for first, second in ((2 * YEAR, -2 * YEAR), (-2 * YEAR, 2 * YEAR), (0, -5)):
                with self.subTest(end=end, clocks=(first, second)):
                    one, two = (self.node(flags=patient, environment=wall_clock(seconds)) for seconds in (first, second))
                    tokens = [one.guest(nick) for nick in ("Host", "Friend")]
                    room = one.room(tokens[0], options={"preset": "classic"}, seats=["me", "open"], clock={"kind": "none"}, absent="forfeit")
                    host, friend = (Client(one, room, token) for token in tokens)
                    friend.ok("sit", seat=1)
                    host.ok("start")
                    getattr(one, end)()
                    for client in (friend, host):  # the host is second
                        client.server = two
                        Talker(client).come_back()
                        self.addCleanup(client.close)
                        client.ok("say", text="here I am")
                    self.assertEqual(host.document["phase"], "playing")
                    self.assertEqual(host.document["host"], host.guest)
                    self.assertEqual([seat.get("online") for seat in host.document["seats"].values()], [True, True])
                    host.play_first_legal()
                    stored = [json.loads(text) for _, text in self.inputs(room)]
                    times = [entry["at"] for entry in stored]
                    self.assertEqual(times, sorted(times))
                    self.assertFalse({entry["in"] for entry in stored} & {"stand_in", "vacate", "forfeit", "host"})
                    two.kill()

    def test_a_node_that_starts_again_has_its_rooms_at_once(self):
        nodes = [self.node(LONG) for _ in range(2)]
        talkers = self.talkers(nodes[0], nodes[1:])
        nodes[0].kill()
        self.start(nodes[0])
        for talker in talkers:
            talker.say_until_closed()
            talker.come_back()
        self.assert_stored(talkers)
        for talker in talkers:
            self.assertEqual(self.owner(talker.client.room), f"127.0.0.1:{nodes[0].link}")


if __name__ == "__main__":
    unittest.main()
