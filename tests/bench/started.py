"""A server while it is measured: with a data folder of its own, gone with the block it is used in."""
import re
import subprocess
import sys
import tempfile

# What would hold a load generator up: one address, one guest, many rooms.
RAISED = ["--messages-per-s", "1000000", "--messages-burst", "1000000", "--connections-per-ip", "100000", "--rooms-per-min", "1000000",
          "--rooms", "100000", "--rooms-per-ip", "100000", "--joins-per-min", "1000000", "--guests-per-min", "1000000", "--requests-per-s", "1000000",
          "--accepts-per-s", "1000000", "--connections", "100000", "--bot-delay-ms", "0", "--log-level", "warning"]


def engawad(bin_folder, *flags):
    """An engawad that refuses nobody for asking often, as Started takes it."""
    return lambda data: [f"{bin_folder}/engawad", "--port", "0", *RAISED, *flags, "--data", data]


class Started:
    """`command` gives the words of the command, for its folder. The program tells a port on each of its first lines."""

    def __init__(self, command, ports=1, prepare=None):
        self.folder = tempfile.TemporaryDirectory()
        words = command(self.folder.name)
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, preexec_fn=prepare)
        self.ports = [self.told_port(words[0]) for _ in range(ports)]

    def told_port(self, program):
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)$", line.strip())
        if not found:
            self.__exit__()
            sys.exit(f"bench: {program} did not start: {line!r}")
        return int(found.group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()
