"""The contents of a data folder's database, read and damaged from outside of the server, with the checksum of its rows (server/store/row_sum.hpp)."""
import contextlib
import itertools
import json
import sqlite3
import struct
import zlib

# The columns covered by the checksum of a table's row, and the column of the checksum.
SUMS = {
    "guests": ("id, token_hash, nick, lang, created_at, seen_at", "sum"),
    "rooms": ("id, code, epoch, closed, created_at, setup, broken, closed_at, packed", "sum"),
    "journal": ("room, seq, input", "sum"),
    "packed": ("room, first, last, size, inputs", "sum"),
    "snapshots": ("room, seq, snapshot", "hash"),
    "records": ("id, part, ended_at, text", "sum"),
}


def row_sum(*values):
    crc = 0
    for value in values:
        if value is None:
            crc = zlib.crc32(b"n" + struct.pack("<q", 0), crc)
        elif isinstance(value, int):
            crc = zlib.crc32(b"i" + struct.pack("<q", value), crc)
        else:
            raw = value.encode() if isinstance(value, str) else value
            crc = zlib.crc32(raw, zlib.crc32(b"t" + struct.pack("<q", len(raw)), crc))
    return crc


@contextlib.contextmanager
def opened(folder, write=False):
    """A connection with row_sum(). Reading is possible while the server runs."""
    database = sqlite3.connect(f"file:{folder}/engawa.db?mode={'rw' if write else 'ro'}", uri=True, timeout=20)
    database.create_function("row_sum", -1, row_sum, deterministic=True)
    try:
        yield database
        database.commit()
    finally:
        database.close()


def seal(database, table, where="1", values=()):
    """Recomputes the checksums of rows, for damage that they must not reveal."""
    columns, column = SUMS[table]
    database.execute(f"UPDATE {table} SET {column} = row_sum({columns}) WHERE {where}", values)


def count(folder, table):
    with opened(folder) as database:
        return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def inputs(folder, code, after=0):
    """(number, text) of a room's inputs, in order."""
    with opened(folder) as database:
        database.execute("BEGIN")  # both tables at one moment
        found = database.execute("SELECT id, packed FROM rooms WHERE code = ?", (code,)).fetchone()
        if not found:
            return []
        room, packed = found
        rows = {first + i: text for first, texts in packed_rows(database, room, after) for i, text in enumerate(texts) if first + i > after}
        rows.update(database.execute("SELECT seq, input FROM journal WHERE room = ? AND seq > ?", (room, max(after, packed))))
        return sorted(rows.items())


def packed_rows(database, room, after):
    """(number of the first input, texts) of each packed row."""
    found = database.execute("SELECT first, size, inputs FROM packed WHERE room = ? AND last > ?", (room, after)).fetchall()
    return [(first, unpacked(raw, size)) for first, size, raw in found]


def unpacked(raw, size):
    return texts_of(json.loads(sqlar_uncompress(raw, size)))


def texts_of(packed):
    """The inputs in a packed row: a list, or columns (server/store/input_columns.hpp)."""
    if isinstance(packed, list):
        return packed
    texts, at, numbers = [], 0, {}
    for cells in itertools.zip_longest(*(column for name, column in packed.items() if name != "people")):
        row = {name: cell for name, cell in zip((name for name in packed if name != "people"), cells) if cell is not None}
        row["at"] = at = at + row["at"]
        if "until" in row:
            row["until"] += at
        if (who := row.get("who")) is not None:
            row["guest"], *beginning = packed["people"][who]
            if "number" in row:
                numbers[who] = numbers.get(who, 0) + row["number"]
                row["request"] = f"{beginning[0]}{numbers[who]}" if beginning else numbers[who]
        members = ("in", "at", "until", "seat", "level", "lag", "guest", "request", "nick", "text", "move")
        texts.append(json.dumps({name: row[name] for name in members if name in row}, separators=(",", ":"), ensure_ascii=False))
    return texts


def sqlar_uncompress(raw, size):
    """The function of this name that the program sqlite3 has."""
    text = zlib.decompress(raw)
    assert len(text) == size, (len(text), size)
    return text.decode()


def squeezed(texts):
    """(size, bytes) of packed inputs."""
    text = json.dumps(texts).encode()
    return len(text), zlib.compress(text)


def pack(folder, code, last):
    """Packs the unpacked inputs of a room, up to number `last`, as the server does with an active one."""
    rows = [text for seq, text in inputs(folder, code) if seq <= last]
    with opened(folder, write=True) as database:
        room = database.execute("SELECT id FROM rooms WHERE code = ? AND packed = 0", (code,)).fetchone()[0]
        database.execute("INSERT INTO packed(room, first, last, size, inputs, sum) VALUES(?, 1, ?, ?, ?, 0)", (room, last, *squeezed(rows)))
        database.execute("UPDATE rooms SET packed = ? WHERE id = ?", (last, room))
        database.execute("DELETE FROM journal WHERE room = ? AND seq <= ?", (room, last))
        seal(database, "packed", "room = ?", (room,))
        seal(database, "rooms", "id = ?", (room,))


def change_input(folder, code, seq, text, sealed=True):
    """`text` None: the row is removed; REQUIRES: the input is not packed."""
    with opened(folder, write=True) as database:
        room, packed = database.execute("SELECT id, packed FROM rooms WHERE code = ?", (code,)).fetchone()
        if seq <= packed:
            change_packed(database, room, seq, text, sealed)
        elif text is None:
            database.execute("DELETE FROM journal WHERE room = ? AND seq = ?", (room, seq))
        else:
            database.execute("UPDATE journal SET input = ? WHERE room = ? AND seq = ?", (text, room, seq))
            if sealed:
                seal(database, "journal", "room = ? AND seq = ?", (room, seq))


def change_packed(database, room, seq, text, sealed):
    number, first, size, raw = database.execute("SELECT id, first, size, inputs FROM packed WHERE room = ? AND ? BETWEEN first AND last", (room, seq)).fetchone()
    texts = texts_of(json.loads(sqlar_uncompress(raw, size)))
    texts[seq - first] = text
    database.execute("UPDATE packed SET size = ?, inputs = ? WHERE id = ?", (*squeezed(texts), number))
    if sealed:
        seal(database, "packed", "id = ?", (number,))
