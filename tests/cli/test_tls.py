"""`https://` and `wss://`: a whole game through TLS, and a specific message for each kind of untrusted certificate."""
import json
import os
import socket
import tempfile
import unittest

from client import BOT, Case, on_terminal
from relay import Authority, Relay

OLD, NEW = ("20200101000000Z", "20210101000000Z"), ("20390101000000Z", "20400101000000Z")


class Tls(Case):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.authority = Authority(folder.name)
        self.trusting = {"SSL_CERT_FILE": self.authority.file, "SSL_CERT_DIR": "/nonexistent"}

    def relay(self, *how, **more):
        relay = Relay(self.server, tls=self.authority.context(*how, **more))
        self.addCleanup(relay.close)
        return relay

    def test_every_verb(self):
        relay = self.relay("good")
        room = self.table("classic")
        run = self.run_client("play", f"{relay.url}/r/{room}", "--plain", server=relay.url, env=self.trusting)
        self.assertGreater(run.play_to_the_end(), 0)
        self.assertEqual(run.end(), 0, run.errors)
        self.assertIn("The game is over", run.lines)
        with open(self.home + "/engawa/guests.json", encoding="utf-8") as file:
            self.assertEqual(list(json.load(file)), [relay.url])  # not the guest of http://
        ask = {"server": None, "env": self.trusting}
        secure = relay.url.replace("https", "wss")
        for arguments in (["rooms", "--server", relay.url], ["rooms", "--server", secure], ["bots", "--server", relay.url.replace("https", "HTTPS")],
                          ["verify", f"{relay.url}/g/{room}-1"], ["verify", f"{room}-1", "--server", secure], ["replay", f"{relay.url}/api/records/{room}-1"],
                          ["watch", f"{relay.url}/r/{room}", "--plain"], ["play", "--plain", "--server", secure]):
            code, _, err = self.finished(*arguments, stdin="resign\n", **ask)
            self.assertEqual(code, 0, f"{arguments}: {err}")
        code, out, err = self.finished("pipe", f"{secure}/r/{room}", stdin='{"type":"hello","id":1}\n', **ask)
        self.assertEqual((code, '"welcome"' in out), (0, True), err)
        code, out, err = self.finished("bot", "--room", f"{relay.url}/r/{self.table('classic')}", "--exec", BOT, **ask)
        self.assertEqual(code, 0, err)

    def test_the_full_screen_shows_a_link_that_others_can_follow(self):
        relay = self.relay("good")
        room = self.server.room(options={"preset": "classic"}, seats=["open", "open"])
        out, code = on_terminal("play", room, server=relay.url, env=self.trusting, home=self.home, until=b"Invite others",
                                then=lambda pid, master: os.write(master, b"\x03"))
        self.assertEqual(code, 130)
        self.assertIn(f"https://127.0.0.1:{relay.port}/r/", out)

    def test_certificates_that_cannot_be_trusted(self):
        stranger = Authority(tempfile.mkdtemp(dir=self.home), "A stranger")
        cases = [
            ("of another host", {"names": "DNS:example.org,IP:192.0.2.1"}, self.trusting, "for another host", "別のホスト"),
            ("old", {"days": OLD}, self.trusting, "has expired", "期限切れ"),
            ("early", {"days": NEW}, self.trusting, "not valid yet", "まだ有効期間"),
            ("own", {"signed": False}, self.trusting, "signed by itself alone", "自己署名"),
            ("strange", {}, {**self.trusting, "SSL_CERT_FILE": stranger.file}, "does not know", "知りません"),
            ("nobody", {}, {**self.trusting, "SSL_CERT_FILE": "/nonexistent"}, "does not know", "知りません"),
        ]
        for name, how, env, english, japanese in cases:
            relay = self.relay(name.replace(" ", "-"), **how)
            verbs = [["rooms"], ["bots"], ["play", "--plain"], ["watch", "K7WMA2QX", "--plain"], ["pipe", "K7WMA2QX"], ["verify", f"{relay.url}/g/K7WMA2QX-1"],
                     ["bot", "--room", "K7WMA2QX", "--exec", BOT]]
            for verb in verbs:
                with self.subTest(name=name, verb=verb):
                    code, out, err = self.finished(*verb, "--lang", "en", server=relay.url, env=env)
                    self.assertEqual((code, out), (3, ""), err)
                    self.assertIn(english, err)
                    self.assertIn("[certificate]", err)
                    self.assertIn(f"127.0.0.1:{relay.port}", err)
            self.assertIn(japanese, self.finished("rooms", "--lang", "ja", server=relay.url, env=env)[2])
            self.assertEqual(json.loads(self.finished("rooms", "--json", server=relay.url, env=env)[1])["error"]["code"], "certificate")
            for verb in (["rooms"], ["watch", self.server.room(), "--plain"]):
                with self.subTest(name=name, insecure=verb):
                    run = self.run_client(*verb, "--insecure", server=relay.url, env=env)
                    self.assertIsNotNone(run.line() if verb[0] == "watch" else "")
                    run.process.terminate() if verb[0] == "watch" else None
                    code = run.end()
                    self.assertEqual(code, 1 if verb[0] == "watch" else 0, run.errors)

    def test_a_port_without_tls_and_one_that_says_nothing(self):
        code, _, err = self.finished("rooms", "--server", f"https://127.0.0.1:{self.server.port}", env=self.trusting)
        self.assertEqual(code, 3, err)
        self.assertIn("speaks no TLS", err)
        silent = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(silent.close)
        for verb in (["rooms"], ["watch", "K7WMA2QX", "--plain"], ["pipe", "K7WMA2QX"]):
            code, _, err = self.finished(*verb, "--server", f"https://127.0.0.1:{silent.getsockname()[1]}", "--timeout", "1", env=self.trusting)
            self.assertEqual(code, 6, err)
            self.assertIn("does not answer", err)

    def test_a_game_goes_on_after_a_drop(self):
        relay = self.relay("good")
        run = self.run_client("play", self.table("five"), "--plain", server=relay.url, env=self.trusting)
        self.assertEqual(run.play_to_the_end(stop=lambda moves: moves == 2), 2)
        self.server.kill()
        run.until_error("connection lost")
        self.server.start()
        run.until_error("connected again")
        run.play_to_the_end()
        self.assertEqual(run.end(), 0, run.errors)

    def test_names_and_passwords_in_links_are_refused(self):
        for link in ("https://user:secret@localhost", "http://user@localhost:1/r/K7WMA2QX"):
            code, _, err = self.finished("rooms", "--server", link)
            self.assertEqual(code, 2)
            self.assertIn("a name and a password", err)
            self.assertNotIn("secret", err)

    def test_the_ports_that_need_no_saying(self):
        for link, port in (("https://127.0.0.1", 443), ("wss://127.0.0.1/", 443), ("http://127.0.0.1", 80), ("127.0.0.1", 80)):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    continue  # the address is taken by a server
            code, _, err = self.finished("rooms", "--server", link, "--timeout", "1")
            self.assertEqual(code, 3)
            self.assertIn("cannot connect to 127.0.0.1:", err)

    def test_a_redirect_names_where_to_go(self):
        relay = Relay(self.server, answer=b"HTTP/1.1 308 Permanent Redirect\r\nLocation: https://example.org/\r\nContent-Length: 0\r\n\r\n")
        self.addCleanup(relay.close)
        code, _, err = self.finished("rooms", server=relay.url)
        self.assertEqual(code, 5)
        self.assertIn("https://example.org/", err)


if __name__ == "__main__":
    unittest.main()
