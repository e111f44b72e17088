"""The WebSocket (RFC 6455) of the tests, in the standard library alone: frames as pure functions, and a socket that waits."""
import base64
import json
import os
import socket
import struct

# The deadline of every test that waits for something: seconds, generous, so that it passes on a machine that others keep busy.
TIMEOUT = float(os.environ.get("ENGAWA_TEST_TIMEOUT", "60"))
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def request(port, path, headers=()):
    """The HTTP request that opens a WebSocket."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}",
             "Sec-WebSocket-Version: 13", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def mask(payload, key):
    times = len(payload) // 4 + 1
    both = int.from_bytes(payload, "big") ^ int.from_bytes((key * times)[:len(payload)], "big")
    return both.to_bytes(len(payload), "big")


def encode(payload, opcode=TEXT, first=0x80, masked=True):
    """A frame. `first`: FIN and the reserved bits."""
    flag, length = 0x80 if masked else 0, len(payload)
    if length < 126:
        head = bytes([first | opcode, flag | length])
    elif length < 65536:
        head = bytes([first | opcode, flag | 126]) + struct.pack(">H", length)
    else:
        head = bytes([first | opcode, flag | 127]) + struct.pack(">Q", length)
    if not masked:
        return head + payload
    key = os.urandom(4)
    return head + key + mask(payload, key)


def split(data, start=0):
    """The frame that begins at `start`: (opcode, payload without its mask, where it ends); None: not all of it is here yet."""
    if len(data) < start + 2:
        return None
    masked, length, at = data[start + 1] & 128, data[start + 1] & 127, start + 2
    if length > 125:
        size = 2 if length == 126 else 8
        if len(data) < at + size:
            return None
        length, at = int.from_bytes(data[at:at + size], "big"), at + size
    begin = at + 4 if masked else at
    if len(data) < begin + length:
        return None
    payload = bytes(data[begin:begin + length])
    return data[start] & 15, mask(payload, bytes(data[at:begin])) if masked else payload, begin + length


def close_of(payload):
    """Code and reason of a close frame."""
    return (int.from_bytes(payload[:2], "big") if payload else 1005), payload[2:].decode()


class Closed(Exception):
    """The server closed: `code` as in RFC 6455, 1006 when it just went away."""

    def __init__(self, code, reason=""):
        super().__init__(f"closed with {code} {reason}")
        self.code = code


class Socket:
    """A WebSocket that carries JSON, with nothing above its frames."""

    def __init__(self, port, path, headers=()):
        self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.rest = b""
        self.socket.sendall(request(port, path, headers))
        self.head = self._until(b"\r\n\r\n").decode()
        self.status = int(self.head.split()[1])

    def _fill(self):
        try:
            got = self.socket.recv(65536)
        except ConnectionError:
            got = b""
        if not got:
            raise Closed(1006)
        self.rest += got

    def _until(self, mark):
        while mark not in self.rest:
            self._fill()
        head, self.rest = self.rest.split(mark, 1)
        return head

    def _take(self, count):
        while len(self.rest) < count:
            self._fill()
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def send_frame(self, payload, opcode=TEXT, first=0x80, masked=True):
        try:
            self.socket.sendall(encode(payload, opcode, first, masked))
        except ConnectionError:
            raise Closed(1006) from None

    def send(self, message):
        text = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
        self.send_frame(text.encode())

    def receive(self):
        """The next text message; answers pings; raises Closed."""
        while True:
            while (frame := split(self.rest)) is None:
                self._fill()
            opcode, payload, size = frame
            self.rest = self.rest[size:]
            if opcode == TEXT:
                return json.loads(payload)
            if opcode == CLOSE:
                code, reason = close_of(payload)
                try:
                    self.send_frame(payload, CLOSE)
                except Closed:
                    pass
                raise Closed(code, reason)
            if opcode == PING:
                self.send_frame(payload, PONG)

    def close(self):
        self.socket.close()
