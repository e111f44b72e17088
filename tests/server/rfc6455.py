"""The requirements of RFC 6455 for a server, as a table: a client's bytes, and the required response. test_rfc6455.py plays it.

Every case begins on an open connection to the lobby that has sent hello; handshakes begin before that. A case's bytes are sent one item after
the other, each only after the server has read the previous one, so that every item is a separate segment.
"""
import collections
import struct

# `sends`: bytes; `expects`: the response, in order, from the constructors below.
Case = collections.namedtuple("Case", "section name sends expects")
# `head`: the request, line by line; `status` of the answer and its required `headers` (None: forbidden).
Handshake = collections.namedtuple("Handshake", "section name head status headers")

LIMIT = 16384  # bytes of a message; protocol/README.md


def pong(payload):
    """A pong with this payload."""
    return "pong", payload


def answer(identity):
    """The protocol's own answer to its own `ping` with this id: the text has arrived complete."""
    return "answer", identity


def error(code):
    """The protocol's refusal with this code; the connection stays."""
    return "error", code


def close(code):
    """A close frame with this code, then the end of the connection, with nothing in between."""
    return "close", code


OPEN = ("open", None)  # no response, and the connection still answers


TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION, FIN = 1, 2, 8, 9, 10, 0, 0x80
KEY = b"\x37\xfa\x21\x3d"  # the masking key of the RFC's own example


def frame(payload=b"", opcode=TEXT, first=FIN, mask=KEY, length=None, form=None):
    """A frame as a client sends it. `mask` None: unmasked. `form`: 7, 16 or 64 bits of length, else the shortest. `length`: the stated one."""
    length = len(payload) if length is None else length
    form = form or (7 if length < 126 else 16 if length < 65536 else 64)
    code = {7: length, 16: 126, 64: 127}[form]
    more = {7: b"", 16: struct.pack(">H", length & 0xFFFF), 64: struct.pack(">Q", length)}[form]
    head = bytes([first | opcode, code | (0x80 if mask is not None else 0)]) + more
    if mask is None:
        return head + payload
    return head + mask + bytes(byte ^ mask[i & 3] for i, byte in enumerate(payload))


def more(payload, opcode=CONTINUATION):
    """A fragment that is not the last; the first one names its opcode."""
    return frame(payload, opcode, first=0)


def last(payload):
    return frame(payload, CONTINUATION)


def closing(code=None, reason=b"", **how):
    """A close frame; without a code it is empty."""
    return frame(b"" if code is None else struct.pack(">H", code) + reason, CLOSE, **how)


def asking(identity="1", pad=0):
    """The protocol's `ping`, as bytes. Its answer contains the id, which shows the text again. `pad`: to that many bytes in all."""
    text = f'{{"type":"ping","id":"{identity}"}}'.encode()
    return text[:-1] + b" " * max(0, pad - len(text)) + text[-1:]


def split(data, at):
    return [data[:at], data[at:]]


def one_by_one(data):
    return [bytes([byte]) for byte in data]


def case(section, name, sends, *expects):
    return Case(section, name, sends if isinstance(sends, list) else [sends], list(expects))


EURO_AND_MORE = "é€😀"  # two, three and four bytes
WORD = "縁側"

MASKING = [
    case("5.1", "unmasked text", frame(asking(), mask=None), close(1002)),
    case("5.1", "unmasked ping", frame(b"x", PING, mask=None), close(1002)),
    case("5.1", "unmasked close", closing(1000, mask=None), close(1002)),
    case("5.1", "unmasked continuation of a masked text", [more(asking()[:5], TEXT), frame(asking()[5:], CONTINUATION, mask=None)], close(1002)),
    case("5.3", "a masking key of zeros", frame(asking(), mask=bytes(4)), answer("1")),
    case("5.3", "a new masking key for each frame", [frame(asking("a"), mask=b"\1\2\3\4"), frame(asking("b"), mask=b"\xff\0\xff\0")], answer("a"), answer("b")),
]

RESERVED = [
    *[case("5.2", f"RSV{n} set without an extension", frame(asking(), first=FIN | bit), close(1002)) for n, bit in ((1, 0x40), (2, 0x20), (3, 0x10))],
    case("5.2", "RSV1 set on a ping", frame(b"x", PING, first=FIN | 0x40), close(1002)),
    case("5.2", "RSV1 set on a continuation", [more(asking()[:5], TEXT), frame(asking()[5:], CONTINUATION, first=FIN | 0x40)], close(1002)),
    *[case("5.2", f"reserved opcode {opcode:#x}", frame(b"x", opcode), close(1002)) for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)],
    case("5.2", "a reserved opcode inside a fragmented message", [more(asking()[:5], TEXT), frame(b"x", 3)], close(1002)),
]

LENGTHS = [
    case("5.2", "7 bits: 125 bytes", frame(asking(pad=125)), answer("1")),
    case("5.2", "16 bits: 126 bytes", frame(asking(pad=126)), answer("1")),
    case("5.2", f"16 bits: the longest message, {LIMIT} bytes", frame(asking(pad=LIMIT)), answer("1")),
    case("7.4.1", f"16 bits: one byte more than {LIMIT}", frame(asking(pad=LIMIT + 1)), close(1009)),
    case("7.4.1", "64 bits: 65536 bytes, refused by the header alone", frame(length=65536, form=64), close(1009)),
    case("7.4.1", "64 bits: 2^62 bytes, refused by the header alone", frame(length=1 << 62, form=64), close(1009)),
    case("5.2", "64 bits: the highest bit is set, refused as too long", frame(length=(1 << 63) + 5, form=64), close(1009)),
    case("5.2", "a short length in 16 bits", frame(asking(), form=16), close(1002)),
    case("5.2", "a short length in 64 bits", frame(asking(), form=64), close(1002)),
    case("5.2", "a 16 bit length in 64 bits", frame(asking(pad=200), form=64), close(1002)),
    case("5.2", "an empty text is a message: no JSON, and not the end", frame(b""), error("bad_json")),
]

FRAGMENTS = [
    case("5.4", "a text in two fragments", [more(asking()[:9], TEXT), last(asking()[9:])], answer("1")),
    case("5.4", "a text in fragments of one byte", [more(asking()[:1], TEXT), *[more(bytes([b])) for b in asking()[1:-1]], last(asking()[-1:])], answer("1")),
    case("5.4", "empty fragments first, between and last", [more(b"", TEXT), more(b""), more(asking()), more(b""), last(b"")], answer("1")),
    case("5.4", "all fragments in one segment", more(asking()[:4], TEXT) + more(asking()[4:8]) + last(asking()[8:]), answer("1")),
    case("5.5", "a ping between fragments is answered at once", [more(asking()[:9], TEXT), frame(b"now", PING), last(asking()[9:])], pong(b"now"), answer("1")),
    case("5.5", "a ping after every fragment", [x for i, b in enumerate(one_by_one(asking())) for x in (more(b, TEXT if i == 0 else CONTINUATION), frame(b, PING))]
         + [last(b"")], *[pong(b) for b in one_by_one(asking())], answer("1")),
    case("5.5", "a close between fragments", [more(asking()[:9], TEXT), closing(1000)], close(1000)),
    case("5.4", "a continuation without a start", last(asking()), close(1002)),
    case("5.4", "a continuation that is not the last, without a start", more(asking()), close(1002)),
    case("5.4", "a continuation after a whole message", [frame(asking()), last(b"x")], answer("1"), close(1002)),
    case("5.4", "a new text inside a fragmented one", [more(asking()[:9], TEXT), frame(asking())], close(1002)),
    case("5.4", "a new binary inside a fragmented text", [more(asking()[:9], TEXT), frame(b"x", BINARY)], close(1002)),
    case("5.4", f"fragments of {LIMIT} bytes in all", [more(asking(pad=LIMIT)[:LIMIT // 2], TEXT), last(asking(pad=LIMIT)[LIMIT // 2:])], answer("1")),
    case("7.4.1", f"fragments of one byte more than {LIMIT} in all", [more(asking(pad=LIMIT), TEXT), last(b" ")], close(1009)),
    case("7.4.1", "endless small fragments", [more(b"x" * 4096, TEXT), *[more(b"x" * 4096)] * 4], close(1009)),
    case("5.6", "a binary message", frame(asking(), BINARY), close(1003)),
    case("5.6", "a binary message in fragments", [more(asking()[:9], BINARY), last(asking()[9:])], close(1003)),
]

CONTROL = [
    case("5.5.2", "pings with 0 to 125 bytes come back as they were", [frame(bytes(range(n)), PING) for n in range(126)], *[pong(bytes(range(n))) for n in range(126)]),
    case("5.5.2", "a ping's payload need not be UTF-8", frame(b"\xff\xfe\0", PING), pong(b"\xff\xfe\0")),
    case("5.5", "a ping with 126 bytes", frame(b"x" * 126, PING), close(1002)),
    case("5.5", "a pong with 126 bytes", frame(b"x" * 126, PONG), close(1002)),
    case("5.5", "a close with 126 bytes", closing(1000, b"x" * 124), close(1002)),
    case("5.5", "a ping with its length in 16 bits", frame(b"x", PING, form=16), close(1002)),
    case("5.5", "a ping in fragments", frame(b"x", PING, first=0), close(1002)),
    case("5.5", "a pong in fragments", frame(b"x", PONG, first=0), close(1002)),
    case("5.5", "a close in fragments", closing(1000, first=0), close(1002)),
    case("5.5.3", "a pong that nobody asked for", frame(b"hello", PONG), OPEN),
    case("5.5.3", "an empty pong inside a fragmented text", [more(asking()[:9], TEXT), frame(b"", PONG), last(asking()[9:])], answer("1")),
]

CLOSING = [
    case("5.5.1", "a close without a code", closing(), close(1000)),
    case("5.5.1", "a close of one byte", frame(b"\3", CLOSE), close(1002)),
    case("5.5.1", "a close with a reason", closing(1000, "さようなら".encode()), close(1000)),
    case("5.5.1", "a close with the longest reason", closing(1000, b"x" * 123), close(1000)),
    *[case("7.4.1", f"close {code}", closing(code), close(code)) for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011)],
    *[case("7.4.2", f"close {code}", closing(code), close(code)) for code in (3000, 3999, 4000, 4999)],
    *[case("7.4.1", f"close {code}, which no frame may have", closing(code), close(1002)) for code in (1004, 1005, 1006, 1015)],
    *[case("7.4.2", f"close {code}, which nothing defines", closing(code), close(1002)) for code in (0, 1, 999, 1016, 1100, 2000, 2999)],
    *[case("7.4.2", f"close {code}, of which the RFC says nothing", closing(code), close(code)) for code in (5000, 65535)],
    case("8.1", "a reason that is not UTF-8", closing(1000, b"\xff"), close(1002)),
    case("8.1", "a reason that ends inside a character", closing(1000, b"\xe2\x82"), close(1002)),
    case("5.5.1", "nothing after a close is heard", closing(1000) + frame(asking("late")) + frame(b"late", PING), close(1000)),
    case("7.1.1", "after both closes the server ends the connection", [closing(1001)], close(1001)),
]


def bad_text(name, data, where="8.1"):
    return case(where, f"not UTF-8: {name}", frame(b'{"type":"ping","id":"' + data + b'"}'), close(1007))


UTF8 = [
    case("8.1", "characters of one to four bytes", frame(asking(EURO_AND_MORE)), answer(EURO_AND_MORE)),
    case("8.1", "the last character, U+10FFFF", frame(asking("\U0010ffff")), answer("\U0010ffff")),
    case("8.1", "the characters beside the surrogates", frame(asking("\ud7ff\ue000")), answer("\ud7ff\ue000")),
    *[case("5.6", f"a character across two fragments, cut {at} bytes into the text", [more(asking(EURO_AND_MORE)[:at], TEXT), last(asking(EURO_AND_MORE)[at:])], answer(EURO_AND_MORE))
      for at in range(21, 21 + len(EURO_AND_MORE.encode()) + 1)],
    case("8.1", "characters across segments, at each byte", one_by_one(frame(asking(EURO_AND_MORE))), answer(EURO_AND_MORE)),
    case("5.4", "characters across fragments and segments, at each byte",
         [s for i, b in enumerate(one_by_one(asking(WORD))) for s in one_by_one(more(b, TEXT if i == 0 else CONTINUATION))] + [last(b"")], answer(WORD)),
    bad_text("a byte that never occurs, FF", b"\xff"),
    bad_text("a continuation byte alone", b"\x80"),
    bad_text("overlong: 2 bytes for /", b"\xc0\xaf"),
    bad_text("overlong: 3 bytes for /", b"\xe0\x80\xaf"),
    bad_text("overlong: 4 bytes for /", b"\xf0\x80\x80\xaf"),
    bad_text("overlong: 2 bytes for U+0000", b"\xc0\x80"),
    bad_text("the first surrogate, U+D800", b"\xed\xa0\x80"),
    bad_text("the last surrogate, U+DFFF", b"\xed\xbf\xbf"),
    bad_text("a pair of surrogates", b"\xed\xa0\xbd\xed\xb8\x80"),
    bad_text("U+110000, one too many", b"\xf4\x90\x80\x80"),
    bad_text("five bytes", b"\xf8\x88\x80\x80\x80"),
    bad_text("a character without its last byte", b"\xe2\x82"),
    case("8.1", "not UTF-8: the message ends inside a character", frame(b'"\xe2\x82'), close(1007)),
    case("8.1", "not UTF-8: the last fragment ends inside a character", [more(b'"\xf0', TEXT), more(b"\x9f"), last(b"\x98")], close(1007)),
    case("8.1", "not UTF-8: bad across two fragments", [more(b'"\xed', TEXT), last(b"\xa0\x80\"")], close(1007)),
    case("8.1", "not UTF-8: good fragment, bad fragment", [more(asking()[:9], TEXT), last(b"\xff")], close(1007)),
]

# Frames that a connection must accept in any pieces: a ping, a text with a 16 bit length, a close.
SEGMENTS = [
    case("5.2", "a frame byte by byte", one_by_one(frame(asking())), answer("1")),
    case("5.2", "a frame with a long length byte by byte", one_by_one(frame(asking(pad=126))), answer("1")),
    case("5.2", "a frame cut in two, at every byte", [part for at in range(1, len(frame(asking()))) for part in split(frame(asking(str(at))), at)],
         *[answer(str(at)) for at in range(1, len(frame(asking())))]),
    case("5.2", "a ping cut in two, at every byte", [part for at in range(1, 11) for part in split(frame(b"abcde", PING), at)], *[pong(b"abcde")] * 10),
    case("5.5.1", "a close byte by byte", one_by_one(closing(1000, b"bye")), close(1000)),
    case("5.2", "many frames in one segment", b"".join(frame(asking(str(i))) for i in range(12)), *[answer(str(i)) for i in range(12)]),
    case("5.2", "two frames cut in the middle of each", split(frame(asking("a")) + frame(asking("b")), 20) + [frame(asking("c"))], answer("a"), answer("b"), answer("c")),
]

CASES = MASKING + RESERVED + LENGTHS + FRAGMENTS + CONTROL + CLOSING + UTF8 + SEGMENTS

# The request of the RFC's section 1.3, line by line.
GOOD = {"Host": "server.example.com", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13"}
ACCEPT = {"Sec-WebSocket-Accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "Upgrade": "websocket", "Connection": "Upgrade"}


def opening(section, name, status, headers=None, line="GET /lobby/ws HTTP/1.1", **changed):
    """The good request with other headers (None: without it); a name's `_` is a `-`."""
    fields = {**GOOD, **{key.replace("_", "-"): value for key, value in changed.items()}}
    return Handshake(section, name, [line, *[f"{key}: {value}" for key, value in fields.items() if value is not None]], status, headers or {})


HANDSHAKES = [
    opening("1.3", "the RFC's own example and its accept value", 101, ACCEPT),
    opening("4.2.1", "names and tokens in any case", 101, ACCEPT, Upgrade="WebSocket", Connection="keep-alive, upgrade"),
    opening("4.2.1", "Connection lists more than the upgrade", 101, Connection="Keep-Alive, Upgrade"),
    opening("4.1", "extensions that the server does not know are left out of the answer", 101, {"Sec-WebSocket-Extensions": None}, Sec_WebSocket_Extensions="x-none; y=1"),
    opening("4.1", "no extension: the answer names none", 101, {"Sec-WebSocket-Extensions": None}),
    opening("4.2.2", "no subprotocol: the answer names none", 101, {"Sec-WebSocket-Protocol": None}),
    opening("4.2.2", "the subprotocol that was offered", 101, {"Sec-WebSocket-Protocol": "engawa.v1"}, Sec_WebSocket_Protocol="engawa.v1"),
    opening("4.2.2", "one of several subprotocols", 101, {"Sec-WebSocket-Protocol": "engawa.v1"}, Sec_WebSocket_Protocol="chat, engawa.v1, engawa.v0"),
    opening("4.2.2", "only unknown subprotocols", 400, {"Sec-WebSocket-Accept": None}, Sec_WebSocket_Protocol="chat, superchat"),
    opening("4.2.1", "a method other than GET", 405, line="POST /lobby/ws HTTP/1.1", Content_Length="0"),
    opening("4.2.1", "HTTP/1.0", 426, line="GET /lobby/ws HTTP/1.0"),
    opening("4.2.1", "no Upgrade header", 426, Upgrade=None),
    opening("4.2.1", "Upgrade to something else", 426, Upgrade="h2c"),
    opening("4.2.1", "no Connection header", 426, Connection=None),
    opening("4.2.1", "Connection without the upgrade", 426, Connection="keep-alive"),
    opening("4.2.1", "no Host", 400, Host=None),
    opening("4.2.1", "no key", 400, Sec_WebSocket_Key=None),
    opening("4.2.1", "an empty key", 400, Sec_WebSocket_Key=""),
    opening("4.2.1", "a key of 15 bytes", 400, Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAA"),
    opening("4.2.1", "a key of 17 bytes", 400, Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAAAAA="),
    opening("4.2.1", "a key that is not base64", 400, Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25!ZQ=="),
    opening("4.2.1", "no version", 400, Sec_WebSocket_Version=None),
    opening("4.4", "an old version: the answer names the one to use", 426, {"Sec-WebSocket-Version": "13"}, Sec_WebSocket_Version="8"),
    opening("4.4", "a version of the future", 426, {"Sec-WebSocket-Version": "13"}, Sec_WebSocket_Version="14"),
    opening("4.2.2", "no WebSocket at this address", 404, line="GET /chat HTTP/1.1"),
    opening("10.2", "the page of another host", 403, Origin="http://evil.example"),
    opening("10.2", "the page of the same host", 101, Origin="http://server.example.com"),
]
