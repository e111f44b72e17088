"""A database of each version of SQLite's tables since 1.0.0, made by a program of that version: opened, upgraded and played on."""
import pathlib
import tempfile
import unittest

from old_stores import SqliteStore
from played_on import PlayedOn


class OldStores(PlayedOn, unittest.TestCase):
    kind = SqliteStore.kind

    def new_store(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        return SqliteStore(folder.name)

    def check_arguments(self, store):
        return "--data", store.folder


if __name__ == "__main__":
    unittest.main()
