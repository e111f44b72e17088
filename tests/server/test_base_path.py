"""A server below a path of another site (--base-path): it answers below the path and without it, and its pages and links contain it."""
import gzip
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

from harness import ENGAWAD, TIMEOUT, Client, Server, Socket, serve
from test_links import Tags
from test_security import raw
from test_tls import make_certificate, plain

PAGE = ('<!doctype html><html lang="en"><head><title>x</title><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="https://fonts.example/a.css">'
        '<script type="module" src="/assets/main-1.js"></script></head><body><a href="/">home</a><a href="#top">top</a>' + "<p>page</p>" * 50 + "</body></html>")
BELOW = PAGE.replace('href="/', 'href="/engawa/').replace('src="/', 'src="/engawa/')
SCRIPT = 'export const a = "/assets/"; const b = \'<a href="/">\';' * 20


def make_page(test):
    """A folder as the page's build makes it."""
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    page = pathlib.Path(folder.name)
    (page / "assets").mkdir()
    (page / "help").mkdir()
    for name, text in (("index.html", PAGE), ("help/keys.html", PAGE), ("assets/main-1.js", SCRIPT)):
        (page / name).write_text(text, encoding="utf-8")
        (page / (name + ".gz")).write_bytes(gzip.compress(text.encode()))
        (page / (name + ".br")).write_bytes(b"brotli")
    (page / "preview.png").write_bytes(b"png")
    return str(page)


class ClientBelow(Client):
    def open_room(self):
        opened = Socket(self.server.port, f"/engawa/rooms/{self.room}/ws")
        assert opened.status == 101, opened.head
        return opened


class Below(unittest.TestCase):
    flags = ()

    def setUp(self):
        self.server = serve(self, "--base-path", "/engawa", "--web-root", make_page(self), "--admin-port", "0", "--origins", "https://friend.example", *self.flags)

    def both(self, path, method="GET", body=None, **headers):
        """The answers below the path and without it, but for what differs between any two answers."""
        for base in ("/engawa", ""):
            status, answered, text = self.server.get(base + path, method, body, **headers)
            yield status, {name: value for name, value in answered.items() if name not in ("Date", "Retry-After")}, text

    def assert_same(self, path, method="GET", body=None, **headers):
        below, without = self.both(path, method, body, **headers)
        self.assertEqual(below, without, (method, path))
        return below

    def tags(self, path, **headers):
        status, _, text = self.server.get(path, **headers)
        self.assertEqual(status, 200, path)
        return Tags(text.decode()).found


class Addresses(Below):
    def test_the_path_alone_leads_to_its_slash(self):
        for target, location in (("/engawa", "/engawa/"), ("/engawa?game=nim&x", "/engawa/?game=nim&x")):
            for method in ("GET", "HEAD"):
                status, headers, _ = self.server.get(target, method)
                self.assertEqual((status, headers["Location"]), (308, location))
        for other in ("/engawax", "/Engawa/", "/%65ngawa/", "/engawa/engawa/", "/engawa/engawa", "//engawa/", "/engawa//healthz"):
            status, answer = self.server.http("GET", other)
            self.assertEqual((status, answer["code"]), (404, "not_found"), other)

    def test_a_longer_path(self):
        server = serve(self, "--base-path", "/games/en-gawa.2/")
        self.assertEqual(server.get("/games/en-gawa.2")[1]["Location"], "/games/en-gawa.2/")
        self.assertEqual(server.http("GET", "/games/en-gawa.2/healthz"), (200, "ok\n"))
        self.assertEqual(server.http("GET", "/games/healthz")[0], 404)

    def test_both_health_checks_and_the_admin_port_which_has_no_path(self):
        self.assertEqual(self.assert_same("/healthz")[::2], (200, b"ok\n"))
        self.assertEqual(self.server.admin("GET", "/healthz"), (200, "ok\n"))
        self.assertEqual(self.server.admin("GET", "/engawa/healthz")[0], 404)
        asked = subprocess.run([ENGAWAD, "--healthcheck", "--port", str(self.server.port), "--base-path", "/engawa"], capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(asked.returncode, 0, asked)

    def test_calls(self):
        for path in ("/api/games", "/api/boards", "/api/rooms", "/api/rooms/00000000", "/api/records/00000000-1", "/api/me", "/api/nothing", "/api/games?x=1", "/api/rooms?phase=foo"):
            self.assert_same(path)
            self.assert_same(path, "HEAD")
        for path in ("/api/rooms", "/api/guests", "/", "/lobby/ws"):
            self.assertEqual(self.assert_same(path, "OPTIONS")[0], 204)
        self.assertEqual(self.assert_same("/api/rooms", "DELETE")[0], 405)
        guest = self.server.http("POST", "/engawa/api/guests", {"nick": "Hana"})[1]
        status, room = self.server.http("POST", "/engawa/api/rooms", {"game": "nim"}, guest["token"])
        self.assertEqual((status, room), (201, {"room": room["room"], "url": f"/r/{room['room']}", "ws": f"/rooms/{room['room']}/ws"}))
        self.assertEqual(self.server.http("GET", f"/engawa/api/rooms/{room['room']}")[1]["code"], room["room"])
        self.assertEqual(self.server.http("POST", "/engawa/api/games/nim/try", {"options": {"preset": "753"}})[1]["ply"], 0)
        self.assertEqual(self.server.http("DELETE", f"/engawa/api/rooms/{room['room']}", token=guest["token"])[1]["closed"], True)

    def test_pages_of_other_sites(self):
        asked = {"Origin": "https://friend.example", "Access_Control_Request_Method": "POST"}
        self.assertEqual(self.assert_same("/api/rooms", "OPTIONS", **asked)[1]["Access-Control-Allow-Origin"], "https://friend.example")
        for origin, status in (("https://friend.example", 201), (self.server.url, 201), ("https://other.example", 403)):
            self.assertEqual(self.server.http("POST", "/engawa/api/guests", {}, headers={"Origin": origin})[0], status, origin)

    def test_websockets(self):
        room = self.server.room(options={"preset": "classic"})
        for base in ("/engawa", ""):
            for path in (f"/rooms/{room}/ws", "/lobby/ws", "/stream/ws"):
                self.assertEqual(self.opened(base + path), 101, base + path)
                self.assertEqual(self.server.http("GET", base + path)[0], 426)
            self.assertEqual(self.opened(base + "/rooms/short/ws"), 404)
            self.assertEqual(self.opened(base + "/lobby/ws", "Origin: https://other.example"), 403)
        self.assertEqual(self.opened("/engawa/engawa/lobby/ws"), 404)

    def opened(self, path, *headers):
        """The status with which a WebSocket is opened or refused."""
        socket = Socket(self.server.port, path, headers)
        socket.close()
        return socket.status

    def test_people_below_the_path_and_without_it_meet(self):
        token = self.server.guest("Aki")
        room = self.server.room(token, game="nim", options={"rows": [2]}, seats=["me", "open"], clock={"kind": "none"})
        aki, ben = ClientBelow(self.server, room, token), Client(self.server, room, nick="Ben")
        self.addCleanup(aki.close)
        self.addCleanup(ben.close)
        ben.ok("sit", seat=1)
        aki.ok("start")
        for client in (aki, ben):
            client.until(client.my_turn)
            client.ok("move", ply=client.document["ply"], move={"row": 0, "from": 0, "count": 1} if client is aki else {"row": 0, "from": 1, "count": 1})
        aki.until(lambda: aki.document["phase"] == "over")
        self.assertEqual(self.assert_same(f"/api/records/{room}-1")[0], 200)

    def test_a_target_with_the_name_of_the_server(self):
        for path, status in (("/engawa/healthz", b"200"), ("/engawa", b"308"), ("/healthz", b"200")):
            host = f"127.0.0.1:{self.server.port}"
            answer = raw(self.server, f"GET http://{host}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            self.assertTrue(answer.startswith(b"HTTP/1.1 " + status), answer)


class Pages(Below):
    def test_a_page_asks_for_its_files_below_the_path(self):
        for path in ("/", "/r/K7WMA2QX", "/g/K7WMA2QX-1", "/dev", "/help/keys.html"):
            for status, headers, text in self.both(path):
                self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"), path)
                self.assertEqual(re.sub(r'<meta property="[^>]*>\s*', "", re.sub(r'<meta name="twitter[^>]*>\s*', "", text.decode())), BELOW, path)
        self.assertIn('href="/engawa/icon.svg"', self.server.get("/nothing", Accept="text/html")[2].decode())
        for status, headers, text in self.both("/nothing", Accept="text/html"):
            self.assertEqual((status, text.decode()), (404, BELOW))

    def test_it_is_packed_anew_and_has_a_tag(self):
        for path in ("/help/keys.html", "/dev"):
            status, headers, text = self.assert_same(path, Accept_Encoding="gzip, br")
            self.assertEqual((status, headers["Content-Encoding"], gzip.decompress(text).decode()), (200, "gzip", BELOW))
            self.assertEqual(self.server.get("/engawa" + path, If_None_Match=headers["ETag"], Accept_Encoding="gzip, br")[0], 304)

    def test_other_files_are_as_they_were(self):
        status, headers, text = self.assert_same("/assets/main-1.js")
        self.assertEqual((status, text.decode(), headers["Cache-Control"]), (200, SCRIPT, "public, max-age=31536000, immutable"))
        self.assertEqual(self.assert_same("/assets/main-1.js", Accept_Encoding="br")[2], b"brotli")

    def test_links_for_chats(self):
        room = self.server.room(self.server.guest("Hana"), game="nim", options={"preset": "753"})
        site = f"http://127.0.0.1:{self.server.port}/engawa"
        for base in ("/engawa", ""):
            for page, picture in (("/", "/preview.png"), (f"/r/{room}", f"/api/rooms/{room}/picture.png"), ("/g/K7WMA2QX-1", "/api/records/K7WMA2QX-1/picture.png")):
                tags = self.tags(base + page)
                self.assertEqual((tags["og:url"], tags["og:image"]), (site + page, site + picture))
        status, headers, _ = self.server.get(f"/engawa/api/rooms/{room}/picture.png")
        self.assertEqual((status, headers["Content-Type"]), (200, "image/png"))


class ThePublicAddress(Below):
    flags = ("--public-url", "https://games.example.org", "--trusted-proxies", "127.0.0.1")

    def test_it_is_that_of_links_and_invitations(self):
        for base in ("/engawa", ""):
            self.assertEqual(self.server.http("GET", base + "/api/address"), (200, {"reach": "public", "url": "https://games.example.org/engawa"}))
            self.assertEqual(self.tags(base + "/r/K7WMA2QX")["og:url"], "https://games.example.org/engawa/r/K7WMA2QX")
        own = {"Host": "games.example.org", "Origin": "https://games.example.org"}
        self.assertEqual(self.server.http("POST", "/engawa/api/guests", {}, headers=own)[0], 201)


class Started(unittest.TestCase):
    def test_others_on_the_network_are_shown_the_path(self):
        with Server("--bind", "0.0.0.0", "--base-path", "/engawa") as server:
            url = server.process.stdout.readline().split("from other machines: ")[-1].strip()
            self.assertRegex(url, rf"^http://[^/]+:{server.port}/engawa$")
            self.assertEqual(server.http("GET", "/engawa/api/address", headers={"Host": f"localhost:{server.port}"})[1], {"reach": "network", "url": url})

    def test_a_browser_without_tls_keeps_the_path(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        certificate, key = make_certificate(pathlib.Path(folder.name))
        server = serve(self, "--tls-cert", str(certificate), "--tls-key", str(key), "--base-path", "/engawa")
        answer = plain(server, b"GET /engawa/r/ABCD?x=1 HTTP/1.1\r\nHost: home.example:8080\r\n\r\n")
        self.assertRegex(answer, r"(?im)^location: https://home\.example:8080/engawa/r/ABCD\?x=1\r$")

    def test_without_one_nothing_is_special(self):
        with Server("--web-root", make_page(self)) as server:
            self.assertEqual(server.http("GET", "/engawa/healthz")[0], 404)
            self.assertEqual(server.get("/help/keys.html")[2].decode(), PAGE)
            self.assertEqual(server.get("/help/keys.html", Accept_Encoding="br")[2], b"brotli")


class Settings(unittest.TestCase):
    def print_config(self, *flags, **environment):
        return subprocess.run([ENGAWAD, *flags, "--print-config"], capture_output=True, text=True, timeout=TIMEOUT, env={**environment, "PATH": "/usr/bin:/bin"})

    def test_how_it_may_be_written(self):
        for text, path in (("/engawa", "/engawa"), ("/engawa/", "/engawa"), ("", ""), ("/", ""), ("/a/b-c._~", "/a/b-c._~")):
            for done in (self.print_config("--base-path", text), self.print_config(ENGAWA_SERVER_BASE_PATH=text)):
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"base_path = {json.dumps(path)}", done.stdout)

    def test_what_is_none_is_refused_with_what_to_write(self):
        for text, words in (("engawa", "it begins with /"), ("/a b", "such as /engawa"), ("/a//b", "such as /engawa"), ("/..", "such as /engawa"), ("/縁側", "such as /engawa"),
                            ("/a?x", "such as /engawa"), ("https://games.example.org/engawa", "write only its path"), ("/api", "choose another"), ("/r/engawa", "choose another"),
                            ("/" + "a" * 100, "at most 100 characters")):
            done = self.print_config("--base-path", text)
            self.assertEqual((done.returncode, done.stdout), (2, ""), text)
            self.assertIn(words, done.stderr)
            self.assertIn("--base-path", done.stderr)


if __name__ == "__main__":
    unittest.main()
