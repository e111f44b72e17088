"""A PostgreSQL for a test: a new cluster in a temporary folder, on a Unix socket in it and on a free port of the loopback interface. It refuses to
run as root, so that it is run as the user `postgres`, which its package creates, or as `nobody`.

It is stopped at the end, and killed by the kernel if this process is: no test leaves one behind."""
import contextlib
import ctypes
import glob
import os
import pathlib
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import stored  # noqa: E402

START_WITHIN = 60


def programs():
    """The folder of the newest PostgreSQL's programs."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4]))
    assert found, "PostgreSQL is not installed: './check --set-up' installs it"
    return pathlib.Path(found[-1]).parent


def unprivileged():
    """The user to run it as; None: ourselves."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        except KeyError:
            pass
    raise AssertionError("there is no user to run PostgreSQL as")


def end_with_us():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def free_port():
    """Below the range from which the system assigns ports (net.ipv4.ip_local_port_range): no other process gets it before it is used."""
    chance = random.SystemRandom()
    while True:
        port = chance.randrange(15000, 30000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def inputs_of(ask, code, after=0):
    """(number, text) of a room's inputs, in order, packed or not. `ask` returns the rows of a statement as lines."""
    room = f"(SELECT id FROM rooms WHERE code = '{code}')"
    lines = ask(f"SELECT first || ' ' || size || ' ' || encode(inputs, 'hex') FROM packed WHERE room = {room} AND last > {after} "
                f"UNION ALL SELECT seq || ' - ' || convert_from(input, 'UTF8') FROM journal WHERE room = {room} AND seq > {after}")
    rows = []
    for line in lines:
        first, size, text = line.split(" ", 2)
        texts = [text] if size == "-" else stored.unpacked(bytes.fromhex(text), int(size))
        rows += [(seq, text) for seq, text in enumerate(texts, int(first)) if seq > after]
    return sorted(rows)


class Postgres:
    """Stored data survives its death, but not that of the machine: so it does not wait for the disk (fsync). Connections need no password unless
    `password` is set. Settings are those of postgresql.conf."""

    def __init__(self, password=None, **settings):
        self.make_place(password)
        secret = []
        if password:
            file = self.folder / "password"
            file.write_text(password)
            file.chmod(0o644)
            secret = [f"--pwfile={file}"]
        self.run("initdb", "--pgdata", self.data, "--username", "engawa", "--encoding", "UTF8", "--locale", "C", "--no-sync",
                 "--auth", "scram-sha-256" if password else "trust", *secret)
        self.set(**{"listen_addresses": "'127.0.0.1'", "fsync": "off", "shared_buffers": "'32MB'", "max_wal_size": "'256MB'", **settings})
        self.start()
        self.sql("CREATE DATABASE games", "postgres")

    def make_place(self, password):
        self.user = unprivileged()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="engawa-postgres-"))
        if self.user:
            os.chown(self.folder, self.user["user"], self.user["group"])
        self.password = password
        self.databases = 0
        self.port = free_port()
        self.process = None

    def set(self, **settings):
        """For the next start: the last line for a name counts."""
        lines = {"port": self.port, "unix_socket_directories": f"'{self.folder}'", **settings}
        with open(self.data / "postgresql.conf", "a") as out:
            out.writelines(f"{name} = {value}\n" for name, value in lines.items())

    def replica(self):
        """A replica of this one, which can be promoted."""
        replica = Postgres.__new__(Postgres)
        replica.make_place(self.password)
        self.run("pg_basebackup", "-h", self.folder, "-p", self.port, "-U", "engawa", "-D", replica.data, "-R", "--checkpoint=fast", "--no-sync")
        replica.set(synchronous_standby_names="''")
        return replica.start()

    def promote(self):
        """It is an independent server now."""
        self.run("pg_ctl", "promote", "-D", self.data, "-w")

    data = property(lambda self: self.folder / "data")
    log = property(lambda self: self.folder / "log")

    def run(self, program, *arguments):
        done = subprocess.run([programs() / program, *map(str, arguments)], capture_output=True, text=True, cwd="/", env=self.environment(), **self.user)
        assert done.returncode == 0, done
        return done.stdout

    def environment(self):
        plain = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        plain["PGOPTIONS"] = "-c default_transaction_read_only=off"  # a test may turn it on for all others
        return {**plain, "LC_ALL": "C", **({"PGPASSWORD": self.password} if self.password else {})}

    def start(self):
        log = open(self.log, "ab")
        self.process = subprocess.Popen([programs() / "postgres", "-D", self.data], stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd="/",
                                        env=self.environment(), preexec_fn=end_with_us, **self.user)
        log.close()
        end = time.monotonic() + START_WITHIN
        while subprocess.run([programs() / "pg_isready", "-q", "-h", self.folder, "-p", str(self.port)], env=self.environment(), cwd="/").returncode != 0:
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text(errors="replace")
            time.sleep(0.02)
        return self

    def stop(self, how=signal.SIGINT):
        """SIGINT: fast; SIGQUIT: immediate, like a crash; SIGTERM waits for connected clients."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(START_WITHIN)

    def url(self, database="games", port=None, password=None):
        secret = f":{password or self.password}" if password or self.password else ""
        return f"postgres://engawa{secret}@127.0.0.1:{port or self.port}/{database}"

    def new_database(self):
        """Its name."""
        self.databases += 1
        name = f"games{self.databases}"
        self.sql(f"CREATE DATABASE {name}", "postgres")
        return name

    def sql(self, statement, database="games"):
        """The output of psql, without decoration."""
        return self.run("psql", "-h", self.folder, "-p", self.port, "-U", "engawa", "-d", database, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
                        "-c", statement).strip()

    def inputs(self, code, database="games"):
        return inputs_of(lambda statement: self.sql(statement, database).splitlines(), code)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)
