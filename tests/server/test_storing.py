"""What one guest, one address and one room may store in an hour: refused with a wait, nothing lost and nothing doubled."""
import time
import unittest

import stored
from harness import Client, serve

TALK = ("--chat-per-10s", "1000000", "--messages-per-s", "1000000", "--messages-burst", "1000000", "--admin-port", "0")
ONE_LINE = 900  # most bytes of an input: a client with any allowance left may overdraw by that much


class Storing(unittest.TestCase):
    def serve(self, *flags):
        return serve(self, *TALK, *flags)

    def until_refused(self, client, text, least_ms=20000):
        """Chats until it has to wait for at least that long: the next request must come in time to be refused."""
        while True:
            answer = client.ask("say", text=text)
            if answer["type"] == "ok":
                continue
            self.assertEqual(answer["code"], "storage_limit")
            if answer["retry_ms"] >= least_ms:
                return answer
            time.sleep(answer["retry_ms"] / 1000)

    def bytes_of(self, server, room):
        return sum(len(text.encode()) for _, text in stored.inputs(server.data, room) if '"in":"say"' in text)

    def test_who_has_stored_enough_waits_and_plays_on(self):
        server = self.serve("--stored-kb-per-guest", "500")  # one byte in 7 ms
        client = Client(server, server.room(), nick="A")
        client.ok("sit", seat=0)
        began = time.monotonic()
        refused = self.until_refused(client, "a" * 200, 1000)
        seq = client.seq
        self.assertEqual(client.ask("start", id=refused["re"])["code"], "storage_limit")
        self.assertEqual(client.seq, seq)
        returned = (time.monotonic() - began) * 500000 / 3600
        self.assertLess(abs(self.bytes_of(server, client.room) - 500000 - returned), 2 * ONE_LINE)
        end = time.monotonic() + refused["retry_ms"] / 1000
        while time.monotonic() < end:  # requests that store nothing are not delayed
            client.ok("ping")
            client.ok("log")
            time.sleep(0.02)
        self.assertEqual(client.ok("start", id=refused["re"])["seq"], client.ok("start", id=refused["re"])["seq"])
        self.assertEqual(client.document["phase"], "playing")
        self.assertEqual(sum('"in":"start"' in text for _, text in stored.inputs(server.data, client.room)), 1)
        self.assertGreater(server.metric("engawa_storage_limited_total"), 1)

    def test_a_guest_is_the_same_in_every_room_and_on_every_connection(self):
        server = self.serve("--stored-kb-per-guest", "2", "--threads", "2")
        token, rooms = server.guest(), [server.room() for _ in range(4)]
        self.until_refused(Client(server, rooms[0], token), "a" * 100)
        for room in rooms:
            Client(server, room, token).refused("storage_limit", "say", id="more", text="once more")
        Client(server, rooms[0], server.guest()).ok("say", text="I am somebody else")

    def test_an_address_is_the_same_whoever_comes_from_it(self):
        server = self.serve("--stored-kb-per-ip", "3")
        room = server.room()
        self.until_refused(Client(server, room, nick="A"), "a" * 100)
        Client(server, server.room(), nick="B").refused("storage_limit", "sit", seat=0)

    def test_a_room_has_a_limit_of_its_own(self):
        server = self.serve("--stored-kb-per-room", "3")
        first, second = (Client(server, server.room(), nick="A") for _ in range(2))
        self.until_refused(first, "a" * 100)
        Client(server, first.room, nick="B").refused("storage_limit", "say", text="me neither")
        second.ok("say", text="this is another room")

    def test_what_is_stored_without_being_asked_for_is_not_held_up(self):
        server = self.serve("--stored-kb-per-ip", "2")
        client = Client(server, server.room(seats=["open", {"bot": "minimum", "level": 1}], options={"preset": "classic"}), nick="A")
        client.ok("sit", seat=0)
        self.until_refused(client, "a" * 100)
        client.connect(resume=True)
        client.until(lambda: client.document["seats"]["s0"]["online"])


if __name__ == "__main__":
    unittest.main()
