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
sent = {}  # by id
document, seq, history, guest, number, waiting = {}, 0, None, None, 0, None


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
        document, seq, history = frame["room"], frame["seq"], frame["hash"]
    elif kind == "step" and frame["seq"] == seq + 1:
        document, seq, history = merge(document, frame["set"]), frame["seq"], frame["hash"]
    elif kind == "step" and frame["seq"] > seq + 1:
        number += 1
        send({"type": "sync", "id": number, "seq": seq, "hash": history})
    elif kind == "error" and "retry_ms" in frame:
        threading.Timer(frame["retry_ms"] / 1000, send, [sent[frame["re"]]]).start()
    elif kind in ("ok", "error") and waiting and frame.get("re") == waiting["id"]:
        waiting = None
    act()
