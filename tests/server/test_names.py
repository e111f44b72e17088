"""Names and chat lines of people: nothing hidden, no name like a bot's or another person's, and old names from before these checks."""
import unittest

import stored
from harness import Client, Server, Socket

ROOMY = ("--messages-per-s", "100000", "--messages-burst", "100000", "--guests-per-min", "100000", "--rooms-per-min", "1000", "--joins-per-min", "1000")
HIDDEN = [0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200e, 0x202e, 0x2060, 0x2065, 0x206f, 0x2800, 0x3164, 0xfdd0, 0xfe0f, 0xfeff, 0xffa0, 0xfff0,
          0xfff8, 0xfffb, 0xfffc, 0xfffe, 0xffff, 0x1bca0, 0x1d173, 0x1fffe, 0xe000, 0xe0000, 0xe0001, 0xe0020, 0xe007f, 0xe0100, 0xe01f0, 0xe0fff, 0xf0000, 0x10ffff, 0x1, 0x1b, 0x7f, 0x9b]


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(*ROOMY)

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def named(self, nick):
        return self.server.http("POST", "/api/guests", {"nick": nick})[1]

    def enter(self, room, nick):
        client = Client(self.server, room, self.server.guest(nick))
        self.addCleanup(client.close)
        return client

    def test_what_cannot_be_seen_is_no_name_and_no_part_of_one(self):
        for point in HIDDEN:
            hidden = chr(point)
            with self.subTest(hex(point)):
                empty = self.named(f"{hidden} {hidden}")
                self.assertEqual(empty.get("code"), "bad_message", empty)
                self.assertIn("nothing in it can be seen", empty["message"])
                self.assertEqual(self.named(f"Ta{hidden}ro{hidden}").get("nick"), "Taro")
                bot = self.named(f"ki{hidden}tsune")
                self.assertEqual(bot.get("code"), "bad_message", bot)
                self.assertIn("bot", bot["message"])

    def test_the_first_frame_is_asked_the_same(self):
        socket = Socket(self.server.port, f"/rooms/{self.server.room()}/ws")
        self.addCleanup(socket.close)
        for number, nick in enumerate(("\u2065", "\ufffe\u2800", "ki\u2065tsune", "Kitsune (bot)")):
            socket.send({"type": "hello", "id": number, "nick": nick})
            answer = socket.receive()
            self.assertEqual((answer["re"], answer.get("code")), (number, "bad_message"))
        socket.send({"type": "hello", "id": 9, "nick": "Ha\U000e0041na"})
        self.assertEqual(socket.receive()["guest"]["nick"], "Hana")

    def test_a_line_of_nothing_is_not_said(self):
        room = self.server.room()
        talker = self.enter(room, "Talker")
        for point in HIDDEN:
            answer = talker.refused("bad_message", "say", text=f" {chr(point)}\n{chr(point)}")
            self.assertIn("nothing in it can be seen", answer["message"])
            talker.ok("ping")  # which resets the count of consecutive bad frames
        self.assertNotIn("chat", talker.document)
        talker.ok("say", text="a\u2065b\u202ec\x1b[31m\n\nd")
        self.assertEqual([line["text"] for line in talker.document["chat"].values()], ["abc[31m d"])

    def test_nobody_is_marked_like_a_bot(self):
        for nick in ("Kitsune 5", "kitsune, level 5", "狐 レベル5", "狐 5", "キツネ (bot)", "Ken (bot)", "Ken [BOT]", "Ken (b\u043et)", "Ken（ボット）", "Ken【ボット】", "Ken <bot>", "Oni!", "Oni 👹", "👹 Oni", "(Oni)", "Tengu 6 (bot)", "bot Tengu", "0n1", "ᴋɪᴛsᴜɴᴇ", "🅞🅝🅘", "𝔒𝔫𝔦", "Oni lv7", "鬼７", "でたら\u3081", "モンテ力ルロ"):
            answer = self.named(nick)
            self.assertEqual(answer.get("code"), "bad_message", (nick, answer))
            self.assertIn("bot", answer["message"])
        for nick in ("Bot", "Bot 2", "ボット", "Robot", "Abbott", "Talbot", "Ken 5", "Level 9", "Onizuka", "oni2000", "Kamel", "鬼太郎", "狐火", "レベル99", "(Ken)", "Tarobot"):
            self.assertEqual(self.named(nick).get("nick"), nick)

    def test_people_who_look_alike_get_numbers_whatever_the_letters(self):
        room = self.server.room(seats=["open", "open"], options={"preset": "classic"})
        shown = []
        people = [self.enter(room, nick) for nick in ("Taro", "ᴛаrο", "Taro（２）", "🅣🅐🅡🅞", "ta\u200cro")]
        for person in people:
            person.ok("say", text="who is who?")
            person.until(lambda person=person: len(person.document.get("chat", {})) == len(shown) + 1)
            shown.append(list(person.document["chat"].values())[-1]["nick"])
        self.assertEqual(shown, ["Taro", "ᴛаrο (2)", "Taro（２） (2)", "🅣🅐🅡🅞 (3)", "taro (4)"])

    def test_a_name_of_an_older_server_is_shown_as_it_may_be_today(self):
        old = {"Hana": "Ha\u2065na", "Jiro": "ki\u2065tsune", "Ken": "\u2065"}
        with Server(*ROOMY) as server:
            tokens = {nick: server.guest(nick) for nick in old}
            room = server.room(tokens["Hana"], seats=["me", "open"], options={"preset": "classic"})
            Client(server, room, tokens["Hana"]).ok("say", text="before")
            server.kill()
            with stored.opened(server.folder.name, write=True) as database:
                for nick, stored_nick in old.items():
                    database.execute("UPDATE guests SET nick = ? WHERE nick = ?", (stored_nick, nick))
                stored.seal(database, "guests")
            server.start()
            shown = []
            for token in tokens.values():
                client = Client(server, room, token)
                client.ok("say", id="after", text="after")
                client.until(lambda client=client: len(client.document["chat"]) == len(shown) + 2)
                shown.append(list(client.document["chat"].values())[-1]["nick"])
                self.assertEqual(len(client.document["seats"]), 2)
                client.close()
            self.assertEqual(shown, ["Hana", "Guest", "Guest (2)"])


if __name__ == "__main__":
    unittest.main()
