"""A network that fails between a request and its answer: the client sends it again under the same id, and nothing is done twice."""
import json
import pathlib
import socket
import threading
import unittest

from client import Case, first_legal, stop_listening


class Wire:
    """A TCP relay to the server. After cut() it lets one more message of the client through, swallows the answer and hangs up."""

    def __init__(self, port):
        self.target = port
        self.armed = self.cutting = False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self._accept, daemon=True)
        self.thread.start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            threading.Thread(target=self._up, args=(client, server), daemon=True).start()
            threading.Thread(target=self._down, args=(client, server), daemon=True).start()

    def cut(self):
        self.armed = True

    def _up(self, client, server):
        try:
            while data := client.recv(65536):
                if self.armed:
                    self.armed, self.cutting = False, True
                server.sendall(data)
        except OSError:
            pass
        self._close(client, server)

    def _down(self, client, server):
        try:
            while data := server.recv(65536):
                if self.cutting:
                    self.cutting = False
                    break
                client.sendall(data)
        except OSError:
            pass
        self._close(client, server)

    @staticmethod
    def _close(*sockets):
        for one in sockets:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()


class Drops(Case):
    def setUp(self):
        super().setUp()
        self.trace = pathlib.Path(self.home) / "traffic.jsonl"
        self.server.kill()
        self.server.flags += ["--trace-traffic", str(self.trace)]
        self.server.start()
        self.wire = Wire(self.server.port)
        self.addCleanup(stop_listening, self.wire.listener, self.wire.thread)

    def test_an_unanswered_move_is_sent_again_under_the_same_id(self):
        room = self.table("classic")
        run = self.run_client("play", room, "--plain", server=f"http://127.0.0.1:{self.wire.port}")
        for cut in range(3):
            move = first_legal(run.until(first_legal))
            # What the last return sent again may still be on its way: a refusal that comes back shows that all of it is answered.
            run.send("start")
            with run.arrived:
                self.assertTrue(run.arrived.wait_for(lambda: run.errors.count("[already_started]") == cut + 1, 20), run.errors)
            self.wire.cut()
            run.send(move)
            with run.arrived:
                self.assertTrue(run.arrived.wait_for(lambda: run.errors.count("connected again") == cut + 1, 20), run.errors)
        run.play_to_the_end()
        self.assertEqual(run.end(), 0, run.errors)
        self.assertEqual(run.errors.count("engawa: "), 9, run.errors)  # lost, back and our own refusals, three times; no other
        sent = {}
        for line in self.trace.read_text(encoding="utf-8").splitlines():
            frame = find_frame(json.loads(line))
            if frame.get("type") == "move" and "id" in frame and "ply" in frame:
                sent.setdefault(frame["id"], []).append(frame["ply"])
        self.assertEqual(sorted(map(len, sent.values()))[-4:], [1, 2, 2, 2])
        self.assertTrue(all(len(set(plies)) == 1 for plies in sent.values()))

    def test_gives_up_when_the_server_stays_away(self):
        run = self.run_client("play", self.table("classic"), "--plain", "--reconnect", "0")
        run.until(first_legal)
        self.server.kill()
        self.assertEqual(run.process.wait(20), 3)


def find_frame(entry):
    """The frame in a line of the traffic file, whatever stands around it."""
    for value in [entry, *entry.values()] if isinstance(entry, dict) else []:
        if isinstance(value, str) and value.startswith("{"):
            value = json.loads(value)
        if isinstance(value, dict) and "type" in value:
            return value
    return {}


if __name__ == "__main__":
    unittest.main()
