"""The servers of other projects with which bench.py --peers compares engawad: the same game on each (peers/*.mjs)."""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests/bench/peers"

# By name in the table: the package whose version is printed, the program, the wire that room_load uses for it.
PEERS = {
    "node ws": ("ws", "ws.mjs", "engawa"),
    "Colyseus": ("@colyseus/core", "colyseus.mjs", "colyseus"),
    "boardgame.io": ("boardgame.io", "boardgame.mjs", "boardgame"),
}


def install():
    """Installs from package-lock.json, as the scripts of this repository do for their own folders."""
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", ". tools/setup.sh; check_node; npm_packages tests/bench/peers"], cwd=ROOT)
    if done.returncode != 0:
        sys.exit("bench: without these packages there is nothing to compare with")


def command(name):
    """In the form that Started takes."""
    return lambda _: ["env", "NODE_ENV=production", "node", str(FOLDER / PEERS[name][1])]


def wire(name):
    return PEERS[name][2] if name in PEERS else "engawa"


def versions():
    """As text for a reader."""
    wanted = json.loads((FOLDER / "package.json").read_text())["dependencies"]
    node = subprocess.run(["node", "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    return ", ".join([f"Node.js {node.removeprefix('v')}", *(f"{package} {wanted[package]}" for package, _, _ in PEERS.values())])


def machine():
    facts = pathlib.Path("/proc/cpuinfo").read_text()
    model = next((line.partition(":")[2].strip() for line in facts.splitlines() if line.startswith("model name")), os.uname().machine)
    return f"{model}, {os.cpu_count()} cores, Linux {os.uname().release}"
