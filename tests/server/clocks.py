"""The wall clock of a server's life, as faketime shows it to its process. The steady clock is unchanged: it cannot jump on a real machine
either."""
import glob
import unittest

HOUR = 3600
YEAR = 365 * 24 * HOUR
FAKETIME = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)
need_faketime = unittest.skipUnless(FAKETIME, "wrong clocks need Debian's package faketime")


def clock(seconds):
    """Environment of a server whose wall clock is that much before (negative) or after the right time."""
    return {"LD_PRELOAD": FAKETIME, "FAKETIME": f"{seconds:+d}", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1"} if seconds else {}
