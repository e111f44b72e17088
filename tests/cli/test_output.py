"""Output that cannot be written, a reader that has closed, input that has ended: reported by the exit code and one sentence."""
import os
import resource
import signal
import socket
import subprocess
import unittest

from client import BOT, ENGAWA, LAB, TIMEOUT, Case, environment


class Output(Case):
    server_flags = ("--rooms-per-min", "1000")

    def record(self):
        room = self.table("classic")
        run = self.run_client("play", room, "--plain")
        run.send("resign")
        self.assertEqual(run.end(), 0, run.errors)
        return f"{room}-1"

    def verbs(self):
        record = self.record()
        yield ["bots"], ""
        yield ["verify", record], ""
        yield ["verify", record, "--json"], ""
        yield ["replay", record, "--plain"], ""
        yield ["replay", record, "--json"], ""
        yield ["play", "--plain", "--preset", "classic"], "resign\n"
        yield ["play", self.table("classic"), "--json"], "resign\n"
        yield ["watch", record.split("-")[0], "--plain"], ""
        yield ["watch", record.split("-")[0], "--json"], ""
        yield ["pipe", self.table("classic"), "--hello"], '{"type":"ping","id":1}\n'
        yield ["bot", "--room", self.table("classic"), "--exec", BOT], ""
        yield ["rules", "nim"], '{"do":"new"}\n'
        yield ["--help"], ""
        yield ["play", "--help"], ""
        yield ["--version"], ""
        yield [], ""

    def run_into(self, out, arguments, stdin, program=ENGAWA, **more):
        done = subprocess.run([program, *arguments], input=stdin.encode(), stdout=out, stderr=subprocess.PIPE, timeout=TIMEOUT, check=False,
                              env=environment(self.server, self.home), **more)
        return done.returncode, done.stderr.decode()

    def test_a_full_disk_is_told(self):
        for arguments, stdin in self.verbs():
            with self.subTest(arguments=arguments), open("/dev/full", "wb") as full:
                code, err = self.run_into(full, arguments, stdin)
                self.assertEqual(code, 1, err)
                self.assertIn("the output cannot be written: No space left on device [output]", err)
                self.assertEqual(err.count("[output]"), 1)

    def test_a_disk_that_becomes_full(self):
        """The beginning fits; the client reports that the rest is missing."""
        def little():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))

        record = self.record()
        _, whole, _ = self.finished("replay", record, "--json")
        path = os.path.join(self.home, "out")
        with open(path, "wb") as file:
            code, err = self.run_into(file, ["replay", record, "--json"], "", preexec_fn=little)
        self.assertEqual(code, 1, err)
        self.assertIn("[output]", err)
        with open(path, "rb") as file:
            written = file.read()
        self.assertEqual(len(written), 300)
        self.assertTrue(whole.encode().startswith(written))

    def test_in_japanese(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([ENGAWA, "bots"], stdout=full, stderr=subprocess.PIPE, timeout=TIMEOUT, check=False,
                                  env=environment(self.server, self.home, {"LC_ALL": "ja_JP.UTF-8"}))
        self.assertEqual(done.returncode, 1)
        self.assertIn("出力を書き込めません", done.stderr.decode())

    def test_a_reader_that_has_gone_is_no_news(self):
        """As in `engawa ... | head -1`: quiet, also where SIGPIPE is ignored, as below systemd and Docker."""
        for ignored in (False, True):
            for arguments, stdin in self.verbs():
                with self.subTest(arguments=arguments, ignored=ignored):
                    read, write = os.pipe()
                    os.close(read)
                    how = {"restore_signals": False, "preexec_fn": lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN)} if ignored else {}
                    code, err = self.run_into(write, arguments, stdin, **how)
                    os.close(write)
                    self.assertEqual(code, -signal.SIGPIPE, err)
                    self.assertNotIn("[output]", err)

    def test_the_lab(self):
        with open("/dev/full", "wb") as full:
            for arguments in (["perft", "2", "--game", "nim"], ["--help"]):
                code, err = self.run_into(full, arguments, "", program=LAB)
                self.assertEqual(code, 1, err)
                self.assertIn("engawa-lab: the output cannot be written", err)

    def test_a_slow_reader_that_shares_a_non_blocking_pipe(self):
        read, write = os.pipe()
        os.set_blocking(write, False)
        record = self.record()
        _, whole, _ = self.finished("replay", record, "--json")
        process = subprocess.Popen([ENGAWA, "replay", record, "--json"], stdout=write, stderr=subprocess.PIPE, env=environment(self.server, self.home))
        os.close(write)
        with open(read, "rb") as file:
            self.assertEqual(file.read(), whole.encode())
        self.assertEqual((process.wait(TIMEOUT), process.stderr.read()), (0, b""))
        process.stderr.close()


class Input(Case):
    """A stdin that has ended, or never existed (`</dev/null`, and `<&-`, which is treated the same): no verb waits for it."""

    def test_no_input(self):
        lonely = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(lonely.close)
        for arguments, expected in ((["play", "--plain"], 1), (["play", "--json"], 1), (["play", self.table("classic"), "--plain"], 1),
                                    (["pipe", self.table("classic")], 0), (["pipe", self.table("classic"), "--hello"], 0), (["rules", "nim"], 0),
                                    (["verify", "-"], 1), (["replay", "-", "--plain"], 1), (["bot", "--room", self.table("classic"), "--exec", BOT], 0)):
            with self.subTest(arguments=arguments):
                done = subprocess.run([ENGAWA, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=TIMEOUT, check=False,
                                      env=environment(self.server, self.home))
                self.assertEqual(done.returncode, expected, done.stderr)
                self.assertEqual(done.stderr != "", expected != 0, done.stderr)

    def test_input_that_cannot_be_read(self):
        for arguments in (["verify", "-"], ["replay", "-", "--plain"]):
            folder = os.open(self.home, os.O_RDONLY)
            done = subprocess.run([ENGAWA, *arguments], stdin=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False,
                                  env=environment(self.server, self.home))
            os.close(folder)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("cannot read stdin: Is a directory", done.stderr)
        self.assertIn("it is a folder", self.finished("verify", self.home)[2])
        self.assertIn("No such file", self.finished("verify", "/nonexistent/file")[2])


if __name__ == "__main__":
    unittest.main()
