"""The preview of a link in a chat program: it fetches the page without running it, reads the tags of its head, and fetches their picture."""
import html.parser
import http.client
import json
import struct
import unittest
import urllib.parse
import zlib
from concurrent.futures import ThreadPoolExecutor

from harness import FAIL_POINTS, ROOT, enter, eventually, serve

DIST = ROOT / "clients/web/dist"
GAMES = [("reversi", {"preset": "five"}), ("nim", {"preset": "753"}), ("fifteen", {"preset": "race"}), ("bubbles", {"preset": "party"})]
EVIL = '"><b>&\'</b>'


class Tags(html.parser.HTMLParser):
    """The Open Graph tags in the head, and all elements."""

    def __init__(self, text):
        super().__init__()
        self.found, self.elements, self.in_head = {}, [], True
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        known = dict(attributes)
        self.elements.append(tag)
        if tag == "body":
            self.in_head = False
        if tag == "meta" and "property" in known and self.in_head:
            assert known["property"] not in self.found, known
            self.found[known["property"]] = known["content"]


def read_png(data):
    """Width, height and the rows of pixels, three bytes each. The checksum of every part is verified."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n", data[:8]
    at, packed, width, height = 8, b"", 0, 0
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0], kind
        at += 12 + size
        if kind == b"IHDR":
            width, height, depth, colour, *rest = struct.unpack(">IIBBBBB", body)
            assert (depth, colour, rest) == (8, 2, [0, 0, 0]), body
        packed += body if kind == b"IDAT" else b""
    raw, above, rows = zlib.decompress(packed), bytes(3 * width), []
    for start in range(0, len(raw), 3 * width + 1):
        line = raw[start + 1:start + 1 + 3 * width]
        assert raw[start] == 2, "each row as it differs from the one above"
        above = bytes((here + over) & 255 for here, over in zip(line, above))
        rows.append(above)
    assert len(rows) == height
    return width, height, rows


def pixel(rows, x, y):
    return tuple(rows[y][3 * x:3 * x + 3])


class Links(unittest.TestCase):
    def setUp(self):
        self.start("--trusted-proxies", "127.0.0.1")

    def start(self, *flags, environment=None):
        self.server = serve(self, "--web-root", str(DIST), "--bot-delay-ms", "0", *flags, environment=environment)
        self.site = f"http://127.0.0.1:{self.server.port}"

    def ask(self, path, method="GET", **headers):
        return self.server.get(path, method, **headers)

    def tags(self, path, **headers):
        status, answered, text = self.ask(path, **headers)
        self.assertEqual((status, answered.get_content_type()), (200, "text/html"))
        self.assertIn("Accept-Language", answered["Vary"])
        return Tags(text.decode()).found

    def picture(self, tags):
        """As a chat program does, at the address in the tags."""
        where = urllib.parse.urlsplit(tags["og:image"])
        self.assertEqual(f"{where.scheme}://{where.netloc}", self.site)
        status, headers, data = self.ask(where.path, Accept="image/*")
        self.assertEqual((status, headers["Content-Type"]), (200, "image/png"), data[:200])
        width, height, rows = read_png(data)
        self.assertEqual((str(width), str(height)), (tags["og:image:width"], tags["og:image:height"]))
        self.assertEqual((width, height, tags["og:image:type"]), (1200, 630, "image/png"))
        colours = {rows[y][3 * x:3 * x + 3] for y in range(0, height, 5) for x in range(0, width, 5)}
        self.assertGreater(len(colours), 8, "it shows something")
        return where.path, headers, data, rows

    def win(self, client):
        client.ok("start")
        client.until(client.my_turn)
        client.ok("move", ply=0, move={"row": 0, "from": 0, "count": 1})
        client.until(lambda: client.document["phase"] == "over")

    def test_an_invitation_says_who_invites_to_what_and_how_many_seats_are_free(self):
        client = enter(self, self.server, "Hana", game="reversi", options={"preset": "five"}, seats=["me", "open", "open", "open", {"bot": "tanuki", "level": 3}])
        page = "/r/" + client.room
        english, japanese, neither = (self.tags(page, **asked) for asked in ({"Accept_Language": "en-GB,en;q=0.9"}, {"Accept_Language": "ja,en;q=0.8"}, {}))
        self.assertEqual(english["og:title"], "Hana invites you: Multiplayer reversi, 3 seats free")
        self.assertEqual(japanese["og:title"], "Hanaさんからの招待：みんなでリバーシ、空席3")
        self.assertEqual(neither["og:title"], japanese["og:title"] + " / " + english["og:title"])
        self.assertEqual(self.tags(page, Accept_Language="fr;q=1,ja;q=0.2,en;q=0.1")["og:title"], japanese["og:title"])
        self.assertIn("Five players", english["og:description"])
        self.assertIn("5人対戦", japanese["og:description"])
        self.assertTrue(english["og:image:alt"] and japanese["og:image:alt"])
        self.assertEqual((english["twitter:card"], english["og:url"]), ("summary_large_image", self.site + page))
        self.picture(english)

    def test_the_picture_is_the_board_with_a_cushion_for_each_seat(self):
        client = enter(self, self.server, "Hana", game="reversi", options={"preset": "classic"}, seats=["me", "open"])
        _, _, _, rows = self.picture(self.tags("/r/" + client.room))
        self.assertIn((0xd8, 0xd6, 0xa4), [pixel(rows, x, 280) for x in range(60, 720)], "a square of the board")
        cushion = (0xc3, 0x55, 0x3f)
        self.assertEqual(pixel(rows, 900, 228), (0x0b, 0x0b, 0x0b), "a black disc: somebody sits there")
        self.assertEqual(pixel(rows, 900, 332), cushion, "nobody does")

    def test_every_game_is_drawn_before_the_game_and_in_it(self):
        for game, options in GAMES:
            with self.subTest(game):
                client = enter(self, self.server, "Hana", game=game, options=options)
                before = self.picture(self.tags("/r/" + client.room))[2]
                client.ok("start")
                client.until(lambda: client.document["phase"] == "playing")
                tags = self.tags("/r/" + client.room, Accept_Language="en")
                self.assertIn("come and watch", tags["og:title"])
                self.assertLess(max(len(before), len(self.picture(tags)[2])), 100_000)

    def test_a_record_says_who_has_won_and_never_changes(self):
        client = enter(self, self.server, "Hana", game="reversi", options={"preset": "classic"}, seats=["me", {"bot": "random"}])
        client.ok("start")
        while client.document["phase"] != "over":
            client.until(lambda: client.my_turn() or client.document["phase"] == "over")
            if client.my_turn():
                client.play_first_legal()
        result = client.document["result"]
        tags = self.tags(f"/g/{client.room}-1", Accept_Language="en")
        names = {"s0": "Hana", "s1": "Random 1"}
        if "winner" in result:
            first, second = (place["score"] for place in result["ranking"])
            self.assertEqual(tags["og:title"], f"{names[result['winner']]} won {first} to {second}: Multiplayer reversi")
        else:
            self.assertEqual(tags["og:title"], "A draw: Multiplayer reversi")
        self.assertIn("Hana", tags["og:description"])
        path, headers, data, _ = self.picture(tags)
        self.assertIn("immutable", headers["Cache-Control"])
        for method, known, expected in (("HEAD", {}, 200), ("GET", {"If_None_Match": headers["ETag"]}, 304), ("GET", {}, 200)):
            status, again, body = self.ask(path, method, **known)
            self.assertEqual((status, again["ETag"], body), (expected, headers["ETag"], data if (method, expected) == ("GET", 200) else b""))
        self.assertIn(names.get(result.get("winner"), "draw"), self.tags("/r/" + client.room, Accept_Language="en")["og:title"])

    def analysis(self, record):
        """Its items, once it is done."""
        self.server.http("POST", f"/api/records/{record}/analysis", {})
        def found():
            told = json.loads(self.ask(f"/api/records/{record}/analysis")[2])
            return told["items"] if told["state"] == "done" else None

        return eventually(found)

    def test_a_mistake_is_a_picture_with_the_played_and_the_better_move(self):
        client = enter(self, self.server, "Hana", game="nim", options={"rows": [5, 3]}, seats=["me", {"bot": "osho"}])
        client.ok("start")
        client.until(client.my_turn)
        record = client.room + "-1"
        path = f"/api/records/{record}/turning-point.png"
        self.assertEqual(self.ask(path + "?move=1")[0], 404, "the round is not over")
        client.ok("move", ply=0, move={"row": 0, "from": 0, "count": 1})
        client.until(client.my_turn)
        client.ok("resign")
        client.until(lambda: client.document["phase"] == "over")
        status, _, text = self.ask(path + "?move=1")
        self.assertEqual((status, json.loads(text)["code"]), (404, "not_found"), "nobody has analysed it")
        best = self.analysis(record)[0]["hint"]["move"]
        self.assertNotEqual(best, {"row": 0, "from": 0, "count": 1})
        status, headers, data = self.ask(path + "?move=1")
        self.assertEqual((status, headers["Content-Type"]), (200, "image/png"), data[:200])
        self.assertIn("immutable", headers["Cache-Control"])
        width, height, rows = read_png(data)
        self.assertEqual((width, height), (1200, 630))
        board = {pixel(rows, x, y) for x in range(60, 720) for y in range(40, 530)}
        self.assertIn((0xc2, 0x46, 0x1b), board, "the cross of the played move")
        self.assertIn((0x1c, 0x7a, 0x43), board, "the check mark of the better one")
        self.assertEqual(self.ask(path + "?move=1", If_None_Match=headers["ETag"])[0], 304)
        self.assertNotEqual(self.ask(path + "?move=2")[2], data)
        for query, expected in (("", (400, "bad_message")), ("?move=0", (400, "bad_message")), ("?move=one", (400, "bad_message")), ("?move=400", (404, "not_found"))):
            status, _, text = self.ask(path + query)
            self.assertEqual((status, json.loads(text)["code"]), expected, query)

    def test_the_picture_of_a_mistake_shows_everybodys_chances(self):
        client = enter(self, self.server, "Hana", game="reversi", options={"preset": "classic"}, seats=["me", {"bot": "random"}])
        client.ok("start")
        for _ in range(3):
            client.until(client.my_turn)
            client.play_first_legal()
        client.until(client.my_turn)
        client.ok("resign")
        client.until(lambda: client.document["phase"] == "over")
        record = client.room + "-1"
        items = self.analysis(record)
        status, _, data = self.ask(f"/api/records/{record}/turning-point.png?move=3")
        self.assertEqual(status, 200, data[:200])
        rows = read_png(data)[2]
        # The pale bar of the mover, above the one of after the move, ends where their chance does.
        share = items[2]["hint"]["chances"][items[2]["seat"]]
        pale = [x for x in range(850, 1071) for y in (200, 204, 208) if pixel(rows, x, y) == (0xd9, 0xcb, 0xa8)]
        self.assertAlmostEqual(max(pale), 850 + 220 * share, delta=10)

    def test_the_site_itself_has_a_picture(self):
        tags = self.tags("/", Accept_Language="ja")
        self.assertEqual((tags["og:url"], tags["og:image"]), (self.site + "/", self.site + "/preview.png"))
        self.assertIn("友だち", tags["og:title"])
        status, headers, data = self.ask("/preview.png")
        self.assertEqual((status, headers["Content-Type"], data[:8]), (200, "image/png", b"\x89PNG\r\n\x1a\n"))
        self.assertEqual(struct.unpack(">II", data[16:24]), (1200, 630))

    def test_names_are_only_text(self):
        client = enter(self, self.server, EVIL, game="nim", options={"rows": [1]}, seats=["me", {"bot": "random"}])
        for page in ("/r/" + client.room, f"/g/{client.room}-1"):
            plain = Tags(self.ask("/r/K7WMA2QX")[2].decode())
            read = Tags(self.ask(page, Accept_Language="en")[2].decode())
            self.assertEqual(read.elements, plain.elements, page)
            if page.startswith("/r/"):
                self.assertEqual(read.found["og:title"], f"{EVIL} invites you: 753 game, no seat free")
                self.win(client)
        host = 'x"><script>alert(1)</script>'
        self.assertEqual(self.tags("/r/K7WMA2QX", Host=host)["og:image"], f"http://{host}/api/rooms/K7WMA2QX/picture.png")

    def test_a_room_that_is_not_there_has_a_page_and_no_picture(self):
        tags = self.tags("/r/K7WMA2QX", Accept_Language="en")
        self.assertEqual(tags["og:title"], "Play with me: K7WMA2QX")
        client = enter(self, self.server, "Hana", game="nim", options={"rows": [1]}, seats=["me", {"bot": "random"}])
        for path in ("/api/rooms/K7WMA2QX/picture.png", "/api/rooms/short/picture.png", "/api/records/K7WMA2QX-1/picture.png", f"/api/records/{client.room}-1/picture.png"):
            status, headers, text = self.ask(path)
            self.assertEqual((status, headers["Content-Type"]), (404, "application/json"), path)
            self.assertIn(b'"code":"not_found"', text)

    def test_codes_cannot_be_guessed_by_pages(self):
        self.start("--unknown-rooms-per-min", "3")
        client = enter(self, self.server, "Hana", game="nim", options={"rows": [1]}, seats=["me", {"bot": "random"}])
        for last in "ABCDE":
            self.tags("/r/K7WMA2Q" + last)
        self.assertEqual(self.tags("/r/" + client.room, Accept_Language="en")["og:title"], "Play with me: " + client.room)
        self.assertEqual(self.ask(f"/api/rooms/{client.room}/picture.png")[0], 429)

    @unittest.skipUnless(FAIL_POINTS, "needs an engawad with fail points")
    def test_what_cannot_be_drawn_or_comes_in_crowds_is_the_picture_of_the_site(self):
        site = (DIST / "preview.png").read_bytes()
        for point, own in (("picture.draw=throw", 0), ("picture.draw=sleep:200", 32)):
            with self.subTest(point):
                self.start("--rooms-per-min", "100", environment={"ENGAWA_FAIL_POINTS": point})
                token = self.server.guest("Hana")
                rooms = [self.server.room(token, game="nim", options={"rows": [1 + i % 9, 1 + i // 9]}) for i in range(50)]
                with ThreadPoolExecutor(50) as crowd:
                    answers = list(crowd.map(lambda room: self.ask(f"/api/rooms/{room}/picture.png"), rooms))
                for status, headers, _ in answers:
                    self.assertEqual((status, headers["Content-Type"]), (200, "image/png"))
                drawn = sum(data != site for _, _, data in answers)
                self.assertTrue(drawn == own == 0 or own <= drawn < 50, drawn)
                self.assertEqual(self.server.http("GET", f"/api/rooms/{rooms[0]}")[0], 200)

    def test_addresses_are_those_that_others_reach(self):
        self.assertTrue(self.tags("/r/K7WMA2QX", X_Forwarded_Proto="https")["og:image"].startswith("https://"))
        self.assertEqual(self.tags("/r/k7wma2qx")["og:url"], self.site + "/r/K7WMA2QX")
        self.start()
        self.assertTrue(self.tags("/r/K7WMA2QX", X_Forwarded_Proto="https")["og:image"].startswith("http://"), "who is no proxy says nothing about TLS")
        self.start("--public-url", "https://games.example.org")
        for page in ("/", "/r/K7WMA2QX", "/g/K7WMA2QX-1"):
            self.assertTrue(self.tags(page)["og:image"].startswith("https://games.example.org/"), page)

    def test_other_pages_have_no_tags(self):
        for path in ("/dev", "/r/short", "/r/K7WMA2QX/glimpse", "/g/K7WMA2QX", "/g/K7WMA2QX-0", "/g/K7WMA2QX-1/replay"):
            self.assertEqual(Tags(self.ask(path)[2].decode()).found, {}, path)


if __name__ == "__main__":
    unittest.main()
