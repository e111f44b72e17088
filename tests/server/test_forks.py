"""One history: a backup is restored, or the end of the journal is lost, while clients run. A client that returns with another history gets the whole
room, never steps that do not follow from its own history."""
import json
import os
import pathlib
import re
import tempfile
import unittest

import stored
from harness import EVERY_ROUND, FAIL_POINTS, Client, Server

FLAGS = ("--chat-per-10s", "1000000", "--messages-per-s", "1000000", "--messages-burst", "1000000")
NOTICE = {"type": "notice", "kind": "history"}


class Case(unittest.TestCase):
    flags, environment, maxDiff = FLAGS, None, None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.copy = self.folder / "copy.db"
        self.log = open(self.folder / "log", "w+", encoding="utf-8")
        self.addCleanup(self.log.close)
        self.server = Server(*self.flags, data=str(self.folder / "data"), stderr=self.log, environment=self.environment)
        self.addCleanup(self.end)
        self.clients = []

    def end(self):
        for client in self.clients:
            client.close()
        if self.server.process.poll() is None:
            self.server.kill()

    def client(self, *arguments, **more):
        self.clients.append(Client(self.server, *arguments, **more))
        return self.clients[-1]

    def duel(self):
        """Alice (black, the host) and Bob at a classic board, after two moves."""
        room = self.server.room(game="reversi", options={"preset": "classic"}, seats=["open", "open"], clock={"kind": "none"}, grace_ms=3600000)
        self.alice, self.bob = self.client(room, nick="Alice"), self.client(room, nick="Bob")
        self.alice.ok("sit", seat=0)
        self.bob.ok("sit", seat=1)
        self.alice.ok("start")
        self.play(self.alice, self.bob, which=0)
        return room

    def play(self, *players, which):
        """Each makes a move: the first or (-1) the last legal one."""
        for player in players:
            player.until(player.my_turn)
            player.ok("move", ply=player.document["ply"], move={"cell": player.document["legal"].split()[which]})
        for player in players:
            player.until(lambda player=player: player.document["ply"] == players[-1].document["ply"])

    def lose_the_end(self, lost):
        """A backup, then the actions of `lost`, then the server with the backup."""
        self.server.back_up(self.copy)
        lost()
        self.server.restore(self.copy)

    def newcomer(self, room):
        return self.client(room, nick="New")

    def assert_has_the_room(self, client, room):
        """The document of a newcomer, at the same number."""
        other = self.newcomer(room)
        client.until(lambda: client.seq >= other.seq)
        self.assertEqual(client.document, other.document)
        self.assertEqual((client.seq, client.hash), (other.seq, other.hash))
        other.close()

    def go_on_elsewhere(self, room, beyond):
        """Alice and Bob, on other devices, continue differently until the room is beyond that number."""
        devices = [self.client(room, player.token) for player in (self.alice, self.bob)]
        self.play(*devices, which=-1)
        while devices[0].seq <= beyond:
            devices[0].ok("say", text=f"on the other way, {devices[0].seq}")
        return devices


class Restored(Case):
    def test_a_client_that_the_room_has_passed_gets_the_state_and_a_notice(self):
        room = self.duel()
        self.lose_the_end(lambda: self.play(self.alice, self.bob, which=0))
        had, lost = self.alice.seq, self.alice.document
        devices = self.go_on_elsewhere(room, had + 3)
        steps = len(self.alice.steps)
        self.alice.connect(resume=True)
        self.assert_has_the_room(self.alice, room)
        self.assertEqual(self.alice.document["ply"], lost["ply"])
        self.assertNotEqual(self.alice.document["view"], lost["view"])
        self.assertEqual(self.alice.notices, [NOTICE])
        self.assertTrue(all(step["seq"] > devices[0].seq for step in self.alice.steps[steps:]), "no step of the other history")
        self.play(self.alice, devices[1], which=0)

    def test_a_client_that_is_ahead_of_the_room_gets_the_state_and_a_notice(self):
        room = self.duel()
        self.lose_the_end(lambda: self.play(self.alice, self.bob, which=0))
        had = self.alice.seq
        self.alice.connect(resume=True)
        self.assertLess(self.alice.seq, had)
        self.assertEqual(self.alice.notices, [NOTICE])
        self.assert_has_the_room(self.alice, room)
        self.bob.connect(resume=True)
        self.play(self.alice, self.bob, which=-1)

    def test_a_client_that_was_away_since_before_the_backup_gets_the_steps(self):
        room = self.duel()
        had = self.alice.seq
        self.alice.close()
        self.lose_the_end(lambda: self.bob.ok("say", text="lost"))
        self.bob.connect(resume=True)
        self.assertEqual(self.bob.notices, [NOTICE])
        self.alice.connect(resume=True)
        self.assertEqual((self.alice.notices, self.alice.states), ([], 1))
        self.assertEqual(self.alice.steps[-1]["seq"] - had, len([step for step in self.alice.steps if step["seq"] > had]))
        self.assert_has_the_room(self.alice, room)

    def test_what_was_not_acknowledged_is_offered_again_and_counts_once(self):
        room = self.duel()
        self.lose_the_end(lambda: self.play(self.alice, self.bob, which=0))
        ply, history = self.alice.document["ply"], self.alice.hash
        devices = self.go_on_elsewhere(room, self.alice.seq)
        self.assertEqual((devices[0].document["ply"], devices[0].my_turn()), (ply, True))
        # Two requests without an answer when the server died: a chat line, and a move for the board of the lost history, at a ply that the room has
        # reached again.
        self.alice.connect(resume=True)
        for _ in range(2):
            self.alice.ok("say", id="unanswered", text="only once")
            move = {"ply": ply, "hash": history, "move": {"cell": devices[0].document["legal"].split()[0]}}
            self.alice.refused("stale", "move", id="a move", **move)
        self.assertEqual([line["text"] for line in self.alice.document["chat"].values()].count("only once"), 1)
        self.assertEqual(self.alice.document["ply"], ply)
        self.play(self.alice, which=0)
        self.assert_has_the_room(self.alice, room)

    def test_a_sync_is_cured_too_and_one_without_a_number_always(self):
        room = self.duel()
        self.lose_the_end(lambda: self.play(self.alice, self.bob, which=0))
        had, history = self.alice.seq, self.alice.hash
        self.go_on_elsewhere(room, had + 3)
        # A client that ignores hashes has a wrong board now, until it requests the whole state.
        self.alice.connect(resume=True, hashed=False)
        self.assertEqual((self.alice.notices, self.alice.states), ([], 1))
        self.alice.ok("sync")
        self.assert_has_the_room(self.alice, room)
        states = self.alice.states
        self.alice.ok("sync", seq=self.alice.seq, hash=self.alice.hash)
        self.assertEqual((self.alice.notices, self.alice.states), ([], states))
        self.alice.ok("sync", seq=had, hash=history)
        self.assertEqual((self.alice.notices, self.alice.states), ([NOTICE], states + 1))
        self.assert_has_the_room(self.alice, room)


class LostTail(Case):
    """A power cut with the default durability: committed inputs that were not yet synced are lost."""

    def test_the_same_for_the_end_of_the_journal(self):
        room = self.duel()
        wal = pathlib.Path(self.server.data) / "engawa.db-wal"
        synced = wal.stat().st_size
        self.play(self.alice, self.bob, which=0)
        self.assertGreater(wal.stat().st_size, synced)
        had = self.alice.seq
        self.server.kill()
        os.truncate(wal, synced)
        self.server.start()
        devices = self.go_on_elsewhere(room, had)
        self.alice.connect(resume=True)
        self.assertEqual(self.alice.notices, [NOTICE])
        self.assert_has_the_room(self.alice, room)
        self.play(self.alice, devices[1], which=0)


@unittest.skipUnless(FAIL_POINTS, "every round's snapshot takes a server with fail points")
class Hashes(Case):
    environment = EVERY_ROUND

    def test_a_hash_is_the_same_for_everybody_and_after_every_kind_of_start(self):
        room = self.duel()
        self.alice.ok("resign")
        for player in (self.alice, self.bob):
            player.post("rematch")
        self.alice.until(lambda: self.alice.document["round"] == 2)  # a snapshot
        self.alice.ok("say", text="after it")
        told = {step["seq"]: step["hash"] for step in self.alice.steps}
        self.assertEqual(len(set(told.values())), len(told))
        for step in self.bob.steps:
            self.assertEqual(told.get(step["seq"], step["hash"]), step["hash"])
        for kind in ("kill", "whole journal"):
            with self.subTest(kind):
                self.alice.close()
                self.bob.close()
                self.server.kill()
                if kind == "whole journal":
                    self.change_snapshots(lambda _: None)
                self.server.start(self.environment)
                states = self.alice.states
                self.alice.connect(resume=True)
                self.bob.connect(resume=True)
                self.assertEqual((self.alice.notices, self.alice.states), ([], states), "its past is the room's")
                for player in (self.alice, self.bob):
                    self.assert_has_the_room(player, room)
                told.update({step["seq"]: step["hash"] for step in self.alice.steps})
                self.assertTrue(all(told.get(step["seq"], step["hash"]) == step["hash"] for step in self.bob.steps))
        self.log.seek(0)
        self.assertNotIn("of no use", self.log.read())

    def change_snapshots(self, change):
        with stored.opened(self.server.data, write=True) as database:
            for seq, text in database.execute("SELECT seq, snapshot FROM snapshots").fetchall():
                changed = change(json.loads(text))
                if changed is None:
                    database.execute("DELETE FROM snapshots WHERE seq = ?", (seq,))
                else:
                    text = json.dumps(changed, ensure_ascii=False, separators=(",", ":"))
                    database.execute("UPDATE snapshots SET snapshot = ? WHERE seq = ?", (text, seq))
                    stored.seal(database, "snapshots", "seq = ?", (seq,))

    def test_beyond_what_the_server_remembers_there_is_a_state_without_a_notice(self):
        room = self.duel()
        self.alice.close()
        while self.bob.seq <= self.alice.seq + 300:
            self.bob.ok("say", text="on and on")
        for history in (self.alice.hash, "0" * 12):
            self.alice.hash = history
            self.alice.seq -= 1
            states = self.alice.states
            self.alice.connect(resume=True)
            self.assertEqual((self.alice.notices, self.alice.states), ([], states + 1))
            self.assert_has_the_room(self.alice, room)
            self.alice.close()
            while self.bob.seq <= self.alice.seq + 300:
                self.bob.ok("say", text="on and on")

    def test_what_is_no_hash(self):
        self.duel()
        for bad in (5, True, [], {}, "x" * 33):
            self.alice.refused("bad_message", "sync", seq=self.alice.seq, hash=bad)
            self.alice.refused("bad_message", "move", ply=2, hash=bad, move={"cell": "a1"})
            self.alice.ok("ping")  # ten bad frames without a good one would be abuse
        for odd in ("", "x", self.alice.hash.upper() + "é", self.alice.hash[:-1], self.alice.hash + "0"):
            states, notices = self.alice.states, len(self.alice.notices)
            self.alice.ok("sync", seq=self.alice.seq, hash=odd)
            self.assertEqual((self.alice.states - states, len(self.alice.notices) - notices), (0, 0) if odd == "" else (1, 1), odd)
        self.assertRegex(self.alice.hash, re.compile("^[0-9a-f]{12}$"))


@unittest.skipUnless(FAIL_POINTS, "takes a server with fail points")
class Broken(Case):
    def test_a_server_that_does_not_look_at_hashes_is_seen(self):
        """Shows that the tests above would detect a mistake, so that they cannot pass for another reason."""
        room = self.duel()
        self.server.back_up(self.copy)
        self.play(self.alice, self.bob, which=0)
        self.server.restore(self.copy, {"ENGAWA_FAIL_POINTS": "bug.any_history=on"})
        self.go_on_elsewhere(room, self.alice.seq + 3)
        self.alice.connect(resume=True)
        with self.assertRaises(AssertionError):
            self.assert_has_the_room(self.alice, room)


if __name__ == "__main__":
    unittest.main()
