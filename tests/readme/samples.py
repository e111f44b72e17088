#!/usr/bin/env python3
"""Files and samples for operators that no test here can run, since they need Docker or a name of one's own: docker/compose.tls.yml, and the sample for
Traefik of docs/host/internet.md. Their structure is checked, and that the settings they name exist. The last line is `N passed, N failed`."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml
from documents import ROOT, blocks, text_of

SITE = "games.example.org"
SETTINGS = {"ENGAWA_" + name.upper().replace(".", "_") for name in re.findall(r'^\w+\("(\w+\.\w+)"', text_of("server/ops/settings.def"), re.M)}
# Of the compose files themselves.
OWN = {"ENGAWA_IMAGE", "ENGAWA_CADDY_IMAGE", "ENGAWA_POSTGRES_IMAGE", "ENGAWA_SITE", "ENGAWA_HTTP_PORT", "ENGAWA_HTTPS_PORT", "ENGAWA_DATABASE_PASSWORD"}
# podman, which only writes down its words.
RECORDER = "import json, sys; open(sys.argv[1], 'a').write(json.dumps(sys.argv[2:]) + '\\n')"


class Loader(yaml.SafeLoader):
    """YAML with what Docker Compose adds."""


Loader.add_constructor("!reset", lambda loader, node: None)


def expect(found, wanted, what):
    return [] if found == wanted else [f"{what}: {found!r} instead of {wanted!r}"]


def composed(file, **environment):
    """Exit code, last words and the commands for podman of tests/outside/compose.py with this file, which refuses what it does not know."""
    with tempfile.TemporaryDirectory() as folder:
        words = pathlib.Path(folder, "words")
        words.touch()
        others = {name: value for name, value in os.environ.items() if not name.startswith("ENGAWA_")}
        command = ["python3", "tests/outside/compose.py", file, "p", "up", "python3", "-c", RECORDER, str(words)]
        done = subprocess.run(command, cwd=ROOT, env={**others, **environment}, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr, [json.loads(line) for line in words.read_text().splitlines()]


def values(words, flag):
    return [value for name, value in zip(words, words[1:]) if name == flag]


def without_a_name():
    code, said, commands = composed("docker/compose.tls.yml")
    return expect((code, commands), (1, []), "the start") + ([] if "ENGAWA_SITE is not set: put the name" in said else [f"it says {said!r}"])


def with_a_name():
    code, said, commands = composed("docker/compose.tls.yml", ENGAWA_SITE=SITE)
    if code:
        yield said
        return
    runs = {values(words, "--hostname")[0]: words for words in commands if words[0] == "run"}
    networks = {words[-1]: words for words in commands if words[:2] == ["network", "create"]}
    yield from expect(list(runs), ["engawa", "caddy"], "the order of services")
    server, caddy = runs["engawa"], runs["caddy"]
    yield from expect(values(server, "--publish"), [], "the server's ports")
    yield from expect(values(caddy, "--publish"), ["80:80", "443:443"], "Caddy's ports")
    subnet = values(networks["p-front"], "--subnet")[0]
    wanted = [f"ENGAWA_SERVER_HOSTS={SITE}", f"ENGAWA_SERVER_PUBLIC_URL=https://{SITE}", f"ENGAWA_SERVER_TRUSTED_PROXIES={subnet}"]
    yield from expect(values(server, "--env"), wanted, "the server's settings")
    yield from expect(values(server, "--network"), ["p-front:alias=engawa"], "the server's network")
    yield from expect("--internal" in networks["p-front"], True, "that the network is internal")
    yield from expect(values(caddy, "--env"), [f"ENGAWA_SITE={SITE}"], "Caddy's settings")
    yield from expect(values(server, "--volume"), ["p-data:/data"], "the server's volumes")
    kept = [volume.replace(f"{ROOT}/", "") for volume in values(caddy, "--volume")]
    yield from expect(kept, ["docker/Caddyfile.tls:/etc/caddy/Caddyfile:ro", "p-certificates:/data"], "Caddy's volumes")
    for name, words in runs.items():
        yield from expect((values(words, "--restart"), "--read-only" in words), (["unless-stopped"], True), f"{name}'s restarts, and that it is read-only")
    yield from expect(set(re.findall(r"\S+:8080", text_of("docker/Caddyfile.tls"))), {"engawa:8080"}, "where Caddy looks for the server")


def traefik():
    code = next(code for _, kind, code in blocks("docs/host/internet.md") if kind == "yaml" and "traefik" in code)
    sample, base = yaml.load(code, Loader), yaml.safe_load(text_of("docker/compose.yml"))
    yield from expect(set(sample["services"]) - set(base["services"]), set(), "services that docker/compose.yml does not have")
    server = sample["services"]["engawa"]
    yield from expect((server["ports"], base["services"]["engawa"]["ports"]), (None, ["8080:8080"]), "the published ports")
    yield from expect(set(server["networks"]), set(sample["networks"]), "the networks")
    labels = server["labels"]
    yield from expect([name for name, value in labels.items() if not isinstance(value, str)], [], "labels that are not text")
    port = re.search(r"^EXPOSE (\d+)", text_of("docker/Dockerfile"), re.M)[1]
    router, service = "traefik.http.routers.engawa", "traefik.http.services.engawa.loadbalancer.server.port"
    yield from expect(labels[f"{router}.rule"], f"Host(`{server['environment']['ENGAWA_SERVER_HOSTS']}`)", "the rule")
    yield from expect(set(labels), {"traefik.enable", f"{router}.rule", f"{router}.entrypoints", f"{router}.tls.certresolver", service}, "the labels")
    yield from expect(labels[service], port, "the port")


def unknown_settings():
    for name in ("docker/compose.tls.yml", "docker/compose.cluster.yml", "docs/host/internet.md"):
        for setting in sorted(set(re.findall(r"ENGAWA_\w+", text_of(name))) - SETTINGS - OWN):
            yield f"{name}: {setting} is no setting"


def main():
    tests = {
        "docker/compose.tls.yml does not start without a name": without_a_name(),
        "docker/compose.tls.yml: only Caddy is published, and the server trusts its network": list(with_a_name()),
        "the sample for Traefik fits docker/compose.yml": list(traefik()),
        "every setting exists": list(unknown_settings()),
    }
    for name, faults in tests.items():
        print(f"{'FAILED' if faults else 'ok'}: {name}", *faults, sep="\n  ")
    failed = sum(bool(faults) for faults in tests.values())
    print(f"{len(tests) - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
