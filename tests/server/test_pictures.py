"""The picture of a room or a record, as SVG."""
import unittest
import xml.etree.ElementTree

from harness import ROOT, enter, serve

DIST = ROOT / "clients/web/dist"
SVG = "{http://www.w3.org/2000/svg}"
GAMES = [("reversi", {"preset": "five"}), ("nim", {"preset": "753"}), ("fifteen", {"preset": "race"}), ("bubbles", {"preset": "duel"})]


class Pictures(unittest.TestCase):
    def setUp(self):
        self.server = serve(self, "--web-root", str(DIST), "--trusted-proxies", "127.0.0.1", "--bot-delay-ms", "0")

    def raw(self, path, **headers):
        status, answered, text = self.server.get(path, **headers)
        return status, answered, text.decode()

    def drawn(self, path):
        status, headers, text = self.raw(path)
        self.assertEqual((status, headers["Content-Type"]), (200, "image/svg+xml"), text)
        return xml.etree.ElementTree.fromstring(text)

    def texts(self, picture):
        return [element.text for element in picture.iter(SVG + "text")]

    def win(self, client):
        client.ok("start")
        client.until(client.my_turn)
        client.ok("move", ply=0, move={"row": 0, "from": 0, "count": 1})
        client.until(lambda: client.document["phase"] == "over")

    def test_every_game_is_drawn_before_and_in_the_game(self):
        for game, options in GAMES:
            with self.subTest(game):
                client = enter(self, self.server, '<b>&"\'', game=game, options=options)
                path = f"/api/rooms/{client.room}/picture"
                before = self.drawn(path)
                self.assertEqual(len(before.findall(SVG + "svg")), 1, "the poster")
                self.assertIn('<b>&"\'', self.texts(before))
                client.ok("start")
                client.until(lambda: client.document["phase"] == "playing")
                now = self.drawn(path)
                self.assertEqual(len(now.findall(SVG + "svg")), 0, "the board")
                self.assertGreater(len(list(now.iter())), len(list(before.iter(SVG + "text"))) + 20)

    def test_the_discs_are_those_of_the_board(self):
        client = enter(self, self.server, "Taro", game="reversi", options={"preset": "classic"}, seats=["me", {"bot": "random"}])
        client.ok("start")
        client.until(client.my_turn)
        client.play_first_legal()
        client.until(client.my_turn)
        picture = self.drawn(f"/api/rooms/{client.room}/picture")
        rows = "".join(client.document["view"]["rows"].values())
        circles = [element.get("fill") for element in picture.findall(SVG + "circle")]
        shown = {letter: circles.count(fill) - 1 for letter, fill in (("B", "#0b0b0b"), ("W", "#fdfdfb"))}  # one is next to the name
        self.assertEqual(shown, {letter: rows.count(letter) for letter in "BW"})
        self.assertEqual(len([element for element in picture.findall(SVG + "rect") if element.get("fill") == "#d8d6a4"]), 64)

    def test_a_record_is_drawn_as_it_ended_with_who_won(self):
        client = enter(self, self.server, "Taro", game="nim", options={"rows": [1]}, seats=["me", {"bot": "random"}])
        self.win(client)
        path = f"/api/records/{client.room}-1/picture"
        status, headers, text = self.raw(path, Accept_Encoding="identity")
        self.assertEqual((status, headers["Content-Type"], "immutable" in headers["Cache-Control"]), (200, "image/svg+xml", True))
        texts = self.texts(xml.etree.ElementTree.fromstring(text))
        self.assertIn("Taro", texts)
        self.assertEqual(client.document["result"]["winner"], "s0")
        self.assertEqual(len([line for line in text.split("<") if 'stroke="#d9a514"' in line]), 1, "one has won")

    def test_what_is_not_there_is_refused_in_words(self):
        client = enter(self, self.server, "Taro", game="nim", options={"rows": [1]}, seats=["me", {"bot": "random"}])
        for path in ("/api/rooms/00000000/picture", "/api/rooms/short/picture", "/api/rooms/00000000/other", "/api/records/00000000-1/picture",
                     f"/api/records/{client.room}-1/picture", f"/api/records/{client.room}/picture"):
            status, _, text = self.raw(path)
            self.assertEqual(status, 404, path)
            self.assertIn('"code":"not_found"', text)


if __name__ == "__main__":
    unittest.main()
