"""The table of scenarios: which faults, in what kind of arena, and how many of them the short form does."""
import ctypes
import os
import subprocess
import tempfile

import files
import inside
import outside
from arena import Arena


class Scenario:
    """`counts`: the count of the arena that `amount` is about; `short`: how many of it ./check --full does."""

    needs = ""  # why it may not work here

    def __init__(self, run, counts, short, **arena):
        self.run, self.counts, self.short, self.settings = run, counts, short, arena
        self.name = run.__name__

    def works(self, program):
        return True

    def arena(self, seed, program):
        return Arena(self.name, seed, program, **self.settings)

    def clean(self, arena):
        arena.clean()


class OnSmallDisk(Scenario):
    """The arena's folder is a tmpfs of `size` bytes."""

    needs = "it needs to be root, to mount a small tmpfs"

    def __init__(self, run, counts, short, size, **arena):
        super().__init__(run, counts, short, **arena)
        self.size = size

    def works(self, program):
        return os.geteuid() == 0

    def arena(self, seed, program):
        folder = tempfile.mkdtemp(prefix="engawa-disk-")
        if not mount_tmpfs(folder, self.size):
            os.rmdir(folder)
            raise RuntimeError("a tmpfs cannot be mounted here: run this scenario as root, or leave it out with --only")
        return Arena(self.name, seed, program, folder=folder, **self.settings)

    def clean(self, arena):
        arena.clean()
        subprocess.run(["umount", arena.folder], check=True)
        os.rmdir(arena.folder)


class Inside(Scenario):
    """Faults inside the program."""

    needs = "it needs an engawad that was built with fail points (--engawad PATH)"

    def works(self, program):
        return "fail points" in subprocess.run([program, "--version"], capture_output=True, text=True).stdout

    def arena(self, seed, program):
        return Arena(self.name, seed, program, fail_points=True, **self.settings)


def mount_tmpfs(folder, size):
    """Whether a tmpfs of that many bytes is there now, for this process and its children alone: it goes with them. Root only."""
    new_namespace = 0x20000  # CLONE_NEWNS
    if ctypes.CDLL(None, use_errno=True).unshare(new_namespace) != 0:
        return False
    quiet = {"stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    subprocess.run(["mount", "--make-rprivate", "/"], **quiet)
    return subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder], **quiet).returncode == 0


NARROW = ("--outbox-frames", "16", "--outbox-bytes", "16384", "--messages-per-s", "1000", "--messages-burst", "150")
FAILING = (1011, 1012, 1013)  # what a room that cannot store closes with

# The longest first, so that two at a time end together.
SCENARIOS = {
    "steps": Inside(inside.steps, "kills at a step", 26, tables=6),
    "kills": Scenario(outside.kills, "kills", 40),
    "errors": Inside(inside.errors, "errors", 12, tables=6, closes=FAILING),
    "full_disk": OnSmallDisk(outside.full_disk, "times without space", 4, 64 << 20, closes=FAILING),
    "vanish": Scenario(files.vanish, "vanished files", 4, tables=6, closes=FAILING),
    "flip": Scenario(files.flip, "flipped bits", 4, tables=6, closes=(*FAILING, 4007)),
    "slow_disk": Inside(inside.slow_disk, "waits", 12, tables=6),
    "disconnects": Scenario(outside.disconnects, "disconnects", 600, half_open=True, patience=0.6),
    "restores": Scenario(outside.restores, "restores", 12, tables=6, steady=True),
    "drains": Scenario(outside.drains, "drains", 8, closes=(1012,)),
    "storm": Scenario(outside.storm, "blows", 120, half_open=True, patience=0.6),
    "clocks": Scenario(outside.clocks, "clock jumps", 16),
    "stops": Scenario(outside.stops, "stops", 12),
    "crowds": Scenario(outside.crowds, "floods", 12, flags=NARROW, tables=4, receive_buffer=16384, closes=(4102,)),
}
