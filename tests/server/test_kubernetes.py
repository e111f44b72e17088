"""The manifests for Kubernetes (docker/kubernetes): their fields against the models of Kubernetes' API, what their parts say of each other, and their settings
with a real server. No cluster runs here."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import yaml
from harness import ENGAWAD, ROOT, TIMEOUT, Server, eventually

FOLDER = ROOT / "docker/kubernetes"
DOCKERFILE = (ROOT / "docker/Dockerfile").read_text(encoding="utf-8")
POD_IP = "10.244.0.7"
SECRETS = {"store-url": "postgres://engawa:sesame@database/games", "cluster-secret": "0123456789abcdef" * 4, "admin-token": "fedcba9876543210" * 4}
# Debian's python3-kubernetes, which only Debian's own Python finds. Prints the fields that Kubernetes' API does not have.
MODELS = """
import json, re, sys
from kubernetes import client
def faults(value, kind, at):
    part = re.fullmatch(r'(list|dict)[\\[(](?:str, )?(.*)[\\])]', kind)
    if part:
        if not isinstance(value, list if part[1] == 'list' else dict):
            yield f'{at} is no {part[1]}'
            return
        for name, each in enumerate(value) if part[1] == 'list' else value.items():
            yield from faults(each, part[2], f'{at}.{name}')
    elif hasattr(client, kind) and hasattr(getattr(client, kind), 'attribute_map'):
        model = getattr(client, kind)
        names = {written: model.openapi_types[name] for name, written in model.attribute_map.items()}
        for name, each in value.items():
            if name not in names:
                yield f'{at}.{name}'
            else:
                yield from faults(each, names[name], f'{at}.{name}')
    elif kind in ('str', 'int', 'bool') and not isinstance(value, {'str': str, 'int': int, 'bool': bool}[kind]):
        yield f'{at} is no {kind}'
for document in json.load(sys.stdin):
    version = document['apiVersion'].split('/')[-1].capitalize()
    for fault in faults(document, version + document['kind'], document['kind']):
        print(fault)
"""


def has_models():
    asked = subprocess.run(["/usr/bin/python3", "-c", "import kubernetes"], capture_output=True, check=False)
    return asked.returncode == 0


def manifests():
    for file in sorted(FOLDER.glob("*.yaml")):
        yield file.name, list(yaml.safe_load_all(file.read_text(encoding="utf-8")))


def of_kind(documents, *kinds):
    return [document for document in documents if document["kind"] in kinds]


def pods_of(documents):
    return of_kind(documents, "StatefulSet", "Deployment")[0]["spec"]["template"]


def container_of(documents):
    return pods_of(documents)["spec"]["containers"][0]


def environment_of(documents):
    """What the container sees."""
    values = {}
    for entry in container_of(documents)["env"]:
        source = entry.get("valueFrom", {})
        if "secretKeyRef" in source:
            values[entry["name"]] = SECRETS[source["secretKeyRef"]["key"]]
        else:
            values[entry["name"]] = POD_IP if source else entry["value"].replace("$(POD_IP)", POD_IP)
    return values


def all_in(value, name):
    """Each value of this name, anywhere."""
    if isinstance(value, dict):
        yield from ([value[name]] if name in value else [])
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from all_in(each, name)


class Manifests(unittest.TestCase):
    def each(self):
        for name, documents in manifests():
            with self.subTest(name=name):
                yield documents

    @unittest.skipUnless(has_models(), "the models of Kubernetes' API are not installed: apt-get install python3-kubernetes")
    def test_every_field_is_one_of_kubernetes(self):
        for documents in self.each():
            done = subprocess.run(["/usr/bin/python3", "-c", MODELS], input=json.dumps(documents), capture_output=True, text=True, timeout=TIMEOUT, check=True)
            self.assertEqual(done.stdout, "")
        wrong = [{"apiVersion": "v1", "kind": "Service", "spec": {"selektor": {}, "ports": [{"port": "80"}]}}]
        done = subprocess.run(["/usr/bin/python3", "-c", MODELS], input=json.dumps(wrong), capture_output=True, text=True, timeout=TIMEOUT, check=True)
        self.assertEqual(done.stdout.splitlines(), ["Service.spec.selektor", "Service.spec.ports.0.port is no int"])

    def test_every_selector_selects_the_pods(self):
        for documents in self.each():
            labels = pods_of(documents)["metadata"]["labels"].items()
            own = [found for found in all_in(documents, "matchLabels") if "app" in found]
            services = [document["spec"]["selector"] for document in of_kind(documents, "Service")]
            self.assertGreaterEqual(len(own), 2)
            for selector in own + services:
                self.assertLessEqual(selector.items(), labels)
            claimed = {each["metadata"]["name"] for each in next(all_in(documents, "volumeClaimTemplates"), [])}
            volumes = claimed | {each["name"] for each in pods_of(documents)["spec"].get("volumes", [])}
            mounts = {each["name"]: each["mountPath"] for each in container_of(documents)["volumeMounts"]}
            self.assertEqual(set(mounts), volumes)
            self.assertEqual([mounts["data"]], re.findall(r"(?m)^VOLUME (\S+)$", DOCKERFILE))
            secret = next(each["secret"] for each in pods_of(documents)["spec"]["volumes"] if each["name"] == "secret")
            self.assertEqual([f"{mounts['secret']}/{each['path']}" for each in secret["items"]], [environment_of(documents)["ENGAWA_ADMIN_TOKEN_FILE"]])

    def test_every_port_is_one_of_the_server(self):
        for documents in self.each():
            ports = {port["name"]: port["containerPort"] for port in container_of(documents)["ports"]}
            settings = environment_of(documents)
            expected = {"http": int(re.search(r"(?m)^EXPOSE (\d+)$", DOCKERFILE)[1]), "admin": int(settings["ENGAWA_ADMIN_PORT"])}
            if "ENGAWA_CLUSTER_ADDRESS" in settings:
                expected["nodes"] = int(settings["ENGAWA_CLUSTER_ADDRESS"].partition(":")[2])
            self.assertEqual(ports, expected)
            for policy in of_kind(documents, "NetworkPolicy"):
                self.assertEqual({port["port"] for rule in policy["spec"]["ingress"] for port in rule["ports"]}, set(ports))
                self.assertEqual([rule["ports"] for rule in policy["spec"]["ingress"] if "from" not in rule], [[{"port": "http"}]])
            self.assertEqual({port["targetPort"] for document in of_kind(documents, "Service") for port in document["spec"]["ports"]}, {"http"})

    def test_it_runs_as_the_image_does_and_has_time_to_stop(self):
        user = int(re.search(r"(?m)^USER (\d+)$", DOCKERFILE)[1])
        drain_s = int(re.search(r'NUMBER\("\w+\.drain_s", "--\S+", drain_s, (\d+)', (ROOT / "server/ops/settings.def").read_text(encoding="utf-8"))[1])
        for documents in self.each():
            spec = pods_of(documents)["spec"]
            self.assertEqual((spec["securityContext"]["runAsUser"], spec["securityContext"]["runAsNonRoot"]), (user, True))
            self.assertFalse(spec["enableServiceLinks"])  # ENGAWA_SERVICE_HOST and others
            waits = [int(seconds) for hook in all_in(spec, "preStop") for seconds in hook["exec"]["command"] if seconds.isdigit()]
            self.assertGreater(spec["terminationGracePeriodSeconds"], drain_s + sum(waits))

    def test_the_server_takes_the_settings(self):
        for documents in self.each():
            settings = {name: value for name, value in environment_of(documents).items() if name.startswith("ENGAWA_")}
            done = subprocess.run([ENGAWAD, "--print-config"], env={"PATH": os.environ["PATH"], **settings}, capture_output=True, text=True, timeout=TIMEOUT, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            for name, value in settings.items():
                key = name.removeprefix("ENGAWA_").partition("_")[2].lower()
                if value not in SECRETS.values():
                    self.assertRegex(done.stdout, rf'(?m)^{key} = "?{re.escape(value)}"?$')

    def test_the_probes_are_answered(self):
        for documents in self.each():
            if len(of_kind(documents, "StatefulSet")) == 0:
                continue  # it needs PostgreSQL; its probes are the same
            asked = {probe: container_of(documents)[probe]["httpGet"] for probe in ("startupProbe", "livenessProbe", "readinessProbe")}
            settings = {name: value for name, value in environment_of(documents).items() if not re.search("PORT|BIND|TOKEN", name)}
            with Server("--admin-port", "0", environment=settings) as server:
                for probe, get in asked.items():
                    self.assertEqual(get["port"], "admin")
                    status = server.get(get["path"], port=server.admin_port, Host=f"{POD_IP}:9090")[0]
                    self.assertEqual(status, 200, probe)
        probes = [[container_of(documents)[name] for name in ("startupProbe", "livenessProbe", "readinessProbe")] for _, documents in manifests()]
        self.assertTrue(all(each == probes[0] for each in probes))

    def test_a_node_that_ends_is_drained_first(self):
        for name, documents in manifests():
            hooks = list(all_in(documents, "preStop"))
            self.assertEqual(len(hooks), 1 if name == "cluster.yaml" else 0)  # alone, there is nobody to go to
            for hook in hooks:
                self.end_as(hook["exec"]["command"])

    def end_as(self, command):
        with tempfile.TemporaryDirectory() as folder:
            token = pathlib.Path(folder, "admin-token")
            token.write_text(SECRETS["admin-token"], encoding="ascii")
            with Server("--admin-port", "0", "--admin-token-file", str(token)) as server:
                seen = {"PATH": f"{pathlib.Path(ENGAWAD).parent}:{ROOT}/build/test/bin", "ENGAWA_ADMIN_TOKEN_FILE": str(token), "ENGAWA_ADMIN": f"http://127.0.0.1:{server.admin_port}"}
                with subprocess.Popen(command, env=seen, cwd="/", stdout=subprocess.DEVNULL) as ending:
                    eventually(lambda: server.get("/readyz", port=server.admin_port)[0] == 503)
                    self.assertIsNone(ending.poll())  # the proxies have time to learn of it
                    self.assertEqual(ending.wait(TIMEOUT), 0)

    def test_the_commands_in_front_make_the_secret(self):
        for file in FOLDER.glob("*.yaml"):
            text = file.read_text(encoding="utf-8")
            used = set(re.findall(r"\{(?:name: engawa, )?key: ([\w-]+)[,}]", text))
            self.assertEqual(set(re.findall(r"--from-literal=([\w-]+)=", text)), used, file.name)
            self.assertIn(f"kubectl apply -f {pathlib.Path('docker/kubernetes', file.name)}", text)


if __name__ == "__main__":
    unittest.main()
