"""The seats of the next round: kept, or moved by one."""
import unittest

from harness import Client, enter, serve


class Rematch(unittest.TestCase):
    def setUp(self):
        self.server = serve(self, "--messages-per-s", "1000", "--messages-burst", "1000", "--rooms-per-min", "1000")

    def table(self, seats, **more):
        """Two people on the open seats of a room; gives both clients, the host first."""
        host = enter(self, self.server, "Hana", seats=seats, clock={"kind": "none"}, **more)
        people = [host, Client(self.server, host.room, self.server.guest("Taro"))]
        self.addCleanup(people[1].close)
        people[1].ok("sit", seat=seats.index("open"))
        people[0].ok("start")
        return people

    def next_round(self, people):
        number = people[0].document["round"]
        people[0].until(lambda: people[0].document["phase"] == "playing")
        people[1].ok("resign")
        if people[1].document["phase"] == "playing":  # others still compete
            people[0].ok("resign")
        for person in people:
            person.until(lambda: person.document["phase"] == "over")
            person.ok("rematch")
        for person in people:
            person.until(lambda: person.document["round"] == number + 1)

    def players(self, client):
        return [seat.get("nick") or seat.get("bot") or seat["kind"] for _, seat in sorted(client.document["seats"].items())]

    def test_players_move_one_seat_up_and_the_first_to_the_last_seat(self):
        people = self.table(["me", "open"], game="nim", rematch="rotate", hints="allowed")
        self.assertEqual(people[0].document["settings"]["rematch"], "rotate")
        self.assertEqual(self.players(people[0]), ["Hana", "Taro"])
        for expected in (["Taro", "Hana"], ["Hana", "Taro"]):
            self.next_round(people)
            for person in people:
                self.assertEqual(self.players(person), expected)
                self.assertEqual(person.document["to_act"], "s0")
            first = people[0] if expected[0] == "Hana" else people[1]
            first.ok("move", ply=0, move=first.ok("hint")["hint"]["move"])

    def test_the_record_of_each_round_names_who_sat_there(self):
        people = self.table(["me", "open"], game="nim", rematch="rotate")
        room = people[0].room
        self.next_round(people)
        people[1].ok("resign")
        people[1].until(lambda: people[1].document["phase"] == "over")
        nicks = [[seat["nick"] for seat in self.server.http("GET", f"/api/records/{room}-{number}/replay")[1]["seats"].values()] for number in (1, 2)]
        self.assertEqual(nicks, [["Hana", "Taro"], ["Taro", "Hana"]])

    def test_bots_move_too(self):
        people = self.table(["me", {"bot": "mcs"}, "closed", "open", {"bot": "random"}], game="reversi", options={"preset": "five"}, rematch="rotate")
        self.assertEqual(self.players(people[0]), ["Hana", "mcs", "tanuki", "Taro", "random"])  # the stand-in plays the closed seat
        self.next_round(people)
        self.assertEqual(self.players(people[0]), ["mcs", "tanuki", "Taro", "random", "Hana"])

    def test_without_the_wish_everybody_stays(self):
        people = self.table(["me", "open"], game="nim")
        self.assertEqual(people[0].document["settings"]["rematch"], "same")
        self.next_round(people)
        self.assertEqual(self.players(people[0]), ["Hana", "Taro"])

    def test_a_restart_in_the_second_round_keeps_the_new_seats(self):
        people = self.table(["me", "open"], game="nim", rematch="rotate")
        self.next_round(people)
        before = {name: seat["nick"] for name, seat in people[0].document["seats"].items()}
        self.server.kill()
        self.server.start()
        again = Client(self.server, people[0].room, people[0].token)
        self.addCleanup(again.close)
        self.assertEqual({name: seat["nick"] for name, seat in again.document["seats"].items()}, before)

    def leave(self, people):
        """The second one wins the round, and the first one, the host, leaves."""
        people[0].ok("resign")
        people[1].until(lambda: people[1].document["phase"] == "over")
        people[0].close()
        people[1].until(lambda: people[1].document["seats"]["s0"]["online"] is False)

    def test_where_absence_loses_nobody_begins_a_round_alone(self):
        people = self.table(["me", "open"], game="nim", absent="forfeit", grace_ms=3600000)
        self.leave(people)
        people[1].ok("rematch")
        people[1].ok("sync")
        self.assertEqual((people[1].document["phase"], people[1].document["rematch"]), ("over", {"s1": True}))
        back = Client(self.server, people[0].room, people[0].token)
        self.addCleanup(back.close)
        back.ok("rematch", id="again")  # this guest has used the numbers before
        people[1].until(lambda: people[1].document["round"] == 2)
        self.assertEqual(self.players(people[1]), ["Hana", "Taro"])

    def test_where_absence_loses_whoever_does_not_return_has_no_part_in_the_next_round(self):
        people = self.table(["me", "open"], game="nim", absent="forfeit", grace_ms=300)
        self.leave(people)
        people[1].ok("rematch")
        people[1].until(lambda: people[1].document["round"] == 2)
        self.assertEqual(people[1].document["seats"]["s0"]["kind"], "bot")
        self.assertNotEqual(people[1].document.get("result", {}).get("reason"), "absent")

    def test_where_absence_loses_no_game_starts_while_somebody_is_away(self):
        tokens = [self.server.guest("Hana"), self.server.guest("Taro")]
        room = self.server.room(tokens[0], game="nim", seats=["me", "open"], absent="forfeit", grace_ms=3600000)
        host, friend = (Client(self.server, room, token) for token in tokens)
        self.addCleanup(host.close)
        friend.ok("sit", seat=1)
        friend.close()
        host.until(lambda: host.document["seats"]["s1"].get("online") is False)
        self.assertIn("not connected", host.refused("player_away", "start")["message"])
        self.assertEqual(host.document["phase"], "lobby")
        back = Client(self.server, room, tokens[1])
        self.addCleanup(back.close)
        host.until(lambda: host.document["seats"]["s1"]["online"])
        host.ok("start")

    def test_another_word_is_refused(self):
        status, answer = self.server.http("POST", "/api/rooms", {"game": "nim", "rematch": "swap"})
        self.assertEqual((status, answer["code"]), (400, "bad_message"))
        self.assertIn('"same" or "rotate"', answer["message"])


if __name__ == "__main__":
    unittest.main()
