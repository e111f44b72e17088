#!/usr/bin/env python3
"""A bot for reversi that takes the move after which it has the most discs. It knows no rules: it asks the server what each move would change.

    python3 examples/greedy_bot.py http://localhost:8080           # makes a room with three bots of the server, and prints its link
    python3 examples/greedy_bot.py http://localhost:8080 K7WMA2QX  # takes a seat in a room

It reconnects automatically: stop the server in the middle of the game and start it again.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "clients/sdk/python"))
from engawa import Refused, Room, Server  # noqa: E402


def discs_after(room, cell):
    """The bot's discs after this move."""
    change = room.ask("preview", ply=room.document["ply"], move={"cell": cell})["preview"]["set"]
    return change.get("view", {}).get("score", {}).get(room.seat, room.document["view"]["score"].get(room.seat, 0))


def open_seat(document):
    return next((int(name[1:]) for name, seat in document["seats"].items() if seat["kind"] == "open"), None)


def play(room):
    for document in room.documents():
        try:
            if document["phase"] == "over":
                return document["result"]
            if room.seat is None and document["phase"] == "lobby":
                room.ask("sit", seat=open_seat(document))
            elif room.seat in document.get("to_act", "").split():
                cells = document["legal"].split()[:20]  # the server answers 20 previews at once
                room.move({"cell": max(cells, key=lambda cell: discs_after(room, cell))})
        except Refused as refusal:  # the position has changed meanwhile: the next document shows it
            print(refusal, file=sys.stderr)
    return None


def main(url, code=None):
    server = Server(url)
    token = server.guest("Collector")["token"]
    if code is None:
        seats = ["me", {"bot": "random"}, {"bot": "random"}, {"bot": "random"}, {"bot": "random"}]
        code = server.make_room(token, game="reversi", options={"preset": "five"}, seats=seats, start="full", bot_delay_ms=0)
        print(f"{url}/r/{code}", flush=True)
    room = Room(server, code, token, bot={"name": "Greedy"})
    result = play(room)
    print(f"{result['reason']}: " + ", ".join(f"{place['rank']}. {place['seat']} ({place['score']})" for place in result["ranking"]))
    print("that is me:", room.seat)


if __name__ == "__main__":
    main(*sys.argv[1:])
