"""The environment of a server on a machine whose wall clock is wrong or jumps (wall_clock.c)."""
import atexit
import functools
import os
import pathlib
import shutil
import subprocess
import tempfile

HOUR = 3600
DAY = 24 * HOUR
YEAR = 365 * DAY


@functools.cache
def library():
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    path = os.path.join(folder, "wall_clock.so")
    subprocess.run(["cc", "-O1", "-Wall", "-Werror", "-fPIC", "-shared", "-o", path, pathlib.Path(__file__).with_suffix(".c")], check=True)
    return path


def wall_clock(seconds):
    """It is that much after the right time, or before it (negative)."""
    return {"LD_PRELOAD": library(), "WALL_CLOCK_ERROR": str(seconds)} if seconds else {}


def jumping_clock(file):
    """Its error is what the file says at each moment, in seconds."""
    return {"LD_PRELOAD": library(), "WALL_CLOCK_FILE": str(file)}
