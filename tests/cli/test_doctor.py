"""`engawa doctor`: a server that is well, and each fault on the way to one, with what to do about it."""
import json
import socket
import unittest

from client import Case
from front import Proxy
from harness import ROOT, Server, refusing_port
from relay import Authority

GONE = b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 8\r\n\r\n<p>hello"


class Doctor(Case):
    def asked(self, url, *flags, code, env=None):
        """The findings: {check: (state, message, advice)}."""
        done, out, err = self.finished("doctor", url, "--json", *flags, server=None, env=env)
        self.assertEqual((done, err), (code, ""), out)
        lines = [json.loads(line) for line in out.splitlines()]
        return {line["check"]: (line["state"], line["message"], line.get("advice", "")) for line in lines}

    def fault(self, url, check, words, advice, env=None, flags=()):
        found = self.asked(url, *flags, code=1, env=env)
        self.assertEqual([name for name, (state, _, _) in found.items() if state == "fault"], [check], found)
        self.assertIn(words, found[check][1])
        self.assertIn(advice, found[check][2])
        for language in ("en", "ja"):
            code, out, _ = self.finished("doctor", url, "--lang", language, *flags, server=None, env=env)
            self.assertEqual((code, out.count("fault: ")), (1, 1), out)
        return found

    def test_a_server_that_is_well(self):
        found = self.asked(self.server.url, code=0)
        self.assertEqual({check: state for check, (state, _, _) in found.items() if check != "links"}, {"server": "ok", "websocket": "ok", "clock": "ok", "round_trip": "ok"})
        self.assertIn("engawad/", found["websocket"][1])
        code, out, _ = self.finished("doctor", server=self.server.url)
        self.assertEqual((code, out.splitlines()[-1]), (0, "Everything is well."))
        self.assertIn("localhost is ", self.finished("doctor", f"http://localhost:{self.server.port}", "--lang", "en", server=None)[1])
        self.assertIn("問題はありません。", self.finished("doctor", self.server.url, "--lang", "ja", server=None)[1])

    def test_nobody_there(self):
        self.fault("http://nobody.invalid", "name", "no address for the name nobody.invalid", "set up DNS")
        self.fault(f"http://127.0.0.1:{refusing_port(self)}", "connection", "cannot connect to 127.0.0.1:", "open the port in the firewall")
        silent = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(silent.close)
        self.fault(f"http://127.0.0.1:{silent.getsockname()[1]}", "connection", "does not answer", "start the server", flags=("--timeout", "1"))
        self.fault(self.server.url.replace("http:", "https:"), "certificate", "speaks no TLS", "use http://")

    def test_somebody_else_answers(self):
        page = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
        moved = b"HTTP/1.1 301 Moved\r\nLocation: https://games.example.org/\r\nContent-Length: 0\r\n\r\n"
        for answer, words, advice in ((page, "no Engawa server", "check the address"), (moved, "leads to https://games.example.org/", "server.public_url"),
                                      (GONE, "but not the server: HTTP status 502", "start the server")):
            self.fault(Proxy(self, self.server.port, answer=answer).url, "server", words, advice)

    def test_a_proxy_that_passes_on_no_websockets(self):
        proxy = Proxy(self, self.server.port, lambda head: head.replace(b"Upgrade: websocket\r\n", b"").replace(b"Connection: Upgrade\r\n", b""))
        self.fault(proxy.url, "websocket", "no WebSocket is opened: HTTP ", "Upgrade and Connection")

    def test_a_proxy_that_hides_the_name(self):
        proxy = Proxy(self, self.server.port, lambda head: head.replace(f":{proxy.port}".encode(), b":1", 1))
        self.fault(proxy.url, "websocket", "the server refuses: ", "pass on Host unchanged")

    def test_certificates(self):
        authority = Authority(self.home)
        trusting = {"SSL_CERT_FILE": authority.file, "SSL_CERT_DIR": "/nonexistent"}
        with Server("--trusted-proxies", "127.0.0.1", "--web-root", str(ROOT / "clients/web/dist")) as server:
            def told(head):
                return head.replace(b"\r\n\r\n", b"\r\nX-Forwarded-Proto: https\r\n\r\n", 1)

            found = self.asked(Proxy(self, server.port, told, tls=authority.context("good")).url, code=0, env=trusting)
            self.assertEqual((found["certificate"][0], found["websocket"][0]), ("ok", "ok"), found)
            self.assertEqual(found["links"][0], "ok", found)
            silent = Proxy(self, server.port, tls=authority.context("silent"))
            state, message, advice = self.asked(silent.url, code=0, env=trusting)["links"]
            self.assertEqual((state, message), ("warning", f"links in chats lead to http://127.0.0.1:{silent.port}/"))
            self.assertIn("X-Forwarded-Proto", advice)
            own = Proxy(self, server.port, told, tls=authority.context("own", signed=False))
            self.fault(own.url, "certificate", "signed by itself alone", "fullchain.pem", env=trusting)

    def test_misuse(self):
        for arguments in (("doctor", "ftp://127.0.0.1"), ("doctor", "http://a", "b")):
            self.assertEqual(self.finished(*arguments, server=None)[0], 2)


if __name__ == "__main__":
    unittest.main()
