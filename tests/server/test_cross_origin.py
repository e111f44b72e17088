"""Pages of other sites: those listed in server.origins may use the calls that a page needs to play, and no others."""
import json
import unittest

from harness import Server

PAGE = "https://games.example"
OPEN = ("/api/guests", "/api/me", "/api/rooms", "/api/play", "/api/games", "/api/boards", "/api/rooms/00000000", "/api/records/00000000-1", "/api/games/nim/try")
CLOSED = ("/", "/healthz", "/api/address", "/api/results", "/api/watch", "/lobby/ws", "/api", "/api/nothing")


def ask(server, method, path, body=None, **fields):
    """The status, the fields of the answer in small letters, and its body."""
    typed = {} if body is None else {"body": json.dumps(body).encode(), "Content-Type": "application/json"}
    status, answered, text = server.get(path, method, **typed, **fields)
    return status, {name.lower(): value for name, value in answered.items()}, text


def about_origins(fields):
    return {name: value for name, value in fields.items() if name.startswith("access-control") or (name == "vary" and "Origin" in value)}


class Listed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--origins", f"{PAGE} http://localhost:5173")
        cls.addClassCleanup(cls.server.stop)

    def test_the_answers_to_a_listed_page_may_be_read(self):
        for path in OPEN:
            _, fields, _ = ask(self.server, "GET", path, Origin=PAGE)
            self.assertEqual(fields["access-control-allow-origin"], PAGE, path)
            self.assertIn("Retry-After", fields["access-control-expose-headers"])
            self.assertIn("Origin", fields["vary"])
            self.assertNotIn("access-control-allow-credentials", fields)

    def test_a_refusal_may_be_read_too(self):
        status, fields, body = ask(self.server, "POST", "/api/rooms", {"game": "chess"}, Origin=PAGE)
        self.assertEqual((status, json.loads(body)["code"]), (400, "bad_message"))
        self.assertEqual(fields["access-control-allow-origin"], PAGE)

    def test_the_preflight_says_what_may_be_sent(self):
        for path, methods in (("/api/rooms", "GET, HEAD, POST, OPTIONS"), ("/api/guests", "POST, OPTIONS"), ("/api/me", "GET, HEAD, OPTIONS")):
            status, fields, body = ask(self.server, "OPTIONS", path, Origin=PAGE, Access_Control_Request_Method="POST", Access_Control_Request_Headers="authorization,content-type")
            self.assertEqual((status, body), (204, b""))
            self.assertEqual(fields["access-control-allow-origin"], PAGE)
            self.assertEqual(fields["access-control-allow-methods"], methods)
            self.assertEqual({name.strip().lower() for name in fields["access-control-allow-headers"].split(",")},
                             {"authorization", "content-type", "engawa-token", "if-none-match"})
            self.assertGreater(int(fields["access-control-max-age"]), 0)

    def test_other_pages_get_nothing_that_their_browser_would_show_them(self):
        for origin in ("https://evil.example", "null", "http://games.example", "https://games.example.evil.example"):
            for method in ("GET", "OPTIONS"):
                _, fields, _ = ask(self.server, method, "/api/rooms", Origin=origin)
                self.assertNotIn("access-control-allow-origin", fields, origin)
                self.assertNotIn("access-control-allow-methods", fields, origin)
                self.assertIn("Origin", fields["vary"])  # a cache keeps the answers to different pages separate

    def test_calls_that_no_game_needs_stay_closed(self):
        for path in CLOSED:
            for method in ("GET", "OPTIONS"):
                self.assertEqual(about_origins(ask(self.server, method, path, Origin=PAGE)[1]), {}, path)

    def test_a_compressed_answer_differs_by_both(self):
        _, fields, _ = ask(self.server, "GET", "/api/games", Origin=PAGE, Accept_Encoding="gzip")
        self.assertEqual({name.strip() for name in fields["vary"].split(",")}, {"Accept-Encoding", "Origin"})


class NoneListed(unittest.TestCase):
    def test_without_the_setting_nothing_changes(self):
        with Server() as server:
            for path in OPEN + CLOSED:
                for method in ("GET", "OPTIONS"):
                    without, asked = ask(server, method, path), ask(server, method, path, Origin=PAGE)
                    self.assertEqual(about_origins(asked[1]), {}, path)
                    self.assertEqual(without[0], asked[0], path)
                    self.assertEqual(without[1].keys(), asked[1].keys(), path)


class Me(unittest.TestCase):
    def test_a_token_says_whose_it_is(self):
        with Server() as server:
            guest = server.http("POST", "/api/guests", {"nick": "Hana"})[1]
            self.assertEqual(server.http("GET", "/api/me", token=guest["token"]), (200, {"id": guest["id"], "nick": "Hana"}))
            for token in (None, "0" * 32, "no token"):
                status, answer = server.http("GET", "/api/me", token=token)
                self.assertEqual((status, answer["code"]), (401, "unauthenticated"), token)
            self.assertEqual(server.http("POST", "/api/me", {}, token=guest["token"])[0], 405)


if __name__ == "__main__":
    unittest.main()
