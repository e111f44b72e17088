"""The environment of a server on a machine whose wall clock is wrong: Debian's faketime, in its form for programs with threads. The steady clock is
right, as on a real machine."""
import glob
import unittest

LIBRARY = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)
needs_faketime = unittest.skipUnless(LIBRARY, "needs Debian's package faketime")


def wall_clock(what):
    """`what`: its error, as +730d; or @ and the time that it shows at the start."""
    return {"LD_PRELOAD": LIBRARY, "FAKETIME": what, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
