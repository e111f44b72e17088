"""The log: text by default, JSON objects with log.format = json, and a line for each kind of refusal, at most one a minute."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import stored
from harness import ENGAWAD, Client, Closed, eventually, first_words, serve

MEMBERS = {"ts", "level", "msg", "room", "code", "reason"}


class LogLines(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.log = self.folder / "log"

    def serve(self, *flags, **more):
        return serve(self, *flags, data=str(self.folder / "data"), log=self.log, **more)

    def json_lines(self):
        lines = [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]
        for line in lines:
            self.assertLessEqual(set(line), MEMBERS)
            self.assertRegex(line["ts"], r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
            self.assertIn(line["level"], ("debug", "info", "warning", "error"))
            self.assertTrue(all(isinstance(value, str) for value in line.values()), line)
        return lines

    def refused(self, server, host=None, **headers):
        if host:
            headers["Host"] = host
        return server.get("/api/guests", "POST", b"{}", Content_Type="application/json", **headers)[0]

    def test_text_is_the_default(self):
        self.serve("--log-level", "debug").stop()
        for line in self.log.read_text(encoding="utf-8").splitlines():
            self.assertRegex(line, r"^\[[\d-]+ [\d:.]+\] \[engawad\] \[(debug|info|warning|error)\] .")

    def test_each_line_is_an_object_whatever_is_in_it(self):
        server = self.serve("--log-format", "json", "--log-level", "debug", "--hosts", "games.example")
        self.assertEqual(self.refused(server, host='"}\\,{"'), 403)
        self.assertEqual(server.stop(), 0)
        lines = self.json_lines()
        named = [line for line in lines if "reason" in line]
        self.assertEqual([(line["level"], line["code"], line["reason"]) for line in named], [("warning", "forbidden", "host")])
        self.assertIn("this server is not called", named[0]["msg"])
        self.assertTrue(any(line["level"] == "info" and line["msg"].startswith("stopping") for line in lines))

    def test_bytes_that_are_no_text_are_replaced(self):
        environment = {**os.environ, "NOTIFY_SOCKET": b'/none/\xff"\n'}
        with subprocess.Popen([ENGAWAD, "--port", "0", "--data", self.folder / "data", "--log-format", "JSON"],
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdout.readline()
            process.terminate()
            lines = [json.loads(line) for line in process.stderr.read().decode("utf-8").splitlines()]
        self.assertTrue(any('/none/\ufffd"\n' in line["msg"] for line in lines), lines)

    def test_a_start_that_fails_says_why_in_an_object(self):
        (self.folder / "file").write_text("")
        process = subprocess.run([ENGAWAD, "--log-format", "json", "--data", self.folder / "file" / "x"], capture_output=True, text=True, timeout=20, check=False)
        self.assertEqual(process.returncode, 1)
        said = [json.loads(line) for line in process.stderr.splitlines()]
        self.assertEqual(said[-1]["level"], "error")
        self.assertIn("--data", said[-1]["msg"])

    def test_a_quarantined_room_is_named(self):
        server = self.serve("--log-format", "json")
        room = server.room()
        Client(server, room, nick="A").ok("say", text="hello")
        self.assertEqual(server.stop(), 0)
        stored.change_input(self.folder / "data", room, 2, 'rubbish "\x01')
        server.start()
        self.assertEqual(first_words(server, room, nick="Late")[1], 4007)
        self.assertEqual([line["level"] for line in self.json_lines() if line.get("room") == room], ["error"])

    def test_a_page_of_another_site_and_an_unknown_host(self):
        server = self.serve("--log-format", "json", "--hosts", "127.0.0.1")
        for _ in range(50):
            self.assertEqual(self.refused(server, Origin="https://evil.example"), 403)
        for number in range(50):
            self.assertEqual(self.refused(server, host=f"name{number}.example"), 403)
        lines = [line["reason"] for line in self.json_lines() if line.get("code") == "forbidden"]
        self.assertEqual(lines[0], "origin")
        self.assertEqual(set(lines), {"origin", "host"})
        self.assertEqual(lines.count("origin"), 1)
        self.assertLessEqual(len(lines), 20)

    def test_too_many_connections_of_an_address(self):
        server = self.serve("--log-format", "json", "--connections-per-ip", "2", "--joins-per-min", "1000")
        room, clients = server.room(), []
        for nick in "AB":
            clients.append(Client(server, room, nick=nick))
            self.addCleanup(clients[-1].close)
        for _ in range(30):
            status = server.get(f"/rooms/{room}/ws", Connection="Upgrade", Upgrade="websocket", Sec_WebSocket_Key="MDEyMzQ1Njc4OWFiY2RlZg==", Sec_WebSocket_Version="13")[0]
            self.assertEqual(status, 503)
        lines = [line for line in self.json_lines() if line.get("reason") == "limits.connections_per_ip"]
        self.assertEqual([(line["level"], line["code"]) for line in lines], [("warning", "limit_reached")])
        self.assertNotIn("127.0.0.1", self.log.read_text(encoding="utf-8"))

    def test_a_connection_that_floods(self):
        server = self.serve("--log-format", "json", "--messages-per-s", "100", "--messages-burst", "100")
        client = Client(server, server.room(), nick="A")
        self.addCleanup(client.close)
        with self.assertRaises(Closed) as closed:
            for number in range(700):
                client.socket.send({"type": "say", "id": number + 1, "text": "a secret sentence"})
            while True:
                client.socket.receive()
        self.assertEqual(closed.exception.code, 1008)
        lines = eventually(lambda: [line for line in self.json_lines() if line.get("reason") == "limits.messages_per_s"])
        self.assertEqual([line["code"] for line in lines], ["rate_limited"])
        self.assertNotIn("secret sentence", self.log.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
