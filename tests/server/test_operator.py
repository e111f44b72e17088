"""Situations of an operator: settings, a taken port, a folder that cannot be written, a damaged database, signals."""
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import unittest

import stored
from harness import ENGAWAD, Client, Closed, Server, serve


def run(*args, env=None, timeout=20):
    return subprocess.run([ENGAWAD, *args], capture_output=True, text=True, timeout=timeout, env={**os.environ, **(env or {})})


class Operator(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def assert_sentence(self, result, *words, code=1):
        self.assertEqual(result.returncode, code, result)
        self.assertRegex(result.stderr, r"^engawad: ")
        for word in words:
            self.assertIn(word, result.stderr)
        self.assertNotIn("terminate called", result.stderr)

    def test_a_taken_port(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            self.assert_sentence(run("--port", port, "--data", str(self.folder)), port, "--port")

    def test_a_folder_that_cannot_be_written(self):
        (self.folder / "file").write_text("")
        self.assert_sentence(run("--data", str(self.folder / "file" / "x")), "--data")
        self.assert_sentence(run("--data", "/proc/engawa"), "--data")

    def test_a_folder_in_use(self):
        with Server(data=str(self.folder)):
            self.assert_sentence(run("--port", "0", "--data", str(self.folder)), "another engawad")

    def test_a_damaged_database_is_left_alone(self):
        for content in (b"this is no database" * 100, None):
            data = self.folder / ("a" if content else "b")
            data.mkdir()
            file = data / "engawa.db"
            if content is None:
                with Server(data=str(data)) as server:
                    server.room()
                    server.stop()
                whole = bytearray(file.read_bytes())
                for i in range(2000, len(whole), 3):
                    whole[i] ^= 0x5A
                content = bytes(whole)
            file.write_bytes(content)
            self.assert_sentence(run("--port", "0", "--data", str(data)), "engawa.db", "nothing was changed")
            self.assertEqual(file.read_bytes(), content)

    def test_a_room_whose_journal_does_not_replay_harms_no_other(self):
        with Server(data=str(self.folder)) as server:
            good, bad = server.room(), server.room()
            Client(server, bad, nick="A").ok("say", text="hello")
            server.stop()
        stored.change_input(self.folder, bad, 2, "rubbish")
        with Server(data=str(self.folder)) as server:
            self.assertEqual(server.http("GET", f"/api/rooms/{bad}")[1]["code"], "internal")
            Client(server, good, nick="B").ok("say", text="still here")

    def test_the_url_of_the_store(self):
        other = self.folder / "other"
        with Server("--store-url", f"sqlite:{other}", data=str(self.folder)) as server:
            server.room()
        self.assertTrue((other / "engawa.db").exists())
        self.assertFalse((self.folder / "engawa.db").exists())
        for wrong in ("mysql://me:sesame@host/games", "sqlite:///x", "postgres:me:sesame@host", ""):
            result = run("--store-url", wrong)
            self.assert_sentence(result, "--store-url must be sqlite: (engawa.db in the data folder), sqlite:FOLDER or postgres://", code=2)
            self.assertNotIn("sesame", result.stderr)
        url = "postgres://me:sesame@host/games?sslmode=require"
        shown = run("--print-config", env={"ENGAWA_STORE_URL": url}).stdout
        self.assertIn('url = "postgres://me:***@host/games?sslmode=require"', shown)
        self.assertNotIn("sesame", shown)
        self.assert_sentence(run("--backup", str(self.folder / "copy"), env={"ENGAWA_STORE_URL": url}), "pg_dump", "me:***@host")

    def test_flags_environment_and_file(self):
        file = self.folder / "config.toml"
        file.write_text("[server]\nport = 1111\nthreads = 2\n[bots]\ndelay_ms = 5\n")
        shown = run("--config", str(file), "--print-config", "--bot-delay-ms", "7", env={"ENGAWA_SERVER_THREADS": "3"}).stdout
        for line in ("port = 1111", "threads = 3", "delay_ms = 7", "burst = 40"):
            self.assertIn(line, shown)
        again = self.folder / "again.toml"
        again.write_text(shown)
        self.assertEqual(run("--config", str(again), "--print-config").stdout, shown)
        shown = run("--print-config", "--data", 'C:\\new "folder"').stdout
        again.write_text(shown)
        self.assertEqual(run("--config", str(again), "--print-config").stdout, shown)

    def test_settings_that_are_none(self):
        def config(text):
            file = self.folder / "bad.toml"
            file.write_text(text)
            return run("--config", str(file))
        self.assert_sentence(config("[server]\nprot = 1\n"), "bad.toml:2", "server.prot", code=2)
        self.assert_sentence(config("[server]\nport = 70000\n"), "bad.toml:2", "65535", code=2)
        self.assert_sentence(config("[server]\nport = \"x\"\n"), "bad.toml:2", code=2)
        self.assert_sentence(config("[server\n"), "bad.toml:1", code=2)
        self.assert_sentence(run("--config", str(self.folder / "absent.toml")), "absent.toml", code=2)
        self.assert_sentence(run("--port", "many"), "--port", "many", code=2)
        self.assert_sentence(run(env={"ENGAWA_SERVER_PORT": "-7"}), "ENGAWA_SERVER_PORT", code=2)
        self.assert_sentence(run(env={"ENGAWA_STORE_DATA": "a\nb"}), "ENGAWA_STORE_DATA", "control characters", code=2)
        self.assert_sentence(run("--origins", b"\xff"), "--origins", "UTF-8", code=2)
        self.assertEqual(run("--no-such-flag").returncode, 2)
        self.assertEqual(run("--web-root", str(self.folder), "--data", str(self.folder)).returncode, 1)
        self.assertEqual(run("--help").returncode, 0)
        self.assertRegex(run("--version").stdout, r"engawad \d")

    def test_healthcheck_and_the_admin_port(self):
        server = serve(self, "--admin-port", "0")
        self.assertEqual(run("--healthcheck", "--port", str(server.port)).returncode, 0)
        self.assertEqual(server.admin("GET", "/healthz")[0], 200)
        self.assertEqual(server.admin("GET", "/readyz")[1], {"ready": True})
        text = server.admin("GET", "/metrics")[1]
        for name in ("engawa_connections", "engawa_steps_total", "engawa_journal_appends_total"):
            self.assertRegex(text, rf"(?m)^# TYPE {name} \w+\n{name} \d+$")
        room = Client(server, server.room(), nick="A")
        room.ok("say", text="hello")
        room.close()
        text = server.admin("GET", "/metrics")[1]
        for name in ("append", "queue", "task", "commit"):  # the waits of an input
            self.assertRegex(text, rf"(?m)^# TYPE engawa_journal_{name}_seconds histogram$")
            self.assertGreater(int(re.search(rf"(?m)^engawa_journal_{name}_seconds_count (\d+)$", text)[1]), 0)
        for name in ("database", "log"):
            self.assertGreater(int(re.search(rf'(?m)^engawa_store_bytes\{{file="{name}"\}} (\d+)$', text)[1]), 4095)
        server.kill()
        self.assertEqual(run("--healthcheck", "--port", str(server.port)).returncode, 1)

    def test_a_stop_tells_everybody_and_loses_nothing(self):
        server = serve(self, data=str(self.folder))
        player = Client(server, server.room(), nick="A")
        player.ok("say", text="remember me")
        seq = player.seq
        server.process.send_signal(signal.SIGTERM)
        with self.assertRaises(Closed) as closed:
            while True:
                frame = player.take()
                if frame["type"] == "notice":
                    self.assertEqual(frame["kind"], "draining")
        self.assertEqual(closed.exception.code, 1012)
        self.assertEqual(server.process.wait(timeout=20), 0)
        server.start()
        player.connect(resume=True)
        self.assertGreaterEqual(player.seq, seq)
        self.assertEqual([line["text"] for line in player.document["chat"].values()], ["remember me"])


if __name__ == "__main__":
    unittest.main()
