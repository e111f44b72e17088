"""A request for a room that makes its guest as well: one answer brings both, and a wrong request makes neither."""
import unittest

from harness import Client, serve


class House(unittest.TestCase):
    flags = ()

    def setUp(self):
        self.server = serve(self, *self.flags)

    def post(self, path, token=None, **body):
        return self.server.http("POST", path, body, token)

    def me(self, token):
        return self.server.http("GET", "/api/me", token=token)


class NewGuests(House):
    def test_quick_play_makes_the_guest_who_plays(self):
        status, place = self.post("/api/play", game="nim", guest={"nick": "Hana", "lang": "ja"})
        self.assertEqual((status, place["seat"], place["guest"]["nick"]), (201, 0, "Hana"))
        self.assertEqual(self.me(place["guest"]["token"]), (200, {"id": place["guest"]["id"], "nick": "Hana"}))
        client = Client(self.server, place["room"], place["guest"]["token"])
        self.addCleanup(client.close)
        client.until(lambda: client.document["phase"] == "playing")
        self.assertEqual(client.seat, 0)

    def test_a_room_is_that_of_the_guest_who_was_made(self):
        status, place = self.post("/api/rooms", game="nim", seats=["me", "open"], guest={"friendly": True, "lang": "en"})
        self.assertEqual(status, 201)
        client = Client(self.server, place["room"], place["guest"]["token"])
        self.addCleanup(client.close)
        self.assertEqual((client.seat, client.document["host"]), (0, place["guest"]["id"]))
        self.assertNotEqual(place["guest"]["nick"], "Guest")

    def test_the_guest_outlives_a_kill(self):
        guest = self.post("/api/play", game="nim", guest={"nick": "Ken"})[1]["guest"]
        self.server.kill()
        self.server.start()
        self.assertEqual(self.me(guest["token"]), (200, {"id": guest["id"], "nick": "Ken"}))

    def test_a_token_comes_before_the_wish(self):
        token = self.server.guest("Mei")
        status, place = self.post("/api/play", token, game="nim", guest={"nick": "Hana"})
        self.assertEqual((status, "guest" in place), (201, False))
        self.assertEqual(self.post("/api/play", "no token of ours", game="nim", guest={"nick": "Hana"})[1]["code"], "unauthenticated")

    def test_without_a_token_and_without_the_wish(self):
        self.assertEqual(self.post("/api/play", game="nim")[1]["code"], "unauthenticated")
        status, place = self.post("/api/rooms", game="nim", seats=["open", "open"])
        self.assertEqual((status, "guest" in place), (201, False))


class Refused(House):
    flags = ("--guests-per-min", "5", "--rooms-per-min", "3")

    def guests_made(self):
        """How many of the address's five are gone: what is refused has made none."""
        made = 0
        while self.post("/api/guests")[0] == 201:
            made += 1
        return 5 - made

    def test_a_wrong_request_makes_no_guest_and_no_room(self):
        wrong = [
            ({"game": "chess"}, "bad_message"), ({"game": "nim", "options": {"preset": "no"}}, "bad_message"),
            ({"game": "nim", "guest": 5}, "bad_message"), ({"game": "nim", "guest": None}, "bad_message"),
            ({"game": "nim", "guest": {"nick": 5}}, "bad_message"), ({"game": "nim", "guest": {"nick": "Suzume"}}, "bad_message"),
            ({"game": "nim", "guest": {"friendly": "yes"}}, "bad_message"),
        ]
        for body, code in wrong:
            for path in ("/api/rooms", "/api/play"):
                with self.subTest(path=path, body=body):
                    status, answer = self.post(path, **{"guest": {}, **body})
                    self.assertEqual((status, answer["code"]), (400, code), answer)
        self.assertEqual(self.guests_made(), 0)

    def test_over_the_rate_of_rooms_no_guest_is_made(self):
        while self.post("/api/rooms", game="nim", seats=["open", "open"])[0] == 201:
            pass
        status, answer = self.post("/api/play", game="nim", guest={})
        self.assertEqual((status, answer["code"]), (429, "rate_limited"))
        self.assertGreater(answer["retry_ms"], 0)
        self.assertEqual(self.guests_made(), 0)


if __name__ == "__main__":
    unittest.main()
