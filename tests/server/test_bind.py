"""Every form of an address to listen on: the server, the admin port, the address that is printed, and the health check."""
import http.client
import re
import socket
import subprocess
import tempfile
import unittest

from harness import ENGAWAD, TIMEOUT, Server, refusing_port

FORMS = [  # --bind, printed address, answered addresses
    ("127.0.0.1", "127.0.0.1", ["127.0.0.1"]),
    ("127.0.0.2", "127.0.0.2", ["127.0.0.2"]),
    ("0.0.0.0", "localhost", ["127.0.0.1", "127.0.0.2"]),
    ("localhost", "localhost", ["127.0.0.1"]),
    ("LOCALHOST", "localhost", ["127.0.0.1"]),
    ("::1", "[::1]", ["::1"]),
    ("[::1]", "[::1]", ["::1"]),
    ("0:0:0:0:0:0:0:1", "[::1]", ["::1"]),
    ("::", "localhost", ["::1", "127.0.0.1"]),
    ("[::]", "localhost", ["::1", "127.0.0.1"]),
]


def has_ipv6():
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def healthcheck(*arguments):
    return subprocess.run([ENGAWAD, "--healthcheck", *map(str, arguments)], capture_output=True, text=True, timeout=TIMEOUT)


def answers(host, port, path="/healthz"):
    connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


class Bind(unittest.TestCase):
    def test_every_form_is_listened_on_printed_and_asked(self):
        for bind, printed, hosts in FORMS:
            if ":" in bind and not has_ipv6():
                continue
            with self.subTest(bind=bind):
                lines = []

                class Listening(Server):
                    def announced_port(self):
                        lines.append(self.process.stdout.readline().strip())
                        return int(lines[-1].rsplit(":", 1)[1])

                server = Listening("--bind", bind, "--admin-bind", bind, "--admin-port", "0")
                self.addCleanup(server.__exit__)
                admin = "127.0.0.1" if printed == "127.0.0.1" else printed
                self.assertEqual(lines, [f"listening on http://{printed}:{server.port}", f"admin on http://{admin}:{server.admin_port}"])
                for host in hosts:
                    self.assertEqual(answers(host, server.port), 200)
                    self.assertEqual(answers(host, server.admin_port, "/metrics"), 200)
                self.assertEqual(answers(printed.strip("[]"), server.port), 200)
                well = healthcheck("--bind", bind, "--port", server.port)
                self.assertEqual((well.returncode, well.stderr), (0, ""), well)
                self.assertEqual(server.stop(), 0)
                ill = healthcheck("--bind", bind, "--port", server.port)
                self.assertEqual(ill.returncode, 1)
                self.assertRegex(ill.stderr, rf"^engawad: the server at http://{re.escape(printed)}:{server.port} is not well: Connection refused$")

    def test_a_health_check_that_gets_no_or_another_answer_says_so(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            done = healthcheck("--port", silent.getsockname()[1])
            self.assertEqual((done.returncode, done.stderr.strip().split(": ")[-1]), (1, "no answer within 2 s"))
        done = healthcheck("--bind", "no-such-name.invalid", "--port", "1")
        self.assertEqual((done.returncode, done.stderr.strip().split(": ")[-1]), (1, "there is no such name"))

    def test_a_server_that_knows_its_names_is_well_too(self):
        with Server("--hosts", "games.example") as server:
            self.assertEqual(healthcheck("--port", server.port).returncode, 0)

    def test_what_is_not_of_this_machine_is_refused(self):
        for bind in ("192.0.2.1", "no-such-name.invalid", "2001:db8::1"):
            with tempfile.TemporaryDirectory() as folder:
                done = subprocess.run([ENGAWAD, "--port", "0", "--bind", bind, "--data", folder], capture_output=True, text=True, timeout=2 * TIMEOUT)
            self.assertEqual(done.returncode, 1, done)
            self.assertRegex(done.stderr, rf"(?m)^engawad: cannot listen on \"?{bind}")

    def test_a_taken_port_is_named_with_the_flag_that_chooses_another(self):
        for flag, other in (("--port", "--admin-port"), ("--admin-port", "--port")):
            with self.subTest(flag=flag), tempfile.TemporaryDirectory() as data:
                port = refusing_port(self)
                done = subprocess.run([ENGAWAD, flag, str(port), other, "0", "--data", data], capture_output=True, text=True, timeout=TIMEOUT)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, rf"cannot listen on 127\.0\.0\.1 port {port} \(.*\): .*, or choose another with {flag}\n$")


if __name__ == "__main__":
    unittest.main()
