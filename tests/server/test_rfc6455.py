"""Plays the table of rfc6455.py against a real server. One test for each line; `python3 test_rfc6455.py -v` prints them with what is expected."""
import json
import socket
import struct
import time
import unittest

import rfc6455
from harness import TIMEOUT, Server
from rfc6455 import CLOSE, FIN, OPEN, PING, PONG, TEXT, answer, close, error, frame, pong

RAISED = ("--messages-per-s", "100000", "--messages-burst", "100000", "--connections-per-ip", "1000")


class Unread:
    """How many of our bytes the other end of a connection on this machine has not read yet, according to the kernel (sock_diag(7))."""

    def __init__(self, ours, port):
        self.netlink = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 4)  # NETLINK_SOCK_DIAG
        here = socket.inet_aton("127.0.0.1").ljust(16, b"\0")
        ends = struct.pack(">HH", port, ours) + here + here + struct.pack("=III", 0, 0xFFFFFFFF, 0xFFFFFFFF)
        self.question = struct.pack("=IHHII BBBxI", 72, 20, 1, 0, 0, socket.AF_INET, socket.IPPROTO_TCP, 0, 0xFFFFFFFF) + ends

    def bytes(self):
        self.netlink.send(self.question)
        answer = self.netlink.recv(4096)
        found = struct.unpack_from("=H", answer, 4)[0] == 20
        return struct.unpack_from("=I", answer, 72)[0] if found else 0  # not found: it has hung up


class Line:
    """A connection as bytes."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.unread = Unread(self.socket.getsockname()[1], port)
        self.rest = b""

    def send(self, data):
        """Sends one segment, and waits until the server has read it or has hung up."""
        try:
            self.socket.sendall(data)
        except ConnectionError:
            return
        while self.unread.bytes() > 0:
            time.sleep(0)  # lets it run

    def take(self, count):
        """That many bytes; None if the connection ends before the first."""
        while len(self.rest) < count:
            try:
                got = self.socket.recv(65536)
            except ConnectionResetError:
                got = b""
            if not got:
                assert not self.rest, f"the connection ended in the middle of a frame: {self.rest!r}"
                return None
            self.rest += got
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def head(self):
        while b"\r\n\r\n" not in self.rest:
            got = self.socket.recv(65536)
            assert got, f"no answer to the request, only {self.rest!r}"
            self.rest += got
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        status, *lines = head.decode().split("\r\n")
        return int(status.split()[1]), {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}

    def frame(self):
        """The next frame as (opcode, payload), None at the end; section 5.1: a server masks nothing."""
        head = self.take(2)
        if head is None:
            return None
        assert head[0] & 0x70 == 0, f"a reserved bit from the server: {head!r}"
        assert head[0] & FIN, "a fragment from the server"
        assert head[1] < 128, "a masked frame from the server"
        length = head[1]
        if length == 126:
            length = struct.unpack(">H", self.take(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.take(8))[0]
        return head[0] & 15, self.take(length) if length else b""

    def end(self):
        self.socket.close()
        self.unread.netlink.close()


def describe(found):
    """A frame in the form of the table's constructors."""
    if found is None:
        return "the end of the connection"
    opcode, payload = found
    if opcode == PONG:
        return pong(payload)
    if opcode == CLOSE:
        return close(struct.unpack(">H", payload[:2])[0] if payload else None)
    if opcode == TEXT:
        message = json.loads(payload)
        return answer(message["re"]) if message["type"] == "pong" else error(message.get("code", message["type"]))
    return f"a frame with opcode {opcode}"


def expect(line, wanted):
    if wanted == OPEN:
        line.send(frame(b"still there", PING))
        wanted = pong(b"still there")
    got = describe(line.frame())
    assert got == wanted, f"expected {wanted}, got {got}"
    if wanted[0] == "close":
        line.send(rfc6455.closing(1000))  # the client's reply if the server closed first
        after = line.frame()
        assert after is None, f"after the close came {describe(after)}"


def greet(port):
    """An open connection that has sent hello to the lobby and read the answer."""
    line = Line(port)
    request = rfc6455.HANDSHAKES[0]
    line.send("\r\n".join([*request.head, "", ""]).encode())
    assert line.head()[0] == 101
    line.send(frame(b'{"type":"hello","id":"hello"}'))
    while json.loads(line.frame()[1])["type"] != "state":
        pass
    return line


def play(port, case):
    line = greet(port)
    try:
        expected = list(case.expects)
        for item in case.sends:
            line.send(item)
        for wanted in expected:
            expect(line, wanted)
        if expected[-1][0] != "close":
            expect(line, OPEN)  # and nothing came that the table does not list
    finally:
        line.end()


def shake(port, case):
    line = Line(port)
    try:
        line.send("\r\n".join([*case.head, "", ""]).encode())
        status, headers = line.head()
        assert status == case.status, f"expected {case.status}, got {status}"
        for name, value in case.headers.items():
            got = headers.get(name.lower())
            assert (got or "").lower() == (value or "").lower() if name != "Sec-WebSocket-Accept" else got == value, f"{name} is {got}, not {value}"
        if status == 101:
            line.send(frame(b"up", PING))
            assert describe(line.frame()) == pong(b"up")
    finally:
        line.end()


def in_words(case):
    if isinstance(case, rfc6455.Handshake):
        return str(case.status)
    kind, what = case.expects[-1]
    return {"close": f"close {what}", "open": "open", "error": f"error {what}"}.get(kind, f"{kind}, {len(case.expects)} in all")


class Rfc6455(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(*RAISED)

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def test_0_a_wrong_line_of_the_table_is_seen(self):
        """The runner itself: a line that expects something else fails."""
        good = frame(rfc6455.asking())
        wrong = [
            rfc6455.case("5.1", "answered, not closed", good, close(1002)),
            rfc6455.case("5.1", "closed with another code", frame(b"", mask=None), close(1003)),
            rfc6455.case("5.1", "closed, not answered", frame(b"", mask=None), answer("1")),
            rfc6455.case("5.2", "another id", good, answer("2")),
            rfc6455.case("5.2", "more than one answer", good + good, answer("1")),
            rfc6455.case("5.5.2", "another payload", frame(b"a", PING), pong(b"b")),
        ]
        for case in wrong:
            with self.subTest(case.name), self.assertRaises(AssertionError):
                play(self.server.port, case)
        for case in (rfc6455.opening("1.3", "another status", 400), rfc6455.opening("1.3", "another value", 101, {"Sec-WebSocket-Accept": "x"})):
            with self.subTest(case.name), self.assertRaises(AssertionError):
                shake(self.server.port, case)


def add_tests():
    for number, case in enumerate(rfc6455.CASES + rfc6455.HANDSHAKES, 1):
        act = shake if isinstance(case, rfc6455.Handshake) else play

        def test(self, act=act, case=case):
            act(self.server.port, case)

        test.__doc__ = f"{case.section:7}{case.name} -> {in_words(case)}"
        setattr(Rfc6455, f"test_{number:03d}", test)


add_tests()

if __name__ == "__main__":
    unittest.main()
