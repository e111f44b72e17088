"""A hostile client gets one clear answer and does not affect others: handshakes, private rooms, rate limits, names, files.

docs/host/security.md names these tests, rule by rule. Addresses are made up with X-Forwarded-For, which these servers believe of 127.0.0.1.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import unittest
import unittest.mock

from harness import ENGAWAD, ROOT, TIMEOUT, Client, Server, Socket, code_of, eventually


def is_whole(request):
    """Whether it is a head with its complete body, and not an upgrade."""
    top, end, body = request.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", top)
    return bool(end) and b"upgrade" not in top and len(body) >= int(length[1] if length else 0)


def raw(server, *pieces):
    """Sends bytes, and reads until the server closes."""
    with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as connection:
        got = b""
        try:
            for piece in pieces:
                connection.sendall(piece)
            if is_whole(b"".join(pieces).lower()):
                connection.shutdown(socket.SHUT_WR)  # nothing follows, so the server need not wait
            while data := connection.recv(65536):
                got += data
        except ConnectionError:
            pass
        return got


def head(server, line="GET /healthz HTTP/1.1", *fields, body=b""):
    return "\r\n".join([line, f"Host: 127.0.0.1:{server.port}", *fields, "", ""]).encode() + body


class Ended:
    """A server for a class of tests."""
    flags = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.flags, roomy=False)

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def http(self, method, path, body=None, token=None, address=None, **headers):
        if address:
            headers["X-Forwarded-For"] = address
        return self.server.http(method, path, body, token, headers)


class Handshakes(Ended, unittest.TestCase):
    flags = ("--http-header-ms", "300", "--http-idle-ms", "300", "--hello-ms", "300", "--accepts-per-s", "1000", "--requests-per-s", "1000")

    def test_half_a_request_slow_heads_and_slow_bodies_are_cut_off(self):
        self.assertEqual(raw(self.server, b"GET / HT"), b"")
        self.assertEqual(raw(self.server, head(self.server, "POST /api/rooms HTTP/1.1", "Content-Length: 100", body=b"{")), b"")
        with socket.create_connection(("127.0.0.1", self.server.port), TIMEOUT) as slow:
            slow.settimeout(0.02)
            slow.sendall(b"GET / HTTP/1.1\r\n")
            with self.assertRaises(ConnectionError):  # regardless of the bytes received until then
                while True:
                    slow.sendall(b"X: y\r\n")
                    try:
                        if slow.recv(1) == b"":
                            raise ConnectionResetError
                    except TimeoutError:
                        pass

    def test_silence_between_two_requests_is_cut_off(self):
        answer = raw(self.server, head(self.server))
        self.assertTrue(answer.startswith(b"HTTP/1.1 200"), answer)

    def test_a_socket_without_hello_is_closed(self):
        self.assertEqual(code_of(Socket(self.server.port, "/lobby/ws").receive), 4002)

    def test_heads_and_bodies_have_a_size(self):
        for request in (head(self.server, "GET / HTTP/1.1", "X: " + "x" * 17000), head(self.server, "GET /" + "x" * 17000 + " HTTP/1.1"),
                        head(self.server, "GET / HTTP/1.1", *["X: y"] * 3000),
                        head(self.server, "POST /api/rooms HTTP/1.1", "Content-Length: 65537", body=b"x" * 65537)):
            answer = raw(self.server, request)
            self.assertRegex(answer, rb"^HTTP/1.1 413 ", request[:60])
            self.assertIn(b'"too_large"', answer)

    def test_what_two_readers_might_read_differently_is_refused(self):
        port = self.server.port
        host, smuggled = f"Host: 127.0.0.1:{port}\r\n".encode(), b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n"
        post, get = b"POST /api/rooms HTTP/1.1\r\n" + host, b"GET /healthz HTTP/1.1\r\n" + host
        for request in (
            post + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled,
            post + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + smuggled,
            post + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled,
            post + b"Transfer-Encoding: xchunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + smuggled,
            post + b"Transfer-Encoding : chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + smuggled,
            post + b"Transfer-Encoding:\x0bchunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + smuggled,
            post + b"Content-Length: 0\r\nContent-Length: 40\r\n\r\n" + smuggled,
            post + b"Content-Length: 0, 40\r\n\r\n" + smuggled,
            post + b"Content-Length: +0\r\n\r\n" + smuggled,
            post + b"Content-Length: 0x28\r\n\r\n" + smuggled,
            post + b"Content-Length: -1\r\n\r\n" + smuggled,
            post + b"Content-Length: 99999999999999999999\r\n\r\n" + smuggled,
            get + b"Content-Length: 40\r\n\r\n" + smuggled,
            get + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled,
            b"HEAD /healthz HTTP/1.1\r\n" + host + b"Content-Length: 40\r\n\r\n" + smuggled,
            b"DELETE /api/rooms HTTP/1.1\r\n" + host + b"Content-Length: 40\r\n\r\n" + smuggled,
            get + host + b"\r\n" + smuggled,
            b"GET /healthz HTTP/1.1\r\n\r\n" + smuggled,
            b"GET http://127.0.0.1/healthz HTTP/1.1\r\n" + host + b"\r\n" + smuggled,
            b"GET /healthz HTTP/2.0\r\n" + host + b"\r\n" + smuggled,
            b"GET /healthz HTTP/1.1\n" + host + b"\n" + smuggled,
            b"GET /healthz\r\n" + smuggled,
            b"GET /health\x00z HTTP/1.1\r\n" + host + b"\r\n" + smuggled,
            get + b"X: a\x00b\r\n\r\n" + smuggled,
            b"CONNECT example.org:80 HTTP/1.1\r\n" + host + b"\r\n" + smuggled,
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 100 + b"\r\n\r\n",
        ):
            with self.subTest(request[:90]):
                answer = raw(self.server, request)
                self.assertEqual(answer.count(b"HTTP/1.1 "), 1, answer)
                self.assertRegex(answer, rb"^HTTP/1.1 4\d\d ")

    def test_a_host_is_ascii_because_links_of_a_page_begin_with_it(self):
        for host, status in ((b"'>\xff\xfe", 400), (b"a b", 400), (b"a\xc3(", 400), ("縁側.example".encode(), 400),
                             (b"", 200), (b"play.example.org:8080", 200), (b"my_service-2", 200), (b"[::1]:8080", 200), (b"xn--3kq.example", 200)):
            with self.subTest(host):
                answer = raw(self.server, b"GET /healthz HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
                self.assertTrue(answer.startswith(f"HTTP/1.1 {status} ".encode()), answer)
                self.assertTrue(status == 200 or b"Host must be a name or an address" in answer, answer)

    def test_a_refusal_ends_the_connection_only_where_the_body_was_not_read(self):
        last = head(self.server, "GET /healthz HTTP/1.1", "Connection: close")
        for request in (head(self.server, "GET /nothing HTTP/1.1"), head(self.server, "PUT /api/games HTTP/1.1"),
                        head(self.server, "POST /api/rooms HTTP/1.1", "Content-Length: 1", body=b"{"), head(self.server, "GET /rooms/none/ws HTTP/1.1"),
                        head(self.server, "POST /api/rooms HTTP/1.1", "Content-Length: 1", "Content-Type: application/json", body=b"{")):
            answer = raw(self.server, request + last)
            self.assertRegex(answer, rb"^HTTP/1.1 4\d\d ", request)
            self.assertEqual(answer.count(b"HTTP/1.1 200 OK"), 1, answer)
            self.assertIn(b'"type":"error"', answer)
        for request in (head(self.server, "POST /api/rooms HTTP/1.1", "Content-Length: 65537"), head(self.server, "POST /api/rooms HTTP/1.1", "Transfer-Encoding: chunked")):
            answer = raw(self.server, request + last)
            self.assertEqual(answer.count(b"HTTP/1.1 "), 1, answer)
            self.assertIn(b"Connection: close", answer)
        self.assertRegex(answer, rb"^HTTP/1.1 411 ")
        self.assertIn(b'"length_required"', answer)
        self.assertEqual(raw(self.server, head(self.server) * 3).count(b"HTTP/1.1 200"), 3)

    def test_nothing_may_follow_an_upgrade_before_its_answer(self):
        upgrade = head(self.server, "GET /lobby/ws HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
        self.assertRegex(raw(self.server, upgrade + b"\x81\x80abcd"), rb"^HTTP/1.1 400 ")

    def test_headers_of_every_answer(self):
        for request in (head(self.server), head(self.server, "GET /api/games HTTP/1.1"), head(self.server, "GET /nothing HTTP/1.1"), b"rubbish\r\n\r\n",
                        head(self.server, "GET / HTTP/1.1", "X: " + "x" * 17000)):
            answer = raw(self.server, request).decode()
            self.assertRegex(answer, r"\r\nContent-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'sha256-[^' ]{44}'; style-src 'self'; ")
            for line in ("frame-ancestors 'none'", "base-uri 'none'",
                         "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer", "Permissions-Policy: ", "Cross-Origin-Opener-Policy: same-origin"):
                self.assertIn(line, answer, request[:40])
            self.assertNotIn("Access-Control", answer)
            self.assertIn("\r\nServer: engawad\r\n", answer)

    def test_no_answer_names_a_version(self):
        opened = Socket(self.server.port, "/lobby/ws")
        self.assertEqual(opened.status, 101)
        for answer in (opened.head, raw(self.server, head(self.server)).decode(), raw(self.server, b"rubbish\r\n\r\n").decode()):
            self.assertNotIn("Beast", answer)
            self.assertNotRegex(answer, r"(?im)^Server: .*\d")
        opened.close()

    def test_codes_that_are_none(self):
        for name in ("%00%00%00%00%00%00%00%00", "../../..", "AAAAAAAA/..", "AAAAAAA", "AAAAAAAAA", "ＡＡＡＡＡＡＡＡ", "A A A A ", "........", "'; DROP-", "%41%41%41%41"):
            path = f"/rooms/{name}/ws".encode()
            upgrade = (b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                       b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
            self.assertRegex(raw(self.server, upgrade), rb"^HTTP/1.1 40[04] ", name)


class Doors(Ended, unittest.TestCase):
    flags = ("--hosts", "engawa.example 127.0.0.1", "--origins", "https://games.example", "--admin-port", "0", "--joins-per-min", "1000")

    def status(self, *fields, path="/lobby/ws"):
        opened = Socket(self.server.port, path, fields)
        opened.close()
        return opened.status

    def test_pages_of_others_may_not_connect(self):
        self.assertEqual(self.status(), 101)  # no browser
        for origin in (f"http://127.0.0.1:{self.server.port}", "https://games.example"):
            self.assertEqual(self.status("Origin: " + origin), 101, origin)
        for origin in ("https://evil.example", "null", "http://127.0.0.1", f"http://127.0.0.1:{self.server.port}.evil.example", "https://games.example.evil.example",
                       "http://games.example", "https://sub.games.example", f"http://evil.example@127.0.0.1:{self.server.port}"):
            self.assertEqual(self.status("Origin: " + origin), 403, origin)

    def test_pages_of_others_may_not_write(self):
        own = (f"http://127.0.0.1:{self.server.port}", "https://games.example")
        foreign = ("https://evil.example", "null", "http://127.0.0.1", f"http://127.0.0.1:{self.server.port}.evil.example")
        token = self.http("POST", "/api/guests", {})[1]["token"]
        for path, body in (("/api/guests", {}), ("/api/rooms", {"game": "nim"}), ("/api/play", {"game": "nim"})):
            for origin in own:
                self.assertIn(self.http("POST", path, body, token, Origin=origin)[0], (200, 201), origin)
            for origin in foreign:
                status, answer = self.http("POST", path, body, token, Origin=origin)
                self.assertEqual((status, answer["code"]), (403, "forbidden"), (path, origin))
        for method in ("PUT", "PATCH", "DELETE"):
            self.assertEqual(self.http(method, "/api/rooms", token=token, Origin="https://evil.example")[0], 403, method)
            self.assertEqual(self.http(method, "/api/rooms", token=token)[0], 405, method)
        for path in ("/api/games", "/api/rooms"):  # their browsers do not let them read anything
            self.assertEqual(self.http("GET", path, Origin="https://evil.example")[0], 200)

    def test_what_is_written_is_json(self):
        def post(kind, path="/api/guests", body=b"{}"):
            return self.http("POST", path, body, **{"Content-Type": kind})
        for kind in ("application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8", "application/json ;x=y"):
            self.assertEqual(post(kind)[0], 201, kind)
        for kind in ("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp", "application/json, text/plain", "text/json",
                     "application", "json"):
            for path, body in (("/api/guests", b"{}"), ("/api/rooms", b'{"game":"nim"}'), ("/api/play", b'{"game":"nim"}')):
                status, answer = post(kind, path, body)
                self.assertEqual((status, answer["code"]), (415, "unsupported_media_type"), (kind, path))
        nothing = raw(self.server, head(self.server, "POST /api/guests HTTP/1.1", "Content-Length: 2", body=b"{}"))
        self.assertRegex(nothing, rb"^HTTP/1.1 415 ")

    def test_names_that_are_not_the_server_s(self):
        for host, status in (("engawa.example", 200), ("engawa.example:8080", 200), ("127.0.0.1", 200), ("evil.example", 403), ("engawa.example.evil.example", 403),
                             ("localhost", 403), ("[::1]:8080", 403), ("", 403)):
            with self.subTest(host):
                self.assertEqual(self.server.http("GET", "/api/games", headers={"Host": host})[0], status)
        evil = raw(self.server, b"GET /lobby/ws HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        self.assertRegex(evil, rb"^HTTP/1.1 403 ")
        self.assertEqual(subprocess.run([ENGAWAD, "--healthcheck", "--port", str(self.server.port)], check=False).returncode, 0)

    def test_the_admin_port_is_apart_and_answers_no_page(self):
        for path in ("/metrics", "/readyz", "/rooms", "/drain"):
            self.assertEqual(self.server.http("GET", path)[0], 404, path)
        port, self.server.port = self.server.port, self.server.admin_port
        try:
            self.assertEqual(self.server.http("GET", "/healthz")[0], 200)
            for headers in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}, {"Origin": f"http://127.0.0.1:{self.server.port}"}):
                for path in ("/metrics", "/healthz", "/readyz"):
                    self.assertEqual(self.server.http("GET", path, headers=headers)[0], 403, headers)
            self.assertNotEqual(Socket(self.server.port, "/lobby/ws").status, 101)
        finally:
            self.server.port = port


class Rations(Ended, unittest.TestCase):
    flags = ("--trusted-proxies", "127.0.0.0/8", "--guests-per-min", "5", "--joins-per-min", "6", "--rooms-per-min", "6", "--rooms-per-ip", "3", "--rooms-per-guest", "2",
             "--requests-per-s", "20", "--connections-per-ip", "3", "--watchers-per-room", "2", "--listed-rooms", "2")

    def until_refused(self, act, most=200):
        """The number of successes, and the refusal."""
        for done in range(most):
            status, answer = act()
            if status >= 400 and answer["code"] in ("rate_limited", "limit_reached"):
                if answer["message"] == "you have the maximum number of open rooms":
                    self.assertNotIn("retry_ms", answer)  # waiting does not help
                else:
                    self.assertGreater(answer["retry_ms"], 0)
                self.assertEqual(status, 429 if answer["code"] == "rate_limited" else 503)
                return done, answer["code"]
        self.fail("never refused")

    def test_codes_of_rooms_cannot_be_tried_out(self):
        room = self.http("POST", "/api/rooms", {"game": "nim", "visibility": "private"}, address="10.1.0.1")[1]["room"]
        tried = self.until_refused(lambda: self.http("GET", "/api/rooms/00000000", address="10.1.0.2"))
        self.assertEqual(tried, (10, "rate_limited"))
        self.assertEqual(self.http("GET", f"/api/rooms/{room}", address="10.1.0.2")[0], 429)  # not even the one that exists
        self.assertEqual(Socket(self.server.port, f"/rooms/{room}/ws", ["X-Forwarded-For: 10.1.0.2"]).status, 429)
        self.assertEqual(self.http("GET", f"/api/rooms/{room}", address="10.1.0.3")[0], 200)
        for _ in range(5):
            lost = Socket(self.server.port, "/rooms/00000000/ws", ["X-Forwarded-For: 10.1.0.4"])
            lost.send({"type": "hello", "id": 1, "token": self.server_token()})
            self.assertEqual(lost.receive()["code"], "not_found")
        self.assertEqual(self.until_refused(lambda: self.http("GET", "/api/rooms/00000000", address="10.1.0.4"))[0], 5)

    def test_codes_cannot_be_tried_out_by_records_either(self):
        room = self.http("POST", "/api/rooms", {"game": "nim", "visibility": "private"}, address="10.12.0.1")[1]["room"]
        for _ in range(30):  # rounds of an existing room cost nothing, although they have not begun
            self.assertEqual(self.http("GET", f"/api/records/{room}-1", address="10.12.0.1")[1]["code"], "not_found")
        self.assertEqual(self.until_refused(lambda: self.http("GET", "/api/records/00000000-1", address="10.12.0.2")), (10, "rate_limited"))
        self.assertEqual(self.http("GET", f"/api/records/{room}-1", address="10.12.0.2")[0], 429)  # not even the one that exists
        self.assertEqual(self.http("GET", f"/api/rooms/{room}", address="10.12.0.2")[0], 429)  # it is one limit
        self.assertEqual(self.http("GET", f"/api/rooms/{room}", address="10.12.0.1")[0], 200)
        answer = raw(self.server, head(self.server, "GET /api/records/00000000-1 HTTP/1.1", "X-Forwarded-For: 10.12.0.2"))
        self.assertRegex(answer, rb"^HTTP/1.1 429 ")
        self.assertRegex(answer, rb"\r\nRetry-After: \d+\r\n")

    def test_who_tries_many_codes_at_once_waits_for_all_of_them(self):
        with concurrent.futures.ThreadPoolExecutor(24) as pool:
            answers = list(pool.map(lambda _: self.http("GET", "/api/records/00000000-1", address="10.12.1.1")[0], range(24)))
        tried = answers.count(404)
        self.assertGreaterEqual(tried, 10)
        refusal = self.http("GET", "/api/records/00000000-1", address="10.12.1.1")[1]
        self.assertEqual(refusal["code"], "rate_limited")
        self.assertGreater(refusal["retry_ms"], (tried - 10) * 6000)  # ten per minute in total

    def server_token(self):
        if not hasattr(type(self), "token"):
            type(self).token = self.http("POST", "/api/guests", {}, address="10.9.9.9")[1]["token"]
        return self.token

    def test_joins_are_rationed(self):
        def join():
            opened = Socket(self.server.port, "/lobby/ws", ["X-Forwarded-For: 10.2.0.1"])
            if opened.status != 101:
                return opened.status, json.loads(opened.data or opened.connection.recv(4096))
            opened.close()
            return 101, None
        done, code = self.until_refused(join)
        self.assertEqual((done, code), (6, "rate_limited"))

    def test_guests_are_rationed(self):
        self.assertEqual(self.until_refused(lambda: self.http("POST", "/api/guests", {}, address="10.3.0.1")), (5, "rate_limited"))
        opened = Socket(self.server.port, f"/rooms/{'0' * 8}/ws", ["X-Forwarded-For: 10.3.0.1"])
        opened.send({"type": "hello", "id": 1})
        answer = opened.receive()
        self.assertEqual((answer["re"], answer["code"]), (1, "rate_limited"))
        self.assertGreater(answer["retry_ms"], 0)
        self.assertEqual(code_of(opened.receive), 4101)

    def test_a_page_can_ask_why_its_socket_was_refused(self):
        def plain(address, path="/lobby/ws"):
            return self.http("GET", path, address=address)
        for path in ("/lobby/ws", "/rooms/00000000/ws"):
            for _ in range(10):  # it costs no join
                status, answer = plain("10.6.1.1", path)
                self.assertEqual((status, answer["code"]), (426, "bad_message"), path)
        self.assertEqual(plain("10.6.1.1", "/rooms/NONE/ws")[0], 404)
        for _ in range(6):
            Socket(self.server.port, "/lobby/ws", ["X-Forwarded-For: 10.6.1.1"]).close()
        status, answer = plain("10.6.1.1")
        self.assertEqual((status, answer["code"]), (429, "rate_limited"))
        self.assertGreater(answer["retry_ms"], 0)
        opened = [Socket(self.server.port, "/lobby/ws", ["X-Forwarded-For: 10.6.1.2"]) for _ in range(3)]
        self.assertEqual((plain("10.6.1.2")[0], plain("10.6.1.2")[1]["code"]), (503, "limit_reached"))
        for s in opened:
            s.close()
        eventually(lambda: plain("10.6.1.2")[0] == 426)

    def test_new_rooms_are_rationed_and_so_is_how_many_there_are(self):
        def make(token=None, address="10.4.0.1"):
            return self.http("POST", "/api/rooms", {"game": "nim"}, token, address)
        self.assertEqual(self.until_refused(make), (3, "limit_reached"))
        for _ in range(6):
            self.assertEqual(make()[1]["code"], "limit_reached")
        self.assertEqual(make()[1]["code"], "rate_limited")
        token = self.server_token()
        statuses = [make(token, f"10.4.1.{i}")[0] for i in range(4)]
        self.assertEqual(statuses, [201, 201, 503, 503])

    def test_requests_are_rationed(self):
        done, code = self.until_refused(lambda: self.http("GET", "/api/rooms", address="10.5.0.1"), 5000)
        self.assertEqual(code, "rate_limited")
        self.assertGreaterEqual(done, 80)

    def test_websockets_of_an_address_are_counted(self):
        opened = [Socket(self.server.port, "/lobby/ws", ["X-Forwarded-For: 10.6.0.1"]) for _ in range(4)]
        self.assertEqual([s.status for s in opened], [101, 101, 101, 503])
        for s in opened:
            s.close()

    def test_a_network_of_ipv6_is_one_address(self):
        def guest(address):
            return self.http("POST", "/api/guests", {}, address=address)
        self.assertEqual(self.until_refused(lambda: guest("2001:db8:0:1::1")), (5, "rate_limited"))
        self.assertEqual(guest("2001:db8:0:1:ffff::2")[0], 429)
        self.assertEqual(guest("2001:db8:0:2::1")[0], 201)
        self.assertEqual(self.until_refused(lambda: guest("10.7.0.1"))[0], 5)
        self.assertEqual(guest("::ffff:10.7.0.1")[0], 429)  # the same, over an IPv6 socket
        self.assertEqual(guest("::ffff:10.7.0.2")[0], 201)  # IPv4 addresses are not one network

    def test_what_a_client_writes_before_the_proxy_is_not_believed(self):
        def guest(forwarded):
            return self.http("POST", "/api/guests", {}, address=forwarded)
        spoofed = iter(range(100))
        self.assertEqual(self.until_refused(lambda: guest(f"10.8.1.{next(spoofed)}, 10.8.0.1"))[0], 5)
        self.assertEqual(guest("10.8.1.99, 10.8.0.1, 127.0.0.1")[0], 429)
        self.assertEqual(guest("10.8.1.99, rubbish, 10.8.0.1")[0], 429)

    def test_only_a_trusted_proxy_is_believed(self):
        with Server("--guests-per-min", "5", roomy=False) as server:
            codes = [server.http("POST", "/api/guests", {}, headers={"X-Forwarded-For": f"10.0.0.{i}"})[0] for i in range(6)]
        self.assertEqual(codes, [201] * 5 + [429])
        wrong = subprocess.run([ENGAWAD, "--trusted-proxies", "10.0.0.0/33", "--data", self.server.data + "/x"], capture_output=True, text=True, check=False)
        self.assertEqual(wrong.returncode, 2)
        self.assertRegex(wrong.stderr, r"(?m)^engawad: --trusted-proxies: \"10.0.0.0/33\"")

    def test_watchers_of_a_room_are_counted_but_its_players_come_in(self):
        token = self.server_token()
        room = self.http("POST", "/api/rooms", {"game": "nim", "seats": ["me"]}, token, "10.10.0.1")
        if room[0] != 201:  # another test has used up this guest's rooms
            token = self.http("POST", "/api/guests", {}, address="10.10.0.2")[1]["token"]
            room = self.http("POST", "/api/rooms", {"game": "nim", "seats": ["me"]}, token, "10.10.0.1")
        watchers = []
        for i in range(3):
            watchers.append(Socket(self.server.port, f"/rooms/{room[1]['room']}/ws", [f"X-Forwarded-For: 10.10.1.{i}"]))
            watchers[-1].send({"type": "hello", "id": 1})
        answers = [w.receive() for w in watchers]
        self.assertEqual([a.get("code", a["type"]) for a in answers], ["welcome", "welcome", "limit_reached"])
        self.assertEqual(code_of(watchers[2].receive), 1013)
        player = Socket(self.server.port, f"/rooms/{room[1]['room']}/ws", ["X-Forwarded-For: 10.10.2.1"])
        player.send({"type": "hello", "id": 1, "token": token})
        self.assertEqual(player.receive()["type"], "welcome")
        for s in (*watchers, player):
            s.close()

    def test_the_list_of_rooms_is_bounded(self):
        rooms = [self.http("POST", "/api/rooms", {"game": "nim"}, address=f"10.11.0.{i}")[1]["room"] for i in range(4)]
        for i, room in enumerate(rooms):
            watcher = Socket(self.server.port, f"/rooms/{room}/ws", [f"X-Forwarded-For: 10.11.2.{i}"])
            self.addCleanup(watcher.close)
            watcher.send({"type": "hello", "id": 1})
            self.assertEqual([watcher.receive()["type"] for _ in range(3)], ["welcome", "state", "step"])
        lobby = Socket(self.server.port, "/lobby/ws", ["X-Forwarded-For: 10.11.1.1"])
        self.addCleanup(lobby.close)
        lobby.send({"type": "hello", "id": 1})
        self.assertEqual(lobby.receive()["type"], "welcome")
        self.assertEqual(len(lobby.receive()["room"]["rooms"]), 2)
        page = self.http("GET", "/api/rooms?limit=3", address="10.11.1.1")[1]
        self.assertEqual((len(page["rooms"]), page["next"]), (3, page["rooms"][-1]["code"]))  # the others are sent page by page
        self.assertEqual(self.http("GET", f"/api/rooms/{rooms[-1]}", address="10.11.1.1")[1]["code"], rooms[-1])


class Contents(Ended, unittest.TestCase):
    flags = ("--messages-per-s", "100000", "--messages-burst", "100000", "--guests-per-min", "1000", "--rooms-per-min", "1000", "--joins-per-min", "1000")

    def test_json_that_is_built_to_hurt(self):
        client = Client(self.server, self.server.room(), nick="Bomb")
        for text in ("[" * 16000, '{"a":' * 3000, '{"type":"say","id":1,"text":' + "[" * 8000 + "]" * 8000 + "}", '{"type":"ping","id":1,"client_ms":1e400}',
                     '{"type":"ping","id":1,"client_ms":' + "9" * 16000 + "}", '{"type":"say","id":1,"text":"a","text":"b"}', '{"type":"say","id":1,"text":"\\u0000"}',
                     '{"type":"say","id":1,"text":"\\ud800"}', "{" + ",".join(f'"k{i}":0' for i in range(1500)) + "}"):
            client.socket.send(text)
            while (answer := client.take())["type"] == "step":
                pass
            self.assertIn(answer.get("code"), ("bad_json", "bad_message"), text[:50])
            client.ok("ping")  # which resets the count of consecutive bad frames

    def test_names(self):
        family = "👨‍👩‍👧"
        for nick, name in ((" \u200bた\u202eろう\ufeff ", "たろう"), ("e\u0301", "é"), ("か\u3099", "が"), (family, family), ("a\u200db", "ab"), ("a\u2066b\u2069", "ab"),
                           ("T\u0301\u0302\u0303\u0304\u0305\u0306\u0307", None), ("a\u3164", "a"), ("e\u0301" * 16, "é" * 16), ("葛\U000e0100城", "葛\U000e0100城"),
                           ("Bo\u00a0\u3000 b", "Bo b"), ("x" * 16, "x" * 16)):
            status, answer = self.server.http("POST", "/api/guests", {"nick": nick})
            self.assertEqual(status, 201, answer)
            if name is None:
                self.assertLessEqual(len(answer["nick"]), 5)
            else:
                self.assertEqual(answer["nick"], name)
        for nick in ("", " ", "\u200d", "\u202e\u202d", "\u0301", "\u3164", "x" * 17, family * 9, "e\u0301" * 17, "\u2800", "\x07"):
            self.assertEqual(self.server.http("POST", "/api/guests", {"nick": nick})[1]["code"], "bad_message", nick)

    def test_nobody_is_called_like_a_bot(self):
        for nick in ("Random", "random", "RANDOM", "R\u0430ndom", "Ｒａｎｄｏｍ", "Rand0m", "R\u00e1ndom", "R a n d o m", "Ra\u200bndom", "でたらめ", "モンテカルロ", "モンテ力ル口",
                     "ﾓﾝﾃｶﾙﾛ", "Monte Carlo", "M0nte Carl0", "和尚", "Grееdy"):
            answer = self.server.http("POST", "/api/guests", {"nick": nick})[1]
            self.assertEqual(answer.get("code"), "bad_message", nick)
            self.assertIn("bot", answer["message"])
        opened = Socket(self.server.port, f"/rooms/{self.server.room()}/ws")
        opened.send({"type": "hello", "id": 1, "nick": "Perfect"})
        self.assertEqual(opened.receive()["code"], "bad_message")
        opened.send({"type": "hello", "id": 2, "nick": "Perfectly fine"})  # nothing is lost: another name is accepted
        self.assertEqual(opened.receive()["type"], "welcome")

    def test_the_page_makes_no_markup_of_text(self):
        sources = [p for p in (ROOT / "clients/web/src").rglob("*.ts")]
        self.assertGreater(len(sources), 10)
        for path in sources:
            for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "createContextualFragment", "DOMParser", "srcdoc",
                         "setHTMLUnsafe"):
                self.assertNotIn(word, path.read_text(encoding="utf-8"), path)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_no_secret_is_in_a_log_or_on_disk(self):
        secret = "the-cat-is-on-the-veranda"
        with open(self.folder / "log", "w+", encoding="utf-8") as log:
            with Server("--log-level", "debug", data=str(self.folder / "data"), stderr=log, roomy=False) as server:
                player = Client(server, server.room(), nick="Nicky")
                made = server.guest("Nicky")
                player.ok("say", text=secret)
                player.connect(resume=True)
                server.http("GET", "/api/rooms/00000000", token=made)
                server.stop()
            text = (self.folder / "log").read_text()
        stored = b"".join(path.read_bytes() for path in (self.folder / "data").rglob("*") if path.is_file())
        for token in (player.token, made):
            self.assertRegex(token, r"^[0-9a-f]{32}$")  # 128 bits
            self.assertNotIn(token, text)
            self.assertNotIn(token.encode(), stored)
            self.assertIn(hashlib.sha256(token.encode()).digest(), stored)
        self.assertNotIn(secret, text)
        self.assertNotIn("Nicky", text)

    def test_a_token_in_an_address_is_none(self):
        with Server() as server:
            token, room = server.guest("Owner"), server.room()
            opened = Socket(server.port, f"/rooms/{room}/ws?token={token}")
            opened.send({"type": "hello", "id": 1})
            self.assertNotEqual(opened.receive()["guest"]["nick"], "Owner")
            self.assertEqual(server.http("POST", f"/api/play?token={token}", {"game": "nim"})[0], 401)

    def test_files_are_the_user_s_alone_and_no_core_is_left(self):
        with Server(data=str(self.folder / "data"), roomy=False) as server:
            server.guest()
            paths = [self.folder / "data", *(self.folder / "data").rglob("*")]
            self.assertGreater(len(paths), 1)
            for path in paths:
                self.assertEqual(path.stat().st_mode & 0o077, 0, path)
            self.assertRegex(pathlib.Path(f"/proc/{server.process.pid}/limits").read_text(), r"Max core file size +0 +0 ")

    @unittest.mock.patch.dict(os.environ)
    def test_files_are_the_user_s_alone_whatever_the_umask(self):
        os.environ.pop("ENGAWA_TRAFFIC_DIR", None)  # these servers have their own traces
        program = self.folder / "open"
        program.write_text(f'#!/bin/sh\numask 0\nexec {ENGAWAD} "$@"\n')
        program.chmod(0o755)
        data = self.folder / "data"
        data.mkdir()

        def assert_private(folder):
            paths = list(folder.rglob("*"))
            self.assertIn(folder / "engawa.db", paths)
            for path in paths:
                self.assertEqual(path.stat().st_mode & 0o077, 0, path)
        known = self.folder / "known.jsonl"
        known.touch(0o666)
        for trace in (self.folder / "new.jsonl", known):
            with Server("--trace-traffic", str(trace), program=str(program), data=str(data)) as server:
                Client(server, server.room(), nick="A").close()
                assert_private(data)
                server.stop()
            self.assertEqual(trace.stat().st_mode & 0o777, 0o600, trace)
            self.assertIn("token", trace.read_text())
        (data / "engawa.db").chmod(0o666)  # as if copied back by an operator
        with Server(program=str(program), data=str(data)):
            assert_private(data)
        copy = self.folder / "copy.db"
        subprocess.run([program, "--backup", copy, "--data", data], check=True, capture_output=True)
        self.assertEqual(copy.stat().st_mode & 0o777, 0o600)

    def test_open_files_are_checked_at_the_start(self):
        program = self.folder / "few"
        program.write_text(f'#!/bin/sh\nulimit -n 100\nexec {ENGAWAD} "$@"\n')
        program.chmod(0o755)
        with open(self.folder / "log", "w+", encoding="utf-8") as log:
            with Server("--connections-per-ip", "1000", program=str(program), stderr=log) as server:
                statuses = [Socket(server.port, "/lobby/ws") for _ in range(40)]
                self.assertEqual({s.status for s in statuses}, {101, 503})
                for s in statuses:
                    s.close()
        self.assertIn("this process may open 100 files", (self.folder / "log").read_text())

    def test_printed_settings_have_no_secrets(self):
        secrets = {"ENGAWA_CLUSTER_SECRET": "open-sesame-" * 4, "ENGAWA_CLUSTER_ADDRESS": "node1:8081",
                   "ENGAWA_STORE_URL": "postgres://engawa:open-sesame@db/games"}
        shown = subprocess.run([ENGAWAD, "--print-config"], capture_output=True, text=True, check=True, env={**os.environ, **secrets}).stdout
        self.assertNotIn("sesame", shown)
        self.assertIn('url = "postgres://engawa:***@db/games"', shown)
        self.assertEqual(re.findall(r"(?m)^\w*(?:token|secret|password|key)\w* = .*", shown), ['key = ""', 'token_file = ""', 'secret = "***"'])

    def test_only_the_files_of_the_page_are_served(self):
        page = self.folder / "page"
        (page / "assets").mkdir(parents=True)
        (page / "index.html").write_text("the page")
        (page / "assets" / "a.js").write_text("script")
        (self.folder / "secret.txt").write_text("secret")
        with Server("--web-root", str(page)) as server:
            self.assertEqual(server.http("GET", "/assets/a.js"), (200, "script"))
            for path in ("/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/..%5csecret.txt", "/..\\secret.txt", "//secret.txt",
                         "//etc/passwd", "/assets//a.js", "/./assets/a.js", "/assets/./a.js", "/assets", "/assets/", "/assets/a.js/", "/assets/a.js%00", "/assets/a.js%00.html",
                         "/ASSETS/A.JS", "/assets/a%2ejs", "/index.html/..", "/" + "../" * 50 + "etc/passwd", "/assets/..;/a.js", "/file:///etc/passwd"):
                answer = raw(server, head(server, f"GET {path} HTTP/1.1", "Connection: close"))
                self.assertRegex(answer, rb"^HTTP/1.1 40[04] ", path)
                self.assertNotIn(b"script\n", answer)
                self.assertNotIn(b"secret\n", answer.split(b"\r\n\r\n", 1)[1])


if __name__ == "__main__":
    unittest.main()
