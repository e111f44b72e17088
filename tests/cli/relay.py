"""A relay between the client and a real server: it changes the server's messages, or speaks TLS in front of it. One thread per connection."""
import base64
import contextlib
import hashlib
import http.client
import json
import socket
import ssl
import subprocess
import threading

import client  # noqa: F401  (puts tests/server on the path)
from harness import TIMEOUT
import raw
from raw import Closed, Socket
from listener import Listener, hang_up

HANDSHAKE = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Relay:
    """`change(value)` returns the replacement for a JSON value of the server. `close`: (code, reason) with which WebSockets are
    closed after their first frame; `hangs_up`: and TCP with them, as a server does. `answer`: raw bytes for every HTTP request, instead of asking the server."""

    def __init__(self, server, change=None, close=None, hangs_up=True, answer=None, tls=None):
        self.upstream, self.change, self.close_with, self.hangs_up, self.answer, self.tls = server, change, close, hangs_up, answer, tls
        self.listener = Listener(lambda connection: threading.Thread(target=self._serve, args=(connection,), daemon=True).start())
        self.port, self.close = self.listener.port, self.listener.close
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"

    def _serve(self, connection):
        with contextlib.suppress(OSError, Closed, ValueError), connection:
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            self._talk(connection)
            connection.close()

    def _talk(self, connection):
        data = b""
        while b"\r\n\r\n" not in data:
            got = connection.recv(65536)
            if not got:
                return
            data += got
        head, body = data.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        fields = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines[1:])}
        while len(body) < int(fields.get("content-length", 0)):
            body += connection.recv(65536)
        method, target, _ = lines[0].split(" ")
        if self.answer:
            connection.sendall(self.answer)
        elif fields.get("upgrade", "").lower() == "websocket":
            self._websocket(connection, target, fields, body)
        else:
            self._http(connection, method, target, fields, body)

    def _http(self, connection, method, target, fields, body):
        upstream = http.client.HTTPConnection("127.0.0.1", self.upstream.port, timeout=TIMEOUT)
        upstream.request(method, target, body or None, {name: fields[name] for name in ("content-type", "authorization") if name in fields})
        answer = upstream.getresponse()
        text = answer.read().decode()
        upstream.close()
        if answer.headers.get_content_type() == "application/json":
            text = self.changed(text)
        elif self.change and text.startswith("{"):  # a record
            text = "".join(self.changed(line) + "\n" for line in text.splitlines())
        data = text.encode()
        head = f"HTTP/1.1 {answer.status} {answer.reason}\r\nContent-Type: {answer.headers['content-type']}\r\nContent-Length: {len(data)}\r\n\r\n"
        connection.sendall(head.encode() + data)

    def changed(self, text):
        return json.dumps(self.change(json.loads(text)), ensure_ascii=False) if self.change else text

    def _websocket(self, connection, target, fields, rest):
        upstream = Socket(self.upstream.port, target, ("Sec-WebSocket-Protocol: engawa.v1",))
        with contextlib.closing(upstream):
            if upstream.status != 101:
                return
            accept = base64.b64encode(hashlib.sha1((fields["sec-websocket-key"] + HANDSHAKE).encode()).digest()).decode()
            connection.sendall(f"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n"
                               "Sec-WebSocket-Protocol: engawa.v1\r\n\r\n".encode())
            sender = threading.Thread(target=self._forward, args=(connection, upstream, rest), daemon=True)
            sender.start()
            try:
                self._answer(connection, upstream)
            finally:
                # The sender uses both descriptors: if they were closed before it ended, it would read and write whatever gets their numbers next.
                for end in (connection, upstream.connection):
                    hang_up(end)
                sender.join()

    def _answer(self, connection, upstream):
        with contextlib.suppress(Closed):
            while True:
                frame = self.changed(json.dumps(upstream.receive()))
                connection.sendall(raw.encode(frame.encode(), masked=False))
                if self.close_with:
                    code, reason = self.close_with
                    connection.sendall(raw.encode(code.to_bytes(2, "big") + reason.encode(), raw.CLOSE, masked=False))
                    if self.hangs_up:
                        connection.shutdown(socket.SHUT_WR)
                    upstream.timeout_s = 3600
                    while True:  # until the client has gone, when _forward ends this
                        upstream.receive()

    def _forward(self, connection, upstream, data):
        with contextlib.suppress(OSError, Closed):
            while True:
                while (frame := raw.split(data)) is not None:
                    opcode, payload, end = frame
                    data = data[end:]
                    if opcode in (raw.TEXT, raw.CLOSE):
                        upstream.send_frame(payload, opcode)
                    if opcode == raw.PING:
                        connection.sendall(raw.encode(payload, raw.PONG, masked=False))
                got = connection.recv(65536)
                if not got:
                    break
                data += got
        hang_up(upstream.connection)  # wakes the one who reads it


class Authority:
    """A certificate authority for the tests, made with the openssl program."""

    def __init__(self, folder, name="Engawa's test authority"):
        self.folder, self.name = folder, name
        self.file = f"{folder}/ca.pem"
        self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "ca.key", "-out", "ca.pem",
                     "-days", "2", "-subj", f"/CN={name}")

    def openssl(self, *arguments, program="openssl"):
        subprocess.run([program, *arguments], cwd=self.folder, check=True, capture_output=True)

    def context(self, name, names="IP:127.0.0.1,DNS:localhost", days=("20250101000000Z", "20400101000000Z"), signed=True):
        """A TLS context for a server with a certificate for these names."""
        self.openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr",
                     "-subj", f"/CN={name}")
        with open(f"{self.folder}/{name}.cnf", "w", encoding="utf-8") as file:
            file.write(f"[ca]\ndefault_ca=d\n[d]\ndatabase={name}.db\nnew_certs_dir=.\nserial={name}.srl\ndefault_md=sha256\npolicy=p\nunique_subject=no\n"
                       f"[p]\ncommonName=supplied\n[x]\nsubjectAltName={names}\n")
        open(f"{self.folder}/{name}.db", "w", encoding="utf-8").close()
        by = ("-cert", "ca.pem", "-keyfile", "ca.key") if signed else ("-selfsign", "-keyfile", f"{name}.key")
        self.openssl("ca", "-batch", "-config", f"{name}.cnf", "-rand_serial", "-in", f"{name}.csr", "-out", f"{name}.pem", "-notext", "-startdate", days[0],
                     "-enddate", days[1], "-extensions", "x", *by)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{self.folder}/{name}.pem", f"{self.folder}/{name}.key")
        return context
