"""TLS inside the server, for a home network without a proxy: the certificate, its renewal, and clients that do not speak TLS."""
import contextlib
import http.client
import os
import pathlib
import signal
import socket
import ssl
import subprocess
import tempfile
import unittest

import harness
from harness import ENGAWAD, TIMEOUT, Closed, Server, eventually
from raw import Socket, request


def make_certificate(folder, name="home", days=30, key="rsa:2048"):
    """A certificate that is signed by itself, and its key."""
    files = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", key, "-nodes", "-days", str(days), "-subj", f"/CN={name}", "-addext",
                    "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", files[0], "-keyout", files[1]], check=True, capture_output=True)
    return files


class Tls(Server):
    """With the pair in its folder."""

    def get(self, path, method="GET", body=None, port=None, **headers):
        if port:
            return super().get(path, method, body, port, **headers)
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=TIMEOUT, context=self.trust())
        try:
            head = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, head)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def trust(self):
        return ssl.create_default_context(cafile=self.flags[self.flags.index("--tls-cert") + 1])

    @property
    def url(self):
        return f"https://127.0.0.1:{self.port}"

    def connected(self, trust=None):
        return (trust or self.trust()).wrap_socket(socket.create_connection(("127.0.0.1", self.port), TIMEOUT), server_hostname="localhost")


class TlsSocket(Socket):
    def connect(self):
        return ssl.create_default_context().wrap_socket(super().connect(), server_hostname="localhost")


class Client(harness.Client):
    def open_room(self):
        opened = TlsSocket(self.server.port, f"/rooms/{self.room}/ws")
        assert opened.status == 101, opened.head
        return opened


class TlsInside(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.certificate, self.key = make_certificate(self.folder)
        environment = os.environ.get("SSL_CERT_FILE")
        os.environ["SSL_CERT_FILE"] = str(self.certificate)  # the published client trusts what the system trusts
        self.addCleanup(lambda: os.environ.pop("SSL_CERT_FILE") if environment is None else os.environ.update(SSL_CERT_FILE=environment))

    def flags(self):
        return ["--tls-cert", str(self.certificate), "--tls-key", str(self.key)]

    def served(self, *flags):
        server = Tls(*self.flags(), *flags, stderr=open(self.folder / "log", "a", encoding="utf-8"))
        self.addCleanup(server.__exit__)
        self.addCleanup(server.stderr.close)
        return server

    def log(self):
        return (self.folder / "log").read_text(encoding="utf-8")

    def renew(self, **how):
        """A new pair in the same files: each is replaced as a whole."""
        certificate, key = make_certificate(self.folder, "new", **how)
        os.replace(certificate, self.certificate)
        os.replace(key, self.key)

    def serial(self, server):
        with server.connected(unsafe()) as connection:
            return connection.getpeercert(binary_form=True)

    def test_a_game_is_played_over_it_and_its_end_is_told(self):
        server = self.served()
        host = Client(server, server.room(token := server.guest()), token)
        watcher = Client(server, host.room)
        host.ok("start")
        self.assertEqual(host.play_to_the_end()["reason"], "all_pass")
        watcher.until(lambda: watcher.document["phase"] == "over")
        server.process.send_signal(signal.SIGTERM)
        for client in (host, watcher):
            self.assertEqual(closed_code(client), 1012)
        self.assertEqual(server.process.wait(TIMEOUT), 0)

    def test_the_connection_is_encrypted_with_tls_1_2_or_newer(self):
        server = self.served()
        with server.connected() as connection:
            self.assertEqual(connection.version(), "TLSv1.3")
        old = unsafe()
        old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
        old.set_ciphers("ALL:@SECLEVEL=0")
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            server.connected(old)
        newer = unsafe()
        newer.maximum_version = ssl.TLSVersion.TLSv1_2
        with server.connected(newer) as connection:
            self.assertEqual(connection.version(), "TLSv1.2")

    def test_a_browser_without_tls_is_led_to_it(self):
        server = self.served()
        answer = plain(server, b"GET /r/ABCD?x=1 HTTP/1.1\r\nHost: home.example:8080\r\n\r\n")
        self.assertRegex(answer, r"\AHTTP/1.1 307 ")
        self.assertRegex(answer, r"(?im)^location: https://home\.example:8080/r/ABCD\?x=1\r$")
        for text in (b"POST /api/guests HTTP/1.1\r\nHost: home.example\r\nContent-Length: 2\r\n\r\n{}", request(server.port, "/lobby/ws"),
                     b"GET / HTTP/1.0\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer secret\r\n\r\n"):
            answer = plain(server, text)
            self.assertRegex(answer, r"\AHTTP/1.1 400 ")
            self.assertIn("this port speaks TLS: use https:// or wss://", answer)

    def test_clients_that_say_nothing_or_nonsense_are_closed(self):
        server = self.served("--http-header-ms", "200")
        for text in (b"", b"\x16\x03\x01\x00\x05hello", b"\x16"):
            with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as connection:
                connection.sendall(text)
                with contextlib.suppress(ConnectionError):
                    while connection.recv(4096):
                        pass
        self.assertEqual(server.get("/healthz")[0], 200)

    def test_a_new_certificate_is_used_without_a_drop(self):
        server = self.served("--admin-port", "0")
        before = self.serial(server)
        ends = server.metric("engawa_certificate_expiry_timestamp_seconds")
        client = Client(server, server.room())
        self.renew(days=60)
        eventually(lambda: self.serial(server) != before)
        days = (server.metric("engawa_certificate_expiry_timestamp_seconds") - ends) // 86400
        self.assertEqual(days, 30)
        client.ok("say", text="still here")
        self.assertEqual(len(client.document["chat"]), 1)

    def test_a_signal_reads_the_files_at_once_and_a_broken_pair_is_not_used(self):
        server = self.served()
        before = self.serial(server)
        client = Client(server, server.room())
        self.key.write_text("no key", encoding="utf-8")
        server.process.send_signal(signal.SIGHUP)
        eventually(lambda: f"the certificate in use goes on: tls.key: {self.key} has no private key in PEM" in self.log())
        self.assertEqual(self.serial(server), before)
        client.ok("say", text="still here")
        self.renew()
        server.process.send_signal(signal.SIGHUP)
        eventually(lambda: self.serial(server) != before)

    def test_what_it_does_not_start_with(self):
        other = make_certificate(self.folder, "other")
        text = self.folder / "text"
        text.write_text("text", encoding="utf-8")
        for certificate, key, sentence in (
                (self.folder / "none", self.key, f"tls.cert: {self.folder}/none cannot be read (No such file or directory)"),
                (self.certificate, self.folder / "none", f"tls.key: {self.folder}/none cannot be read (No such file or directory)"),
                (text, self.key, f"tls.cert: {text} has no certificate in PEM"),
                (self.certificate, text, f"tls.key: {text} has no private key in PEM"),
                (self.certificate, other[1], f"tls.key: {other[1]} is not the key of the certificate in {self.certificate}"),
                (self.certificate, "", "tls.cert and tls.key belong together")):
            with self.subTest(sentence):
                ended = subprocess.run([ENGAWAD, "--port", "0", "--data", str(self.folder / "data"), "--tls-cert", str(certificate), "--tls-key", str(key)],
                                       capture_output=True, text=True, timeout=TIMEOUT)
                self.assertEqual(ended.returncode, 1)
                self.assertIn(sentence, ended.stderr)

    def test_a_key_that_everybody_may_read_is_warned_of(self):
        self.key.chmod(0o644)
        self.served()
        self.assertIn(f"everybody on this machine may read {self.key}", self.log())

    def test_it_says_https_and_the_health_check_works(self):
        class Announced(Tls):
            def announced_port(self):
                self.said = self.process.stdout.readline().strip()
                return int(self.said.rsplit(":", 1)[1])

        server = Announced(*self.flags())
        self.addCleanup(server.__exit__)
        self.assertEqual(server.said, f"listening on https://127.0.0.1:{server.port}")
        well = subprocess.run([ENGAWAD, "--healthcheck", "--port", str(server.port), *self.flags()], capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(well.returncode, 0, well)
        self.assertEqual(server.stop(), 0)
        gone = subprocess.run([ENGAWAD, "--healthcheck", "--port", str(server.port), *self.flags()], capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(gone.returncode, 1)
        self.assertIn(f"the server at https://127.0.0.1:{server.port} is not well", gone.stderr)

    def test_a_page_of_the_server_is_at_home(self):
        """Its Origin is https."""
        server = self.served()
        status, _, _ = server.get("/api/guests", "POST", "{}", Content_Type="application/json", Origin=f"https://127.0.0.1:{server.port}")
        self.assertEqual(status, 201)

    def test_it_stops_at_once_with_idle_connections(self):
        server = self.served("--drain-s", "600")
        with server.connected() as idle:
            idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertTrue(idle.recv(4096).startswith(b"HTTP/1.1 200 "))
            self.assertEqual(server.stop(), 0)


def unsafe():
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def plain(server, text):
    with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as connection:
        connection.sendall(text)
        got = b""
        while data := connection.recv(65536):
            got += data
        return got.decode()


def closed_code(client):
    try:
        while True:
            client.take()
    except Closed as end:
        return end.code


if __name__ == "__main__":
    unittest.main()
