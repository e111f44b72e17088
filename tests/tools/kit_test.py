"""The programs between a test and ./check: tests/kit/run.py, which counts and leaves nothing running, and tests/kit/summary.py, which reports the
results of a run."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from xml.sax.saxutils import escape

KIT = pathlib.Path(__file__).resolve().parents[1] / "kit"


def run(*arguments):
    done = subprocess.run([sys.executable, KIT / "run.py", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines()


def says(text, code=0):
    return ["sh", "-c", f"printf '{text}\\n'; exit {code}"]


class Running(unittest.TestCase):
    def test_one_test_is_its_exit_code(self):
        self.assertEqual(run("true"), (0, ["processor time: 0 s", "1 passed, 0 failed"]))
        self.assertEqual(run("false"), (1, ["processor time: 0 s", "0 passed, 1 failed"]))

    def test_counts_are_those_of_the_last_line_that_has_some(self):
        for text, code, wanted in (("words\\n3 passed, 0 failed", 0, (0, "3 passed, 0 failed")), ("3 passed, 2 failed", 1, (1, "3 passed, 2 failed")),
                                   ("3 passed, 2 failed", 0, (1, "3 passed, 2 failed")), ("3 passed, 0 failed", 9, (1, "3 passed, 1 failed")),
                                   ("tidy: 3 passed, 0 failed, 4 skipped", 0, (0, "3 passed, 0 failed, 4 skipped")), ("words", 0, (1, "0 passed, 1 failed")),
                                   ("0 passed, 0 failed", 0, (1, "0 passed, 1 failed"))):
            with self.subTest(text=text, code=code):
                ended, lines = run("--count", *says(text, code))
                self.assertEqual((ended, lines[-1]), wanted)

    def test_what_cannot_run_here_is_skipped_and_says_why(self):
        self.assertEqual(run("--count", *says("this needs root", 77)), (77, ["this needs root"]))

    def test_a_process_that_goes_on_is_a_failure_and_is_ended(self):
        code, lines = run("sh", "-c", "setsid sleep 987654 >/dev/null 2>&1 & echo $!")
        self.assertEqual(code, 1)
        self.assertIn("sleep 987654", lines[-3])
        self.assertFalse(os.path.exists(f"/proc/{lines[0]}/environ") and b"sleep" in pathlib.Path(f"/proc/{lines[0]}/cmdline").read_bytes())


def report(*cases):
    rows = "".join(f'<testcase name="{escape(name)}" time="1.5" status="{status}">'
                   + {"notrun": '<skipped message="SKIP_RETURN_CODE=77"/>', "fail": '<failure message=""/>', "run": ""}[status]
                   + f"<system-out>{escape(output)}</system-out></testcase>" for name, status, output in cases)
    return f"<testsuite>{rows}</testsuite>"


class Summary(unittest.TestCase):
    def summary(self, *reports):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for number, text in enumerate(reports):
                paths.append(os.path.join(folder, f"{number}.xml"))
                pathlib.Path(paths[-1]).write_text(text, encoding="utf-8")
            done = subprocess.run([sys.executable, KIT / "summary.py", *paths], capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def test_the_tests_inside_the_files_are_added_up(self):
        code, text = self.summary(report(("a", "run", "3 passed, 0 failed, 1 skipped"), ("b", "run", "4 passed, 0 failed"), ("c", "notrun", "this needs root")))
        self.assertEqual((code, text.splitlines()[-1]), (0, "7 passed, 0 failed"))
        self.assertIn("skipped: c: this needs root", text)
        self.assertIn("a: 1 skipped", text)

    def test_the_processor_time_of_all_and_what_took_most_of_it(self):
        cases = [(name, "run", f"processor time: {seconds} s\n1 passed, 0 failed") for name, seconds in (("a", 3), ("b", 40), ("c", 0))]
        self.assertIn("processor time: 43 s, most in b 40, a 3\n", self.summary(report(*cases))[1])
        self.assertIn("processor time: 0 s\n", self.summary(report(("d", "run", "1 passed, 0 failed")))[1])

    def test_a_failure_is_shown_and_named(self):
        code, text = self.summary(report(("a", "run", "3 passed, 0 failed"), ("b <x>", "fail", "it is wrong\n4 passed, 2 failed"), ("c", "fail", "killed")))
        self.assertEqual((code, text.splitlines()[-1]), (1, "7 passed, 3 failed"))
        self.assertIn("it is wrong", text)
        self.assertIn("failed: b <x>; c", text)

    def test_a_second_try_is_told_and_three_are_the_most(self):
        names = ["a", "b", "c", "d"]
        for many in (3, 4):
            first = report(*((name, "fail", f"first {name}\n0 passed, 1 failed") for name in names[:many]), ("e", "run", "1 passed, 0 failed"))
            # CTest repeats what a repeated test needs, such as e.
            code, text = self.summary(first, report(*((name, "run", "1 passed, 0 failed") for name in [*names[:many], "e"])))
            self.assertEqual(code, int(many > 3))
            self.assertEqual(text.count("passed at the second try: "), many)
            self.assertIn("first a", text)
        code, text = self.summary(report(("a", "fail", "0 passed, 1 failed")), report(("a", "fail", "0 passed, 1 failed")))
        self.assertEqual((code, text.splitlines()[-1]), (1, "0 passed, 1 failed"))

    def test_nothing_at_all_is_a_failure(self):
        self.assertEqual(self.summary(report())[0], 1)


if __name__ == "__main__":
    unittest.main()
