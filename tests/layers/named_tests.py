#!/usr/bin/env python3
"""Checks the documents that name tests: each `FILE::TEST` exists, and no row of a table of tests lacks one.
TEST may be the beginning of the test's name.

The last line is `N passed, N failed`."""
import re
import sys

from layers import ROOT

DOCUMENTS = {"docs/host/security.md": 25, "docs/develop/expectations.md": 25}  # and the least number of rows of each


def rows(text):
    """The rows of every table whose last column is `tests`."""
    tests = False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]] if line.startswith("| ") else None
        if not cells:
            tests = False
        elif cells[-1] in ("tests", "why"):
            tests = cells[-1] == "tests"
        elif tests and not set(cells[0]) <= {"-"}:
            yield cells


def has(source, test):
    """A name of a test begins after `def `, a quote or a bracket; in JavaScript quotes in it may be escaped."""
    name = re.escape(test).replace("'", r"\\?'")
    return re.search(rf"def {name}\(|[\"'`(]{name}", source)


def faults(document, text, least):
    found = list(rows(text))
    if len(found) < least:
        yield f"{document} has {len(found)} rows with tests, fewer than {least}"
    for row in found:
        named = re.findall(r"`([^`]+)`", row[-1])
        if not named:
            yield f"{document}: no test shows “{row[0]}”"
        for name in named:
            path, _, test = name.partition("::")
            if not (ROOT / path).is_file() or not test:
                yield f"{document}: {name}: there is no such file"
            elif not has((ROOT / path).read_text(encoding="utf-8"), test):
                yield f"{document}: {path} has no test “{test}”"


def self_test():
    """Finds a row without a test, a missing file and a name that is not a test."""
    planted = "| rule | tests |\n| --- | --- |\n| a | |\n| b | `tests/none.py::test_a` |\n| c | `tests/layers/named_tests.py::test_nothing` |\n"
    return len(list(faults("planted", planted, 3))) == 3 and not list(faults("empty", "", 0))


passed, failed = (1, 0) if self_test() else (0, 1)
for document, least in DOCUMENTS.items():
    found = list(faults(document, (ROOT / document).read_text(encoding="utf-8"), least))
    for fault in found:
        print(fault)
    passed, failed = passed + (not found), failed + len(found)
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
