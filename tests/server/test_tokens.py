"""A guest renews or revokes their token: the old one is unknown at once, and stays so after a kill of the server."""
import threading
import unittest

from harness import Client, serve


class Tokens(unittest.TestCase):
    def setUp(self):
        self.server = serve(self)
        self.token = self.server.guest("Hana")
        self.me = self.server.http("GET", "/api/me", token=self.token)[1]

    def renew(self, token):
        return self.server.http("POST", "/api/me/token", {}, token)

    def who(self, token):
        status, answer = self.server.http("GET", "/api/me", token=token)
        return answer if status == 200 else answer["code"]

    def test_a_new_token_is_the_same_guest_and_the_old_one_is_unknown(self):
        status, answer = self.renew(self.token)
        self.assertEqual((status, {name: answer[name] for name in ("id", "nick")}), (200, self.me))
        self.assertNotEqual(answer["token"], self.token)
        for _ in range(2):
            self.assertEqual((self.who(answer["token"]), self.who(self.token)), (self.me, "unauthenticated"))
            self.assertEqual(self.renew(self.token)[0], 401)
            self.server.kill()
            self.server.start()

    def test_the_guest_keeps_the_seat_and_an_open_connection(self):
        room = self.server.room(self.token, game="nim", options={"preset": "753"}, seats=["me", {"bot": "random"}])
        client = Client(self.server, room, self.token)
        self.addCleanup(client.close)
        token = self.renew(self.token)[1]["token"]
        client.ok("say", text="still here")
        client.token = token
        client.connect(resume=True)
        self.assertEqual(client.seat, 0)
        with self.assertRaises(AssertionError) as refused:
            Client(self.server, room, self.token)
        self.assertEqual(refused.exception.args[0]["code"], "unauthenticated")

    def test_a_revoked_token_is_nobodys(self):
        self.assertEqual(self.server.http("DELETE", "/api/me/token", token=self.token), (200, {"id": self.me["id"], "revoked": True}))
        self.assertEqual(self.who(self.token), "unauthenticated")
        self.server.kill()
        self.server.start()
        self.assertEqual(self.who(self.token), "unauthenticated")
        self.assertEqual(self.server.http("DELETE", "/api/me/token", token=self.token)[0], 401)
        self.assertEqual(self.server.http("DELETE", "/api/me/token")[0], 401)

    def test_many_calls_at_once_give_one_token(self):
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(self.renew(self.token))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        given = [answer["token"] for status, answer in answers if status == 200]
        self.assertEqual((len(given), len(answers)), (1, 8), answers)
        self.assertEqual(self.who(given[0]), self.me)
        self.server.kill()
        self.server.start()
        self.assertEqual(self.who(given[0]), self.me)


if __name__ == "__main__":
    unittest.main()
