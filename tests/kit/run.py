#!/usr/bin/env python3
"""run.py [--count] [--nice N] COMMAND...: runs a test for CTest. run.py --sweep: ends leftover processes of the run of ./check that this belongs to.

Its last line is `N passed, N failed`, followed by `, N skipped` if some were. With --count the command prints such a line itself; else it is one
test, which passes with exit code 0. Exit code: 0 passed; 77 skipped (the command ended with 77 and a sentence); 1 otherwise, also if no test was run
or if a process of the test survives: such processes are found by a mark in their environment, and ended. (A test that CTest has stopped for its time
limit ends nothing; ./check does, at its end.)
"""
import os
import re
import resource
import signal
import subprocess
import sys
import time

COUNTS = re.compile(r"^(?:[A-Za-z]+: )?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?")
SKIPPED = 77
MARK = "ENGAWA_TEST_RUN"
WHOLE_RUN = "ENGAWA_CHECK_RUN"  # set by ./check
CLOSING_S = 5  # a browser takes a while to close


def ancestors():
    """This process, its parent, and so on."""
    found, pid = set(), os.getpid()
    while pid > 1:
        found.add(pid)
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            pid = int(file.read().rpartition(")")[2].split()[1])
    return found


def marked(mark):
    """The living processes of this run."""
    found, own = [], ancestors()
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) in own:
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if mark in file.read().split(b"\0"):
                    found.append(int(name))
        except OSError:
            pass  # it has ended, or we may not inspect it
    return found


def command_line(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace")[:80]
    except OSError:
        return str(pid)


def sweep(mark):
    """Ends leftover processes of the test; returns their command lines."""
    end = time.monotonic() + CLOSING_S
    pids, quiet = marked(mark), 0
    while quiet < 2 and time.monotonic() < end:  # during exec a process has no environment
        time.sleep(0.02)
        pids = marked(mark)
        quiet = 0 if pids else quiet + 1
    left = [command_line(pid) for pid in pids]
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    while marked(mark) and time.monotonic() < end + CLOSING_S:  # a killed process takes a moment to end
        time.sleep(0.02)
    return left


def run(command, environment):
    """Its exit code, and the counts in the last line that has any."""
    counts = None
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace") as process:
        for line in process.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            if found := COUNTS.match(line):
                counts = [int(number or 0) for number in found.groups()]
    return process.returncode, counts


def main():
    arguments = sys.argv[1:]
    if arguments == ["--sweep"]:
        print(*(f"left running, and ended now: {command}" for command in sweep(f"{WHOLE_RUN}={os.environ[WHOLE_RUN]}".encode())), sep="\n", end="")
        return 0
    counted = arguments[:1] == ["--count"]
    arguments = arguments[counted:]
    if arguments[:1] == ["--nice"]:
        os.nice(int(arguments[1]))
        arguments = arguments[2:]
    value = f"{os.getpid()}.{time.monotonic_ns()}"
    code, counts = run(arguments, {**os.environ, MARK: value})
    if code == SKIPPED:
        return SKIPPED
    passed, failed, skipped = (counts or [0, 0, 0]) if counted else [int(code == 0), int(code != 0), 0]
    left = sweep(f"{MARK}={value}".encode())
    if left:
        print("left running, and ended now:", "; ".join(left))
    if passed + failed + skipped == 0:
        print("no test was run")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"processor time: {used.ru_utime + used.ru_stime:.0f} s")
    if code != 0 or left or passed + failed + skipped == 0:
        failed = max(failed, 1)
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
