#!/usr/bin/env python3
"""A whole bot of the 15-puzzle for `engawa bot --exec`: it slides at random, but never the last tile back."""
import json
import random
import sys

last, legal = 0, []
for line in sys.stdin:
    message = json.loads(line)
    if "result" in message:
        break
    if "legal" in message:  # "s0:1 4 8 12;s1:2 5": the tiles in line with the hole, by seat
        boards = dict(part.split(":") for part in message["legal"].split(";"))
        legal = [int(tile) for tile in boards[message["seat"]].split()]
    last = random.choice([tile for tile in legal if tile != last] or legal)
    print(json.dumps({"move": {"tile": last}}), flush=True)
