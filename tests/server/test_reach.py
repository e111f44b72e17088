"""The address under which others reach the server: as printed, and as sent to the page. With two network namespaces as machines."""
import json
import os
import pathlib
import pty
import subprocess
import tempfile
import unittest

import qr_reader
from harness import ENGAWAD, ROOT, TIMEOUT, Server, serve

HOME = {"host": "192.168.77.1", "friend": "192.168.77.2"}
OWN = {"host": "fd77::1", "friend": "fd77::2"}
ENGAWA = ROOT / "build/test/bin/engawa"  # the sanitizers' build has none


def run(*command, **more):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, timeout=TIMEOUT, **more).stdout


class OneMachine(unittest.TestCase):
    def address(self, *flags, host=None, **headers):
        with Server(*flags) as server:
            status, answer = server.http("GET", "/api/address", headers={"Host": host or f"localhost:{server.port}", **headers})
            self.assertEqual(status, 200)
            return answer

    def test_a_server_on_loopback_has_nothing_for_others(self):
        self.assertEqual(self.address(), {"reach": "machine"})
        self.assertEqual(self.address("--bind", "localhost"), {"reach": "machine"})

    def test_a_container_does_not_know_what_its_machine_is_called(self):
        with Server("--bind", "0.0.0.0", environment={"container": "oci"}) as server:
            self.assertRegex(server.process.stdout.readline(), r"^from other machines: the address of this container's host")
            self.assertEqual(server.http("GET", "/api/address", headers={"Host": "localhost"})[1], {"reach": "unknown"})
            self.assertEqual(server.http("GET", "/api/address", headers={"Host": "games.example"})[1], {"reach": "page"})

    def test_a_public_url_is_for_everybody(self):
        for host in (None, "games.example", "127.0.0.1"):
            self.assertEqual(self.address("--public-url", "https://Games.example/", host=host), {"reach": "public", "url": "https://games.example"})

    def test_what_this_machine_is_called_at_home_is_for_itself_alone(self):
        self.assertEqual(self.address("--bind", "0.0.0.0", host="games.example"), {"reach": "page"})
        behind = {"X-Forwarded-For": "203.0.113.7"}
        self.assertEqual(self.address("--bind", "0.0.0.0", "--trusted-proxies", "127.0.0.1", **behind), {"reach": "page"})

    def test_the_public_url_is_a_name_of_the_server(self):
        with Server("--public-url", "https://games.example", "--hosts", "other.example") as server:
            body = {"nick": "Taro"}
            for host, origin, status in (("games.example", "https://games.example", 201), ("other.example", "https://games.example", 201),
                                         ("third.example", "https://games.example", 403), ("games.example", "https://third.example", 403)):
                self.assertEqual(server.http("POST", "/api/guests", body, headers={"Host": host, "Origin": origin})[0], status, (host, origin))


@unittest.skipUnless(os.geteuid() == 0, "networks need root")
class TwoMachines(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.names = {who: f"engawa-{who}-{os.getpid()}" for who in HOME}
        for name in self.names.values():
            self.addCleanup(subprocess.run, ["ip", "netns", "delete", name], check=False, capture_output=True)
            run("ip", "netns", "add", name)
            self.inside(name, "ip", "link", "set", "lo", "up")
        host, friend = self.names.values()
        run("ip", "link", "add", "eth0", "netns", host, "type", "veth", "peer", "name", "eth0", "netns", friend)
        for who, name in self.names.items():
            self.inside(name, "ip", "address", "add", HOME[who] + "/24", "dev", "eth0")
            self.inside(name, "ip", "link", "set", "eth0", "up")
            self.inside(name, "ip", "address", "add", OWN[who] + "/64", "dev", "eth0", "nodad")
        self.inside(host, "ip", "link", "add", "docker0", "type", "veth", "peer", "name", "container0")  # reaches containers only
        self.inside(host, "ip", "address", "add", "172.17.0.1/16", "dev", "docker0")
        self.inside(host, "ip", "link", "set", "docker0", "up")
        self.program = self.folder / "engawad"
        self.program.write_text(f'#!/bin/sh\nexec ip netns exec {host} {ENGAWAD} "$@"\n')
        self.program.chmod(0o755)

    def inside(self, name, *command, **more):
        return run("ip", "netns", "exec", name, *command, **more)

    def serve(self, bind):
        return serve(self, "--bind", bind, program=str(self.program))

    def ask(self, who, url):
        program = f"import urllib.request; print(urllib.request.urlopen({url!r} + '/api/address').read().decode())"
        return json.loads(self.inside(self.names[who], "python3", "-c", program))

    def test_a_friend_opens_the_printed_address_and_plays(self):
        server = self.serve("0.0.0.0")
        line = server.process.stdout.readline()
        self.assertRegex(line, r"^from other machines: http://192\.168\.77\.1:\d+$")
        url = line.split()[-1]
        environment = {**os.environ, "ENGAWA_SERVER": url, "XDG_STATE_HOME": str(self.folder), "PLIES": "4"}
        played = self.inside(self.names["friend"], ROOT / "tests/outside/play.sh", ENGAWA, "play", "--plain", "--preset", "classic", env=environment)
        self.assertIn("played 4 moves", played)
        self.assertEqual(self.ask("friend", url), {"reach": "page"})
        self.assertEqual(self.ask("host", f"http://localhost:{server.port}"), {"reach": "network", "url": url})

    def test_all_of_ipv6_too_and_the_best_one_first(self):
        server = self.serve("::")
        printed = [server.process.stdout.readline().split()[-1] for _ in range(2)]
        self.assertEqual(printed, [f"http://192.168.77.1:{server.port}", f"http://[{OWN['host']}]:{server.port}"])
        self.assertEqual(self.ask("friend", printed[1]), {"reach": "page"})

    def test_one_address(self):
        server = self.serve(HOME["host"])
        self.assertEqual(server.process.stdout.readline(), f"from other machines: http://192.168.77.1:{server.port}\n")

    def test_without_a_network_nothing_is_promised(self):
        self.inside(self.names["host"], "ip", "link", "set", "eth0", "down")
        server = self.serve("0.0.0.0")
        self.assertEqual(self.ask("host", f"http://localhost:{server.port}"), {"reach": "unknown"})
        server.process.terminate()
        self.assertEqual(server.process.stdout.read(), "")

    def test_a_terminal_gets_a_code_for_the_camera(self):
        master, slave = pty.openpty()
        process = subprocess.Popen([str(self.program), "--bind", "0.0.0.0", "--port", "0", "--data", str(self.folder / "data")], stdout=slave,
                                   stderr=subprocess.DEVNULL)
        os.close(slave)
        shown, lines, code = b"", [], []
        try:
            while not code or len(code) < (qr_reader.width_of(code[0]) + 1) // 2:
                shown += os.read(master, 1 << 20)
                lines = [line.decode() for line in shown.replace(b"\r", b"").split(b"\n")[:-1]]
                code = [line for line in lines if line.startswith("\033[30;107m")]
        finally:
            process.terminate()
            process.wait(TIMEOUT)
            os.close(master)
        url = next(line.split()[-1] for line in lines if line.startswith("from other machines:"))
        self.assertEqual(qr_reader.read(code), url)


if __name__ == "__main__":
    unittest.main()
