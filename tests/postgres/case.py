"""Tests with a real PostgreSQL, one for each class: a folder and an empty database for each test."""
import pathlib
import sys
import tempfile
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "server"), str(TESTS / "tools")]
from postgres import Postgres  # noqa: E402


class Case(unittest.TestCase):
    SETTINGS = {}  # of Postgres()

    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres(**cls.SETTINGS)
        cls.addClassCleanup(cls.postgres.__exit__)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.database = self.postgres.new_database()

    def sql(self, statement):
        return self.postgres.sql(statement, self.database)

    def inputs(self, room):
        return self.postgres.inputs(room, self.database)
