#!/usr/bin/env python3
"""Runs a compose file with podman if there is no Docker daemon. It follows the file, or refuses: an unknown key is an error, so no setting is
ignored.

    tests/outside/compose.py FILE PROJECT {up,stop,down} PODMAN...      PODMAN: the words of the command, such as `podman`

up     starts the services, each after its dependencies, and waits for those that must be healthy; images must exist
stop   stops them in the other order, each with its own time
down   removes containers, networks and volumes

podman's own health checks need systemd: a check is run here instead.
"""
import os
import pathlib
import re
import subprocess
import sys
import time

import yaml

VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")


def filled(value):
    """Everything in a value, with the variables of the environment."""
    if isinstance(value, dict):
        return {key: filled(each) for key, each in value.items()}
    if isinstance(value, list):
        return [filled(each) for each in value]
    return VARIABLE.sub(variable, value) if isinstance(value, str) else value


def variable(match):
    name, sign, rest = match.groups()
    if os.environ.get(name):
        return os.environ[name]
    if sign != "-":
        sys.exit(f"compose: {name} is not set: {rest or ''}")
    return rest


def seconds(text):
    return int(re.fullmatch(r"(\d+)s", text)[1])


def refuse_others(what, found, known):
    if others := set(found) - set(known):
        sys.exit(f"compose: {what}: this program does not know {', '.join(sorted(others))}")


class Stack:
    def __init__(self, file, project, podman):
        self.folder, self.project, self.podman = pathlib.Path(file).resolve().parents[1], project, podman
        whole = yaml.safe_load(pathlib.Path(file).read_text(encoding="utf-8"))
        plain = {key: each for key, each in whole.items() if not key.startswith("x-")}
        refuse_others(file, plain, ("name", "services", "networks", "volumes"))
        plain = filled(plain)
        self.services, self.networks, self.volumes = plain["services"], plain["networks"], plain["volumes"]

    def run(self, *words, check=True):
        return subprocess.run([*self.podman, *words], check=check, stdout=subprocess.DEVNULL).returncode

    def named(self, name):
        return f"{self.project}-{name}"

    def order(self):
        done = []
        while len(done) < len(self.services):
            done += [name for name, service in self.services.items() if name not in done and set(service.get("depends_on", ())) <= set(done)]
        return done

    def up(self):
        for name, network in self.networks.items():
            refuse_others(name, network, ("internal", "ipam"))
            subnets = [word for part in network.get("ipam", {}).get("config", ()) for word in ("--subnet", part["subnet"])]
            self.run("network", "create", *(["--internal"] if network.get("internal") else []), *subnets, self.named(name))
        for name in self.order():
            self.wait_for(self.services[name].get("depends_on", ()))
            service = self.services[name]
            self.run("run", "--detach", "--name", self.named(name), *self.options(name, service), service["image"])

    def options(self, name, service):
        refuse_others(name, service, ("build", "depends_on", "healthcheck", "stop_grace_period", "image", *LISTS, *PLAIN, "read_only", "environment", "networks", "volumes"))
        yield from ("--no-healthcheck", "--hostname", name)
        for network, more in service["networks"].items():
            refuse_others(network, more, ("aliases",))
            yield from ("--network", ":".join([self.named(network), ",".join(f"alias={each}" for each in (name, *more.get("aliases", ())))]))
        for volume in service.get("volumes", ()):
            source, target = volume.split(":", 1)
            yield from ("--volume", f"{self.folder / source if source.startswith('.') else self.named(source)}:{target}")
        if service.get("read_only"):
            yield from ("--read-only", "--read-only-tmpfs=false")
        for key, value in service.get("environment", {}).items():
            yield from ("--env", f"{key}={value}")
        for key, flag in LISTS.items():
            for value in service.get(key, ()):
                yield from (flag, value.replace("no-new-privileges:true", "no-new-privileges"))
        for key, flag in PLAIN.items():
            if key in service:
                yield from (flag, str(service[key]))

    def wait_for(self, needed):
        for name in needed:
            if not isinstance(needed, dict) or needed[name]["condition"] != "service_healthy":
                continue
            check = self.services[name]["healthcheck"]
            for _ in range(check["retries"]):
                if self.run("exec", self.named(name), *check["test"][1:], check=False) == 0:
                    break
                time.sleep(seconds(check["interval"]))
            else:
                sys.exit(f"compose: {name} is not healthy")

    def stop(self):
        for name in reversed(self.order()):
            self.run("stop", "--time", str(seconds(self.services[name]["stop_grace_period"])), self.named(name))

    def down(self):
        self.run("rm", "--force", "--ignore", "--time", "0", *map(self.named, self.services), check=False)
        self.run("network", "rm", "--force", *map(self.named, self.networks), check=False)
        self.run("volume", "rm", "--force", *map(self.named, self.volumes), check=False)


LISTS = {"cap_add": "--cap-add", "cap_drop": "--cap-drop", "security_opt": "--security-opt", "tmpfs": "--tmpfs", "ports": "--publish"}
PLAIN = {"restart": "--restart", "user": "--user", "shm_size": "--shm-size"}


if __name__ == "__main__":
    if len(sys.argv) < 5 or sys.argv[3] not in ("up", "stop", "down"):
        sys.exit(__doc__)
    getattr(Stack(sys.argv[1], sys.argv[2], sys.argv[4:]), sys.argv[3])()
