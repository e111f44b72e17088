#!/usr/bin/env python3
"""A tournament of the server's bots: each plays each twice, once as the first player, and the table is printed.

    python3 examples/tournament.py http://localhost:8080 nim '{"preset":"753"}' kozo:1 kozo:4 osho:5

The script plays in no game: it creates the rooms, starts them, and waits for their ends.
"""
import itertools
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "clients/sdk/python"))
from engawa import Room, Server  # noqa: E402


def seat_of(name):
    bot, _, level = name.partition(":")
    return {"bot": bot, **({"level": int(level)} if level else {})}


def winner_of(server, token, game, options, players):
    """The name of the winner of one game; None: there was no winner."""
    seats = [seat_of(player) for player in players]
    code = server.make_room(token, game=game, options=options, seats=seats, visibility="private", bot_delay_ms=0)
    room = Room(server, code, token)
    for document in room.documents():
        if document["phase"] == "lobby" and room.guest == document.get("host"):
            room.ask("start")
        if document["phase"] == "over":
            room.close()
            winner = document["result"].get("winner")
            return players[int(winner[1:])] if winner else None
    return None


def main(url, game, options, *players):
    server = Server(url)
    token = server.guest("Arbiter")["token"]
    points = dict.fromkeys(players, 0.0)
    for pair in itertools.permutations(players, 2):
        winner = winner_of(server, token, game, json.loads(options), pair)
        print(f"{pair[0]} - {pair[1]}: {winner or 'drawn'}", flush=True)
        for player in pair:
            points[player] += 0.5 if winner is None else float(player == winner)
    for player, score in sorted(points.items(), key=lambda entry: -entry[1]):
        print(f"{score:4} {player}")


if __name__ == "__main__":
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    main(*sys.argv[1:])
