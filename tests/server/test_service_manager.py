"""What systemd is told: ready, alive and stopping (sd_notify(3)); and the socket that it passes on."""
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from harness import ENGAWAD, FAIL_POINTS, TIMEOUT, Client, Server

WATCHDOG_S = 0.4
STUCK_S = 3


class Manager:
    """The socket of a service manager. `abstract`: its name is in no folder."""

    def __init__(self, folder, abstract=False):
        self.name = f"@engawa-test-{os.getpid()}" if abstract else f"{folder}/notify"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + self.name[1:] if abstract else self.name)

    def environment(self, **more):
        return {"NOTIFY_SOCKET": self.name, **more}

    def told(self, timeout_s=TIMEOUT):
        """The next message, or None."""
        self.socket.settimeout(timeout_s)
        try:
            return self.socket.recv(4096).decode()
        except TimeoutError:
            return None


class ServiceManager(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def manager(self, **how):
        manager = Manager(self.folder.name, **how)
        self.addCleanup(manager.socket.close)
        return manager

    def test_it_is_ready_when_it_answers_and_says_that_it_stops(self):
        for abstract in (False, True):
            manager = self.manager(abstract=abstract)
            with Server(environment=manager.environment()) as server:
                self.assertEqual(manager.told(), f"READY=1\nSTATUS=listening on http://127.0.0.1:{server.port}\n")
                self.assertEqual(server.get("/healthz")[0], 200)
                self.assertIsNone(manager.told(3 * WATCHDOG_S), "nobody watches")
                server.process.send_signal(signal.SIGTERM)
                self.assertEqual(manager.told(), "STOPPING=1\nSTATUS=stopping\n")
                self.assertEqual(server.process.wait(TIMEOUT), 0)

    def test_it_says_that_it_is_alive_while_every_shard_works(self):
        manager = self.manager()
        watched = manager.environment(WATCHDOG_USEC=str(int(WATCHDOG_S * 1e6)))
        with Server("--threads", "2", environment=watched) as server:
            self.assertRegex(manager.told(), "^READY=1\n")
            for _ in range(3):
                self.assertEqual(manager.told(), "WATCHDOG=1\n")
            server.process.send_signal(signal.SIGSTOP)
            while manager.told(2 * WATCHDOG_S):
                pass  # said before it stopped
            self.assertIsNone(manager.told(2 * WATCHDOG_S))
            server.process.send_signal(signal.SIGCONT)
            self.assertEqual(manager.told(), "WATCHDOG=1\n")

    @unittest.skipUnless(FAIL_POINTS, "this build has no fail points")
    def test_it_does_not_say_so_while_a_shard_is_stuck(self):
        manager = self.manager()
        faults = pathlib.Path(self.folder.name, "faults")
        faults.write_text("", encoding="utf-8")
        watched = manager.environment(WATCHDOG_USEC=str(int(WATCHDOG_S * 1e6)), ENGAWA_FAIL_POINTS=str(faults))
        with Server("--threads", "1", environment=watched) as server:
            self.assertRegex(manager.told(), "^READY=1\n")
            faults.write_text(f"journal.hand_over=sleep:{1000 * STUCK_S}@1", encoding="utf-8")
            asking = threading.Thread(target=lambda: Client(server, server.room()).close())
            asking.start()
            last, silence, deadline = time.monotonic(), 0, time.monotonic() + TIMEOUT
            while silence < STUCK_S - 2 * WATCHDOG_S:
                self.assertLess(last, deadline, "it goes on saying so")
                self.assertEqual(manager.told(), "WATCHDOG=1\n")
                silence, last = time.monotonic() - last, time.monotonic()
            asking.join()

    def test_a_watchdog_of_another_process_is_not_its_own(self):
        manager = self.manager()
        with Server(environment=manager.environment(WATCHDOG_USEC="400000", WATCHDOG_PID="1")):
            self.assertRegex(manager.told(), "^READY=1\n")
            self.assertIsNone(manager.told(2 * WATCHDOG_S))

    def test_a_manager_that_is_not_there_stops_nothing(self):
        for name in (f"{self.folder.name}/nobody", "x" * 200, "relative"):
            with Server(environment={"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "soon"}) as server:
                self.assertEqual(server.get("/healthz")[0], 200)


class PassedSocket(unittest.TestCase):
    """A socket unit: systemd listens, and passes the socket on to the server (sd_listen_fds(3))."""

    def setUp(self):
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(self.listening.close)
        self.port = self.listening.getsockname()[1]
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def program(self, descriptor, count=1, process="$$"):
        """engawad as systemd starts it: with the socket as descriptor 3, and the variables for its own process."""
        path = pathlib.Path(self.folder.name, f"engawad-{descriptor}-{count}")
        path.write_text(f'#!/bin/sh\nLISTEN_FDS={count} LISTEN_PID={process} exec {ENGAWAD} "$@" 3<&{descriptor}\n', encoding="utf-8")
        path.chmod(0o700)
        return str(path)

    def served(self, descriptor=None, **how):
        descriptor = descriptor or self.listening.fileno()
        return Server(data=self.folder.name + "/data", program=self.program(descriptor, **how), pass_fds=(descriptor,))

    def test_nobody_is_refused_while_it_restarts(self):
        with self.served() as server:
            self.assertEqual(server.port, self.port)
            client = Client(server, server.room())
            client.ok("say", text="before")
            self.assertEqual(server.stop(), 0)
        with socket.create_connection(("127.0.0.1", self.port), TIMEOUT) as early:
            early.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            with self.served() as server:
                self.assertTrue(early.recv(4096).startswith(b"HTTP/1.1 200 "))
                again = Client(server, client.room, token=client.token)
                self.assertEqual([line["text"] for line in again.document["chat"].values()], ["before"])

    def test_a_socket_of_another_process_is_not_taken(self):
        with self.served(process="1") as server:
            self.assertNotEqual(server.port, self.port)

    def test_what_it_cannot_take(self):
        quiet = socket.socket()
        local = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        local.bind(self.folder.name + "/local")
        local.listen()
        file = open(self.folder.name + "/file", "w+b")
        for one in (quiet, local, file):
            self.addCleanup(one.close)
            self.refused("not one of TCP or of a Unix stream that listens", one.fileno())
        self.refused("2 sockets were passed", self.listening.fileno(), count=2)

    def refused(self, words, descriptor, **how):
        done = subprocess.run([self.program(descriptor, **how), "--data", self.folder.name + "/data"], pass_fds=(descriptor,),
                              capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual((done.returncode, words in done.stderr), (1, True), done)


if __name__ == "__main__":
    unittest.main()
