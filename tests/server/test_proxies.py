"""Programs between a client and the server that write heads in their own way: proxies, load balancers, other programs' cookies, monitors.

tests/browser/proxies.test.mjs plays through real ones.
"""
import pathlib
import re
import socket
import tempfile
import unittest

from harness import TIMEOUT, Client, Server, Socket
from test_security import Ended, head, raw

UPGRADE = ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")


def answers(text):
    """The heads of all answers in `text`, without the bodies."""
    return re.findall(rb"HTTP/1\.1 (\d\d\d)[^\r]*\r\n", text)


def field(answer, name):
    found = re.search(rf"(?im)^{name}: (.*)\r$", answer.decode())
    return found[1] if found else None


def until(connection, mark):
    """The received text, up to the mark or the end."""
    got = b""
    while mark not in got and (data := connection.recv(65536)):
        got += data
    return got


class Forwarded(Ended, unittest.TestCase):
    """The counted address: each has one guest per minute, so a second guest shows whether two names are the same address."""
    flags = ("--trusted-proxies", "127.0.0.0/8 10.200.0.0/16 2001:db8:ffff::/48", "--guests-per-min", "1", "--requests-per-s", "100000", "--accepts-per-s", "100000")

    def guest(self, *lines):
        return raw(self.server, head(self.server, "POST /api/guests HTTP/1.1", *[f"X-Forwarded-For: {line}" for line in lines], "Content-Type: application/json",
                                     "Content-Length: 2", "Connection: close", body=b"{}"))

    def statuses(self, *forms):
        return [int(answers(self.guest(*([form] if isinstance(form, str) else form)))[0]) for form in forms]

    def test_the_forms_of_one_address_are_one(self):
        for forms in (("10.1.0.1", "10.1.0.1:4711", "[10.1.0.1]", "[10.1.0.1]:80", '"10.1.0.1"', "::ffff:10.1.0.1", "[::ffff:10.1.0.1]:4711", " 10.1.0.1\t"),
                      ("2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:4711", '"[2001:db8::1]:4711"', "2001:DB8:0:0:0:0:0:1", "[2001:db8::2]:1"),
                      ("fe80::1%eth0", "[fe80::1%25eth0]:4711", "fe80::1", "fe80::2%2"),
                      ("10.1.0.2:1", "10.9.9.9, 10.1.0.2:2", "unknown, 10.1.0.2", "10.1.0.2:1, 10.200.0.7:5555", "10.1.0.2, [2001:db8:ffff::7]:443, 127.0.0.1:1",
                       ("10.8.8.8", "10.1.0.2"), ("10.1.0.2:1", "10.200.0.7:2"), "10.1.0.2, ", ",10.1.0.2,,10.200.0.1,", "10.1.0.2,::ffff:10.200.0.1")):
            with self.subTest(forms[0]):
                self.assertEqual(self.statuses(*forms), [201] + [429] * (len(forms) - 1))

    def test_the_clients_of_a_proxy_that_writes_ports_have_a_ration_each(self):
        self.assertEqual(self.statuses(*[f"10.2.0.{i}:{5000 + i}" for i in range(5)], *[f"[2001:db8:1:{i}::1]:{5000 + i}" for i in range(5)]), [201] * 10)

    def test_what_is_no_address_counts_as_the_proxy(self):
        self.assertEqual(self.statuses("10.200.3.1"), [201])  # not the client: the last proxy
        self.assertEqual(self.statuses("unknown, 10.200.3.1", "_hidden, 10.200.3.1", "[10.200.3.2, 10.200.3.1", "10.3.0.1:port, 10.200.3.1", "10.3.0.2:99999999, 10.200.3.1",
                                       "[2001:db8::3]x, 10.200.3.1", "10.3.0.256, 10.200.3.1", "1.2.3, 10.200.3.1", "localhost, 10.200.3.1", "%eth0, 10.200.3.1"), [429] * 10)

    def test_forwarded_is_not_read(self):
        """A client can write it, and proxies that do not know it pass it on."""
        codes = [int(answers(raw(self.server, head(self.server, "POST /api/guests HTTP/1.1", "X-Forwarded-For: 10.4.0.1", f"Forwarded: for=10.4.1.{i};proto=https",
                                                   f"X-Real-IP: 10.4.2.{i}", f"X-Client-IP: 10.4.2.{i}", "Content-Type: application/json", "Content-Length: 2",
                                                   "Connection: close", body=b"{}")))[0]) for i in range(2)]
        self.assertEqual(codes, [201, 429])


class Names(Ended, unittest.TestCase):
    flags = ("--origins", "https://games.example https://Other.Example:8443", "--hosts", "play.example 127.0.0.1 games.example [::1]", "--joins-per-min", "100000",
             "--guests-per-min", "100000", "--requests-per-s", "100000", "--accepts-per-s", "100000")

    def status(self, host, origin):
        """Of a WebSocket and of a POST: they must agree."""
        lines = [f"Host: {host}", f"Origin: {origin}"]
        opened = raw_upgrade(self.server, lines)
        posted = raw(self.server, "\r\n".join(["POST /api/guests HTTP/1.1", *lines, "Content-Type: application/json", "Content-Length: 2", "Connection: close",
                                               "", "{}"]).encode())
        self.assertEqual(answers(posted)[0] == b"201", opened == 101, (host, origin, posted))
        return opened

    def test_pages_of_the_server_itself_however_its_name_is_written(self):
        for host, origin in (("play.example", "https://play.example"), ("play.example", "http://play.example"), ("play.example:443", "https://play.example"),
                             ("play.example:80", "http://play.example"), ("play.example:", "https://play.example"), ("play.example", "https://play.example:443"),
                             ("Play.Example", "https://play.example"), ("play.example.", "https://play.example"), ("play.example", "https://play.example."),
                             ("PLAY.EXAMPLE.:443", "https://play.example"), ("play.example:8443", "https://play.example:8443"), ("[::1]:8080", "http://[::1]:8080"),
                             ("[::1]:443", "https://[::1]"), ("127.0.0.1:80", "http://127.0.0.1"), ("127.0.0.1", "https://games.example"),
                             ("127.0.0.1", "https://games.example:443"), ("127.0.0.1", "HTTPS://GAMES.example."), ("127.0.0.1", "https://other.example:8443")):
            with self.subTest(host=host, origin=origin):
                self.assertEqual(self.status(host, origin), 101)

    def test_pages_of_others(self):
        for host, origin in (("play.example", "https://play.example:8443"), ("play.example:443", "http://play.example"), ("play.example:80", "https://play.example"),
                             ("play.example:8443", "https://play.example"), ("play.example", "null"), ("play.example", "https://evil.example"),
                             ("play.example", "https://play.example.evil.example"), ("play.example", "https://evilplay.example"), ("play.example", "play.example"),
                             ("play.example", "://play.example"), ("play.example", "https://"), ("play.example", "file://"), ("play.example", "ftp://play.example"),
                             ("play.example", "https://me@play.example"), ("play.example", "https://play.example/"), ("play.example", "https://play.example:0"),
                             ("play.example", "https://play.example:443443"), ("play.example", "https://play.example:x"), ("127.0.0.1", "http://games.example"),
                             ("127.0.0.1", "https://games.example:8443"), ("127.0.0.1", "https://other.example"), ("[::1]:8080", "http://[::1]"),
                             ("play.example", "https://play.example https://evil.example"), ("play.example", "*")):
            with self.subTest(host=host, origin=origin):
                self.assertEqual(self.status(host, origin), 403)

    def test_names_of_the_server(self):
        for host, status in (("play.example", 200), ("PLAY.example", 200), ("play.example.", 200), ("play.example:443", 200), ("play.example.:443", 200), ("[::1]", 200),
                             ("[::1]:80", 200), ("play.example..", 403), ("evil.example", 403), ("play.example@evil.example", 403), ("", 403), (".", 403),
                             ("play.example:x", 403), ("[::1", 403), ("[::1]x", 403)):
            with self.subTest(host):
                answer = raw(self.server, f"GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
                self.assertEqual(int(answers(answer)[0]), status, answer)

    def test_an_empty_name_is_none_of_a_list_with_two_spaces(self):
        with Server("--hosts", "a.example  b.example ") as server:
            self.assertRegex(raw(server, b"GET /api/games HTTP/1.1\r\nHost: \r\n\r\n"), rb"^HTTP/1.1 403 ")


def raw_upgrade(server, lines, path="/lobby/ws", version="1.1", more=("Upgrade: websocket", "Connection: Upgrade", *UPGRADE)):
    """The status of an upgrade."""
    with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as connection:
        connection.sendall("\r\n".join([f"GET {path} HTTP/{version}", *lines, *more, "", ""]).encode())
        return int(answers(until(connection, b"\r\n\r\n"))[0])


class Log(unittest.TestCase):
    def test_a_refused_page_is_in_the_log_once_with_the_setting_that_allows_it(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "log"
            with open(path, "w+", encoding="utf-8") as log, Server("--hosts", "127.0.0.1 play.example", "--admin-port", "0", stderr=log) as server:
                for _ in range(3):
                    self.assertEqual(raw_upgrade(server, ["Host: 127.0.0.1:8080", "Origin: https://play.example"]), 403)
                    self.assertEqual(server.http("POST", "/api/guests", {}, headers={"Origin": "null"})[0], 403)
                    status, answer = server.http("GET", "/api/games", headers={"Host": "veranda.example"})
                    self.assertEqual(status, 403)
                    self.assertIn("--hosts", answer["message"])
                    self.assertIn("--admin-hosts", server.http("GET", "/metrics", headers={"Host": "veranda.example"}, port=server.admin_port)[1])
                for i in range(100):
                    raw_upgrade(server, ["Host: 127.0.0.1", f"Origin: https://flood{i}.example\x1b[2J\x9b"])
                    raw_upgrade(server, ["Host: 127.0.0.1", f"Origin: https://flood{i}.example" + "x" * 3000])
                server.stop()
            lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "refused" in line]
        origin = [line for line in lines if '"https://play.example"' in line]
        self.assertEqual(len(origin), 1, lines)
        for words in ("--origins", "server.origins", "Host", '"127.0.0.1:8080"', "proxy"):
            self.assertIn(words, origin[0])
        self.assertEqual(sum("Origin: null" in line for line in lines), 1)
        self.assertEqual(sum("--hosts" in line for line in lines), 1)
        self.assertEqual(sum("--admin-hosts" in line for line in lines), 1)
        self.assertLess(len(lines), 30)  # regardless of the number of others
        self.assertNotRegex("\n".join(lines), r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
        self.assertLess(max(map(len, lines)), 600)


class Heads(Ended, unittest.TestCase):
    flags = ("--requests-per-s", "100000", "--accepts-per-s", "100000", "--guests-per-min", "1000", "--rooms-per-min", "1000", "--joins-per-min", "1000")

    def test_two_fields_of_connection(self):
        host = f"Host: 127.0.0.1:{self.server.port}"
        for fields in (("Connection: keep-alive", "Connection: Upgrade", "Upgrade: websocket"), ("Connection: Upgrade", "Connection: keep-alive", "Upgrade: websocket"),
                       ("Connection: keep-alive, Upgrade", "Upgrade: WebSocket"), ("Connection: UPGRADE", "Upgrade: WEBSOCKET"),
                       ("connection: te,upgrade ,", "upgrade: websocket"), ("Connection: Upgrade", "Upgrade: h2c", "Upgrade: websocket"),
                       ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c, websocket"), ("Connection:", "Connection: Upgrade", "Upgrade: websocket")):
            with self.subTest(fields):
                self.assertEqual(raw_upgrade(self.server, [host], more=(*fields, *UPGRADE)), 101)

    def test_a_proxy_that_drops_the_upgrade_is_told(self):
        for path in ("/lobby/ws", "/rooms/K7WMA2QX/ws"):
            for fields in ((), ("Connection: Upgrade",), ("Upgrade: websocket", "Connection: close"), ("Upgrade: h2c", "Connection: Upgrade", *UPGRADE),
                           ("Upgrade: websocket", "Connection: Upgrade", UPGRADE[1], "Sec-WebSocket-Version: 8")):
                answer = raw(self.server, head(self.server, f"GET {path} HTTP/1.1", *fields))
                self.assertRegex(answer, rb"^HTTP/1.1 426 ", fields)
                self.assertIn(b"proxy", answer)
                self.assertEqual((field(answer, "Upgrade"), field(answer, "Sec-WebSocket-Version")), ("websocket", "13"))
            old = raw(self.server, "\r\n".join([f"GET {path} HTTP/1.0", "Host: x", "Upgrade: websocket", "Connection: Upgrade", *UPGRADE, "", ""]).encode())
            self.assertRegex(old, rb"^HTTP/1.1 426 ")

    def test_options_says_what_an_address_takes(self):
        for path, allowed in (("/", "GET, HEAD, OPTIONS"), ("/healthz", "GET, HEAD, OPTIONS"), ("/r/K7WMA2QX", "GET, HEAD, OPTIONS"), ("/g/", "GET, HEAD, OPTIONS"),
                              ("/lobby/ws", "GET, HEAD, OPTIONS"), ("/api/games", "GET, HEAD, OPTIONS"), ("/api/guests", "POST, OPTIONS"),
                              ("/api/rooms", "GET, HEAD, POST, OPTIONS"), ("/api/play", "POST, OPTIONS"), ("/api/watch", "GET, HEAD, OPTIONS"),
                              ("/api/rooms/K7WMA2QX", "GET, HEAD, DELETE, OPTIONS"), ("/api/me/token", "POST, DELETE, OPTIONS"), ("/api/rooms/K7WMA2QX/glimpse", "GET, HEAD, OPTIONS"),
                              ("/api/records/K7WMA2QX-1", "GET, HEAD, OPTIONS"), ("/api/records/K7WMA2QX-1/analysis", "GET, HEAD, POST, OPTIONS"),
                              ("/api/games/nim/try", "POST, OPTIONS"), ("*", "GET, HEAD, OPTIONS")):
            for line, fields in ((f"OPTIONS {path} HTTP/1.1", ("Connection: close",)),
                                 (f"OPTIONS {path} HTTP/1.1", ("Connection: close", "Origin: https://evil.example", "Access-Control-Request-Method: POST"))):
                answer = raw(self.server, head(self.server, line, *fields))
                self.assertRegex(answer, rb"^HTTP/1.1 204 ", line)
                self.assertEqual(field(answer, "Allow"), allowed, line)
                self.assertEqual(answer.split(b"\r\n\r\n", 1)[1], b"")
                for name in ("Content-Length", "Content-Type", "Access-Control-Allow-Origin"):
                    self.assertIsNone(field(answer, name), name)
            wrong = raw(self.server, head(self.server, f"PATCH {path} HTTP/1.1")) if path != "*" else None
            if wrong:
                self.assertRegex(wrong, rb"^HTTP/1.1 405 ", path)
                self.assertEqual(field(wrong, "Allow"), allowed, path)

    def test_health_checks_as_monitors_send_them(self):
        with Server("--hosts", "play.example", "--admin-port", "0", "--web-root", str(page_folder(self))) as server:
            for line, status in (("OPTIONS / HTTP/1.0", b"204"), ("OPTIONS /healthz HTTP/1.0", b"204"), ("GET /healthz HTTP/1.0", b"200"), ("HEAD /healthz HTTP/1.0", b"200"),
                                 ("OPTIONS * HTTP/1.0", b"204")):
                for more in ("", "Host: \r\n", "Host: 10.0.0.7\r\n"):
                    answer = raw(server, f"{line}\r\n{more}\r\n".encode())
                    self.assertEqual(answers(answer), [status], (line, more, answer))
                    self.assertIn(b"\r\nConnection: close\r\n", answer)

    def test_head_is_answered_wherever_get_is(self):
        room = self.server.room()
        for path in ("/healthz", "/nothing", "/lobby/ws", "/api/games", "/api/boards", "/api/rooms", "/api/results", "/api/watch", f"/api/rooms/{room}", f"/api/rooms/{room}/glimpse",
                     f"/api/rooms/{room}/picture", f"/api/records/{room}-1", "/api/records/x", "/api/nothing"):
            both = [raw(self.server, head(self.server, f"{method} {path} HTTP/1.1", "Connection: close")) for method in ("GET", "HEAD")]
            self.assertEqual(answers(both[0])[:1], answers(both[1]), path)
            self.assertEqual(both[1].split(b"\r\n\r\n", 1)[1], b"", path)
            for name in ("Content-Type", "ETag", "Cache-Control"):
                self.assertEqual(field(both[0], name), field(both[1], name), (path, name))
        self.assertEqual(raw(self.server, head(self.server, "HEAD /healthz HTTP/1.1", "X: " + "x" * 100, "Content-Length: 7")).split(b"\r\n\r\n", 1)[1], b"")

    def test_targets_with_a_scheme_and_a_host(self):
        host = f"127.0.0.1:{self.server.port}"
        for target, status in ((f"http://{host}/healthz", b"200"), (f"HTTP://{host}/healthz", b"200"), (f"https://{host}/healthz", b"200"), (f"http://{host}", b"404"),
                               (f"http://{host}?x=y", b"404"), (f"http://{host}/api/rooms?limit=1", b"200"), (f"http://{host}/api/rooms?limit=x", b"400"),
                               ("http://127.0.0.1/healthz", b"400"), ("http://evil.example/healthz", b"400"), (f"http://me@{host}/healthz", b"400"), ("http:///healthz", b"400"),
                               (f"ftp://{host}/healthz", b"400"), (f"//{host}/healthz", b"404"), (f"{host}/healthz", b"400"), ("*", b"400")):
            with self.subTest(target):
                self.assertEqual(answers(raw(self.server, head(self.server, f"GET {target} HTTP/1.1", "Connection: close")))[:1], [status])
        self.assertEqual(answers(raw(self.server, b"GET http://x.example/healthz HTTP/1.0\r\n\r\n")), [b"200"])

    def test_who_waits_to_be_told_to_go_on_is_told(self):
        with socket.create_connection(("127.0.0.1", self.server.port), TIMEOUT) as connection:
            for _ in range(2):  # and the connection continues
                connection.sendall(head(self.server, "POST /api/guests HTTP/1.1", "Content-Type: application/json", "Content-Length: 14", "Expect: 100-Continue"))
                self.assertEqual(until(connection, b"\r\n\r\n"), b"HTTP/1.1 100 Continue\r\n\r\n")
                connection.sendall(b'{"nick":"Tar"}')
                self.assertRegex(until(connection, b"Tar"), rb"^HTTP/1.1 201 ")
        for fields, body, expected in ((("Content-Length: 2", "Expect: 100-continue"), b"{}", [b"201"]),  # its body has already arrived
                                       (("Content-Length: 65537", "Expect: 100-continue"), b"", [b"413"]), (("Content-Length: 2", "Expect: 200-ok"), b"", [b"417"]),
                                       (("Content-Length: 2", "Expect: 100-continue, x"), b"", [b"417"])):
            answer = raw(self.server, head(self.server, "POST /api/guests HTTP/1.1", "Content-Type: application/json", *fields, "Connection: close", body=body))
            self.assertEqual([status for status in answers(answer) if status != b"100"], expected, fields)
        old = raw(self.server, b"POST /api/guests HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{}")
        self.assertEqual(answers(old), [b"201"])

    def test_a_head_that_is_full_of_other_programs_cookies(self):
        def size(server, count):
            return answers(raw(server, head(server, "GET /healthz HTTP/1.1", *[f"Cookie: c{i}=" + "x" * 990 for i in range(count)], "Connection: close")))
        self.assertEqual((size(self.server, 14), size(self.server, 17)), ([b"200"], [b"413"]))
        with Server("--http-head-bytes", "65536") as large, Server("--http-head-bytes", "2048") as small:
            self.assertEqual((size(large, 60), size(large, 66), size(small, 1), size(small, 3)), ([b"200"], [b"413"], [b"200"], [b"413"]))
            self.assertEqual(raw_upgrade(large, [f"Host: 127.0.0.1:{large.port}", *[f"Cookie: c{i}=" + "x" * 990 for i in range(60)]]), 101)
            told = raw(small, head(small, "GET /healthz HTTP/1.1", "Cookie: " + "x" * 3000))
            self.assertIn(b"2048", told)
            self.assertIn(b"http.head_bytes", told)

    def test_a_token_in_a_field_of_its_own(self):
        """Behind a proxy that asks for a password, Authorization is the proxy's."""
        mine, other = self.server.guest("Mine"), self.server.guest("Other")

        def play(**headers):
            return self.server.http("POST", "/api/play", {"game": "nim"}, headers=headers)

        def name(answer):
            self.assertIn(answer[0], (200, 201), answer)
            return answer[1]["room"]
        basic = "Basic dGFybzpzZWNyZXQ="
        for headers in ({"Engawa-Token": mine}, {"engawa-token": mine, "Authorization": basic}, {"Engawa-Token": mine, "Authorization": f"Bearer {other}"},
                        {"Authorization": f"bearer {mine}"}, {"Authorization": f"Bearer  {mine} "}):
            with self.subTest(headers):
                room = name(play(**headers))
                player = Client(self.server, room, mine)
                self.assertIsNotNone(player.seat)
                player.close()
        for headers in ({"Authorization": basic}, {"Engawa-Token": ""}, {"Engawa-Token": "", "Authorization": f"Bearer {mine}"}, {"Engawa-Token": "0" * 32, "Authorization": f"Bearer {mine}"},
                        {"Engawa-Token": f"Bearer {mine}"}, {"Authorization": mine}, {"Authorization": f"Bearer{mine}"}):
            self.assertEqual(play(**headers)[0], 401, headers)
        twice = raw(self.server, head(self.server, "POST /api/play HTTP/1.1", f"Engawa-Token: {mine}", f"Engawa-Token: {other}", "Content-Type: application/json", "Content-Length: 2",
                                      body=b"{}"))
        self.assertRegex(twice, rb"^HTTP/1.1 400 ")
        two = raw(self.server, head(self.server, "POST /api/play HTTP/1.1", f"Authorization: {basic}", f"Authorization: Bearer {mine}", "Content-Type: application/json",
                                    "Content-Length: 14", "Connection: close", body=b'{"game":"nim"}'))
        self.assertIn(answers(two)[0], (b"200", b"201"))


class Proto(unittest.TestCase):
    def test_the_scheme_is_the_one_that_the_client_came_with(self):
        with Server("--trusted-proxies", "127.0.0.1", "--web-root", page_folder(self)) as server:
            room = server.room()
            for value, scheme in (("https", b"https"), ("HTTPS", b"https"), ("https, http", b"https"), ("https,http", b"https"), ("http, https", b"http"), ("http", b"http"),
                                  ("httpsx", b"http"), ("", b"http")):
                answer = raw(server, f"GET /r/{room} HTTP/1.1\r\nHost: play.example\r\nX-Forwarded-Proto: {value}\r\nX-Forwarded-Host: evil.example\r\n"
                                     "Connection: close\r\n\r\n".encode())
                self.assertIn(scheme + b"://play.example/api/rooms/", answer, value)
                self.assertNotIn(b"evil.example", answer)


class Fields(unittest.TestCase):
    """Every answer on every port has the same fields, whichever part of the server sends it."""

    def assert_fields(self, answer, status, what):
        self.assertEqual(answers(answer)[:1], [status], (what, answer[:300]))
        for name, value in (("Server", "engawad"), ("Content-Security-Policy", "default-src 'self'; "), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
                            ("Cross-Origin-Opener-Policy", "same-origin"), ("Permissions-Policy", "camera=()")):
            self.assertTrue((field(answer.split(b"\r\n\r\n", 1)[0] + b"\r\n", name) or "").startswith(value), (what, name, answer))

    def test_every_refusal_has_them(self):
        flags = ("--hosts", "127.0.0.1", "--admin-port", "0", "--rooms-per-ip", "1", "--rooms-per-min", "1000", "--guests-per-min", "1", "--http-head-bytes", "2000",
                 "--connections-per-ip", "1", "--web-root", page_folder(self))
        with Server(*flags, roomy=False) as server:
            post = ("Content-Type: application/json", "Content-Length: 14")
            socket_path = ("GET /lobby/ws HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade")
            opened = Socket(server.port, "/lobby/ws")
            self.assertEqual(opened.status, 101)
            for what, answer, status in (
                ("rubbish", raw(server, b"rubbish\r\n\r\n"), b"400"),
                ("TLS", raw(server, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 100 + b"\r\n\r\n"), b"400"),
                ("two Hosts", raw(server, head(server, "GET / HTTP/1.1", "Host: x")), b"400"),
                ("bad JSON", raw(server, head(server, "POST /api/guests HTTP/1.1", *post, body=b"{" * 14)), b"400"),
                ("no key", raw(server, head(server, *socket_path, "Sec-WebSocket-Version: 13")), b"400"),
                ("no token", raw(server, head(server, "POST /api/play HTTP/1.1", *post, body=b'{"game":"nim"}')), b"401"),
                ("a name", raw(server, b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), b"403"),
                ("a page", raw(server, head(server, *socket_path, *UPGRADE, "Origin: https://evil.example")), b"403"),
                ("nothing there", raw(server, head(server, "GET /nothing HTTP/1.1")), b"404"),
                ("the page of nothing", raw(server, head(server, "GET /nothing HTTP/1.1", "Accept: text/html")), b"404"),
                ("no such room", raw(server, head(server, "GET /rooms/x/ws HTTP/1.1", *socket_path[1:], *UPGRADE)), b"404"),
                ("a method", raw(server, head(server, "DELETE / HTTP/1.1")), b"405"),
                ("a body", raw(server, head(server, "POST /api/rooms HTTP/1.1", "Content-Length: 65537")), b"413"),
                ("a head", raw(server, head(server, "GET / HTTP/1.1", "X: " + "x" * 3000)), b"413"),
                ("a type", raw(server, head(server, "POST /api/rooms HTTP/1.1", "Content-Length: 2", body=b"{}")), b"415"),
                ("an expectation", raw(server, head(server, "POST /api/rooms HTTP/1.1", "Content-Length: 2", "Expect: more")), b"417"),
                ("no upgrade, as an upgrade would be refused here", raw(server, head(server, "GET /lobby/ws HTTP/1.1")), b"503"),
                ("a version", raw(server, head(server, *socket_path, UPGRADE[1], "Sec-WebSocket-Version: 7")), b"426"),
                ("a guest", raw(server, head(server, "POST /api/guests HTTP/1.1", *post, "Connection: close", body=b'{"nick":"Tar"}')), b"201"),
                ("a second one", raw(server, head(server, "POST /api/guests HTTP/1.1", *post, body=b'{"nick":"Tar"}')), b"429"),
                ("a room", raw(server, head(server, "POST /api/rooms HTTP/1.1", *post, "Connection: close", body=b'{"game":"nim"}')), b"201"),
                ("a second one", raw(server, head(server, "POST /api/rooms HTTP/1.1", *post, body=b'{"game":"nim"}')), b"503"),
                ("a second socket", raw(server, head(server, *socket_path, *UPGRADE)), b"503"),
                ("HEAD", raw(server, head(server, "HEAD /nothing HTTP/1.1")), b"404"), ("OPTIONS", raw(server, head(server, "OPTIONS / HTTP/1.0")), b"204"),
                ("the page", raw(server, head(server, "GET / HTTP/1.0")), b"200"), ("a subprotocol", raw(server, head(server, *socket_path, *UPGRADE, "Sec-WebSocket-Protocol: x")), b"400"),
            ):
                with self.subTest(what):
                    self.assert_fields(answer, status, what)
            opened.close()
            public, server.port = server.port, server.admin_port
            try:
                for line, fields, status in (("GET /metrics HTTP/1.1", ("Connection: close",), b"200"), ("GET /healthz HTTP/1.0", (), b"200"), ("GET /nothing HTTP/1.1", (), b"404"),
                                             ("POST /nothing HTTP/1.1", ("Content-Length: 0",), b"404"), ("DELETE /rooms HTTP/1.1", (), b"405"), ("GET /rooms/AAAAAAAA/journal HTTP/1.1", (), b"404"),
                                             ("GET / HTTP/1.1", ("Origin: https://evil.example",), b"403"), ("GET / HTTP/1.1", ("X: " + "x" * 3000,), b"413"),
                                             ("rubbish", (), b"400"), ("OPTIONS / HTTP/1.0", (), b"204")):
                    with self.subTest(line, fields=fields):
                        self.assert_fields(raw(server, head(server, line, *fields)), status, line)
            finally:
                server.port = public

    def test_who_is_turned_away_before_anything_is_read_has_them(self):
        with Server("--http-connections-per-ip", "1", roomy=False) as server:
            with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as first:
                first.sendall(head(server))
                until(first, b"ok\n")
                self.assert_fields(raw(server, b""), b"503", "a second connection")


def page_folder(test):
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    (pathlib.Path(folder.name) / "index.html").write_text("<html><head></head>the page</html>")
    return folder.name


class Admin(unittest.TestCase):
    def status(self, server, host, path="/metrics", line="HTTP/1.1"):
        with socket.create_connection(("127.0.0.1", server.admin_port), TIMEOUT) as connection:
            connection.sendall(f"GET {path} {line}\r\n{'' if host is None else f'Host: {host}' + chr(13) + chr(10)}Connection: close\r\n\r\n".encode())
            got = b""
            while data := connection.recv(65536):
                got += data
            return int(answers(got)[0]), got

    def test_a_port_on_loopback_has_no_other_names(self):
        with Server("--admin-port", "0") as server:
            for host, status in (("127.0.0.1", 200), (f"127.0.0.1:{server.admin_port}", 200), ("localhost:9090", 200), ("LOCALHOST.", 200), ("[::1]:9090", 200), ("10.1.2.3", 200),
                                 ("engawa:9090", 403), ("engawa", 403), ("evil.example", 403), ("localhost.evil.example", 403), ("127.0.0.1.evil.example", 403), ("", 200)):
                self.assertEqual(self.status(server, host)[0], status, host)
            self.assertEqual(self.status(server, None, "/healthz", "HTTP/1.0")[0], 200)  # no browser
            told = self.status(server, "engawa:9090")[1]
            self.assertIn(b"--admin-hosts", told)
            self.assertIn(b"engawa:9090", told)

    def test_in_a_network_of_containers_a_service_has_a_name_without_dots(self):
        with Server("--admin-port", "0", "--admin-bind", "0.0.0.0", "--hosts", "play.example", "--admin-hosts", "engawa.games.svc.cluster.local Metrics.Example.") as server:
            for host, status in (("engawa:9090", 200), ("engawa_1:9090", 200), ("ENGAWA:9090", 200), ("engawa.games.svc.cluster.local:9090", 200), ("metrics.example", 200),
                                 ("play.example", 200), ("evil.example", 403), ("svc.cluster.local", 403), ("engawa.evil.example", 403), ("eng@wa", 403), ("engawa:", 200),
                                 ("engawa:x", 403)):
                self.assertEqual(self.status(server, host)[0], status, host)
            status = server.http("GET", "/metrics", headers={"Host": "engawa:9090", "Origin": "http://engawa:9090"}, port=server.admin_port)[0]
            self.assertEqual(status, 403)  # a page

    def test_methods(self):
        with Server("--admin-port", "0") as server:
            public, server.port = server.port, server.admin_port
            try:
                for path in ("/", "/healthz", "/readyz", "/metrics"):
                    answer = raw(server, head(server, f"OPTIONS {path} HTTP/1.0"))
                    self.assertRegex(answer, rb"^HTTP/1.1 204 ")
                    self.assertEqual(field(answer, "Allow"), "GET, HEAD, POST, OPTIONS")
                for path in ("/healthz", "/readyz", "/metrics", "/rooms"):
                    answer = raw(server, head(server, f"HEAD {path} HTTP/1.1", "Connection: close"))
                    self.assertRegex(answer, rb"^HTTP/1.1 200 ")
                    self.assertEqual(answer.split(b"\r\n\r\n", 1)[1], b"")
                self.assertEqual(field(raw(server, head(server, "DELETE /rooms HTTP/1.1")), "Allow"), "GET, HEAD, POST, OPTIONS")
            finally:
                server.port = public


if __name__ == "__main__":
    unittest.main()
