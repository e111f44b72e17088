"""Codes and links as people paste them: with surrounding text, from phones and from Japanese keyboards."""
import unittest

from client import BOT, Case
from harness import refusing_port

HELLO = '{"type":"hello","id":1}\n'


def wide(text):
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else "\u3000" if c == " " else c for c in text)


def lookalike(code):
    return code.replace("0", "o").replace("1", "l")


class Links(Case):
    server_flags = ("--rooms-per-min", "1000")

    def around(self, link):
        """The link in a message."""
        return [link, f"({link})", f"<{link}>", f"[{link}]", f"{link}.", f"{link},", f"{link}!", f"{link}?", f"{link}/", f"{link}#top", f"{link}?x=1&y=2",
                f"「{link}」", f"『{link}』。", f"“{link}”", f"'{link}';", f"  {link}\n", f"[play with me]({link})", f"Come and play: {link} (now!)", link if "://" not in link else f"*{link}*",
                f"遊ぼう{link}、待ってる", f"\u2068{link}\u2069", f"\u200b{link}\ufeff", f"{link}\n\nsent from my phone"]

    def rooms_of(self, room):
        port = self.server.port
        names = [room, room.lower(), lookalike(room), wide(room), wide(room.lower()), f"{room[:4]} {room[4:]}", f"{room[:4]}-{room[4:]}", " ".join(room),
                 wide(f"{room[:4]} {room[4:]}"), f"({room})", f"[{room}]", f"「{room}」", f"“{room}”", f"{room}.", f"{room},", f"  {room}\n", f"`{room}`",
                 f"\u200b{room}", f"{room[:4]}\u2011{room[4:]}", f"{room[:4]}\u00a0{room[4:]}"]
        for link in (f"http://127.0.0.1:{port}/r/{room}", f"http://localhost:{port}/r/{lookalike(room).lower()}", f"127.0.0.1:{port}/r/{room}",
                     f"HTTP://127.0.0.1:{port}/r/{room}", f"ws://127.0.0.1:{port}/r/{room}"):
            names += self.around(link)
        names.append(wide(f"http://127.0.0.1:{port}/r/{room}"))
        return names

    def test_a_room(self):
        room = self.server.room()
        for name in self.rooms_of(room):
            with self.subTest(name=name):
                code, out, err = self.finished("pipe", name, stdin=HELLO)
                self.assertEqual(code, 0, err)
                self.assertIn(room, out)

    def test_every_verb_that_takes_one(self):
        room = self.table("classic")
        link = f"「http://127.0.0.1:{self.server.port}/r/{lookalike(room).lower()}」。"
        code, _, err = self.finished("bot", "--room", link, "--exec", BOT)
        self.assertEqual(code, 0, err)
        self.assertEqual(self.finished("watch", link, "--plain")[0], 0)
        other = f"(http://127.0.0.1:{self.server.port}/r/{self.table('classic')})."
        self.assertEqual(self.finished("play", other, "--plain", stdin="resign\n", server=None)[0], 0)
        for record in [f"{room}-1", f"{room}-1".lower(), lookalike(room) + "-1", wide(f"{room}-1"), f"{room[:4]} {room[4:]} - 1", f"({room}-1)",
                       *self.around(f"http://127.0.0.1:{self.server.port}/g/{room}-1"), f"http://127.0.0.1:{self.server.port}/g/{lookalike(room)}-1#12",
                       f"127.0.0.1:{self.server.port}/g/{room}-1", *self.around(f"http://127.0.0.1:{self.server.port}/api/records/{room}-1")]:
            for verb in (["verify"], ["replay", "--plain"]):
                with self.subTest(verb=verb, record=record):
                    code, _, err = self.finished(verb[0], record, *verb[1:])
                    self.assertEqual(code, 0, err)

    def test_what_is_none(self):
        port = refusing_port(self)
        for name in ("", "nonsense!", "K7WMA2Q", "K7WMA2QXX", "K7WMA2QX K7WMA2QX", f"http://127.0.0.1:{port}/r/", f"http://127.0.0.1:{port}/r/K7WMA2QXZ",
                     f"http://127.0.0.1:{port}/r/K7WM", "K7WMÄ2QX", "/r/", "-"):
            with self.subTest(name=name):
                code, _, err = self.finished("watch", "--plain", "--", name)
                self.assertEqual(code, 7, err)
                self.assertIn("8 letters and digits", err)
        for name in ("K7WMA2QX-1", f"http://127.0.0.1:{port}/g/K7WMA2QX-1"):
            code, _, err = self.finished("watch", name, "--plain")
            self.assertEqual(code, 7)
            self.assertIn("engawa replay", err)
        for name in (f"http://127.0.0.1:{port}/r/K7WMA2QX", f"http://127.0.0.1:{port}", "ftp://x/y", f"http://127.0.0.1:{port}/a b"):
            code, _, err = self.finished("verify", name)
            self.assertEqual(code, 2, err)

    def test_servers(self):
        for link in ("http://", "https://", "http:///x", "http://a b", "http://[::1", "http://[::1]x", "http://x:99999", "http://x:y", "http://x:-1", "file:///etc",
                     "http://x\ny", "http://a\\b", "javascript:alert(1)"):
            with self.subTest(link=link):
                code, _, err = self.finished("rooms", "--server", link)
                self.assertEqual(code, 2, err)
                self.assertIn("is no server", err)


class RightToLeft(Case):
    """Hebrew and Arabic in the middle of a sentence do not reorder the text around them: they are in isolates."""

    def test_names_and_chat_in_lines(self):
        for nick in ("\u05d3\u05d5\u05d3", "\u0645\u062d\u0645\u062f 7", "x\u05d0"):
            for lang in ("en", "ja"):
                with self.subTest(nick=nick, lang=lang):
                    home = f"{self.home}/{abs(hash((nick, lang)))}"
                    room = self.server.room(options={"preset": "classic"}, seats=["open", {"bot": "minimum", "level": 1}], start="full")
                    watcher = self.run_client("watch", room, "--plain", "--lang", lang)
                    watcher.line()
                    player = self.run_client("play", room, "--plain", "--nick", nick, "--lang", lang, home=home)
                    player.send("say \u05e9\u05dc\u05d5\u05dd 12")
                    player.until(lambda line: line.startswith("["))
                    player.send("resign")
                    self.assertEqual(player.end(), 0, player.errors)
                    self.assertEqual(watcher.end(), 0, watcher.errors)
                    lines = [line for line in watcher.lines + player.lines if line and nick in line]
                    self.assertGreater(len(lines), 4)
                    for line in lines:
                        self.assertEqual(line.count(nick), line.count(f"\u2068{nick}\u2069"), line)
                    self.assertIn(f"[\u2068{nick}\u2069] \u2068\u05e9\u05dc\u05d5\u05dd 12\u2069", [line for line in watcher.lines if line])

    def test_others_need_none(self):
        run = self.run_client("play", self.table("classic"), "--plain", "--nick", "はなこ é 한")
        run.send("resign")
        self.assertEqual(run.end(), 0)
        self.assertNotRegex("".join(line or "" for line in run.lines), "[\u2066-\u2069]")


if __name__ == "__main__":
    unittest.main()
