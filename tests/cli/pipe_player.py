"""Plays through `engawa pipe --hello`: lines in, lines out. The pipe comes back by itself and sends again what has no answer.

  pipe_player.py ENGAWA ROOM"""
import json
import pathlib
import random
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "kit"))
import engawa  # noqa: E402


def to_do(document, guest):
    """What a player does with this document: the kind of a request and its fields; None: it is somebody else's turn."""
    mine = engawa.seat_of(document, guest) if document else None
    if mine is None:
        return ("sit", {"seat": 0}) if document and document["phase"] == "lobby" else None
    if f"s{mine}" not in document.get("to_act", "").split():
        return None
    cell = next(cell for cell in document["legal"].split() if cell not in document["view"]["closed"])
    return "move", {"ply": document["ply"], "move": {"cell": cell}}


pipe = subprocess.Popen([sys.argv[1], "pipe", sys.argv[2], "--hello"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
sent = {}  # by id
room, guest, waiting = engawa.Replica(), None, None
number = random.randrange(2**40)  # an id that no earlier run has used


def send(request):
    sent[request["id"]] = request
    pipe.stdin.write(json.dumps(request) + "\n")
    pipe.stdin.flush()


def ask(kind, **fields):
    global number, waiting
    number += 1
    waiting = {"type": kind, "id": number, **fields}
    send(waiting)


def act():
    request = to_do(room.document, guest)
    if request and not waiting:
        kind, fields = request
        ask(kind, **fields)


for line in pipe.stdout:
    frame = json.loads(line)
    kind = frame["type"]
    if kind == "welcome":
        guest = frame["guest"]["id"]
    elif room.misses(frame):
        number += 1
        send({"type": "sync", "id": number, **room.known()})
    elif kind == "error" and "retry_ms" in frame:
        threading.Timer(frame["retry_ms"] / 1000, send, [sent[frame["re"]]]).start()
    elif kind in ("ok", "error") and waiting and frame.get("re") == waiting["id"]:
        waiting = None
    room.fold(frame)
    act()
