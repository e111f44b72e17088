#!/usr/bin/env python3
"""Each of our programs first opens those of the descriptors 0 to 2 that are closed (base/standard_streams.hpp): else the next file that it opens
becomes its standard output. With --self-test it plants programs that do not.

Each program is one test. The last line is `N passed, N failed`."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAIN = re.compile(r"^(?:auto|int) main\([^)]*\)[^{;]*\{\s*(.*)", re.M)
FIRST = "engawa::open_standard_streams();"
# Programs whose main() is in a library, and their own entry point.
BEGINS = {"LLVMFuzzerTestOneInput": "tests/fuzz/check.hpp", "TEST_CASE": "tests/main.cpp"}
AT_START = re.compile(r"bool const streams_open = \((?:engawa::)?open_standard_streams\(\), true\);")


def fault_of(text):
    """The fault of a source file with a main(), or None; "" if it has none."""
    found = MAIN.search(text)
    if not found:
        return ""
    return None if found.group(1).startswith(FIRST) else f"main() must begin with {FIRST}"


def sources():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.cpp", "*.cc", "*.c", "*.hpp"], cwd=ROOT, capture_output=True, text=True, check=True)
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in listed.stdout.split() if (ROOT / name).exists()}


def included(name, files):
    """The files that a file includes, and itself."""
    seen, left = set(), [name]
    while left:
        here = left.pop()
        if here in files and here not in seen:
            seen.add(here)
            left += re.findall(r'^#include "([^"]+)"', files[here], re.M)
    return seen


def check_all():
    files = sources()
    passed = failed = 0
    for name, text in sorted(files.items()):
        fault = fault_of(text)
        if re.search(r"\bLLVMFuzzerTestOneInput\(", text):
            fault = None if BEGINS["LLVMFuzzerTestOneInput"] in included(name, files) else "a fuzz target includes tests/fuzz/check.hpp"
        if fault == "":
            continue
        passed, failed = passed + (fault is None), failed + (fault is not None)
        if fault:
            print(f"{name}: {fault}")
    for name in BEGINS.values():
        right = bool(AT_START.search(files[name]))
        passed, failed = passed + right, failed + (not right)
        if not right:
            print(f"{name}: opens no standard streams")
    return passed, failed


PLANTS = [
    ("int main() {\n  return 0;\n}\n", True),
    ("int main(int argc, char** argv) {\n  open_files();\n  engawa::open_standard_streams();\n}\n", True),
    ("int main(int argc, char** argv) try {\n  engawa::open_standard_streams();\n  return 0;\n} catch (...) {\n}\n", False),
    ("int main() { engawa::open_standard_streams(); }\n", False),
    ("int remain() { return 0; }\n", False),
]


def self_test():
    right = [bool(fault_of(text)) == refused for text, refused in PLANTS]
    for (text, refused), fits in zip(PLANTS, right):
        if not fits:
            print(f"{text!r} must {'be refused' if refused else 'be allowed'}")
    return sum(right), len(right) - sum(right)


if __name__ == "__main__":
    passed, failed = self_test() if "--self-test" in sys.argv[1:] else check_all()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)
