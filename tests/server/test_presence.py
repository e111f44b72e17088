"""People who disconnect, return, are late or slow: the seat never stays blocked, and a slow reader harms only itself."""
import socket
import unittest

from harness import Client, Closed, Socket, code_of, full_speed, serve, table


class Presence(unittest.TestCase):
    def open_table(self, *flags, **body):
        server = serve(self, "--messages-per-s", "1000", "--messages-burst", "1000", "--connections-per-ip", "100", *flags)
        return server, table(self, server, ("P0", "P1"), options={}, seats=["me", "open", "open", "open", "open"], **body)

    def test_a_stand_in_plays_after_the_grace_time_and_hands_back_on_return(self):
        server, (host, friend) = self.open_table("--grace-ms", "50")
        host.ok("start")
        friend.until(lambda: friend.document["phase"] == "playing")
        friend.socket.close()
        host.until(lambda: not host.document["seats"]["s1"]["online"])
        host.until(lambda: host.document["seats"]["s1"].get("stand_in"))
        host.play_first_legal()
        host.until(host.my_turn_or_over)
        self.assertIn("s1", [step.get("by") for step in host.steps if "move" in step])
        friend.connect(resume=True)
        friend.until(lambda: friend.document["seats"]["s1"]["online"])
        self.assertNotIn("stand_in", friend.document["seats"]["s1"])
        host.play_first_legal()
        friend.until(friend.my_turn)
        friend.play_first_legal()

    def test_a_seat_left_in_the_lobby_phase_is_open_again_after_the_grace_time(self):
        server, (host, friend) = self.open_table("--grace-ms", "50")
        friend.socket.close()
        host.until(lambda: host.document["seats"]["s1"]["kind"] == "open")
        friend.connect(resume=True)
        self.assertIsNone(friend.seat)

    def test_the_host_goes_to_a_person_who_is_there(self):
        server, (host, friend) = self.open_table("--grace-ms", "50")
        host.socket.close()
        friend.until(lambda: friend.document["host"] == friend.guest)

    def test_who_runs_out_of_time_is_played_for_once(self):
        server, (host, friend) = self.open_table(clock={"kind": "move", "limit_ms": 3000})
        host.ok("start")
        clock = host.document["clock"]
        self.assertEqual((clock["running"], clock["left"]), ("s0", {"s0": 3000}))
        host.until(lambda: host.document["ply"] == 1)
        step = next(s for s in host.steps if s["set"].get("ply") == 1)
        self.assertEqual(step["by"], "s0")
        self.assertIn({"kind": "timeout", "seat": "s0"}, step["events"])
        self.assertEqual(host.document["clock"]["running"], "s1")
        friend.until(friend.my_turn)
        friend.play_first_legal()

    def test_bots_and_clock_wait_while_nobody_is_connected(self):
        server = serve(self, "--grace-ms", "20")
        token = server.guest()
        room = server.room(token, seats=["me", *[{"bot": "random"}] * 4], start="full", clock={"kind": "move", "limit_ms": 60000})
        player = Client(server, room, token)
        player.until(player.my_turn)
        player.play_first_legal()
        player.socket.close()
        player.connect(resume=True)
        # The clock continues with the step that reports the player's return.
        player.until(lambda: player.my_turn() and "left" in player.document["clock"])
        self.assertLess(player.document["ply"], 20)
        self.assertGreater(player.document["clock"]["left"]["s0"], 50000)

    @full_speed
    def test_a_slow_reader_gets_a_snapshot_or_the_door_and_delays_nobody(self):
        server, (host, friend) = self.open_table("--chat-per-10s", "100000", "--messages-per-s", "100000", "--messages-burst", "100000", "--outbox-frames", "16")
        lines = 3000  # more than the sockets hold
        slow = Socket(server.port, f"/rooms/{host.room}/ws", receive_buffer=2048)
        slow.send({"type": "hello", "id": 1})
        for i in range(lines):
            host.post("say", text="\N{MAHJONG TILE RED DRAGON}" * 190 + str(i))
            if i % 100 == 99:
                host.ok("ping")
                friend.ok("ping")
        seen, closed = [], None
        try:
            while True:
                seen.append(slow.receive())
                if seen[-1].get("seq") == host.seq:
                    break
        except Closed as error:
            closed = error.code
        states = sum(frame["type"] == "state" for frame in seen)
        self.assertTrue(states >= 2 or closed in (4102, 1006), (states, closed))
        self.assertLess(len(seen), lines)
        friend.until(lambda: friend.seq == host.seq)
        self.assertEqual(friend.document, host.document)

    def test_silence_is_pinged_and_then_closed(self):
        server = serve(self, "--ping-s", "1")
        client = Client(server, server.room(), nick="Quiet")
        client.until(lambda: client.document.get("spectators"))  # the room woke up and has counted us: nothing more is to come but pings
        _, opcode, _ = client.socket.next_frame()
        self.assertEqual(opcode, 9)  # which we leave unanswered
        self.assertEqual(code_of(client.take), 4103)

    def test_no_hello_in_time(self):
        server = serve(self, "--hello-ms", "100")
        silent = Socket(server.port, f"/rooms/{server.room()}/ws")
        self.assertEqual(code_of(silent.receive), 4002)

    def test_messages_and_rooms_and_connections_are_rationed(self):
        server = serve(self, "--connections-per-ip", "3", "--rooms-per-min", "6")
        client = Client(server, server.room(), nick="Fast")
        answers = [client.ask("ping") for _ in range(60)]
        refused = [a for a in answers if a["type"] == "error"]
        self.assertTrue(refused and all(a["code"] == "rate_limited" and a["retry_ms"] > 0 for a in refused))
        codes = [server.http("POST", "/api/rooms", {"game": "reversi"})[0] for _ in range(15)]
        self.assertIn(429, codes)
        sockets = [Socket(server.port, "/lobby/ws") for _ in range(3)]
        self.assertEqual([s.status for s in sockets], [101, 101, 503])

    def test_slow_and_large_request_heads_are_cut_off(self):
        server = serve(self)
        large = socket.create_connection(("127.0.0.1", server.port), 10)
        large.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 17000 + b"\r\n\r\n")
        self.assertIn(b"413", large.recv(4096))
        slow = socket.create_connection(("127.0.0.1", server.port), 10)
        slow.sendall(b"GET / HT")
        self.assertEqual(slow.recv(4096), b"")  # closed after 5 s


if __name__ == "__main__":
    unittest.main()
