"""The page's files and the catalogue over HTTP: the coding that a client accepts, tags, cache lifetimes, and unknown addresses."""
import base64
import gzip
import hashlib
import http.client
import json
import pathlib
import re
import tempfile
import unittest

from harness import ROOT, TIMEOUT, Server

DIST = ROOT / "clients/web/dist"
# Accept-Encoding of Chromium over TLS or from the same machine, and elsewhere.
BROWSER, BROWSER_WITHOUT_TLS = "gzip, deflate, br, zstd", "gzip, deflate"
FOREVER = "public, max-age=31536000, immutable"


def get(server, path, method="GET", **headers):
    return server.get(path, method, **headers)


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        page = pathlib.Path(cls.folder.name)
        (page / "assets").mkdir()
        cls.index, cls.script = b"<!doctype html>" + b"<p>page</p>" * 50, b"export const a = 1;" * 100
        # The Brotli file here is any text: a server only passes it on.
        for name, content in (("index.html", cls.index), ("assets/main-1.js", cls.script)):
            (page / name).write_bytes(content)
            (page / (name + ".gz")).write_bytes(gzip.compress(content))
            (page / (name + ".br")).write_bytes(b"brotli of " + name.encode())
        (page / "assets" / "plain-1.css").write_bytes(b"a{}")
        (page / "worker.js").write_bytes(b"addEventListener('fetch', () => {});")
        (page / "app-en.webmanifest").write_bytes(b"{}")
        (page / "assets" / "rules-1.wasm").write_bytes(b"\0asm\x01\0\0\0")
        (page / "assets" / "longer-1.js").write_bytes(b"1")
        (page / "assets" / "longer-1.js.gz").write_bytes(gzip.compress(b"1"))
        cls.server = Server("--web-root", str(page))

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()
        cls.folder.cleanup()

    def test_the_best_coding_that_the_client_takes(self):
        for accepted, coding in (
                (None, None), ("", None), ("identity", None), ("gzip", "gzip"), ("br", "br"), (BROWSER, "br"), (BROWSER_WITHOUT_TLS, "gzip"), ("GZIP", "gzip"), ("*", "br"),
                ("gzip;q=1.0, br;q=0.5", "gzip"), ("gzip;q=0.5,br;q=0.5", "br"), ("gzip ; q=0.2 , identity;q=0.8", None), ("br;q=0, gzip", "gzip"), ("gzip;q=0", None),
                ("gzip;q=0, *;q=0.1", "br"), ("br;q=0.001", "br"), ("identity;q=0, gzip;q=0.1", "gzip"), ("*;q=0, gzip", "gzip"), ("identity;q=0", None), ("*;q=0", None),
                ("gzip;q=2, br;q=x", None), ("deflate, zstd", None), ("xgzip, brr", None), (",,;q=1,", None), ("gzip;q=", None), ("gzip;x=1", "gzip")):
            with self.subTest(accepted):
                status, headers, body = get(self.server, "/assets/main-1.js", **({} if accepted is None else {"Accept_Encoding": accepted}))
                self.assertEqual((status, headers["Content-Encoding"], headers["Vary"]), (200, coding, "Accept-Encoding"))
                self.assertEqual(headers["Content-Type"], "text/javascript; charset=utf-8")
                self.assertEqual(int(headers["Content-Length"]), len(body))
                self.assertEqual(gzip.decompress(body) if coding == "gzip" else body, b"brotli of assets/main-1.js" if coding == "br" else self.script)

    def test_rules_have_the_type_that_browsers_compile_while_they_load(self):
        status, headers, body = get(self.server, "/assets/rules-1.wasm")
        self.assertEqual((status, headers["Content-Type"], headers["Cache-Control"], body), (200, "application/wasm", FOREVER, b"\0asm\x01\0\0\0"))

    def test_a_worker_and_a_manifest_are_asked_for_anew_and_have_their_types(self):
        for path, kind in (("/worker.js", "text/javascript; charset=utf-8"), ("/app-en.webmanifest", "application/manifest+json")):
            status, headers, _ = get(self.server, path)
            self.assertEqual((status, headers["Content-Type"], headers["Cache-Control"]), (200, kind, "no-cache"), path)
            self.assertEqual(get(self.server, path, If_None_Match=headers["ETag"])[0], 304)

    def test_two_headers_are_one_list(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT)
        connection.putrequest("GET", "/assets/main-1.js", skip_accept_encoding=True)
        connection.putheader("Accept-Encoding", "deflate")
        connection.putheader("Accept-Encoding", "gzip")
        connection.endheaders()
        self.assertEqual(connection.getresponse().headers["Content-Encoding"], "gzip")
        connection.close()

    def test_what_gains_nothing_is_not_packed(self):
        for path, content in (("/assets/plain-1.css", b"a{}"), ("/assets/longer-1.js", b"1")):
            _, headers, body = get(self.server, path, Accept_Encoding=BROWSER)
            self.assertEqual((headers["Content-Encoding"], body), (None, content))
        for path in ("/assets/main-1.js.gz", "/assets/main-1.js.br", "/index.html.gz"):
            self.assertEqual(get(self.server, path)[0], 404)

    def test_how_long_files_are_kept(self):
        for path, caching in (("/assets/main-1.js", FOREVER), ("/assets/plain-1.css", FOREVER), ("/", "no-cache"), ("/index.html", "no-cache"), ("/r/K7WMA2QX", "no-cache")):
            self.assertEqual(get(self.server, path)[1]["Cache-Control"], caching, path)

    def test_tags(self):
        for path in ("/", "/r/K7WMA2QX", "/assets/main-1.js"):
            tags = {}
            varies = "Accept-Encoding, Accept-Language" if path.startswith("/r/") else "Accept-Encoding"  # the tags for other sites
            for coding in ("identity", "gzip", "br"):
                status, headers, body = get(self.server, path, Accept_Encoding=coding)
                tags[coding] = tag = headers["ETag"]
                self.assertRegex(tag, r'^"[0-9a-f]{16,}"$')
                for match in (tag, "W/" + tag, f'"x", {tag}', "*"):
                    status, again, nothing = get(self.server, path, Accept_Encoding=coding, If_None_Match=match)
                    self.assertEqual((status, nothing, again["ETag"], again["Vary"]), (304, b"", tag, varies), match)
                    self.assertEqual(again["Cache-Control"], headers["Cache-Control"])
                    self.assertIn(again["Content-Length"], (None, str(len(body))))
                for other in ('"x"', tag.strip('"'), '"' + tag.strip('"')[:-1] + '"'):
                    self.assertEqual(get(self.server, path, Accept_Encoding=coding, If_None_Match=other)[0], 200, other)
            # The page of a room is made at the start, with its picture's address, without Brotli, because there is no program for it then.
            self.assertEqual(len(set(tags.values())), 2 if path.startswith("/r/") else 3)
            self.assertEqual(get(self.server, path, Accept_Encoding="gzip", If_None_Match=tags["br"])[0], 200)

    def test_a_connection_goes_on_after_304_and_after_head(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT)
        connection.request("GET", "/")
        answer = connection.getresponse()
        self.assertEqual(answer.read(), self.index)
        line = connection.sock
        connection.request("GET", "/", headers={"If-None-Match": answer.headers["ETag"]})
        answer = connection.getresponse()
        self.assertEqual((answer.status, answer.read()), (304, b""))
        connection.request("HEAD", "/", headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        self.assertEqual((answer.status, answer.headers["Content-Encoding"], answer.read()), (200, "gzip", b""))
        connection.request("GET", "/assets/main-1.js")
        self.assertEqual(connection.getresponse().read(), self.script)
        self.assertIs(connection.sock, line)
        connection.close()

    def test_an_address_that_leads_nowhere_shows_a_browser_the_page(self):
        browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
        for path in ("/nowhere", "/rooms/K7WMA2QX", "/assets/gone-1.js", "/../etc/passwd"):
            status, headers, body = get(self.server, path, Accept=browser)
            self.assertEqual((status, headers["Content-Type"], body), (404, "text/html; charset=utf-8", self.index), path)
            for accepted in ({}, {"Accept": "*/*"}, {"Accept": "application/json"}):
                status, headers, body = get(self.server, path, **accepted)
                self.assertEqual((status, headers["Content-Type"], json.loads(body)["code"]), (404, "application/json", "not_found"), path)
        status, _, body = get(self.server, "/api/nowhere", Accept=browser)  # not a page's address
        self.assertEqual((status, json.loads(body)["code"]), (404, "not_found"))
        tag = get(self.server, "/")[1]["ETag"]
        self.assertEqual(get(self.server, "/nowhere", Accept=browser, If_None_Match=tag)[0], 404)

    def test_a_server_without_a_page_has_json_for_everybody(self):
        with Server() as server:
            status, headers, body = get(server, "/nowhere", Accept="text/html")
            self.assertEqual((status, headers["Content-Type"], json.loads(body)["code"]), (404, "application/json", "not_found"))


class Catalogue(unittest.TestCase):
    def test_it_is_packed_and_has_a_tag(self):
        with Server() as server:
            status, headers, plain = get(server, "/api/games")
            self.assertEqual((status, headers["Content-Type"], headers["Cache-Control"]), (200, "application/json", "no-cache"))
            self.assertGreater(len(json.loads(plain)["games"]), 3)
            _, packed, body = get(server, "/api/games", Accept_Encoding=BROWSER)
            self.assertEqual((packed["Content-Encoding"], packed["Vary"], gzip.decompress(body)), ("gzip", "Accept-Encoding", plain))
            self.assertLess(len(body), len(plain) / 2)
            self.assertEqual(get(server, "/api/games", Accept_Encoding=BROWSER, If_None_Match=packed["ETag"])[0], 304)


@unittest.skipUnless((DIST / "index.html").exists(), "needs the built page")
class Weight(unittest.TestCase):
    """The size of the built page on the wire: all code and style up to the first move of each game, as a browser fetches them."""

    def together(self, server, accepted, names):
        """Those files and their static imports; the received bytes by name."""
        sizes, wanted = {}, list(names)
        while wanted:
            name = wanted.pop()
            if name in sizes:
                continue
            _, headers, body = get(server, f"/assets/{name}", Accept_Encoding=accepted)
            self.assertEqual(headers["Cache-Control"], FOREVER)
            sizes[name] = len(body)
            content = (DIST / "assets" / name).read_text(encoding="utf-8")
            if name.endswith(".js"):
                wanted += re.findall(r'(?:from|import)"\./([\w.-]+\.js)"', content)
        return sizes

    def test_every_game_fits_the_budget(self):
        with Server("--web-root", str(DIST)) as server:
            index = get(server, "/", Accept="text/html")[2].decode()
            first = re.findall(r'(?:href|src)="/assets/([\w.-]+\.(?:js|css))"', index)
            self.assertEqual({name.rsplit(".", 1)[1] for name in first}, {"js", "css"})
            code = "".join((DIST / "assets" / name).read_text(encoding="utf-8") for name in first if name.endswith(".js"))
            modules = set(re.findall(r'import\("\./(module-[\w.-]+\.js)"\)', code))  # of games: a record has no first move
            self.assertGreaterEqual(len(modules), 4)
            for accepted, budget in ((BROWSER, 45000), (BROWSER_WITHOUT_TLS, 52000)):
                for module in modules:
                    sizes = self.together(server, accepted, [*first, module])
                    self.assertLess(sum(sizes.values()), budget, (accepted, sizes))

    def test_the_server_allows_the_script_that_the_page_begins_with(self):
        with Server("--web-root", str(DIST)) as server:
            _, headers, body = get(server, "/", Accept="text/html")
            scripts = re.findall(rb"<script>(.*?)</script>", body, re.DOTALL)
            self.assertEqual(len(scripts), 1)
            digest = base64.b64encode(hashlib.sha256(scripts[0]).digest()).decode()
            self.assertIn(f"'sha256-{digest}'", headers["Content-Security-Policy"])


if __name__ == "__main__":
    unittest.main()
