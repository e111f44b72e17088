#!/usr/bin/env python3
"""A whole bot of 753 for `engawa bot --exec`: it takes a whole group, at random."""
import json
import random
import sys

legal = []
for line in sys.stdin:
    message = json.loads(line)
    if "result" in message:
        break
    if "legal" in message:
        legal = message["legal"].split()  # "0:0-6 1:0-4": row, first and last cell
    row, cells = random.choice(legal).split(":")
    first, last = map(int, cells.split("-"))
    print(json.dumps({"move": {"row": int(row), "from": first, "count": last - first + 1}}), flush=True)
