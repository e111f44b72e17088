#!/usr/bin/env python3
"""A whole bot for `engawa bot --exec`: it plays any legal move.

Each line on stdin is a turn {"view":{...},"legal":"e3 f7","ply":17,"seat":"s0","deadline_ms":58000}, a refusal
of the last answer {"error":{"code":"...","message":"..."}}, or the end {"result":{...},"seat":"s0"}.
"""
import json
import random
import sys

legal = []
for line in sys.stdin:
    message = json.loads(line)
    if "result" in message:
        break
    if "legal" in message:
        legal = message["legal"].split()
    print(json.dumps({"move": {"cell": random.choice(legal)}}), flush=True)
