#!/usr/bin/env python3
"""Checks records of rounds without Engawa's own programs: it shares no code with them, and follows protocol/records.md and the documents named there.

  verify_record.py FILE...     prints `FILE: ok`, or `FILE: line N: what is wrong`; the exit code is 0 if all records are right, else 1

It needs only Python's standard library."""
import sys

from verify.lines import Wrong
from verify.round import verify


def check(path):
    """Checks the record in a file, and prints the result."""
    try:
        with open(path, "rb") as file:
            verify(file.read())
    except Wrong as wrong:
        print(f"{path}: line {wrong.line}: {wrong}")
    except OSError as error:
        print(f"{path}: {error.strerror}", file=sys.stderr)
    else:
        print(f"{path}: ok")
        return True
    return False


def main(paths):
    if not paths:
        sys.exit("usage: verify_record.py FILE...")
    return 0 if all([check(path) for path in paths]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
