#!/usr/bin/env python3
"""The bot of the conformance kit for `engawa bot --exec`: it makes the only legal move. kit_bot.py [GAME]"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "conformance"))
from sdk_player import chosen  # noqa: E402

game = sys.argv[1] if len(sys.argv) > 1 else "reversi"
for line in sys.stdin:
    turn = json.loads(line)
    if "result" in turn:
        break
    if "legal" in turn:
        print(json.dumps({"move": chosen(game, turn["seat"], turn["legal"], turn["view"])}), flush=True)
