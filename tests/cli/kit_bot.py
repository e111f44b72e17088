#!/usr/bin/env python3
"""The bot of the conformance kit for `engawa bot --exec`: it makes the only legal move."""
import json
import sys

for line in sys.stdin:
    turn = json.loads(line)
    if "result" in turn:
        break
    if "legal" in turn:
        print(json.dumps({"move": {"cell": next(cell for cell in turn["legal"].split() if cell not in turn["view"]["closed"])}}), flush=True)
