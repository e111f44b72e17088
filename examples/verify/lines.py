"""The lines of a record: the hash chain, and the members of a line. protocol/records.md, "Lines" and "The chain"."""
import hashlib
import json

TAIL = 75  # bytes: ,"hash":" and 64 digits and "}
LATEST = 2**53  # ms


class Wrong(Exception):
    """The record is wrong: the error, and its line."""
    line = 1


def bodies(data):
    """The lines as objects, without their hashes."""
    found, link = [], "0" * 64
    *lines, rest = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        link = hashlib.sha256(link.encode() + line[:-TAIL]).hexdigest()
        if line[-TAIL:] != b',"hash":"%s"}' % link.encode():
            raise at(number, Wrong("its hash is not that of the line before and of its own text"))
        found.append(line[:-TAIL] + b"}")
    if rest:
        raise at(len(lines) + 1, Wrong("the line feed at its end is missing"))
    return found


def at(number, wrong):
    wrong.line = number
    return wrong


def read_object(body):
    try:
        value = json.loads(body.decode(), object_pairs_hook=without_repeats, parse_constant=no_number)
        json.dumps(value, ensure_ascii=False).encode()  # half of a surrogate pair is not text
    except (ValueError, RecursionError) as error:
        raise Wrong("not JSON") from error
    if type(value) is not dict:
        raise Wrong("a line is a JSON object")
    return value


def without_repeats(pairs):
    """Refuses repeated keys and U+0000."""
    texts = [value for pair in pairs for value in pair if type(value) is str]
    if len(dict(pairs)) < len(pairs) or "\0" in "".join(texts):
        raise ValueError
    return dict(pairs)


def no_number(_):
    raise ValueError


def same(a, b):
    """Compares JSON values: `true` is not a number."""
    if type(a) is dict and type(b) is dict:
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if type(a) is list and type(b) is list:
        return len(a) == len(b) and all(map(same, a, b))
    return (type(a) is bool) == (type(b) is bool) and a == b


def member(line, key):
    if key not in line:
        raise Wrong(f"{key} is missing")
    return line[key]


def text(line, key):
    value = member(line, key)
    if type(value) is not str:
        raise Wrong(f"{key} is not a text")
    return value


def is_integer(value, low, high):
    return type(value) is int and low <= value <= high


def integer(line, key, low, high):
    value = member(line, key)
    if not is_integer(value, low, high):
        raise Wrong(f"{key} is not an integer from {low} to {high}")
    return value


def time(line, key):
    return integer(line, key, 0, LATEST)


def hexadecimal(line, key, digits):
    value = text(line, key)
    if len(value) != digits or not set(value) <= set("0123456789abcdef"):
        raise Wrong(f"{key} is not {digits} hexadecimal digits")
    return value
