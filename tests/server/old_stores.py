#!/usr/bin/env python3
"""Databases of older programs, which the current one must open, upgrade and play on: how they are made and loaded (played_on.py tries them).

tests/data/stores has one of each version of the tables, as SQL (`sqlite-1.sql`), with what its program showed (`sqlite-1.json`). When the tables
change, the last program before the change, with fail points, makes them:

  tests/server/old_stores.py PROGRAM"""
import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / folder) for folder in ("tools", "faults", "server")]
import moves  # noqa: E402
import stored  # noqa: E402
from harness import EVERY_ROUND, ROOT, Client, Server, eventually  # noqa: E402

FOLDER = ROOT / "tests/data/stores"
ROOMY = ("--messages-per-s", "100000", "--messages-burst", "100000", "--rooms-per-min", "100000")
CALM = (*ROOMY, "--lobby-ttl-s", "3600", "--archive-s", "31536000")
OPTIONS = {"reversi": {"preset": "classic"}, "nim": {"preset": "753"}, "fifteen": {"size": 3, "seats": 2}, "bubbles": {"preset": "duel"}}
COMPARED = ("game", "options", "settings", "phase", "round", "ply", "to_act", "view", "result", "host", "muted", "kicked", "evening")


def compared(document):
    """What must be the same under the current program; without the solver's answer, which comes when it comes."""
    kept = {key: document[key] for key in COMPARED if key in document}
    if isinstance(kept.get("view"), dict):
        kept["view"] = {key: value for key, value in kept["view"].items() if key != "optimal"}
    return kept


class SqliteStore:
    """A data folder's database."""
    kind = "sqlite"

    def __init__(self, folder):
        self.folder, self.environment = folder, {}

    def ask(self, query):
        with stored.opened(self.folder) as database:
            return database.execute(query).fetchone()[0]

    def version(self):
        return self.ask("PRAGMA user_version")

    def pack_a_part(self, room):
        """As the server packs an active room: as a list of texts."""
        stored.pack(self.folder, room, len(stored.inputs(self.folder, room)) // 2)

    def dump(self):
        with stored.opened(self.folder) as database:
            numbers = [f"PRAGMA {name} = {database.execute(f'PRAGMA {name}').fetchone()[0]};" for name in ("application_id", "user_version")]
            return "\n".join([*numbers, *database.iterdump()]) + "\n"

    def load(self, script):
        with sqlite3.connect(f"{self.folder}/engawa.db") as database:
            database.executescript(script)
        database.close()


class PostgresStore:
    """A database of tests/tools/postgres.py."""
    kind = "postgres"

    def __init__(self, postgres):
        self.postgres, self.database = postgres, postgres.new_database()
        self.place = ["-h", postgres.folder, "-p", postgres.port, "-U", "engawa", "-d", self.database]
        self.environment = {"ENGAWA_STORE_URL": postgres.url(self.database)}

    def ask(self, query):
        return int(self.postgres.sql(query, self.database))

    def version(self):
        return self.ask("SELECT schema_version FROM engawa")

    def pack_a_part(self, room):
        """Only closed rooms are packed here."""

    def dump(self):
        """Without what only this release of pg_dump and its PostgreSQL know."""
        lines = self.postgres.run("pg_dump", *self.place, "--inserts", "--no-owner", "--no-privileges").splitlines()
        return "\n".join(line for line in lines if line and not line.startswith(("--", "SET ", "\\", "SELECT pg_catalog.set_config"))) + "\n"

    def load(self, script):
        file = self.postgres.folder / f"{self.database}.sql"
        file.write_text(script)
        file.chmod(0o644)
        self.postgres.run("psql", *self.place, "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", file)


# How they are made.

def play(client, times, chance):
    """Some moves of one of the players who may move."""
    for _ in range(times):
        client.until(client.my_turn_or_over)
        if client.document["phase"] != "playing":
            return
        answer = client.ask("move", ply=client.document["ply"], move=moves.CHOOSE[client.document["game"]](client.document, client.seat, chance, False))
        assert answer["type"] == "ok" or answer["code"] in ("too_soon", "stale"), answer


def solo_round(server, game):
    """A round with a move, resigned and left. Returns the room."""
    token = server.guest("Taro")
    client = Client(server, server.room(token, game=game), token)
    client.ok("start")
    play(client, 1, random.Random(game))
    client.resign()
    client.until(lambda: client.document["phase"] == "over")
    client.close()
    return client.room


class Maker:
    def __init__(self, program, folder, store):
        self.program, self.folder, self.store = program, folder, store
        self.rooms, self.records = {}, {}

    def serve(self, *flags, points=None):
        return Server(*flags, data=self.folder, program=self.program, environment={**self.store.environment, **(points or {})})

    def keep_record(self, server, name):
        status, text = server.http("GET", f"/api/records/{name}")
        assert status == 200, text
        self.records[name] = text

    def make(self):
        with self.serve(*ROOMY, "--lobby-ttl-s", "1", "--archive-s", "1") as server:
            self.keep_record(server, solo_round(server, "bubbles") + "-1")
            eventually(lambda: self.store.ask("SELECT count(*) FROM rooms") == 0)  # it is only a record now
            assert server.stop() == 0
        with self.serve(*ROOMY, "--lobby-ttl-s", "1", "--archive-s", "3600") as server:
            self.keep_record(server, solo_round(server, "nim") + "-1")
            eventually(lambda: self.store.ask("SELECT count(*) FROM rooms WHERE closed = 1") == 1)
            eventually(lambda: self.store.ask("SELECT count(*) FROM packed") == 1)
            assert server.stop() == 0
        with self.serve(*CALM, points=EVERY_ROUND) as server:
            tables = [self.second_round(server, game) for game in OPTIONS] + [self.lobby(server)] + [self.chosen_anew(server, begun) for begun in (False, True)]
            for clients in tables:
                self.keep_room(clients)
            assert server.stop() == 0
        self.store.pack_a_part(next(iter(self.rooms)))

    def two(self, server, game, nicks=("Host", "たろう"), **body):
        body = {"game": game, "options": OPTIONS[game], "seats": ["me", "open"], "clock": {"kind": "none"}, **body}
        tokens = [server.guest(nick) for nick in nicks]
        room = server.room(tokens[0], **body)
        clients = [Client(server, room, token) for token in tokens]
        for client, token in zip(clients, tokens):
            client.known_token = token
        clients[1].ok("sit", seat=1)
        return clients

    def second_round(self, server, game):
        """The first one is a record; the second one has begun with a snapshot and has some moves."""
        clients, chance = self.two(server, game), random.Random(game)
        clients[0].ok("say", text="よろしく \"é\"\t")
        clients[0].ok("start")
        for _ in range(2):
            for client in clients:
                client.until(lambda client=client: client.document["phase"] == "playing")
                if client.my_turn():
                    play(client, 1, chance)
        clients[1].ok("resign")
        clients[0].until(lambda: clients[0].document["phase"] == "over")
        for client in clients:
            client.ok("rematch")
        for client in clients:
            client.until(lambda client=client: client.document["round"] == 2 and client.document["phase"] == "playing")
        first = next((client for client in clients if client.my_turn()), clients[0])
        play(first, 1, chance)
        self.keep_record(server, clients[0].room + "-1")
        return clients

    def lobby(self, server):
        """Before the first round: a bot, somebody who was muted, somebody who was removed, and one who looks on."""
        clients = self.two(server, "reversi", ("Host", "Muted", "Gone", "Watcher"), seats=["me", "open", {"bot": "random"}, "open", "open"], options={"preset": "five"})
        host, muted, gone, _ = clients
        host.ok("mute", guest=muted.guest, muted=True)
        host.ok("kick", guest=gone.guest)
        return [host, muted]

    def chosen_anew(self, server, begun):
        """After a round the host has chosen another game, with a clock. `begun`: its round has begun, with a snapshot."""
        clients = self.two(server, "nim")
        clients[0].ok("start")
        clients[0].ok("resign")
        clients[1].until(lambda: clients[1].document["phase"] == "over")
        self.keep_record(server, clients[0].room + "-1")
        clients[0].ok("configure", game="reversi", options={"preset": "classic"}, clock={"kind": "fischer", "initial_ms": 3600000, "increment_ms": 1000})
        if begun:
            clients[0].ok("start")
            for client in clients:
                client.until(lambda client=client: client.document["phase"] == "playing")
            play(next(client for client in clients if client.my_turn()), 1, random.Random("anew"))
        return clients

    def keep_room(self, clients):
        for client in clients:
            client.until(lambda client=client: client.seq >= max(other.seq for other in clients))
        self.rooms[clients[0].room] = {"tokens": [client.known_token for client in clients], "document": compared(clients[0].document)}
        for client in clients:
            client.close()

    def write(self):
        said = subprocess.run([self.program, "--version"], capture_output=True, text=True, check=True).stdout.split(" with ")[0].strip()
        name = f"{self.store.kind}-{self.store.version()}"
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / f"{name}.sql").write_text(self.store.dump(), encoding="utf-8")
        text = json.dumps({"program": said, "rooms": self.rooms, "records": self.records}, ensure_ascii=False, indent=1)
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{name}: {len(self.rooms)} rooms, {len(self.records)} records")


def main(program):
    from postgres import Postgres

    with Postgres() as postgres:
        for kind in ("sqlite", "postgres"):
            with tempfile.TemporaryDirectory() as folder:
                maker = Maker(program, folder, SqliteStore(folder) if kind == "sqlite" else PostgresStore(postgres))
                maker.make()
                maker.write()


if __name__ == "__main__":
    main(*sys.argv[1:])
