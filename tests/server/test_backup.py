"""A copy of the database while games run: complete, of one moment, and usable as a data folder's database."""
import os
import pathlib
import subprocess
import tempfile
import threading
import unittest

import stored
from harness import ENGAWAD, TIMEOUT, Client, Server

FLAGS = ("--chat-per-10s", "1000000", "--messages-per-s", "1000000", "--messages-burst", "1000000")


class Backup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.data = self.folder / "data"

    def back_up(self, target, data=None):
        return subprocess.run([ENGAWAD, "--backup", target, "--data", data or self.data], capture_output=True, text=True, timeout=TIMEOUT)

    def test_rooms_of_one_moment_while_they_are_played(self):
        with Server(*FLAGS, data=str(self.data)) as server:
            clients = [Client(server, server.room(), nick=f"G{i}") for i in range(3)]
            enough = [client.seq + 30 for client in clients]  # a document has the last thirty chat lines
            stop = threading.Event()

            def talk(client):
                while not stop.is_set():
                    client.ok("say", text="on and on")

            threads = [threading.Thread(target=talk, args=(client,)) for client in clients]
            for thread in threads:
                thread.start()
            while any(client.seq < number for client, number in zip(clients, enough)):
                pass
            spans = []
            for number in range(3):
                before = [client.seq for client in clients]
                result = self.back_up(self.folder / f"copy{number}.db")
                self.assertEqual(result.returncode, 0, result)
                self.assertRegex(result.stdout, r"3 rooms with \d+ inputs")
                spans.append((before, [client.seq + 1 for client in clients]))
            stop.set()
            for thread in threads:
                thread.join()
            for client in clients:
                client.close()
            server.stop()
        for number, (before, after) in enumerate(spans):
            restored = self.folder / f"restored{number}"
            restored.mkdir()
            os.rename(self.folder / f"copy{number}.db", restored / "engawa.db")
            seqs = {client.room: stored.inputs(restored, client.room)[-1][0] for client in clients}
            with Server(*FLAGS, data=str(restored)) as server:
                for client, low, high in zip(clients, before, after):
                    self.assertLessEqual(low, seqs[client.room])
                    self.assertLessEqual(seqs[client.room], high)
                    again = Client(server, client.room, client.token)
                    self.assertEqual(len(again.document["chat"]), 30)
                    again.ok("say", text="from the copy")
                    again.close()
                self.assertEqual(server.stop(), 0)
        for client in clients:
            client.close()

    def test_what_cannot_be_done(self):
        self.data.mkdir()
        result = self.back_up(self.folder / "copy.db")
        self.assertEqual((result.returncode, "there is no database" in result.stderr), (1, True), result)
        with Server(data=str(self.data)) as server:
            server.room()
            taken = self.folder / "taken.db"
            taken.write_text("mine")
            result = self.back_up(taken)
            self.assertEqual((result.returncode, "exists already" in result.stderr), (1, True), result)
            self.assertEqual(taken.read_text(), "mine")
            for target in (self.folder / "absent" / "copy.db", pathlib.Path("/proc/copy.db")):
                result = self.back_up(target)
                self.assertEqual((result.returncode, "there is no copy" in result.stderr), (1, True), result)
            server.stop()
        self.assertEqual(self.back_up(self.folder / "still.db").returncode, 0)  # also without a server
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["data", "still.db", "taken.db"])


if __name__ == "__main__":
    unittest.main()
