"""Shutting down: every request is answered or was not executed, all clients are closed with 1012, and the next server continues from there."""
import json
import signal
import tempfile
import threading
import time
import unittest

import stored
from harness import FAIL_POINTS, Client, Closed, Socket, code_of, serve, until_closed


def until_notice(client):
    while client.take()["type"] != "notice":
        pass


class Drain(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = folder.name

    def serve(self, *flags, **environment):
        return serve(self, "--admin-port", "0", "--messages-per-s", "1000000", "--messages-burst", "1000000", "--chat-per-10s", "1000000", *flags, data=self.data, environment=environment)

    def test_moves_in_flight_are_told_or_not_done(self):
        """Clients that never stop sending requests, a bot that thinks, a viewer of the lobby; several times, so that the signal comes at different
        moments."""
        server = self.serve("--bot-budget-ms", "200")
        rooms = [server.room(options={"preset": "classic"}) for _ in range(3)]
        clients = [Client(server, room, nick="A") for room in rooms]
        thinking = Client(server, server.room(options={"preset": "five"}, seats=["open"] + [{"bot": "mcs", "level": 3}] * 4), nick="B")
        thinking.ok("sit", seat=0)
        thinking.ok("start")
        told = [{} for _ in clients]

        def talk(client, said, stopped):
            client.stopped_with = None
            try:
                while True:
                    answer = client.ask("say", text=f"line {client.next_id}")
                    if answer["type"] == "ok":
                        said[answer["re"]] = answer["seq"]
            except Closed as closed:
                client.stopped_with = closed.code

        for round_ in range(3):
            threads = [threading.Thread(target=talk, args=(client, said, None)) for client, said in zip(clients, told)]
            for thread in threads:
                thread.start()
            time.sleep(0.05 + 0.03 * round_)
            began = time.monotonic()
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual(until_closed(thinking.take), 1012)
            self.assertEqual(server.process.wait(timeout=20), 0)
            self.assertLess(time.monotonic() - began, 20)
            for thread in threads:
                thread.join()
            self.assertEqual([client.stopped_with for client in clients], [1012] * 3)
            for client, said in zip(clients, told):
                entries = ((seq, json.loads(text)) for seq, text in stored.inputs(self.data, client.room))
                lines = {entry["request"]: seq for seq, entry in entries if entry["in"] == "say"}
                self.assertEqual(lines, said, "stored is just what was told")
            server.process.stdout.close()
            server.start()
            for client in [*clients, thinking]:
                client.connect(resume=True)
        thinking.until(thinking.my_turn_or_over)
        for client in [*clients, thinking]:
            client.close()

    def test_a_drain_on_the_admin_port_stops_new_rooms_only(self):
        server = self.serve("--drain-s", "7")
        player = Client(server, server.room(options={"preset": "classic"}, seats=["open", {"bot": "minimum", "level": 1}]), nick="A")
        player.ok("sit", seat=0)
        player.ok("start")
        lobby = Socket(server.port, "/lobby/ws")
        lobby.send({"type": "hello", "id": 1})
        while lobby.receive()["type"] != "state":
            pass
        self.assertEqual(server.admin("POST", "/drain"), (200, {"draining": True}))
        self.assertEqual(server.admin("GET", "/readyz"), (503, {"ready": False, "reasons": ["draining"]}))
        self.assertEqual(server.admin("GET", "/healthz")[0], 200)
        status, head, body = server.get("/api/rooms", "POST", b'{"game":"reversi"}', Content_Type="application/json")
        answer = json.loads(body)
        self.assertEqual((status, answer["code"], answer["retry_ms"], head["Retry-After"]), (503, "draining", 3000, "3"))
        for frame in iter(player.take, None):
            if frame["type"] == "notice":
                self.assertEqual(frame, {"type": "notice", "kind": "draining", "in_s": 7})
                break
        while lobby.receive()["type"] != "notice":
            pass
        player.until(player.my_turn)
        player.play_first_legal()  # the game continues
        Client(server, player.room, nick="Watcher").close()  # and may be watched
        self.assertIsNone(server.process.poll())
        server.process.send_signal(signal.SIGTERM)
        self.assertEqual(until_closed(player.take), 1012)
        self.assertEqual(until_closed(lobby.receive), 1012)
        self.assertEqual(server.process.wait(timeout=20), 0)
        lobby.close()
        player.close()

    def test_who_does_not_answer_the_close_is_waited_for_no_longer_than_allowed(self):
        server = self.serve("--drain-s", "1")
        deaf = Client(server, server.room(), nick="A")
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        self.assertEqual(server.process.wait(timeout=20), 0)
        self.assertGreater(time.monotonic() - began, 0.9)  # it was waited for
        deaf.close()

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_who_comes_while_the_last_move_is_stored(self):
        server = self.serve(ENGAWA_FAIL_POINTS=f"{self.data}/fail-points")
        player = Client(server, server.room(), nick="A")
        before = server.metric("engawa_steps_total")
        server.set_points("journal.begin=hold")
        number = player.post("say", text="the last line")
        while server.metric("engawa_steps_total") == before:
            pass
        server.process.send_signal(signal.SIGTERM)
        until_notice(player)
        late = Socket(server.port, f"/rooms/{player.room}/ws")
        self.assertEqual(code_of(late.receive), 1012)
        self.assertNotIn(number, player.answers)
        ignored = player.post("say", text="too late")  # nothing is read any more, or the newcomer would have been welcomed
        self.assertEqual(server.admin("GET", "/healthz")[0], 200)
        status, answer = server.http("POST", "/api/rooms", {"game": "reversi"})
        self.assertEqual((status, answer["code"]), (503, "draining"))
        server.set_points("")
        self.assertEqual(until_closed(player.take), 1012)
        self.assertEqual(player.answers[number]["type"], "ok")
        self.assertNotIn(ignored, player.answers)
        self.assertEqual(server.process.wait(timeout=20), 0)
        server.process.stdout.close()
        server.start()
        player.connect(resume=True)
        self.assertEqual([line["text"] for line in player.document["chat"].values()], ["the last line"])
        player.close()

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_who_comes_between_the_notice_and_the_last_request_is_sent_away(self):
        server = self.serve(ENGAWA_FAIL_POINTS=f"{self.data}/fail-points")
        player = Client(server, server.room(), nick="A")
        before = server.metric("engawa_steps_total")
        server.set_points("journal.begin=hold,drain.told=hold")
        player.post("say", text="the last line")
        while server.metric("engawa_steps_total") == before:
            pass
        server.process.send_signal(signal.SIGTERM)
        until_notice(player)
        late = Socket(server.port, f"/rooms/{player.room}/ws")
        server.set_points("journal.begin=hold")
        self.assertEqual(code_of(late.receive), 1012)
        server.set_points("")
        self.assertEqual(until_closed(player.take), 1012)
        self.assertEqual(server.process.wait(timeout=20), 0)
        server.process.stdout.close()

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_a_second_signal_ends_it_at_once_and_nothing_told_is_lost(self):
        server = self.serve(ENGAWA_FAIL_POINTS=f"{self.data}/fail-points")
        player = Client(server, server.room(), nick="A")
        said = [player.ok("say", text="hello")["seq"] for _ in range(2)]
        server.set_points("journal.begin=hold")
        number = player.post("say", text="not stored")
        server.process.send_signal(signal.SIGTERM)
        until_notice(player)
        server.process.send_signal(signal.SIGTERM)
        self.assertIn(until_closed(player.take), (1006, 1012))
        self.assertNotIn(number, player.answers)
        self.assertEqual(server.process.wait(timeout=20), -signal.SIGTERM)
        server.process.stdout.close()
        server.set_points("")
        server.start()
        player.connect(resume=True)
        self.assertGreaterEqual(len(player.document["chat"]), len(said))
        player.close()


if __name__ == "__main__":
    unittest.main()
