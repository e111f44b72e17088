"""The memory of a server without rooms."""
import pathlib
import re
import tempfile
import unittest

from harness import Server, eventually, full_speed

MOST_KB = 40_000
TABLES = "fifteen-7-7-1.tables"  # the last of what is computed once, and mapped


def resident_kb(server):
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(re.search(r"(?m)^VmRSS:\s+(\d+) kB$", status)[1])


def has_tables(server):
    return TABLES in pathlib.Path(f"/proc/{server.process.pid}/maps").read_text(encoding="utf-8")


class Memory(unittest.TestCase):
    @full_speed
    def test_an_empty_server_is_small_also_after_it_has_computed_its_tables(self):
        with tempfile.TemporaryDirectory() as cache:
            for _ in ("computed", "read"):
                with Server("--cache", cache) as server:
                    eventually(lambda: has_tables(server))
                    eventually(lambda: resident_kb(server) <= MOST_KB)
                    self.assertEqual(server.get("/healthz")[0], 200)


if __name__ == "__main__":
    unittest.main()
