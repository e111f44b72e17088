"""Programs that are started without some of the descriptors 0 to 2, as `engawad <&- >&- 2>&- &` does: none of them is used for one of the program's
files, and its output is not written into its database. And output that cannot be written: the exit code and a sentence report it."""
import itertools
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import unittest

from harness import ENGAWAD, TIMEOUT, Client, Server, eventually, serve

BIN = pathlib.Path(ENGAWAD).parent
SETS = [closed for size in range(1, 4) for closed in itertools.combinations(range(3), size)]
MAGIC = b"SQLite format 3\0"


def redirections(closed):
    return " ".join({0: "<&-", 1: ">&-", 2: "2>&-"}[stream] for stream in closed)


def start_without(closed, command, **how):
    """The program itself, without a shell. The descriptors in `closed` are not opened."""
    return subprocess.Popen(["sh", "-c", f'exec "$@" {redirections(closed)}', "sh", *map(str, command)], **how)


def streams_of(pid):
    return [os.readlink(f"/proc/{pid}/fd/{stream}") if os.path.islink(f"/proc/{pid}/fd/{stream}") else None for stream in range(3)]


def port_of(pid):
    """The address on which the process listens: it cannot print it itself."""
    sockets = set()
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            sockets.add(os.readlink(f"/proc/{pid}/fd/{name}"))
        except FileNotFoundError:
            pass
    for line in pathlib.Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
            return int(words[1].split(":")[1], 16)
    return None


class Descriptors(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def serve(self, closed):
        data = self.folder / ("data" + "".join(map(str, closed)))
        process = start_without(closed, [ENGAWAD, "--port", "0", "--data", data, "--log-level", "debug"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process, data

    def test_a_server_keeps_its_log_out_of_its_database(self):
        for closed in SETS:
            with self.subTest(closed=closed):
                process, data = self.serve(closed)
                port = eventually(lambda: port_of(process.pid))
                self.assertEqual(streams_of(process.pid), ["/dev/null"] * 3)
                server = Server.__new__(Server)
                server.port = port
                client = Client(server, server.room(), nick="A")
                client.ok("say", text="remember me")
                for _ in range(3):
                    process.send_signal(signal.SIGHUP)  # a line in the log
                process.send_signal(signal.SIGTERM)
                self.assertEqual(process.wait(TIMEOUT), 0)
                self.assertEqual((data / "engawa.db").read_bytes()[:16], MAGIC)
                checked = subprocess.run([ENGAWAD, "--check", "--data", data], capture_output=True, text=True, timeout=TIMEOUT)
                self.assertEqual((checked.returncode, checked.stderr), (0, ""), checked)
                self.assertRegex(checked.stdout, r"^1 rooms with [1-9]\d* inputs")

    def test_modes_that_write_files_of_their_own(self):
        with Server(data=str(self.folder / "data")) as server:
            server.room()
            self.assertEqual(server.stop(), 0)
        for closed in SETS:
            with self.subTest(closed=closed):
                name = "".join(map(str, closed))
                copy = self.folder / f"copy{name}"
                copy.mkdir()
                backed_up = start_without(closed, [ENGAWAD, "--backup", copy / "engawa.db", "--data", self.folder / "data"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.assertEqual((backed_up.communicate(timeout=TIMEOUT), backed_up.returncode)[1], 1 if 1 in closed else 0)
                moved = start_without(closed, [ENGAWAD, "--copy-store", f"sqlite:{self.folder}/data", f"sqlite:{self.folder}/moved{name}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                moved.wait(TIMEOUT)
                for data in (copy, self.folder / f"moved{name}", self.folder / "data"):
                    checked = start_without(closed, [ENGAWAD, "--check", "--data", data], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    self.assertEqual(checked.wait(TIMEOUT), 1 if 1 in closed else 0)
                    self.assertEqual((data / "engawa.db").read_bytes()[:16], MAGIC)
                    checked = subprocess.run([ENGAWAD, "--check", "--data", data], capture_output=True, text=True, timeout=TIMEOUT)
                    self.assertEqual((checked.returncode, checked.stderr), (0, ""), checked)

    def test_programs_that_a_program_starts_have_all_three(self):
        server = serve(self)
        for closed in SETS:
            with self.subTest(closed=closed):
                seen = self.folder / ("seen" + "".join(map(str, closed)))
                bot = start_without(closed, [BIN / "engawa", "bot", "--server", f"http://127.0.0.1:{server.port}", "--room", server.room(), "--guest-file", self.folder / "guests",
                                             "--exec", f"readlink /proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2 > {seen}.new; mv {seen}.new {seen}; cat >/dev/null"],
                                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                try:
                    zero, one, two = eventually(lambda: seen.exists() and seen.read_text()).split()
                    self.assertEqual(streams_of(bot.pid), ["/dev/null"] * 3)
                finally:
                    bot.kill()
                    bot.wait()
                self.assertRegex(zero, "^pipe:")
                self.assertEqual((one, two), (f"{seen}.new", "/dev/null"))

    def test_programs_that_the_lab_starts_have_all_three(self):
        for closed in SETS:
            with self.subTest(closed=closed):
                seen = self.folder / ("lab" + "".join(map(str, closed)))
                look = f"ls -l /proc/self/fd/ > {seen}.$$"  # and it loses
                lab = start_without(closed, [BIN / "engawa-lab", "arena", "--game", "nim", "random", "--exec", look, "--blocks", "1"], stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                lab.wait(60)
                found = list(self.folder.glob(f"{seen.name}.*"))
                self.assertTrue(found)
                for file in found:
                    links = dict(re.findall(r" ([0-2]) -> (\S+)", file.read_text()))
                    self.assertEqual(sorted(links), ["0", "1", "2"])
                    self.assertEqual(links["2"], "/dev/null")


class Output(unittest.TestCase):
    """Outputs that cannot be written."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        with Server(data=str(self.folder / "data")) as server:
            server.room()
            server.stop()

    def full(self, program, *arguments):
        with open("/dev/full", "w") as full:
            return subprocess.run([program, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)

    def test_what_engawad_was_asked_for_and_cannot_say(self):
        data = ("--data", self.folder / "data")
        for arguments in (("--print-config",), ("--help",), ("--version",), ("--check", *data), ("--backup", self.folder / "copy.db", *data),
                          ("--copy-store", f"sqlite:{self.folder}/data", f"sqlite:{self.folder}/moved")):
            with self.subTest(arguments=arguments):
                done = self.full(ENGAWAD, *arguments)
                self.assertEqual(done.returncode, 1, done)
                self.assertRegex(done.stderr, r"(?m)^engawad: the output could not be written \(No space left on device\)$")
        self.assertTrue((self.folder / "copy.db").exists())

    def test_a_server_whose_address_cannot_be_said_serves(self):
        with open("/dev/full", "w") as full, tempfile.TemporaryFile("w+") as log:
            process = subprocess.Popen([ENGAWAD, "--port", "0", "--data", self.folder / "data"], stdout=full, stderr=log)
            try:
                port = eventually(lambda: port_of(process.pid))
                server = Server.__new__(Server)
                server.port = port
                self.assertEqual(server.http("GET", "/healthz")[0], 200)
                process.send_signal(signal.SIGTERM)
                self.assertEqual(process.wait(TIMEOUT), 0)
            finally:
                process.kill()
                process.wait()
            log.seek(0)
            self.assertIn(f"the address could not be written: the server is at http://127.0.0.1:{port}", log.read())

    def test_what_the_lab_was_asked_for_and_cannot_say(self):
        for arguments in (("perft", "2", "--game", "nim"), ("perft", "2", "--game", "nim", "--json"), ("--help",), ("--version",), ("perft", "--help"),
                          ("arena", "--game", "nim", "random", "random", "--blocks", "1")):
            with self.subTest(arguments=arguments):
                done = self.full(BIN / "engawa-lab", *arguments)
                self.assertEqual(done.returncode, 1, done)
                self.assertRegex(done.stderr, r"(?m)^engawa-lab: the output cannot be written")


if __name__ == "__main__":
    unittest.main()
