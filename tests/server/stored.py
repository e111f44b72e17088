"""What lies in a data folder's database, read and damaged from outside of the server, with the checksum of its rows (server/store/row_sum.hpp)."""
import contextlib
import sqlite3
import struct
import zlib

# The columns that the checksum of a table's row covers, and where it is kept.
SUMS = {
    "guests": ("id, token_hash, nick, lang, created_at, seen_at", "sum"),
    "rooms": ("id, code, epoch, closed, created_at, setup, broken, closed_at", "sum"),
    "journal": ("room, seq, input", "sum"),
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
    """A connection that knows row_sum(). Only reading needs no server to be stopped."""
    database = sqlite3.connect(f"file:{folder}/engawa.db?mode={'rw' if write else 'ro'}", uri=True, timeout=20)
    database.create_function("row_sum", -1, row_sum, deterministic=True)
    try:
        yield database
        database.commit()
    finally:
        database.close()


def seal(database, table, where="1", values=()):
    """Makes the checksums of rows fit again: for damage that they do not show."""
    columns, column = SUMS[table]
    database.execute(f"UPDATE {table} SET {column} = row_sum({columns}) WHERE {where}", values)


def inputs(folder, code, after=0):
    """(number, text) of a room's inputs, in order."""
    with opened(folder) as database:
        return database.execute("SELECT seq, input FROM journal WHERE room = (SELECT id FROM rooms WHERE code = ?) AND seq > ? ORDER BY seq", (code, after)).fetchall()


def change_input(folder, code, seq, text, sealed=True):
    """`text` None: the row is removed."""
    with opened(folder, write=True) as database:
        where, values = "room = (SELECT id FROM rooms WHERE code = ?) AND seq = ?", (code, seq)
        if text is None:
            database.execute(f"DELETE FROM journal WHERE {where}", values)
        else:
            database.execute(f"UPDATE journal SET input = ? WHERE {where}", (text, *values))
            if sealed:
                seal(database, "journal", where, values)
