"""The player of the conformance kit, with the published client: it sits down and makes the only legal move.

  sdk_player.py FILE_OF_THE_CLIENT http://HOST:PORT ROOM"""
import importlib.util
import sys


def play(engawa, room):
    try:
        for document in room.documents():
            try:
                if room.seat is None and document["phase"] == "lobby":
                    room.ask("sit", seat=0)
                elif room.seat in document.get("to_act", "").split():
                    room.move({"cell": next(cell for cell in document["legal"].split() if cell not in document["view"]["closed"])})
            except engawa.Refused as refusal:
                print(refusal, file=sys.stderr)
    except engawa.Closed as end:
        print(end, file=sys.stderr)


if __name__ == "__main__":
    spec = importlib.util.spec_from_file_location("engawa", sys.argv[1])
    client = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(client)
    play(client, client.Room(client.Server(sys.argv[2]), sys.argv[3]))
