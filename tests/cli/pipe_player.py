"""Plays through `engawa pipe --hello`: lines in, lines out. The pipe comes back by itself and sends again what has no answer.

  pipe_player.py ENGAWA ROOM"""
import json
import subprocess
import sys
import threading

from kit_client import engawa, to_do

pipe = subprocess.Popen([sys.argv[1], "pipe", sys.argv[2], "--hello"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
sent = {}  # by id
room, guest, number, waiting = engawa.Replica(), None, 0, None


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
    request = to_do(room.document or {}, guest)
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
