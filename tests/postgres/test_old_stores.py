"""A database of each version of PostgreSQL's tables since 1.0.0, made by a program of that version: opened, upgraded and played on."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from case import Case  # noqa: E402 (it knows where the others are)
from old_stores import PostgresStore  # noqa: E402
from played_on import PlayedOn  # noqa: E402


class OldStores(PlayedOn, Case):
    kind = PostgresStore.kind

    def new_store(self):
        return PostgresStore(self.postgres)

    def check_arguments(self, store):
        return "--store-url", store.environment["ENGAWA_STORE_URL"]


if __name__ == "__main__":
    unittest.main()
