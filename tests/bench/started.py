"""A server to be measured, with its own data folder, which is removed at the end of the block."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

# The limits that would stop a load generator: one address, one guest, many rooms.
RAISED = ["--messages-per-s", "1000000", "--messages-burst", "1000000", "--connections-per-ip", "100000", "--rooms-per-min", "1000000",
          "--rooms", "100000", "--rooms-per-ip", "100000", "--joins-per-min", "1000000", "--guests-per-min", "1000000", "--requests-per-s", "1000000",
          "--accepts-per-s", "1000000", "--connections", "100000", "--stored-kb-per-guest", "1000000000", "--stored-kb-per-ip", "1000000000", "--stored-kb-per-room", "1000000000",
          "--bot-delay-ms", "0", "--log-level", "warning"]


# How long a server may take to start: engawad computes the tables of a game once for each cache.
READY_S = 300
LOOKS, LOOK_S = 10, 0.02


# Of a server and its generator, so that other programs hardly disturb them. Not a real-time policy: the low-priority threads of the server would wait
# for an idle processor, and Linux would then stop all others for a twentieth of a second.
AHEAD = -19


def pinned(cpus, ahead=False):
    """Runs in the child before its program starts. On a machine with one core all share it."""
    def prepare():
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {allowed[min(cpu, len(allowed) - 1)] for cpu in cpus})
        if ahead:
            os.setpriority(os.PRIO_PROCESS, 0, AHEAD)
    return prepare


def engawad(bin_folder, *flags):
    """An engawad without rate limits, in the form that Started takes."""
    return lambda data: [f"{bin_folder}/engawad", "--port", "0", *RAISED, *flags, "--data", data]


class Started:
    """`command` returns the words of the command for a folder. The program prints a port on each of its first lines."""

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

    def wait_until_idle(self):
        """Waits until none of its threads runs or is runnable, because work of a server after it has begun to listen must not be measured. Runnable
        threads count at any priority."""
        end = time.monotonic() + READY_S
        quiet = 0
        while quiet < LOOKS:
            if time.monotonic() > end:
                sys.exit(f"bench: the server was not ready within {READY_S} s")
            quiet = quiet + 1 if self.waits() else 0
            time.sleep(LOOK_S)

    def waits(self):
        """None of its threads runs or is runnable, and none has just ended."""
        try:
            texts = [path.read_text() for path in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/stat")]
        except (FileNotFoundError, ProcessLookupError):
            return False
        return all(text.rpartition(")")[2].split()[0] == "S" for text in texts)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()
