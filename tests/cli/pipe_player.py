"""Plays through `engawa pipe --hello`: lines in, lines out. The pipe comes back by itself and sends again what has no answer.

  pipe_player.py ENGAWA ROOM"""
import json
import pathlib
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from harness import merge  # noqa: E402

pipe = subprocess.Popen([sys.argv[1], "pipe", sys.argv[2], "--hello"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
document, seq, guest, number, waiting = {}, 0, None, 0, None


def send(request):
    pipe.stdin.write(json.dumps(request) + "\n")
    pipe.stdin.flush()


def ask(kind, **fields):
    global number, waiting
    number += 1
    waiting = {"type": kind, "id": number, **fields}
    send(waiting)


def act():
    mine = next((name for name, seat in document.get("seats", {}).items() if seat.get("guest") == guest), None)
    if waiting:
        return
    if mine is None and document.get("phase") == "lobby":
        ask("sit", seat=0)
    elif mine in document.get("to_act", "").split():
        ask("move", ply=document["ply"], move={"cell": document["legal"].split()[0]})


for line in pipe.stdout:
    frame = json.loads(line)
    kind = frame["type"]
    if kind == "welcome":
        guest = frame["guest"]["id"]
    elif kind == "state":
        document, seq = frame["room"], frame["seq"]
    elif kind == "step" and frame["seq"] == seq + 1:
        document, seq = merge(document, frame["set"]), frame["seq"]
    elif kind == "step" and frame["seq"] > seq + 1:
        number += 1
        send({"type": "sync", "id": number, "seq": seq})
    elif kind == "error" and "retry_ms" in frame:
        threading.Timer(frame["retry_ms"] / 1000, send, [waiting]).start()
    elif kind == "ok" and waiting and frame["re"] == waiting["id"]:
        waiting = None
    act()
