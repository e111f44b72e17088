"""A disk that fails or is slow under a real server: disk_fault.c, preloaded into it."""
import subprocess

from harness import ROOT


class FaultyDisk:
    """`data`: the folder of the server's store. What this needs is in `folder`."""

    def __init__(self, folder, data):
        self.control = folder / "control"
        self.library = folder / "disk_fault.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", self.library, ROOT / "tests/server/disk_fault.c", "-ldl"], check=True)
        self.environment = {"LD_PRELOAD": str(self.library), "DISK_FAULT_CONTROL": str(self.control), "DISK_FAULT_FOLDER": str(data.resolve())}

    def fails(self, number):
        """Every write and flush fails with this errno."""
        self.control.write_text(str(number))

    def is_slow(self, milliseconds):
        """Every flush takes so much longer."""
        self.control.write_text(str(-milliseconds))

    def works(self):
        self.control.unlink()
