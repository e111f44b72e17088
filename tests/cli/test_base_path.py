"""A server below a path of another site: every verb that takes its address or a link, straight to the server and through a proxy that passes the path on
or removes it; and what is said about a wrong path."""
import json
import os
import re
import shutil
import unittest

from client import BOT, Case
from front import Site
from harness import Server
from screen import Screen

HELLO = '{"type":"hello","id":1}\n'
PAGE = '<!doctype html><html lang="en"><head><title>x</title><script type="module" src="/assets/x.js"></script></head></html>'


def page_in(folder):
    """Flags for a server with a page: without one it has no links for chats."""
    path = os.path.join(folder, "page")
    os.mkdir(path)
    for name, text in (("index.html", PAGE), ("preview.png", "")):
        with open(os.path.join(path, name), "w", encoding="ascii") as out:
            out.write(text)
    return "--web-root", path


class Below(Case):
    server_flags = ("--base-path", "/engawa", "--rooms-per-min", "1000")

    def everywhere(self):
        """The addresses by which people reach the server below its path: straight, and through a proxy."""
        return [self.server.url + "/engawa", *(Site(self, self.server.port, "/engawa", removes).url for removes in (False, True))]

    def ended(self, *arguments, code=0, **more):
        found, out, err = self.finished(*arguments, server=None, **more)
        self.assertEqual(found, code, f"{arguments}: {out}{err}")
        return out

    def test_lists(self):
        token = self.server.guest()
        room = self.server.room(token, options={"preset": "classic"})
        host = self.run_client("watch", room, "--plain")  # a room with nobody in it is not listed
        host.line()
        for url in self.everywhere():
            self.assertIn(room, self.ended("rooms", "--server", url))
            self.assertIn("kitsune", self.ended("bots", "--server", url + "/"))
            self.assertIn(room, self.ended("rooms", env={"ENGAWA_SERVER": url + "/r/" + room}))

    def test_links(self):
        for url in self.everywhere():
            room = self.table()
            link = f"{url}/r/{room}"
            self.assertIn(room, self.ended("pipe", f"「{link}」。", stdin=HELLO))
            self.ended("play", f"遊ぼう{link}、待ってる", "--plain", stdin="resign\n")
            self.ended("watch", link, "--plain")
            self.assertIn(room, self.ended("watch", link.removeprefix("http://"), "--plain", "--json"))
            for record in (f"{url}/g/{room}-1", f"({url}/g/{room}-1#2).", f"{url}/api/records/{room}-1"):
                self.ended("verify", record)
                self.ended("replay", record, "--plain")
            self.ended("verify", f"{room}-1", "--server", url)
            self.assertIn("names no record", self.finished("verify", link, server=None)[2])

    def test_rooms_of_its_own(self):
        for number, url in enumerate(self.everywhere()):
            home = f"{self.home}/{number}"
            out = self.ended("bot", "--make", "reversi", "--preset", "classic", "--bots", "minimum", "--exec", BOT, "--server", url)
            self.assertRegex(out.splitlines()[0], rf"^{re.escape(url)}/r/\w{{8}}$")
            self.ended("watch", out.splitlines()[0], "--plain")
            player = self.run_client("play", "--plain", "--preset", "classic", "--server", url, server=None, home=home)
            player.until(lambda line: line.startswith("Your turn"))
            player.send("resign")
            self.assertEqual(player.end(), 0, player.errors)

    def test_each_path_has_a_guest_of_its_own(self):
        urls = [self.server.url, self.server.url + "/engawa"]
        for url in urls + urls:
            self.ended("play", f"{url}/r/{self.table()}", "--plain", stdin="resign\n")
        with open(self.home + "/engawa/guests.json", encoding="utf-8") as file:
            guests = json.load(file)
        self.assertEqual(sorted(guests), sorted(urls))
        self.assertEqual(len({guest["id"] for guest in guests.values()}), 2)

    def test_a_wrong_path(self):
        room = self.table()
        for site in (Site(self, self.server.port, "/engawa", removes=True), self.server):
            root = getattr(site, "root", site.url)
            for verb in (["rooms"], ["bots"], ["play", "--plain"], ["bot", "--make", "nim", "--exec", BOT]):
                with self.subTest(verb=verb, root=root):
                    code, _, err = self.finished(*verb, "--server", root + "/wrong", server=None)
                    self.assertEqual(code, 3, err)
                    self.assertRegex(err, rf"there is no Engawa server at {re.escape(root[7:])}/wrong \(HTTP status 40[45]\): check the address, and the path in it")
        site = Site(self, self.server.port, "/engawa", removes=True)
        for verb in (["watch", "--plain"], ["play", "--plain"], ["pipe"], ["bot", "--exec", BOT, "--room"], ["verify"]):
            for wrong in (site.root + "/wrong", site.root):
                with self.subTest(verb=verb, wrong=wrong):
                    code, _, err = self.finished(*verb, f"{wrong}/{'g' if verb == ['verify'] else 'r'}/{room}{'-1' if verb == ['verify'] else ''}", server=None)
                    self.assertEqual(code, 3, err)
                    self.assertIn(f"no Engawa server at {wrong[7:]} (HTTP status 404)", err)
                    self.assertNotIn("<p>", err)
        self.assertIn("パスを確かめてください", self.finished("rooms", "--lang", "ja", "--server", site.root, server=None)[2])
        code, _, err = self.finished("watch", f"{self.server.url}/wrong/r/{room}", "--plain", server=None)
        self.assertEqual((code, f"there is no room {room} on {self.server.url[7:]}/wrong" in err), (7, True), err)

    def test_what_is_no_path(self):
        for path in ("/a b", "/縁側", "/a\"b", "/a\\b", "/a\nHost: x"):
            code, _, err = self.finished("rooms", "--server", self.server.url + path, server=None)
            self.assertEqual(code, 2, err)
            self.assertIn("is no server", err)


class Doctor(Case):
    def setUp(self):
        super().setUp()
        self.page = page_in(self.home)

    def asked(self, url, code):
        done, out, err = self.finished("doctor", url, "--json", server=None)
        self.assertEqual((done, err), (code, ""), out)
        lines = [json.loads(line) for line in out.splitlines()]
        return {line["check"]: (line["state"], line["message"], line.get("advice", "")) for line in lines}

    def test_a_server_that_is_well(self):
        with Server("--base-path", "/engawa", *self.page) as server:
            for url in (server.url + "/engawa", Site(self, server.port, "/engawa", removes=False).url, Site(self, server.port, "/engawa", removes=True).url):
                found = self.asked(url, 0)
                self.assertEqual({check: state for check, (state, _, _) in found.items()},
                                 {"server": "ok", "links": "ok", "websocket": "ok", "clock": "ok", "round_trip": "ok"}, found)
                self.assertEqual(found["links"][1], f"links in chats lead to {url}/")

    def test_a_wrong_path(self):
        with Server("--base-path", "/engawa", *self.page) as server:
            site = Site(self, server.port, "/engawa", removes=True)
            for wrong in (site.root, site.root + "/wrong", server.url + "/wrong"):
                found = self.asked(wrong, 1)
                self.assertEqual(list(found), ["server"])
                self.assertEqual(found["server"][:2], ("fault", f"there is no Engawa server at {wrong[7:]}: HTTP status 404"))
                self.assertIn("the path in it", found["server"][2])

    def test_a_server_that_does_not_know_its_path(self):
        with Server(*self.page) as server:
            site = Site(self, server.port, "/engawa", removes=True)
            found = self.asked(site.url, 1)
            self.assertEqual([check for check, (state, _, _) in found.items() if state == "fault"], ["links"])
            self.assertEqual(found["links"][1], f"links in chats lead to {site.root}/")
            self.assertIn("server.base_path", found["links"][2])

    def test_a_path_that_is_left_out(self):
        with Server("--base-path", "/engawa", *self.page) as server:
            state, message, advice = self.asked(server.url, 0)["links"]
            self.assertEqual((state, message), ("warning", f"links in chats lead to {server.url}/engawa/"))
            self.assertIn("server.base_path", advice)


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class Invitation(Screen):
    server_flags = ("--base-path", "/engawa")

    def test_it_contains_the_path(self):
        url = Site(self, self.server.port, "/engawa", removes=True).url
        room = self.server.room(self.server.guest(), options={"preset": "classic"}, seats=["open", "open"])
        self.start("play", f"{url}/r/{room}", columns=120)
        self.until(re.escape(f"{url}/r/{room}"))
        self.keys("q", "y")
        self.until(r"exit=0")


if __name__ == "__main__":
    unittest.main()
