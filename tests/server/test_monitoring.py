"""What watches a server (docker/monitoring): the alerts and the dashboard against the metrics of a real server and, where it is installed, with a real
Prometheus; test_alerts.py makes the alerts fire."""
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from harness import ROOT, TIMEOUT, Client, eventually, serve
from prometheus import FOLDER, Prometheus, alerts, has_prometheus

sys.path.insert(0, str(ROOT / "tests/readme"))
import documents  # noqa: E402

COMPOSE = ROOT / "docker/compose.monitoring.yml"
# Not of the server: Prometheus makes these, and gives every series the first two labels.
BY_PROMETHEUS = {"up": {}, "ALERTS": {"alertname": None, "alertstate": None}}
EVERYWHERE = {"job", "instance"}
WORDS = {"and", "or", "unless", "bool", "by", "without", "offset"}


def setting(rule, name):
    return re.search(rf"(?m)^ +{name}: (.+)$", rule)[1]


def dashboard():
    return json.loads((FOLDER / "dashboard.json").read_text(encoding="utf-8"))


def panels():
    return [panel for panel in dashboard()["panels"] if panel["type"] != "row"]


def expressions():
    """Where it is, and the expression, without the variables of Grafana."""
    for name, rule in alerts().items():
        yield name, setting(rule, "expr")
    for panel in panels():
        for target in panel["targets"]:
            yield f"{panel['title']} {target['refId']}", plain(target["expr"])


def plain(expression):
    return expression.replace("$instance", ".*").replace("$__rate_interval", "10s")


def exposed(text):
    """The metrics of a text of the server: {name: {label: values}}."""
    found = {name: dict(labels) for name, labels in BY_PROMETHEUS.items()}
    for name, labels in re.findall(r"(?m)^(\w+)(?:\{(.*)\})? \S+$", text):
        known = found.setdefault(name, {})
        for label, value in re.findall(r'(\w+)="([^"]*)"', labels):
            known.setdefault(label, set()).add(value)
    return found


def metrics_of(expression):
    """The names in an expression that are no functions, words, labels or durations, and the text in the braces after each."""
    bare = re.sub(r"\b(?:by|without) \([^)]*\)|\[[^\]]*\]", " ", expression)
    return [(name, braces) for name, braces in re.findall(r'\b([A-Za-z_]\w*)\b(?!\s*\()(?![^{]*\})(?:\{([^}]*)\})?', bare) if name not in WORDS]


def wrong_labels(known, braces):
    """What in the braces after a metric no series of it has. `known`: its labels; None: any value."""
    for label, sign, value in re.findall(r'(\w+)(=~|=|!=|!~)"([^"]*)"', braces):
        if label in EVERYWHERE:
            continue
        values = known.get(label, set())
        if values is not None and not any(re.fullmatch(value, each) if "~" in sign else value == each for each in values):
            yield f"{label}{sign}{value}"


def faults(expression, legend, text):
    """What an expression or its legend names and the server does not have."""
    there, named = exposed(text), metrics_of(expression)
    for name, braces in named:
        if name not in there:
            yield name
        yield from (f"{name}: {wrong}" for wrong in wrong_labels(there.get(name, {}), braces))
    labels = set(itertools.chain(EVERYWHERE, *(there.get(name, {}) for name, _ in named)))
    grouped = re.findall(r"\w+", " ".join(re.findall(r"\b(?:by|without) \(([^)]*)\)", expression)))
    yield from (f"the label {label}" for label in {*grouped, *re.findall(r"\{\{(\w+)\}\}", legend)} - labels)


def play(server):
    """Some work for every part: a room, a move, the answer of a bot, a chat, and a connection that ends."""
    token = server.guest()
    client = Client(server, server.room(token, options={"preset": "classic"}, seats=["me", {"bot": "random"}]), token)
    client.ok("start")
    client.until(client.my_turn)
    client.play_first_legal()
    client.until(client.my_turn)
    client.ok("say", text="hello")
    client.close()


class Files(unittest.TestCase):
    def served(self):
        server = serve(self, "--admin-port", "0")
        play(server)
        return server.admin("GET", "/metrics")[1]

    def test_every_metric_and_label_that_is_asked_for_exists(self):
        text = self.served()
        for where, expression in expressions():
            self.assertTrue(metrics_of(expression), where)
            self.assertEqual(list(faults(expression, "", text)), [], where)
        for panel in panels():
            for target in panel["targets"]:
                self.assertEqual(list(faults(plain(target["expr"]), target["legendFormat"], text)), [], panel["title"])

    def test_what_does_not_exist_is_seen(self):
        text = '# TYPE engawa_a counter\nengawa_a{reason="load"} 1\nengawa_b 2\n'
        for wrong in ("engawa_c > 1", 'rate(engawa_a{reason="due"}[5m])', "sum by (code) (engawa_a)", 'engawa_b{file="log"}', "engawa_a or engwa_b", 'up{node="1"}'):
            self.assertTrue(list(faults(wrong, "", text)), wrong)
        self.assertTrue(list(faults("engawa_b", "{{reason}}", text)))
        for right in ('sum by (instance, reason) (rate(engawa_a{reason=~"lo.+",instance=~".*"}[5m])) > 0.1 * engawa_b', 'count(ALERTS{alertstate="firing"}) or vector(0)'):
            self.assertEqual(list(faults(right, "{{instance}}", text)), [], right)

    def test_a_panel_says_what_it_shows_and_covers_no_other(self):
        board, covered = dashboard(), {}
        self.assertEqual([each["name"] for each in board["templating"]["list"] if each["type"] == "datasource"], ["datasource"])
        for panel in board["panels"]:
            at = panel["gridPos"]
            self.assertLessEqual(at["x"] + at["w"], 24, panel["title"])
            for cell in itertools.product(range(at["x"], at["x"] + at["w"]), range(at["y"], at["y"] + at["h"])):
                self.assertEqual(covered.setdefault(cell, panel["title"]), panel["title"])
        for field in ("id", "title"):
            self.assertEqual(len({panel[field] for panel in board["panels"]}), len(board["panels"]), field)
        for panel in panels():
            self.assertTrue(panel["title"] and panel["description"] and panel["targets"], panel)
            self.assertTrue(panel["fieldConfig"]["defaults"]["unit"], panel["title"])
            self.assertEqual(panel["datasource"], {"type": "prometheus", "uid": "${datasource}"}, panel["title"])
            self.assertEqual(len({target["refId"] for target in panel["targets"]}), len(panel["targets"]), panel["title"])

    def test_an_alert_is_documented_and_says_what_to_do(self):
        tested = set(re.findall(r'alertname="(\w+)"', (FOLDER / "alerts_test.yml").read_text(encoding="utf-8")))
        self.assertEqual(tested, set(alerts()))
        for name, rule in alerts().items():
            page, _, part = setting(rule, "runbook").partition("#")
            self.assertIn(part, {documents.anchor(text) for _, text in documents.headings(page)}, name)
            self.assertIn(setting(rule, "labels"), ("{severity: critical}", "{severity: warning}"), name)
            self.assertTrue(setting(rule, "summary").endswith("."), name)
        for language in ("", ".ja"):
            listed = re.findall(r"(?m)^\| `(Engawa\w+)` \|", documents.text_of(f"docs/host/monitoring{language}.md"))
            self.assertEqual(listed, list(alerts()), language)

    def test_nearly_full_is_four_fifths_of_the_limits(self):
        default = dict(re.findall(r'NUMBER\("limits\.\w+", "[^"]*", (\w+), (\d+),', documents.text_of("server/ops/settings.def")))
        for metric, limit in re.findall(r"engawa_(\w+) > (\d+)", setting(alerts()["EngawaNearlyFull"], "expr")):
            self.assertEqual(int(limit), int(default[metric]) * 4 // 5, metric)

    def test_the_containers_get_files_that_exist_and_are_reached_on_loopback(self):
        text = COMPOSE.read_text(encoding="utf-8")
        mounts = re.findall(r"(?m)^ +- (\./\S+?):(\S+?)(:ro)?$", text)
        self.assertEqual([source for source, _, only in mounts if not (ROOT / source).is_file() or not only], [])
        self.assertEqual({pathlib.Path(source).name for source, _, _ in mounts}, {file.name for file in FOLDER.iterdir()} - {"alerts_test.yml"})
        ports = re.findall(r'(?m)^ +- "(.*:\d+)"$', text)
        self.assertEqual([port.split(":")[0] for port in ports], ["127.0.0.1"] * 2)
        at = {pathlib.Path(source).name: pathlib.Path(target) for source, target, _ in mounts}
        self.assertEqual(at["alerts.yml"], at["prometheus.yml"].parent / "alerts.yml")
        self.assertIn(f"path: {at['dashboard.json'].parent}\n", (FOLDER / "dashboards.yml").read_text(encoding="utf-8"))
        self.assertIn(f"HOME_DASHBOARD_PATH: {at['dashboard.json']}\n", text)

    @has_prometheus
    def test_promtool_finds_no_fault(self):
        for words, given in ((["check", "metrics"], self.served()), (["check", "config", "prometheus.yml"], None), (["check", "rules", "alerts.yml"], None),
                             (["test", "rules", "alerts_test.yml"], None)):
            done = subprocess.run(["promtool", *words], cwd=FOLDER, input=given, capture_output=True, text=True, timeout=3 * TIMEOUT, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


@has_prometheus
class Watched(unittest.TestCase):
    def test_each_panel_has_data_under_a_little_load(self):
        with tempfile.TemporaryDirectory() as copies:
            server = serve(self, "--admin-port", "0", "--rooms-per-min", "1000000", "--backup-every", "1s", "--backup-dir", copies)
            prometheus = Prometheus(server.admin_port)
            self.addCleanup(prometheus.stop)
            missing = {where: expression for where, expression in expressions() if where not in alerts()}

            def all_seen():
                play(server)
                for where in [where for where, expression in missing.items() if prometheus.has_data(expression)]:
                    del missing[where]
                return not missing

            try:
                eventually(all_seen)
            except AssertionError:
                self.fail(f"no data: {missing}")


if __name__ == "__main__":
    unittest.main()
