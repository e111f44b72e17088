"""A Unix socket in place of the port: for a proxy on the same machine."""
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import stat
import subprocess
import tempfile
import threading
import unittest

from harness import ENGAWAD, TIMEOUT, Client, Server


class Connection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=TIMEOUT)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def ask(path, method, target, body=None, **headers):
    """Status, and the text of the answer."""
    connection = Connection(str(path))
    try:
        connection.request(method, target, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


class Proxy:
    """Passes every connection to its port on to the socket, as a proxy for TCP does."""

    def __init__(self, path):
        self.path, self.listening = str(path), socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(self.path)
            for one, other in ((client, server), (server, client)):
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    @staticmethod
    def carry(one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def close(self):
        self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()


class Unix(Server):
    """Its port is that of a proxy in front of it."""
    announced = ""

    def __init__(self, path, *flags, listens=True, **more):
        self.proxy = None
        super().__init__(*(["--unix-socket", str(path)] if listens else []), *flags, **more)

    def announced_port(self):
        self.announced = self.process.stdout.readline().strip()
        path = re.fullmatch(r"listening on unix:(.*)", self.announced)
        assert path, f"engawad did not start: {self.announced!r} {self.last_words()}"
        self.proxy = self.proxy or Proxy(path[1])
        return self.proxy.port

    def __exit__(self, *_):
        super().__exit__()
        if self.proxy:
            self.proxy.close()


class UnixSocket(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "engawa.sock"

    def served(self, *flags, **more):
        server = Unix(self.path, *flags, **more)
        self.addCleanup(server.__exit__)
        return server

    def refused(self, sentence, *flags, path=None):
        ended = subprocess.run([ENGAWAD, "--unix-socket", str(path or self.path), "--data", str(self.folder / "other"), *flags],
                               capture_output=True, text=True, timeout=TIMEOUT)
        self.assertIn(ended.returncode, (1, 2), ended)
        self.assertIn(sentence, ended.stderr)
        self.assertEqual(ended.stdout, "")

    def test_a_game_is_played_through_it_and_no_port_is_open(self):
        server = self.served("--port", "0")
        self.assertEqual(server.announced, f"listening on unix:{self.path}")
        listening = subprocess.run(["ss", "-tlnpH"], capture_output=True, text=True, check=True).stdout
        self.assertNotIn(f"pid={server.process.pid},", listening)
        host = Client(server, server.room(token := server.guest()), token)
        watcher = Client(server, host.room)
        host.ok("start")
        self.assertEqual(host.play_to_the_end()["reason"], "all_pass")
        watcher.until(lambda: watcher.document["phase"] == "over")
        self.assertEqual(server.stop(), 0)

    def test_its_user_and_group_may_use_it_and_it_is_gone_after_a_clean_stop(self):
        server = self.served()
        found = os.lstat(self.path)
        self.assertTrue(stat.S_ISSOCK(found.st_mode))
        self.assertEqual(stat.S_IMODE(found.st_mode), 0o660)
        self.assertEqual(server.stop(), 0)
        self.assertFalse(os.path.lexists(self.path))

    def test_the_socket_of_a_killed_server_is_replaced(self):
        server = self.served()
        server.kill()
        self.assertTrue(os.path.lexists(self.path))
        server.start()
        self.assertEqual(ask(self.path, "GET", "/healthz")[0], 200)

    def test_what_is_in_use_or_no_socket_stays(self):
        server = self.served()
        self.refused("another program listens on it")
        self.assertEqual(ask(self.path, "GET", "/healthz")[0], 200)
        server.process.send_signal(signal.SIGSTOP)
        self.refused("another program listens on it")
        server.process.send_signal(signal.SIGCONT)
        file = self.folder / "file"
        file.write_text("kept", encoding="utf-8")
        self.refused("must be a socket, and this is a file", path=file)
        self.assertEqual(file.read_text(encoding="utf-8"), "kept")
        self.refused("must be a socket, and this is a folder", path=self.folder)
        self.refused("must be a path of at most 107 bytes", path=self.folder / ("x" * 108))
        self.refused("No such file or directory", path=self.folder / "no" / "folder")

    def test_a_socket_that_another_server_has_put_there_is_not_removed(self):
        server = self.served()
        os.remove(self.path)
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(str(self.path))
            self.assertEqual(server.stop(), 0)
            self.assertTrue(os.path.lexists(self.path))

    def test_the_forwarded_addresses_are_believed_and_counted(self):
        self.served("--guests-per-min", "1", roomy=False)

        def guest(**headers):
            return ask(self.path, "POST", "/api/guests", "{}", Content_Type="application/json", **headers)[0]

        self.assertEqual([guest(X_Forwarded_For=f"10.0.0.{i}") for i in (1, 2, 1)], [201, 201, 429])
        self.assertEqual(guest(X_Forwarded_For="10.9.9.9, 10.0.0.1"), 429, "what a client writes itself is not believed")
        self.assertEqual([guest(), guest()], [201, 429], "without the field all are one")

    def test_the_health_check_asks_there(self):
        self.served()

        def check(path):
            return subprocess.run([ENGAWAD, "--healthcheck", "--unix-socket", str(path)], capture_output=True, text=True, timeout=TIMEOUT)

        self.assertEqual(check(self.path).returncode, 0)
        wrong = check(self.folder / "nobody")
        self.assertEqual(wrong.returncode, 1)
        self.assertIn(f"the server at unix:{self.folder}/nobody is not well: No such file", wrong.stderr)

    def test_a_socket_that_systemd_passes_on_stays_after_the_stop(self):
        listening = socket.socket(socket.AF_UNIX)
        self.addCleanup(listening.close)
        listening.bind(str(self.path))
        listening.listen()
        program = self.folder / "engawad"
        program.write_text(f'#!/bin/sh\nLISTEN_FDS=1 LISTEN_PID=$$ exec {ENGAWAD} "$@" 3<&{listening.fileno()}\n', encoding="utf-8")
        program.chmod(0o700)
        server = self.served(listens=False, program=str(program), pass_fds=(listening.fileno(),), data=str(self.folder / "data"))
        self.assertEqual(server.announced, f"listening on unix:{self.path}")
        self.assertEqual(ask(self.path, "GET", "/healthz")[0], 200)
        status, text = ask(self.path, "POST", "/api/guests", "{}", Content_Type="application/json", X_Forwarded_For="10.0.0.1")
        self.assertEqual((status, set(json.loads(text)) >= {"token"}), (201, True))
        self.assertEqual(server.stop(), 0)
        self.assertTrue(os.path.lexists(self.path))


if __name__ == "__main__":
    unittest.main()
