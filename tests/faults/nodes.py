"""The engawads of a cluster, their PostgreSQL and the wires between them, as one server: requests go to a node that can take them."""
import os
import pathlib
import shutil
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "server"), str(TESTS / "tools")]
from harness import Server  # noqa: E402
from postgres import Postgres, free_port, programs  # noqa: E402
from wires import Wires  # noqa: E402

SECRET = "a secret that all the nodes of the faults know"
HOST = "127.0.0.2"  # where nodes listen for each other: the wires have the same ports on 127.0.0.1

# A record kept inside the database: each time that a room's epoch went back, or that it was taken from a node that had its lease. A renewal committed
# while the other node was looking does not count.
WITNESS = """CREATE TABLE wrongs(room text, what text);
CREATE FUNCTION witness() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE lease interval := '{lease} ms'; BEGIN
IF NEW.epoch < OLD.epoch THEN INSERT INTO wrongs VALUES (NEW.code, format('the epoch goes back from %s to %s', OLD.epoch, NEW.epoch)); END IF;
IF NEW.owner <> OLD.owner AND EXISTS (SELECT FROM nodes WHERE id = OLD.owner AND lease_until > clock_timestamp() AND lease_until - lease < now() - interval '50 ms')
THEN INSERT INTO wrongs SELECT NEW.code, format('node %s takes it from node %s, which has its lease until %s; it is %s, in a transaction since %s: %s',
  NEW.owner, OLD.owner, lease_until, clock_timestamp(), now(), left(current_query(), 40)) FROM nodes WHERE id = OLD.owner; END IF;
RETURN NULL; END $$;
CREATE TRIGGER witness AFTER UPDATE ON rooms FOR EACH ROW EXECUTE FUNCTION witness()"""


class Psql:
    """A session for queries, at a few ms each. REQUIRES: PostgreSQL is up."""

    def __init__(self, postgres, database):
        self.command = [programs() / "psql", "-h", postgres.folder, "-p", str(postgres.port), "-U", "engawa", "-d", database, "-X", "-q", "-A", "-t"]
        self.environment = postgres.environment()
        self.process = None

    def ask(self, statement):
        """The rows as lines. Repeats the query once if the session was ended meanwhile."""
        rows = self.try_to_ask(statement)
        if rows is None:
            self.stop()
            rows = self.try_to_ask(statement)
        if rows is None:
            raise RuntimeError(f"PostgreSQL does not answer to {statement[:200]}")
        return rows

    def try_to_ask(self, statement):
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd="/", env=self.environment)
        rows = []
        try:
            self.process.stdin.write(statement + ";\n\\if :ERROR\n\\quit\n\\endif\n\\echo end of rows\n")
            self.process.stdin.flush()
        except OSError:
            return None
        for line in self.process.stdout:
            if line == "end of rows\n":
                return rows
            rows.append(line.removesuffix("\n"))
        return None

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.process = None


class Node:
    """One engawad. `serves`: whether clients are sent to it."""

    def __init__(self, number, server, address):
        self.number, self.server, self.address = number, server, address
        self.serves = True

    database = property(lambda self: f"database{self.number}")  # its wires
    link = property(lambda self: f"link{self.number}")

    def alive(self):
        return self.server.process.poll() is None


class Nodes:
    """Like harness.Server, for an arena."""

    def __init__(self, count, flags, folder, program, stderr, chance, lease_ms):
        self.chance, self.folder = chance, folder
        self.postgres = Postgres()
        self.database = self.postgres.new_database()
        self.psql = Psql(self.postgres, self.database)
        ways = {f"database{i}": (free_port(), "127.0.0.1", self.postgres.port) for i in range(count)}
        links = [free_port() for _ in range(count)]
        self.wires = Wires({**ways, **{f"link{i}": (port, HOST, port) for i, port in enumerate(links)}})
        self.nodes = []
        for i, port in enumerate(links):
            data = os.path.join(folder, f"node{i}")
            os.mkdir(data)
            address = f"127.0.0.1:{port}"
            environment = {"ENGAWA_FAIL_POINTS": os.path.join(data, "fail-points"), "ENGAWA_CLUSTER_SECRET": SECRET,
                           "ENGAWA_STORE_URL": self.postgres.url(self.database, ways[f"database{i}"][0])}
            server = Server(*flags, "--cluster-address", address, "--cluster-bind", HOST, "--cluster-lease-ms", str(lease_ms), data=data, program=program,
                            environment=environment, stderr=stderr)
            server.environment = environment
            self.nodes.append(Node(i, server, address))
        self.psql.ask(WITNESS.format(lease=lease_ms))

    def choose(self):
        """A node for a client, chosen as a proxy in front of the nodes would."""
        return self.chance.choice([node for node in self.nodes if node.serves] or self.nodes)

    port = property(lambda self: self.choose().server.port)

    def http(self, *request):
        return self.choose().server.http(*request)

    def set_points(self, points):
        for node in self.nodes:
            node.server.set_points(points)

    # The process interface for an arena: it has ended if a node has ended that should run.
    process = property(lambda self: self)
    returncode = property(lambda self: next((node.server.process.returncode for node in self.nodes if node.serves and not node.alive()), None))

    def poll(self):
        return self.returncode

    def stop(self):
        """Ends all; 0: each node has ended as it should."""
        codes = [node.server.stop() for node in self.nodes]
        return max(map(abs, codes))

    def kill(self):
        for node in self.nodes:
            if node.alive():
                node.server.kill()

    def close(self):
        """The parts other than engawad."""
        self.kill()
        self.psql.stop()
        self.wires.stop()
        self.postgres.__exit__()
        for node in self.nodes:
            shutil.rmtree(node.server.data, ignore_errors=True)

    # Faults of the database.

    def owners(self):
        """{room: address of its node}, for rooms that have a node."""
        return dict(row.split(" ") for row in self.psql.ask("SELECT code || ' ' || address FROM rooms r JOIN nodes n ON n.id = r.owner WHERE closed = 0"))

    def wrongs(self):
        return [row.split(" ", 1) for row in self.psql.ask("WITH seen AS (DELETE FROM wrongs RETURNING room, what) SELECT room || ' ' || what FROM seen")]
