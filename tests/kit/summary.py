#!/usr/bin/env python3
"""summary.py REPORT [SECOND]: the results of a CTest run, from its JUnit report, and from that of the second try of failed tests.

Prints skipped tests with the reason, the end of the output of each failed test, tests that passed at the second try, and, last, `N passed, N failed`:
the tests inside the files, from the last line of each. Exit code 0: something passed and nothing failed.
"""
import re
import sys
import xml.etree.ElementTree as xml

SHOWN_LINES = 40
MOST_SECOND_TRIES = 3
SHOWN_COSTS = 12
PROCESSOR = re.compile(r"^processor time: (\d+) s$", re.MULTILINE)
COUNTS = re.compile(r"^(?:[A-Za-z]+: )?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?")


class Test:
    def __init__(self, case):
        self.name, self.seconds = case.get("name"), float(case.get("time") or 0)
        self.output = case.findtext("system-out") or ""
        skipped = case.find("skipped")
        self.skipped = skipped is not None
        self.ran = case.get("status") not in ("notrun", "disabled") and not self.skipped
        counts = [found for line in self.output.splitlines() if (found := COUNTS.match(line))]
        self.passed, self.failed, self.left_out = (int(part or 0) for part in counts[-1].groups()) if counts else (0, 0, 0)
        self.processor_s = sum(map(int, PROCESSOR.findall(self.output)))
        self.good = case.get("status") == "run"
        if not self.good and not self.skipped:
            self.failed = max(self.failed, 1)

    def end(self):
        return "\n".join(self.output.rstrip().splitlines()[-SHOWN_LINES:])


def read(path):
    return {test.name: test for test in map(Test, xml.parse(path).getroot().iter("testcase"))}


def summarise(first, second):
    tests = {**first, **second}
    for test in tests.values():
        if test.skipped:
            print(f"skipped: {test.name}: {test.end()}")
        elif not test.ran:
            print(f"not run: {test.name}")
        if test.left_out:
            print(f"{test.name}: {test.left_out} skipped")
    again = [name for name, test in second.items() if test.good and not first[name].good]
    for name in again:
        print(f"--- the end of {name}, which passed at the second try; the first was\n{first[name].end()}\n---")
    for test in tests.values():
        if test.failed and test.ran:
            print(f"--- the end of {test.name}\n{test.end()}\n---")
    for name in again:
        print(f"passed at the second try: {name}")
    costs = sorted(tests.values(), key=lambda test: -test.processor_s)
    most = ", ".join(f"{test.name} {test.processor_s}" for test in costs[:SHOWN_COSTS] if test.processor_s)
    print(f"processor time: {sum(test.processor_s for test in costs)} s" + (f", most in {most}" if most else ""))
    failed = sum(test.failed for test in tests.values())
    if len(again) > MOST_SECOND_TRIES:
        print(f"more than {MOST_SECOND_TRIES} tests needed a second try: that is a failure")
        failed += 1
    bad = sorted(test.name for test in tests.values() if test.failed)
    if bad:
        print("failed:", "; ".join(bad))
    return sum(test.passed for test in tests.values()), failed


def main():
    passed, failed = summarise(read(sys.argv[1]), read(sys.argv[2]) if len(sys.argv) > 2 else {})
    print(f"{passed} passed, {failed} failed")
    return int(failed != 0 or passed == 0)


if __name__ == "__main__":
    sys.exit(main())
