#!/usr/bin/env python3
"""How often a newcomer wins who knows only the legal moves.

    tests/bench/newcomer.py [--bin build/test/bin] [--people 20] [--games 10] [--only WORD...] [--rung N]

Each person plays ten games of "Play now" in a row, as the page starts them: on the first rung of the game's ladder, up a rung after two wins in a row
and down after two last places (clients/web/src/room/opponents.ts). In turn-based games they make random legal moves. In the bubble shooter they shoot
at random, as slowly as a person. Not the 15-puzzle: it begins alone, and the bots of the first rung of its race do not finish. Prints for each
variant how often the first ten games were won, and how many people won at least one in five; never judges it.
"""
import argparse
import pathlib
import random
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "clients/sdk/python"), str(ROOT / "tests/bench")]
import engawa  # noqa: E402
from started import Started, engawad  # noqa: E402

VARIANTS = [("reversi", "five"), ("reversi", "seed"), ("reversi", "diamond"), ("reversi", "octagon-three"), ("reversi", "octagon-wild"),
            ("reversi", "classic"), ("reversi", "octagon"), ("nim", "753"), ("bubbles", "duel")]
IN_A_ROW = 2
SHOT_S = (1.8, 3.5)  # between two shots of a person


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(ROOT / "build/test/bin"), help="folder of engawad")
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--only", nargs="*", default=[], help="variants whose names have one of these words")
    return parser.parse_args()


def words_of(game, legal, chance):
    """A random move of those in `legal`."""
    if game == "reversi":
        return {"cell": chance.choice(legal.split())}
    runs = []
    for entry in legal.split():
        row, span = entry.split(":")
        first, last = map(int, span.split("-"))
        runs += [(int(row), a, b) for a in range(first, last + 1) for b in range(a, last + 1)]
    row, first, last = chance.choice(runs)
    return {"row": row, "from": first, "count": last - first + 1}


class Newcomer:
    def __init__(self, port, game, preset, number):
        self.server, self.game, self.preset, self.chance = engawa.Server(f"http://127.0.0.1:{port}"), game, preset, random.Random(f"{game} {preset} {number}")
        self.token = self.server.call("POST", "/api/guests", {})["token"]
        self.rung, self.row, self.won, self.rungs = 0, 0, [], []

    def play(self, games):
        for _ in range(games):
            wish = {"game": self.game, "options": {"preset": self.preset}, "with": "bots", "rung": self.rung}
            code = self.server.call("POST", "/api/play", wish, self.token)["room"]
            self.rungs.append(self.rung)
            self.note(self.play_in(code))

    def play_in(self, code):
        room = engawa.Room(self.server, code, self.token)
        for document in room.documents():
            if document["phase"] == "over":
                room.close()
                return document["result"]
            if document["phase"] == "playing" and "s0" in document["to_act"].split():
                self.move(room)
        raise AssertionError("the room was closed")

    def move(self, room):
        try:
            if self.game == "bubbles":
                time.sleep(self.chance.uniform(*SHOT_S))  # as long as a person takes
                room.ask("move", move={"angle": self.chance.randint(-8000, 8000)})
            else:
                room.move(words_of(self.game, room.document["legal"], self.chance))
        except engawa.Refused:
            pass  # the position was another one already

    def note(self, result):
        won = result.get("winner") == "s0"
        ranks = {entry["seat"]: entry["rank"] for entry in result["ranking"]}
        last = not won and ranks.get("s0") == max(ranks.values())
        self.won.append(won)
        self.row = max(0, self.row) + 1 if won else min(0, self.row) - 1 if last else 0
        if abs(self.row) == IN_A_ROW:
            self.rung, self.row = max(0, self.rung + (1 if self.row > 0 else -1)), 0


def measure(port, game, preset, arguments):
    people = [Newcomer(port, game, preset, number) for number in range(arguments.people)]
    threads = [threading.Thread(target=person.play, args=(arguments.games,)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wins = [sum(person.won) for person in people]
    share = 100 * sum(wins) / sum(len(person.won) for person in people)
    enough = sum(won * 5 >= arguments.games for won in wins)
    highest = max(max(person.rungs) for person in people)
    print(f"{game}-{preset}: {share:.0f} % of {len(people)} x {arguments.games} games won, one in five by {enough} of {len(people)} people, up to rung {highest}", flush=True)


def main():
    arguments = read_arguments()
    natural = [word for word in engawad(arguments.bin)("")]
    at = natural.index("--bot-delay-ms")
    for hurried in (True, False):
        def command(data):
            words = engawad(arguments.bin)(data)
            return words if hurried else words[:at] + words[at + 2:]
        with Started(command) as server:
            for game, preset in VARIANTS:
                wanted = not arguments.only or any(word in f"{game}-{preset}" for word in arguments.only)
                if wanted and hurried == (game in ("reversi", "nim")):
                    measure(server.ports[0], game, preset, arguments)


if __name__ == "__main__":
    main()
