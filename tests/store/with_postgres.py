#!/usr/bin/env python3
"""with_postgres.py COMMAND...: runs it with a new PostgreSQL, whose URL is in ENGAWA_TEST_POSTGRES, and returns its exit code."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tools"))
from postgres import Postgres  # noqa: E402

with Postgres() as server:
    sys.exit(subprocess.run(sys.argv[1:], env={**os.environ, "ENGAWA_TEST_POSTGRES": server.url()}).returncode)
