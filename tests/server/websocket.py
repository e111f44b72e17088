"""WebSocket frames (RFC 6455) and the document's merge as pure functions, for every client of the tests that has a socket of its own."""
import base64
import os
import struct

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
    """The frame that begins at `start`, as a server sends it (without a mask): (opcode, payload, where it ends); None: not all of it is here yet."""
    if len(data) < start + 2:
        return None
    length, at = data[start + 1] & 127, start + 2
    if length > 125:
        size = 2 if length == 126 else 8
        if len(data) < at + size:
            return None
        length, at = int.from_bytes(data[at:at + size], "big"), at + size
    if len(data) < at + length:
        return None
    return data[start] & 15, bytes(data[at:at + length]), at + length


def close_of(payload):
    """Code and reason of a close frame."""
    return (int.from_bytes(payload[:2], "big") if payload else 1005), payload[2:].decode()


def merge(target, patch):
    """RFC 7386. Makes new objects and never changes the old ones."""
    if not isinstance(patch, dict):
        return patch
    target = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            target.pop(key, None)
        else:
            target[key] = merge(target.get(key), value)
    return target
