"""Programs over the network: marked in the room, the lobby, the results and the record, not counted as people, and refused if the host wants only
people."""
import json
import unittest

from harness import Client, serve, until_lobby

GREEDY = {"name": "Greedy", "author": "Hana"}


class Programs(unittest.TestCase):
    def setUp(self):
        self.server = serve(self, "--messages-per-s", "1000", "--messages-burst", "1000")

    def table(self, program=True, person=True, **body):
        """A room of reversi; its first seat is for a program, the second for a person if they play, else for a bot."""
        chairs = ["open" if here else {"bot": "random"} for here in (program, person)]
        room = self.server.room(game="reversi", options={"preset": "classic"}, seats=chairs, clock={"kind": "none"}, bot_delay_ms=0, **body)
        clients = []
        for seat, bot in ((0, GREEDY), (1, None)):
            if (program, person)[seat]:
                client = Client(self.server, room, nick=f"Guest {seat}", bot=bot)
                self.addCleanup(client.close)
                client.ok("sit", seat=seat)
                clients.append(client)
        return room, clients

    def play(self, clients):
        clients[0].ok("start")
        while True:
            newest = max(client.seq for client in clients)
            for client in clients:
                client.until(lambda client=client: client.seq >= newest)
            if clients[0].document["phase"] == "over":
                return
            movers = [client for client in clients if client.my_turn()]
            if movers:
                movers[0].play_first_legal()
            else:
                clients[0].until(clients[0].my_turn_or_over)  # a bot is to move

    def test_the_room_the_lobby_the_results_and_the_record_say_that_a_program_plays(self):
        room, (program, person) = self.table()
        person.until(lambda: person.document["seats"]["s0"].get("program"))
        self.assertEqual(person.document["seats"]["s0"]["program"], GREEDY)
        self.assertNotIn("program", person.document["seats"]["s1"])
        rooms = until_lobby(self.server, lambda rooms: room in rooms and "program" in rooms[room]["seats"])
        self.assertEqual(rooms[room]["seats"], {"human": 1, "program": 1, "bot": 0, "open": 0, "closed": 0})
        self.play([program, person])
        result = self.server.http("GET", "/api/results")[1]["results"][0]
        self.assertEqual(result["seats"]["program"], 1)
        winner = result["winner"]
        self.assertEqual(winner.get("program"), GREEDY if winner["nick"] == "Guest 0" else None)
        head = json.loads(self.server.http("GET", f"/api/records/{room}-1")[1].splitlines()[0])
        self.assertEqual(head["seats"]["s0"], {"kind": "human", "nick": "Guest 0", "program": GREEDY})

    def test_a_round_that_only_programs_played_is_no_round_of_people(self):
        _, clients = self.table(person=False)
        self.play(clients)
        _, clients = self.table(program=False)
        self.play(clients)
        results = self.server.http("GET", "/api/results")[1]["results"]
        self.assertEqual([result["seats"] for result in results], [{"human": 1, "bot": 1, "open": 0, "closed": 0}])

    def test_the_mark_outlives_a_kill_and_ends_when_a_person_comes_back(self):
        _, (program, person) = self.table()
        self.server.kill()
        self.server.start()
        person.connect(resume=True)
        self.assertEqual(person.document["seats"]["s0"]["program"], GREEDY)
        program.bot = None
        program.connect(resume=True)
        program.until(lambda: "program" not in program.document["seats"]["s0"])

    def test_a_room_for_people_alone(self):
        room, _ = self.table(program=False, programs="refuse")
        program = Client(self.server, room, nick="Guest 2", bot=GREEDY)
        self.addCleanup(program.close)
        self.assertEqual(program.document["settings"]["programs"], "refuse")
        message = program.refused("forbidden", "sit", seat=0)["message"]
        self.assertEqual(message, "programs have no seat in this room: they may watch and talk")
        program.ok("say", text="may I?")
        self.assertEqual(self.server.http("POST", "/api/rooms", {"game": "nim", "programs": "no"})[1]["message"], 'programs must be "allow" or "refuse"')


if __name__ == "__main__":
    unittest.main()
