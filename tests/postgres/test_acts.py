"""The operator's acts in a cluster: done at one node, they hold at all of them, whichever has the room, and after all nodes have started again."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from nodes import Nodes  # noqa: E402 (it knows where the harness is)
from harness import Client, Socket, eventually, hello, until_closed  # noqa: E402


class Acts(Nodes):
    def act(self, node, kind, status=201, **members):
        answer = node.http("POST", "/acts", {"act": kind, **members}, port=node.admin_port)
        self.assertEqual(answer[0], status, answer)
        return answer[1]

    def client(self, *args, **more):
        client = Client(*args, **more)
        self.addCleanup(client.close)
        return client

    def refusal_of(self, node, room, token):
        socket = Socket(node.port, f"/rooms/{room}/ws")
        self.addCleanup(socket.close)
        socket.send(hello(1, token))
        return socket.receive().get("code")

    def test_an_act_at_one_node_holds_at_all(self):
        one, two = self.node(), self.node()
        token = one.guest("Taro")
        me = one.http("GET", "/api/me", token=token)[1]["id"]
        rooms = [one.room(), two.room()]
        clients = [self.client(one, rooms[1], token), self.client(two, rooms[0], token)]
        listener = self.client(two, None)
        self.act(one, "ban", guest=me, reason="spam")
        for client in clients:
            self.assertEqual(until_closed(client.take), 4009)
        for node in (one, two):
            for room in rooms:
                eventually(lambda node=node, room=room: self.refusal_of(node, room, token) == "banned")
        self.act(two, "notice", en="hello")
        listener.until(lambda: listener.notices)
        self.act(two, "unban", guest=me)
        eventually(lambda: one.http("GET", "/api/me", token=token)[0] == 200)
        self.assertEqual([act["number"] for act in one.admin("GET", "/acts")[1]["acts"]], [1, 2, 3])

    def test_a_room_of_another_node_is_closed(self):
        one, two = self.node(), self.node()
        token = two.guest("Host")
        room = two.room(token)
        client = self.client(two, room, token)
        self.act(one, "close", room=room)
        self.assertEqual(until_closed(client.take), 4008)
        eventually(lambda: self.refusal_of(one, room, token) == "room_closed")

    def test_the_operator_sees_the_nodes(self):
        one, two = self.node(), self.node()
        both = sorted(f"127.0.0.1:{node.link}" for node in (one, two))
        eventually(lambda: sorted(one.admin("GET", "/server")[1]["nodes"]) == both)
        self.assertEqual(two.admin("GET", "/server")[1]["node"], f"127.0.0.1:{two.link}")
        self.assertEqual(two.stop(), 0)
        eventually(lambda: one.admin("GET", "/server")[1]["nodes"] == [f"127.0.0.1:{one.link}"])

    def test_acts_at_once_and_a_restart_of_all(self):
        one, two = self.node(), self.node()
        for number in range(10):
            self.act((one, two)[number % 2], "forbid", word=f"word{number}")
        for node in (one, two):
            self.assertEqual(node.stop(), 0)
        self.start(one)
        log = one.admin("GET", "/acts")[1]
        self.assertEqual([act["number"] for act in log["acts"]], list(range(1, 11)))
        self.assertEqual(len(log["now"]["words"]), 10)


if __name__ == "__main__":
    unittest.main()
