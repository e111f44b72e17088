#!/usr/bin/env python3
"""unittests.py FILE [NAME...]: runs the tests of a Python file, or those named (CLASS or CLASS.TEST); the last line is `N passed, N failed`."""
import pathlib
import sys
import unittest


def main():
    file = pathlib.Path(sys.argv[1]).resolve()
    sys.path.insert(0, str(file.parent))
    loader = unittest.defaultTestLoader
    names = [f"{file.stem}.{name}" for name in sys.argv[2:]]
    suite = loader.loadTestsFromNames(names or [file.stem])
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=1, warnings="ignore").run(suite)
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    skipped = len(result.skipped)
    print(f"{max(result.testsRun - failed - skipped, 0)} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
