"""`engawa admin`: the operator's acts from the terminal, on a real server with a token."""
import json
import pathlib
import time
import unittest

from client import Case
from harness import Client, refusing_port, serve, until_closed

SECRET = "s3cret-of-the-operator-0123456789abcdef"


class Admin(Case):
    def setUp(self):
        super().setUp()
        self.file = pathlib.Path(self.home) / "admin-token"
        self.file.write_text(SECRET + "\n", encoding="utf-8")
        self.own = serve(self, "--admin-port", "0", "--admin-token-file", str(self.file))

    def admin(self, *arguments, code=0, token=True):
        port = ["--admin", f"http://127.0.0.1:{self.own.admin_port}", *(["--token-file", str(self.file)] if token else [])]
        done = self.finished("admin", *arguments, *port)
        self.assertEqual(done[0], code, done)
        return done

    def lines(self, *arguments):
        return [json.loads(line) for line in self.admin(*arguments, "--json")[1].splitlines()]

    def test_bans_rooms_and_the_log(self):
        token = self.own.guest("Taro")
        guest = self.own.http("GET", "/api/me", token=token)[1]["id"]
        room = self.own.room(token)
        client = Client(self.own, room, token)
        self.addCleanup(client.close)
        self.assertEqual(self.lines("rooms")[0]["people"][0]["guest"], guest)
        memory = self.lines("rooms")[0]["memory_bytes"]
        self.assertRegex(self.admin("rooms")[1], rf"Taro .*  memory {(memory + 512) // 1024} KiB\n")
        self.assertRegex(self.admin("rooms", "--lang", "ja")[1], r"  メモリー \d+ KiB\n")
        self.assertEqual(self.lines("guests")[0]["rooms"], [room])
        self.assertIn(guest, self.admin("guests", "--lang", "ja")[1])
        self.admin("notice", "Hello everybody")
        client.until(lambda: client.notices)
        self.assertEqual(client.notices[0]["text"], {"en": "Hello everybody", "ja": "Hello everybody"})
        self.assertIn("ban " + guest, self.admin("ban", guest, "--minutes", "60", "--reason", "spam", "--by", "Hana")[1])
        self.assertEqual(until_closed(client.take), 4009)
        self.assertIn("期限", self.admin("ban", "203.0.113.7/24", "--minutes", "5", "--reason", "スパム", "--lang", "ja")[1])
        self.admin("close", room)
        code, _, err = self.finished("watch", room, "--plain", server=self.own)
        self.assertEqual((code, "banned" in err or "closed" in err), (5, True), err)
        acts = self.lines("acts")
        self.assertEqual([act["act"] for act in acts], ["notice", "ban", "ban", "close"])
        self.assertEqual((acts[1]["by"], acts[2]["addresses"]), ("Hana", "203.0.113.0/24"))
        self.assertEqual(len(self.admin("acts")[1].splitlines()), 4)
        self.admin("unban", guest)
        self.admin("drain")

    def test_a_drain_that_waits(self):
        self.admin("rooms", "--wait", "1", code=2)
        self.admin("drain", "--wait", "x", code=2)
        began = time.monotonic()
        self.admin("drain", "--wait", "1")
        self.assertGreaterEqual(time.monotonic() - began, 1)
        self.assertEqual(self.own.admin("GET", "/readyz")[0], 503)

    def test_the_memory_of_a_server_alone(self):
        answer = self.lines("server")[0]
        self.assertEqual(list(answer), ["memory_bytes"])
        self.assertGreater(answer["memory_bytes"], 1_000_000)
        self.assertRegex(self.admin("server")[1], r"^memory [1-9]\d* MB\n$")
        self.assertRegex(self.admin("server", "--lang", "ja")[1], r"^メモリー [1-9]\d* MB\n$")

    def test_reports(self):
        taro, hana = self.own.guest("Taro"), self.own.guest("Hana")
        guest = self.own.http("GET", "/api/me", token=taro)[1]["id"]
        room = self.own.room(hana, seats=["me", "open"])
        client = Client(self.own, room, taro)
        self.addCleanup(client.close)
        client.ok("say", text="go away")
        self.assertEqual(self.own.http("POST", f"/api/rooms/{room}/reports", {"guest": guest, "reason": "rude"}, hana)[0], 201)
        shown = self.admin("reports")[1]
        for word in ("1  ", f"report {room} {guest}", "Taro", "rude", "go away"):
            self.assertIn(word, shown)
        self.assertEqual([act["number"] for act in self.lines("reports")], [1])
        self.assertIn("settle 1", self.admin("settle", "1")[1])
        self.assertEqual(self.lines("reports"), [])
        self.assertEqual([act["act"] for act in self.lines("acts")], ["report", "settle"])
        self.admin("settle", "1", code=7)
        for word in ("x", "1x", "", "99999999999999999999"):
            self.admin("settle", word, code=2)

    def test_what_is_refused(self):
        self.admin("acts", code=4, token=False)
        self.assertIn("Bearer", self.admin("acts", code=4, token=False)[2])
        self.admin("close", "AAAAAAAA", code=7)
        self.assertIn("reason", self.admin("ban", "g_NP62PD6C3FGH", code=5)[2])
        for arguments in (("ban",), ("remove", "AAAAAAAA"), ("burn", "x"), (), ("notice",), ("retry",), ("ban", "g_NP62PD6C3FGH", "--minutes", "0")):
            self.admin(*arguments, code=2)
        self.assertEqual(self.finished("admin", "acts", "--admin", f"http://127.0.0.1:{refusing_port(self)}")[0], 3)
        self.assertEqual(self.finished("admin", "acts", "--token-file", "/nonexistent")[0], 2)


if __name__ == "__main__":
    unittest.main()
