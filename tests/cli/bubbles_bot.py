#!/usr/bin/env python3
"""A whole bot of the bubble shooter for `engawa bot --exec`: it shoots upwards at random."""
import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if "result" in message:
        break
    print(json.dumps({"move": {"angle": random.randint(-2000, 2000)}}), flush=True)
