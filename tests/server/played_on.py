"""What must hold for the database of an older program (old_stores.py) under the current one, over SQLite and over PostgreSQL."""
import json
import random
import subprocess

import old_stores
from harness import ENGAWAD, Client, eventually, serve
from test_records import chain_fault

ENGAWA = str(old_stores.ROOT / "build/test/bin/engawa")


class PlayedOn:
    """Of a unittest.TestCase with new_store(), which gives an empty old_stores.*Store, and check_arguments(store) for --check."""

    def versions(self):
        return sorted(int(file.stem.split("-")[1]) for file in old_stores.FOLDER.glob(f"{self.kind}-*.sql"))

    def server_on(self, store, log=None):
        return serve(self, *old_stores.CALM, data=str(self.folder), environment=store.environment, log=log)

    def test_every_older_version_of_the_tables_has_a_database_here(self):
        store = self.new_store()
        server = self.server_on(store)
        self.assertEqual(server.stop(), 0)
        self.assertLessEqual(set(range(1, store.version())), set(self.versions()), "tests/server/old_stores.py makes the missing one with the program of that version")

    def test_each_is_opened_upgraded_and_played_on(self):
        for version in self.versions():
            with self.subTest(version=version):
                self.try_version(version)

    def try_version(self, version):
        store = self.new_store()
        log = self.folder / f"log-{version}"
        text = (old_stores.FOLDER / f"{self.kind}-{version}").with_suffix(".sql").read_text(encoding="utf-8")
        expected = json.loads((old_stores.FOLDER / f"{self.kind}-{version}.json").read_text(encoding="utf-8"))
        store.load(text)
        self.assertEqual(store.version(), version)
        server = self.server_on(store, log)
        self.assert_upgraded(store, version, log)
        self.assert_records(server, expected["records"])
        for room, known in expected["rooms"].items():
            with self.subTest(room=room, game=known["document"]["game"], phase=known["document"]["phase"]):
                self.play_on(server, room, known)
        self.assertEqual(server.stop(), 0)
        self.assertNotRegex(log.read_text(), "of no use|damaged|quarantine")
        done = subprocess.run([ENGAWAD, "--check", *self.check_arguments(store)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn(" 0 problems", done.stdout)
        self.assert_upgrade_stays(store)

    def assert_upgraded(self, store, version, log):
        newest = store.version()
        if newest > version:
            self.assertRegex(log.read_text(), rf"of version {newest} now")

    def assert_upgrade_stays(self, store):
        """A second start changes nothing more."""
        newest = store.version()
        self.assertEqual(self.server_on(store).stop(), 0)
        self.assertEqual(store.version(), newest)

    def assert_records(self, server, records):
        """To the byte as the older program gave them, and true by both verifiers."""
        for name, text in records.items():
            self.assertEqual(server.http("GET", f"/api/records/{name}"), (200, text))
            self.assertEqual(chain_fault(text), "")
            done = subprocess.run([ENGAWA, "verify", name, "--server", server.url, "--lang", "en"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done)

    def play_on(self, server, room, known):
        clients = [Client(server, room, known["tokens"][0])]
        try:
            self.assertEqual(old_stores.compared(clients[0].document), known["document"])
            clients += [Client(server, room, token) for token in known["tokens"][1:]]
            if clients[0].document["phase"] == "lobby":
                self.begin(clients)
            self.make_moves(clients)
            self.end_round(server, clients)
        finally:
            for client in clients:
                client.close()

    def begin(self, clients):
        for client in clients:
            if client.seat is None:
                client.ok("sit", seat=next(int(name[1:]) for name, seat in client.document["seats"].items() if seat["kind"] == "open"))
        eventually(lambda: clients[0].ask("start")["type"] == "ok")

    def make_moves(self, clients):
        """One by each player who may move before the round is over."""
        moved = 0
        for client in clients:
            client.until(lambda client=client: client.document["phase"] != "lobby")
            if moved == 0 or client.my_turn():
                first = client if client.my_turn() else next(other for other in clients if other.my_turn())
                before = first.seq
                old_stores.play(first, 1, random.Random(first.room))
                self.assertGreater(first.seq, before)
                moved += 1
        self.assertGreater(moved, 0)

    def end_round(self, server, clients):
        number = clients[0].document["round"]
        for client in clients:
            if client.document["phase"] == "playing":
                client.ask("resign")  # the last one's resignation may come after the end
        clients[0].until(lambda: clients[0].document["phase"] == "over")
        status, text = server.http("GET", f"/api/records/{clients[0].room}-{number}")
        self.assertEqual(status, 200, text)
        self.assertEqual(chain_fault(text), "")
