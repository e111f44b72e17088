"""What the published client (clients/sdk/python, which this puts on the path) does not do: frames as pure functions, wrong ones too, and a WebSocket that sends
and shows whatever a test wants."""
import base64
import json
import os
import pathlib
import socket
import struct
import sys
import weakref

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "clients/sdk/python"))
from engawa import Closed, WebSocket  # noqa: E402

# The deadline of every test that waits for something: seconds, generous, so that it passes on a machine that others keep busy.
TIMEOUT = float(os.environ.get("ENGAWA_TEST_TIMEOUT", "60"))
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
SOCKETS = weakref.WeakSet()  # that a test still has


def request(port, path, headers=()):
    """The HTTP request that opens a WebSocket."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}",
             "Sec-WebSocket-Version: 13", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def hello(number, token=None, nick=None, **known):
    """The first request of a connection."""
    message = {"type": "hello", "id": number, "token": token, "nick": None if token else nick, **known}
    return {name: value for name, value in message.items() if value is not None}


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


def code_of(take):
    """The code with which a connection ends when take() reads on; None: it goes on."""
    try:
        take()
    except Closed as end:
        return end.code
    return None


def until_closed(take):
    """Reads on to the end of a connection, and gives its code."""
    while (code := code_of(take)) is None:
        pass
    return code


class Socket(WebSocket):
    """A WebSocket that carries JSON. `status` and `head` are of the answer to its handshake, which may be a refusal. `receive_buffer`: for one who reads slowly."""

    def __init__(self, port, path, headers=(), receive_buffer=None):
        self.port, self.path, self.headers, self.receive_buffer = port, path, headers, receive_buffer
        super().__init__(f"ws://127.0.0.1:{port}{path}", TIMEOUT)
        SOCKETS.add(self)
        self.head = self.head.decode()

    def connect(self):
        if not self.receive_buffer:
            return super().connect()
        slow = socket.socket()
        slow.settimeout(TIMEOUT)
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.receive_buffer)
        slow.connect(("127.0.0.1", self.port))
        return slow

    def request(self):
        return request(self.port, self.path, self.headers)

    def turned_away(self):
        pass

    def read(self):
        try:
            super().read()
        except ConnectionError:
            raise Closed(1006) from None

    def send_frame(self, payload, opcode=TEXT, first=0x80, masked=True):
        try:
            self.connection.sendall(encode(payload, opcode, first, masked))
        except ConnectionError:
            raise Closed(1006) from None

    def send(self, message):
        text = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
        self.send_frame(text.encode())

    def next_frame(self):
        """(Whether it is the last of its message, opcode, payload). Nothing is answered."""
        while (frame := self.frame()) is None:
            self.read()
        return frame

    def receive(self, timeout_s=None):
        """The next message; answers pings and the close, which raises Closed."""
        try:
            return json.loads(super().receive(timeout_s))
        except Closed as end:
            if end.code not in (1005, 1006):
                self.write(CLOSE, end.code.to_bytes(2, "big"))
            raise

    def write(self, opcode, payload):
        try:
            super().write(opcode, payload)
        except ConnectionError:
            pass  # read() tells why the connection has ended

    def close(self):
        """As a program that is killed."""
        self.connection.close()
