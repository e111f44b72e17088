"""A scenario: a kind of fault, its arena, and whether it works on this machine."""
import ctypes
import os
import subprocess
import tempfile

from arena import Arena


class Scenario:
    """`counts`: the arena's counter to which `amount` refers; `short`: the amount in ./check --full."""

    needs = ""  # why it may not work here

    def __init__(self, run, counts, short, **arena):
        self.run, self.counts, self.short, self.settings = run, counts, short, arena
        self.name = run.__name__

    def works(self, program):
        return True

    def make(self, seed, program, **arena):
        return Arena(self.name, seed, program, **self.settings, **arena)

    def arena(self, seed, program):
        return self.make(seed, program)

    def clean(self, arena):
        arena.clean()


class Inside(Scenario):
    """Faults inside the program."""

    needs = "it needs an engawad that was built with fail points (--engawad PATH)"

    def works(self, program):
        return "fail points" in subprocess.run([program, "--version"], capture_output=True, text=True).stdout

    def __init__(self, run, counts, short, points="", **arena):
        super().__init__(run, counts, short, **arena)
        self.points = points  # from the beginning

    def make(self, seed, program, **arena):
        made = super().make(seed, program, fail_points=True, **arena)
        made.points = self.points
        made.set_points()
        return made


class OnSmallDisk(Scenario):
    """The arena's folder is a tmpfs of `size` bytes."""

    needs = "it needs to be root, to mount a small tmpfs"

    def __init__(self, run, counts, short, size, **arena):
        super().__init__(run, counts, short, **arena)
        self.size = size

    def works(self, program):
        return super().works(program) and os.geteuid() == 0

    def arena(self, seed, program):
        folder = tempfile.mkdtemp(prefix="engawa-disk-")
        if not mount_tmpfs(folder, self.size):
            os.rmdir(folder)
            raise RuntimeError("a tmpfs cannot be mounted here: run this scenario as root, or leave it out with --only")
        return self.make(seed, program, folder=folder)

    def clean(self, arena):
        arena.clean()
        subprocess.run(["umount", arena.folder], check=True)
        os.rmdir(arena.folder)


class InsideOnSmallDisk(OnSmallDisk, Inside):
    """Both."""

    needs = f"{Inside.needs}, and {OnSmallDisk.needs}"


def mount_tmpfs(folder, size):
    """Mounts a tmpfs of that many bytes for this process and its children only, and returns whether that worked: it is removed
    with them. Root only."""
    new_namespace = 0x20000  # CLONE_NEWNS
    if ctypes.CDLL(None, use_errno=True).unshare(new_namespace) != 0:
        return False
    quiet = {"stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    subprocess.run(["mount", "--make-rprivate", "/"], **quiet)
    return subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder], **quiet).returncode == 0
