"""Several real engawads, the nodes of a cluster, over one real PostgreSQL, and people who chat in their rooms."""
import json
import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from case import Case  # noqa: E402
from harness import FAIL_POINTS, serve  # noqa: E402
from postgres import free_port  # noqa: E402
from test_store import FLAGS, talkers_at  # noqa: E402

SECRET = "a secret that all the nodes know"
LONG = 60000  # ms: a lease that does not end during a test


class Nodes(Case):
    def setUp(self):
        super().setUp()
        self.logs = []

    def node(self, lease_ms=1000, secret=SECRET, flags=(), environment=None):
        link = free_port()
        log = self.folder / f"log-{link}"
        self.logs.append(log)
        points = self.folder / f"points-{link}"
        self.environment = {"ENGAWA_STORE_URL": self.postgres.url(self.database), "ENGAWA_CLUSTER_SECRET": secret, **({"ENGAWA_FAIL_POINTS": str(points)} if FAIL_POINTS else {}), **(environment or {})}
        server = serve(self, *FLAGS, "--admin-port", "0", "--cluster-address", f"127.0.0.1:{link}", "--cluster-lease-ms", str(lease_ms), *flags, log=log,
                       environment={**self.environment, **(environment or {})})
        server.link, server.points = link, points
        return server

    def start(self, node):
        node.start(self.environment)

    def owner(self, room):
        return self.sql(f"SELECT address FROM nodes n JOIN rooms r ON r.owner = n.id WHERE code = '{room}'").strip()

    def talkers(self, owner, others):
        """In a room of `owner` each: one client that came to the owner itself, and one for each other node."""
        talkers = talkers_at(self, owner, *others)
        for talker in talkers:
            talker.say()
        return talkers

    def assert_stored(self, talkers):
        for talker in talkers:
            self.assertEqual(talker.say()["type"], "ok")
            room = talker.client.room
            stored = [(seq, json.loads(text)) for seq, text in self.inputs(room)]
            self.assertEqual([seq for seq, _ in stored], list(range(1, len(stored) + 1)))
            lines = [entry["text"] for _, entry in stored if entry["in"] == "say"]
            self.assertEqual(len(lines), len(set(lines)), "a line is there twice")
            self.assertLessEqual(set(talker.said.values()), set(lines))

    def talk_until(self, talkers, happens):
        """All chat all the time; returns how long each was disconnected after `happens`, in s. self.codes has their close codes."""
        codes, away, begun = {}, {}, threading.Event()
        self.codes = codes

        def talk(number, talker):
            talker.say()
            begun.set()
            codes[number] = talker.say_until_closed()
            talker.come_back()
            while talker.say()["type"] != "ok":
                talker.come_back()
            away[number] = time.monotonic()

        threads = [threading.Thread(target=talk, args=item) for item in enumerate(talkers)]
        for thread in threads:
            thread.start()
        begun.wait()
        time.sleep(0.2)  # during the chat
        began = time.monotonic()
        happens()
        for thread in threads:
            thread.join()
        self.assertEqual(len(away), len(talkers), codes)
        return [away[number] - began for number in range(len(talkers))]
