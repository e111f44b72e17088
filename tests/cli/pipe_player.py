"""Plays through `engawa pipe --hello`, which is the WebSocket of the published client here: it says hello, comes back by itself and sends again what has no answer.

  pipe_player.py ENGAWA ROOM"""
import json
import pathlib
import queue
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "clients/sdk/python"), str(ROOT / "tests/conformance")]
import engawa  # noqa: E402
from sdk_player import play  # noqa: E402


class Pipe:
    def __init__(self, url, timeout_s):
        self.process = subprocess.Popen([sys.argv[1], "pipe", sys.argv[2], "--hello"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send(self, text):
        if json.loads(text)["type"] != "hello":
            self.process.stdin.write(text + "\n")
            self.process.stdin.flush()

    def receive(self, timeout_s=None):
        try:
            line = self.lines.get(timeout=timeout_s)
        except queue.Empty:
            return None
        if line is None:
            raise engawa.Closed(1000)
        return line

    def close(self):
        self.process.stdin.close()


class Room(engawa.Room):
    def handle(self, frame):
        kept = self.pending
        if frame["type"] == "welcome":
            self.pending = {}  # the pipe sends them
        super().handle(frame)
        self.pending = kept
        return frame


play(engawa, Room(engawa.Server("http://the-pipe.invalid"), sys.argv[2], open_socket=Pipe))
