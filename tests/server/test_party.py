"""An evening with friends in one room: hints that the host allows or not, who looks on, and the score over rounds and games, also after a kill."""
import os
import unittest
import unittest.mock

from harness import EVERY_ROUND, FAIL_POINTS, Client, Server

NIM = {"game": "nim", "options": {"rows": [1]}}


class Party(unittest.TestCase):
    def table(self, environment=None, nicks=("Hana", "Ken"), **body):
        """The first has made the room, and everybody has a seat."""
        self.server = Server("--messages-per-s", "1000", "--messages-burst", "1000", environment=environment)
        self.addCleanup(self.server.__exit__)
        tokens = [self.server.guest(nick) for nick in nicks]
        body = NIM | {"seats": ["me", "open"], "clock": {"kind": "none"}} | body
        room = self.server.room(tokens[0], **body)
        people = [Client(self.server, room, token) for token in tokens]
        for seat, person in enumerate(people[1:], 1):
            person.ok("sit", seat=seat)
        for person in people:
            self.addCleanup(person.close)
        return people

    def start(self, people):
        people[0].ok("start")
        for person in people:
            person.until(lambda person=person: person.document["phase"] == "playing")

    def wait_for(self, people, what):
        for person in people:
            person.until(lambda person=person: what(person.document))

    def wins(self, document):
        return {score["nick"]: score["wins"] for score in document["evening"]["people"].values()}

    def test_hints_are_off_among_people_until_the_host_allows_them(self):
        hana, ken = people = self.table(options={"rows": [3, 5]})
        self.assertEqual(ken.document["settings"]["hints"], "off")
        ken.refused("not_host", "configure", hints="allowed")
        self.start(people)
        self.assertIn("host", hana.refused("hints_off", "hint")["message"])
        ken.ok("resign")
        self.wait_for(people, lambda document: document["phase"] == "over")
        with unittest.mock.patch.dict(os.environ, ENGAWA_TRAFFIC_DIR=""):  # valid for no schema
            hana.refused("bad_message", "configure", hints="on")
        seq = hana.ok("configure", hints="allowed")["seq"]
        ken.until(lambda: ken.seq >= seq)
        self.assertEqual((ken.document["settings"]["hints"], ken.document["options"]["rows"]), ("allowed", [3, 5]))
        self.start(people)
        seq = hana.seq
        self.assertIn("move", hana.ok("hint")["hint"])
        ken.until(lambda: ken.seq > seq)
        self.assertEqual(ken.steps[-1]["events"], [{"kind": "hint", "seat": "s0"}])
        entries = ken.ok("log")["log"]["entries"]
        self.assertIn([{"kind": "hint", "seat": "s0"}], [entry["events"] for entry in entries])
        self.server.kill()
        self.server.start()
        for person in people:
            person.connect(resume=True)
        self.assertEqual(hana.document["settings"]["hints"], "allowed")

    def test_who_plays_with_bots_has_hints_and_a_room_can_be_made_with_them(self):
        hana, = self.table(nicks=("Hana",), seats=["me", {"bot": "random"}], options={"rows": [3, 5]})
        self.start([hana])
        seq = hana.seq
        self.assertIn("hint", hana.ok("hint"))
        self.assertEqual(hana.ok("sync")["seq"], seq, "nobody else is here")
        status, answer = self.server.http("POST", "/api/rooms", {"game": "nim", "hints": "yes"})
        self.assertEqual((status, answer["code"]), (400, "bad_message"))
        token = self.server.guest("Ken")
        ken = Client(self.server, self.server.room(token, hints="allowed", **NIM), token)
        self.addCleanup(ken.close)
        ken.until(lambda: ken.document)
        self.assertEqual(ken.document["settings"]["hints"], "allowed")

    def test_the_solvers_path_is_a_hint(self):
        people = self.table(game="fifteen", options={"size": 3, "seats": 2})
        self.start(people)
        people[0].refused("hints_off", "hint")

    def test_everybody_sees_how_many_look_on(self):
        hana, ken = people = self.table()
        self.assertNotIn("spectators", ken.document)
        watchers = [Client(self.server, hana.room, nick=nick) for nick in ("A", "B")]
        self.wait_for([*people, *watchers], lambda document: document.get("spectators") == 2)
        watchers[0].close()
        self.wait_for(people, lambda document: document.get("spectators") == 1)
        self.server.kill()
        self.server.start()
        for person in people:
            person.connect(resume=True)
        self.wait_for(people, lambda document: "spectators" not in document)
        watchers[1].connect(resume=True)
        self.wait_for(people, lambda document: document.get("spectators") == 1)
        watchers[1].close()

    def round(self, people, loser):
        self.start(people)
        people[loser].ok("resign")
        self.wait_for(people, lambda document: document["phase"] == "over")

    def test_the_score_of_the_evening_over_rounds_games_and_kills(self):
        for environment in (None, EVERY_ROUND) if FAIL_POINTS else (None,):
            hana, ken = people = self.table(environment=environment, rematch="rotate")
            self.assertNotIn("evening", hana.document)
            self.round(people, 1)
            hana.ok("configure", game="reversi", options={"preset": "classic"})
            self.round(people, 1)
            hana.ok("configure", **NIM)
            self.round(people, 0)
            self.assertEqual((self.wins(ken.document), ken.document["evening"]["rounds"]), ({"Hana": 2, "Ken": 1}, 3))
            before = ken.document["evening"]
            self.server.kill()
            self.server.start(environment)
            for person in people:
                person.connect(resume=True)
            late = Client(self.server, hana.room, nick="Late")
            late.until(lambda late=late: late.document)
            self.assertEqual(late.document["evening"], before)
            late.close()
            hana.ok("configure", options={"rows": [1]})
            self.round(people, 1)
            self.assertEqual(self.wins(hana.document), {"Hana": 3, "Ken": 1})

    def test_a_round_that_is_given_up_is_the_bots(self):
        hana, = self.table(nicks=("Hana",), seats=["me", {"bot": "random"}])
        self.start([hana])
        hana.ok("resign")
        self.assertEqual(hana.document["evening"], {"rounds": 1, "people": {hana.guest: {"nick": "Hana", "wins": 0}}, "bots": 1})


if __name__ == "__main__":
    unittest.main()
