#!/usr/bin/env python3
"""Tests how a guest of the fault suite handles late frames: the checker itself must not report as lost what only came in another order.

No server is started here: the links are the guest's own, without a socket.
"""
import asyncio
import collections
import json
import pathlib
import random
import sys
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
for folder in ("tests/faults", "tests/kit", "tests/server"):
    sys.path.insert(0, str(ROOT / folder))
from guest import Guest  # noqa: E402
from history import History  # noqa: E402
from link import Link  # noqa: E402


class Forgetful(random.Random):
    """With this random generator a guest never names its known step in hello: each connection begins with a state."""

    def random(self):
        return 1.0


class Wire:
    def is_closing(self):
        return False

    def write(self, data):
        pass

    def close(self):
        pass


class LateFrames(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.violations = []
        room = types.SimpleNamespace(code="AAAAAAAA", history=History("AAAAAAAA", lambda history, kind, text: self.violations.append((kind, text))))
        room.arena = types.SimpleNamespace(up=asyncio.Event(), life=0, port=1, counts=collections.Counter(), refusals=collections.Counter(), closes=(), closed=collections.Counter())
        self.guest = Guest(room, "B19", Forgetful(), token="t")

    async def asyncTearDown(self):
        self.guest.life.cancel()

    def open(self):
        self.guest.connections += 1
        link = Link(self.guest, self.guest.connections, 1)
        link.transport = Wire()
        self.guest.opened(link)
        return link

    def take(self, link, **frame):
        self.guest.take(link, json.dumps(frame).encode())

    def welcome(self, link, seq):
        self.take(link, type="welcome", re=f"h{link.number}", seq=seq, hash="0", guest={"id": "g1"})

    def state(self, link, seq):
        self.take(link, type="state", seq=seq, hash="0", you={}, room={"seats": {}})

    async def test_the_late_welcome_of_an_older_connection_is_no_loss(self):
        older, newer = self.open(), self.open()
        self.welcome(newer, 248)
        self.state(newer, 248)
        self.welcome(older, 247)
        self.assertEqual(self.violations, [])

    async def test_a_welcome_below_what_was_told_before_the_hello_is_a_loss(self):
        older = self.open()
        self.welcome(older, 248)
        self.state(older, 248)
        self.welcome(self.open(), 247)
        self.assertEqual([kind for kind, _ in self.violations], ["lost"])

    async def test_after_an_older_backup_a_lower_welcome_is_expected(self):
        older = self.open()
        self.welcome(older, 248)
        self.state(older, 248)
        self.guest.rewind(240)
        self.welcome(self.open(), 240)
        self.assertEqual(self.violations, [])


if __name__ == "__main__":
    unittest.main()
