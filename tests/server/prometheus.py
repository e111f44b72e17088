"""A real Prometheus with the files of docker/monitoring, and tests that see its alerts fire (Faults)."""
import datetime
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import urllib.request

from harness import ROOT, TIMEOUT, eventually, serve

sys.path.insert(0, str(ROOT / "tests/tools"))
from postgres import free_port  # noqa: E402

FOLDER = ROOT / "docker/monitoring"

has_prometheus = unittest.skipUnless(shutil.which("prometheus") and shutil.which("promtool"), "Prometheus is not installed: apt-get install prometheus")


def alerts():
    """Name, and the text of its rule, of each alert."""
    parts = re.split(r"(?m)^ +- alert: (\w+)$", (FOLDER / "alerts.yml").read_text(encoding="utf-8"))[1:]
    return dict(zip(parts[::2], parts[1::2]))


def hurried(rules):
    """The same alerts with the same thresholds for tests: none waits longer than a second for its `for`, and the minutes that they look back over are ten
    seconds. The hour of EngawaStoreUnsteady stays one."""
    rules = re.sub(r"(?m)^( +for:) \w+$", r"\1 1s", rules)
    return re.sub(r"(\[|offset )\d+m\b", r"\g<1>10s", rules)


class Prometheus:
    """It looks at these admin ports every second, whether a server is there or not yet."""

    def __init__(self, *ports):
        self.place = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.place.name)
        settings = (FOLDER / "prometheus.yml").read_text(encoding="utf-8").replace(": 15s", ": 1s")
        targets = ", ".join(f'"127.0.0.1:{port}"' for port in ports)
        (self.folder / "prometheus.yml").write_text(settings.replace('"engawa:9090"', targets), encoding="utf-8")
        (self.folder / "alerts.yml").write_text(hurried((FOLDER / "alerts.yml").read_text(encoding="utf-8")), encoding="utf-8")
        self.log = self.folder / "log"
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(["prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=data", "--web.listen-address=127.0.0.1:0"],
                                            cwd=self.folder, stdout=log, stderr=log)
        self.port = int(eventually(self.announced)[1])
        eventually(self.is_ready)

    def stop(self):
        self.process.terminate()
        self.process.wait(TIMEOUT)
        self.place.cleanup()

    def announced(self):
        said = self.log.read_text(encoding="utf-8")
        assert self.process.poll() is None, said
        return re.search(r'"Listening on".* address=127\.0\.0\.1:(\d+)', said)

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=TIMEOUT) as answer:
            return answer.read()

    def is_ready(self):
        try:
            return self.get("/-/ready")
        except urllib.error.HTTPError:
            return None

    def ask(self, path):
        return json.loads(self.get("/api/v1/" + path))["data"]

    def query(self, expression):
        return self.ask("query?" + urllib.parse.urlencode({"query": expression}))["result"]

    def has_data(self, expression):
        return any(series["value"][1] != "NaN" for series in self.query(expression))

    def computed_at(self):
        """When it last computed the alerts."""
        return datetime.datetime.fromisoformat(self.ask("rules")["groups"][0]["lastEvaluation"]).timestamp()

    def see(self, expression):
        """Waits until this is so, and the alerts were computed after that."""
        at = eventually(lambda: self.query(expression))[0]["value"][0]
        eventually(lambda: self.computed_at() > at)

    def alert(self, name, port):
        """The alert of the server at this admin port if it is pending or fires."""
        found = [each for each in self.ask("alerts")["alerts"] if each["labels"]["alertname"] == name and each["labels"]["instance"] == f"127.0.0.1:{port}"]
        return min(found, key=lambda each: each["state"], default=None)  # a rule may have several series: one that fires comes first


@has_prometheus
class Faults(unittest.TestCase):
    """One Prometheus for all tests, each of which has an admin port of its own, for its server and those that it starts later in its place."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ports = {name: free_port() for name in unittest.defaultTestLoader.getTestCaseNames(cls)}
        cls.prometheus = Prometheus(*cls.ports.values())
        cls.addClassCleanup(cls.prometheus.stop)

    @property
    def admin_port(self):
        return self.ports[self._testMethodName]

    def served(self, *flags, **more):
        return serve(self, "--admin-port", str(self.admin_port), *flags, **more)

    def alert(self, name):
        return self.prometheus.alert(name, self.admin_port)

    def is_firing(self, name):
        alert = self.alert(name)
        return alert if alert and alert["state"] == "firing" else None

    def see(self, expression):
        """Waits until Prometheus has computed the alerts while this was so for the server."""
        self.prometheus.see(f'({expression}) and on (instance) up{{instance="127.0.0.1:{self.admin_port}"}}')

    def calm(self, *names):
        """Before a fault: Prometheus watches the server, and none of these fires. If the machine is busy, alerts about speed may have to end first."""
        self.see("up == 1")
        for name in names:
            self.ends(name)

    def fires(self, name):
        return eventually(lambda: self.is_firing(name))

    def ends(self, name):
        eventually(lambda: self.alert(name) is None)
