"""The player of the conformance kit, with the published client: it sits down and makes the only legal move.

  sdk_player.py FILE_OF_THE_CLIENT http://HOST:PORT ROOM"""
import importlib.util
import sys


def possible(game, seat, legal, view):
    """The moves of the seat in `legal`, by the words with which view.closed closes them."""
    if game == "nim":  # each group has one cell
        for word in legal.split():
            row, cells = word.split(":")
            yield word, {"row": int(row), "from": int(cells.split("-")[0]), "count": 1}
    elif game == "fifteen":
        for tile in dict(part.split(":") for part in legal.split(";"))[seat].split():
            yield tile, {"tile": int(tile)}
    elif game == "bubbles":
        first, last = map(int, legal.split(".."))
        for angle in range(first, last + 1):
            yield str(angle), {"angle": angle, "shot": view["fields"][seat]["shot"]}
    else:
        for cell in legal.split():
            yield cell, {"cell": cell}


def chosen(game, seat, legal, view):
    return next(move for word, move in possible(game, seat, legal, view) if word not in view["closed"])


def play(engawa, room):
    try:
        for document in room.documents():
            try:
                if room.seat is None and document["phase"] == "lobby":
                    room.ask("sit", seat=0)
                elif room.seat in document.get("to_act", "").split():
                    room.move(chosen(document["game"], room.seat, document["legal"], document["view"]))
            except engawa.Refused as refusal:
                print(refusal, file=sys.stderr)
    except engawa.Closed as end:
        print(end, file=sys.stderr)


if __name__ == "__main__":
    spec = importlib.util.spec_from_file_location("engawa", sys.argv[1])
    client = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(client)
    play(client, client.Room(client.Server(sys.argv[2]), sys.argv[3]))
