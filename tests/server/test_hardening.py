"""The programs as they are deployed: the compiler's and linker's measures that make our faults harder to exploit, checked with readelf and objdump."""
import os
import pathlib
import platform
import subprocess
import unittest

from harness import ENGAWAD

PROGRAMS = [ENGAWAD] + [str(path) for path in (pathlib.Path(ENGAWAD).parent / name for name in ("engawa", "engawa-lab")) if path.exists()]


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@unittest.skipIf(os.environ.get("ENGAWA_SANITIZED"), "sanitizers look for themselves")
class Hardening(unittest.TestCase):
    def each(self, check, *command):
        for program in PROGRAMS:
            with self.subTest(program=pathlib.Path(program).name, command=command):
                check(said(*command, program))

    def test_it_lies_somewhere_else_each_time(self):
        self.each(lambda head: self.assertRegex(head, r"Type: +DYN \(Position-Independent Executable"), "readelf", "-hW")

    def test_addresses_of_functions_of_libraries_cannot_be_changed(self):
        self.each(lambda segments: self.assertIn("GNU_RELRO", segments), "readelf", "-lW")
        self.each(lambda dynamic: self.assertRegex(dynamic, r"\(FLAGS\).*BIND_NOW|\(BIND_NOW\)"), "readelf", "-dW")

    def test_nothing_is_written_and_run(self):
        self.each(lambda segments: self.assertRegex(segments, r"GNU_STACK.* RW +0x"), "readelf", "-lW")
        self.each(lambda segments: self.assertNotRegex(segments, r" RWE "), "readelf", "-lW")

    def test_the_stack_and_buffers_are_watched(self):
        def check(symbols):
            self.assertIn("__stack_chk_fail", symbols)
            self.assertRegex(symbols, r"UND __\w+_chk[@\n]")
            self.assertIn("__glibcxx_assert_fail", symbols)

        self.each(check, "readelf", "--dyn-syms", "-W")

    @unittest.skipUnless(platform.machine() == "x86_64", "the instructions are those of x86")
    def test_jumps_land_where_they_may_and_large_frames_are_touched(self):
        def check(code):
            # Every function that can be called by its address begins with it; without the flag only those of the start-up files do. (The note of the
            # whole program, x86 feature IBT, is not there: Debian's crt1.o has none.)
            self.assertGreater(code.count("\tendbr64"), 1000)
            self.assertRegex(code, r"\torq? +\$0x0,(0x\w+)?\(%rsp\)")

        self.each(check, "objdump", "-d", "--no-show-raw-insn")


if __name__ == "__main__":
    unittest.main()
