"""Real engawads whose PostgreSQL dies while a replica of it lives: the URL names both, the replica is promoted, and the games continue there. With a
synchronous replica nothing that was acknowledged is lost. An asynchronous one may lack the last moments; then all clients learn of it, and none keeps
another game."""
import json
import pathlib
import signal
import sys
import tempfile
import threading
import time
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "server"), str(TESTS / "tools")]
from harness import Client, eventually, serve  # noqa: E402
from postgres import Postgres, free_port  # noqa: E402
from test_store import FLAGS, Talker  # noqa: E402

SECRET = "a secret that all the nodes know"


def lines_in(postgres, room):
    """The chat lines there; also checks the numbers."""
    stored = [(seq, json.loads(text)) for seq, text in postgres.inputs(room)]
    assert [seq for seq, _ in stored] == list(range(1, len(stored) + 1)), f"a gap: {stored}"
    lines = [entry["text"] for _, entry in stored if entry["in"] == "say"]
    assert len(lines) == len(set(lines)), f"a line is there twice: {lines}"
    return lines


class Failover(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.primary = Postgres()
        self.addCleanup(self.primary.__exit__)
        self.replica = self.primary.replica()
        self.addCleanup(self.replica.__exit__)

    def replicate_synchronously(self):
        self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "postgres")
        self.primary.sql("SELECT pg_reload_conf()", "postgres")
        eventually(lambda: self.primary.sql("SELECT sync_state FROM pg_stat_replication", "postgres") == "sync")

    def serve(self, *flags):
        log = open(self.folder / "log", "a")
        self.addCleanup(log.close)
        url = f"postgres://engawa@127.0.0.1:{self.primary.port},127.0.0.1:{self.replica.port}/games?target_session_attrs=read-write"
        return serve(self, *FLAGS, *flags, stderr=log, environment={"ENGAWA_STORE_URL": url, "ENGAWA_CLUSTER_SECRET": SECRET if flags else ""})

    def node(self):
        return self.serve("--cluster-address", f"127.0.0.1:{free_port()}", "--cluster-lease-ms", "1000")

    def talker(self, server, room, nick):
        talker = Talker(Client(server, room, nick=nick))
        self.addCleanup(lambda: talker.client.close())
        return talker

    def fail_over(self):
        self.primary.stop(signal.SIGQUIT)
        self.replica.promote()

    def talk_through(self, talkers):
        """The database fails over during the game."""
        def talk(talker):
            talker.say_until_closed()
            talker.come_back()
            while talker.say()["type"] != "ok":
                talker.come_back()

        threads = [threading.Thread(target=talk, args=(talker,)) for talker in talkers]
        for thread in threads:
            thread.start()
        time.sleep(0.3)  # during the game
        self.fail_over()
        for thread in threads:
            thread.join()

    def test_a_synchronous_replica_has_everything(self):
        self.replicate_synchronously()
        server = self.serve()
        talkers = [self.talker(server, server.room(options={"preset": "classic"}), f"Guest {i}") for i in range(2)]
        idle = self.talker(server, server.room(options={"preset": "classic"}), "Idle")
        idle.say()
        self.talk_through(talkers)
        self.assertEqual(idle.say()["type"], "ok")  # never disconnected
        for talker in (*talkers, idle):
            self.assertLessEqual(set(talker.said.values()), set(lines_in(self.replica, talker.client.room)))

    def test_the_nodes_of_a_cluster_go_on_with_a_synchronous_replica(self):
        self.replicate_synchronously()
        one, two = self.node(), self.node()
        rooms = [one.room(options={"preset": "classic"}) for _ in range(2)]
        talkers = [self.talker(node, room, "Aki") for node, room in zip((one, two), rooms)]
        self.talk_through(talkers)
        for talker in talkers:
            self.assertLessEqual(set(talker.said.values()), set(lines_in(self.replica, talker.client.room)))

    def test_what_an_asynchronous_replica_lacks_is_told(self):
        server = self.serve()
        room, quiet = (server.room(options={"preset": "classic"}) for _ in range(2))
        aki, ben, idle = self.talker(server, room, "Aki"), self.talker(server, room, "Ben"), self.talker(server, quiet, "Idle")
        for talker in (aki, idle):
            for _ in range(3):
                talker.say()
        kept = {code: lines_in(self.primary, code) for code in (room, quiet)}
        eventually(lambda: self.primary.sql("SELECT pg_current_wal_lsn() = replay_lsn FROM pg_stat_replication", "postgres") == "t")
        self.replica.stop()
        for talker in (aki, idle):
            for _ in range(4):
                self.assertEqual(talker.say()["type"], "ok")  # acknowledged, and not on the replica
        for talker in (aki, ben):
            talker.client.ok("ping")
        self.primary.stop(signal.SIGQUIT)
        self.replica.start()
        self.replica.promote()
        eventually(lambda: server.admin("GET", "/readyz")[0] == 200)
        # Aki continues, until the numbers are beyond the earlier ones.
        aki.say_until_closed(1)
        aki.come_back()
        for _ in range(9):
            aki.say()
        # Ben has the earlier numbers and reconnects: he must not get the new steps as if they continued his history.
        states, seq = ben.client.states, ben.client.seq
        ben.come_back()
        self.assertEqual(ben.client.states, states + 1)
        self.assertGreater(ben.client.seq, seq)
        self.assertEqual((ben.client.document, ben.client.hash), (aki.client.document, aki.client.hash))
        # Nothing disconnected this one. It has the lost steps, and writes nothing after them.
        self.assertIsNotNone(idle.say_until_closed(20), idle.refusals)
        idle.come_back()
        self.assertEqual(idle.say()["type"], "ok")
        newcomer = Client(server, quiet, nick="New")
        self.addCleanup(newcomer.close)
        self.assertEqual((newcomer.document, newcomer.hash), (idle.client.document, idle.client.hash))
        for code in (room, quiet):
            self.assertEqual(lines_in(self.replica, code)[:len(kept[code])], kept[code])


if __name__ == "__main__":
    unittest.main()
