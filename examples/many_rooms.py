#!/usr/bin/env python3
"""many_rooms.py URL [TOKEN]: a bot that accepts every invitation, and plays in all its rooms over one connection.

It takes the first open seat of each room and makes the first legal move, in every game whose moves are single words or
753 Nim's. Prints its guest's id and token first, then a line for each finished round.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "clients/sdk/python"))
from engawa import Refused, Server  # noqa: E402
from engawa_stream import Stream  # noqa: E402


def first_move(document):
    word = document["legal"].split()[0]
    if ":" not in word:
        return {"cell": word}
    row, cells = word.split(":")
    return {"row": int(row), "from": int(cells.split("-")[0]), "count": 1}


def attend(room):
    document = room.document
    if document["phase"] == "playing" and room.seat in document.get("to_act", "").split():
        room.move(first_move(document))
    elif document["phase"] == "lobby" and room.seat is None:
        seat = next((name for name, seat in document["seats"].items() if seat["kind"] == "open"), None)
        if seat:
            room.ask("sit", seat=int(seat[1:]))
    elif document["phase"] == "over" and document["round"] not in room.told:
        room.told.add(document["round"])
        print(document["result"]["record"], document["result"].get("winner", "nobody"), flush=True)


def main(url, token=None):
    stream = Stream(Server(url), token, nick="Kaede", bot={"name": "First", "author": "Engawa"})
    stream.connect()
    print(stream.guest, stream.token, flush=True)
    for room in stream.changes():
        room.told = getattr(room, "told", set())
        try:
            attend(room)
        except Refused as refusal:
            print(room.document["code"], refusal, flush=True)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        pass
