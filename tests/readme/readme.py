#!/usr/bin/env python3
"""Runs the commands of README.md as a reader would, each against a real server, and holds README.ja.md to the same commands.

Every ```sh block stands under a comment that says how it is tested:
  <!-- test: NAME -->      run it: HOW[NAME] says in what situation, and what it must print
  <!-- not run ...: WHY --> it is not run, and why
The room K7WMA2QX of the text becomes a real one. The last line is `N passed, N failed`.
"""
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/server"))
from harness import Server  # noqa: E402

BIN = pathlib.Path(os.environ.get("ENGAWA_BIN", ROOT / "build/test/bin"))
SECONDS = 60
BLOCK = re.compile(r"(?:<!-- (?P<mark>[^>]*) -->\n)?```sh\n(?P<code>.*?)```", re.S)

# Situation, the seats of the room there (None: no room), what is typed at a terminal (None: no terminal), what must be printed.
HOW = {
    "screen": ("terminal", None, ["?", "\x1b", "q", "y"], "Taro"),
    "lines": ("terminal", None, ["legal\n", "quit\n"], "legal|d3"),
    "make": ("terminal", None, ["start\n", "legal\n", "stand\n", "quit\n"], "300 s left|left the seat"),
    "playing": ("playing", ["open", {"bot": "random", "level": 1}], None, r"K7WMA2QX(.|\n)*The game is over"),
    "record": ("playing", ["open", {"bot": "random", "level": 1}], None, r"chain, positions and result are right(.|\n)*The game is over"),
    "bot": ("room", ["open", {"bot": "random", "level": 1}], None, ""),
    "rules": ("room", None, None, r'"move":\{"cell":'),
    "solve": ("room", None, None, r'"length":57.*"optimal":true'),
    "arena": ("room", None, None, r"osho:5 has \d+\.\d % ± \d+\.\d of the first places(.|\n)*LLR"),
    "rate": ("room", None, None, r"random +0 +0 +0"),
    "open": ("room", ["open", "open"], None, r'"type":"ok"'),
    "backup": ("room", ["open", "open"], None, r"copied .*: \d+ rooms with \d+ inputs(.|\n)*, 0 problems"),
    "settings": ("room", None, None, r"\[server\](.|\n)*--print-config"),
}


def fail(why):
    raise AssertionError(why)


class Reader:
    """Somebody at a shell in a folder of their own, with the repository's programs in the path and a server to talk to."""

    def __init__(self, server):
        self.server = server
        self.folder = tempfile.TemporaryDirectory()
        self.environment = {
            **os.environ,
            "HOME": self.folder.name, "XDG_STATE_HOME": self.folder.name + "/state", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
            "PATH": f"{BIN}:{os.environ['PATH']}", "ENGAWA_SERVER": f"http://127.0.0.1:{server.port}", "ENGAWA_STORE_DATA": server.data,
        }
        self.background = []

    def start(self, code, **more):
        return subprocess.Popen(["bash", "-euo", "pipefail", "-c", code], cwd=self.folder.name, env=self.environment, start_new_session=True, **more)

    def run(self, code):
        process = self.start(code, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            output, _ = process.communicate(timeout=SECONDS)
        finally:
            end(process)
        if process.returncode != 0:
            fail(f"exit code {process.returncode}: {output[-800:]}")
        return output

    def type(self, code, keys):
        """Runs it at a terminal of its own, types `keys` with pauses, and waits for the end."""
        master, slave = pty.openpty()
        os.set_blocking(master, False)
        process = self.start(f"stty cols 100 rows 40; {code}", stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        shown, began, typed = b"", time.monotonic(), 0
        try:
            while process.poll() is None:
                if time.monotonic() > began + SECONDS:
                    fail(f"still running after {SECONDS} s; it shows {shown[-800:]!r}")
                if select.select([master], [], [], 0.1)[0]:
                    try:
                        shown += os.read(master, 65536)
                    except OSError:
                        break
                if typed < len(keys) and time.monotonic() > began + 2 + typed:
                    os.write(master, keys[typed].encode())
                    typed += 1
            process.wait(timeout=5)
        finally:
            end(process)
            os.close(master)
        if process.returncode != 0:
            fail(f"exit code {process.returncode}: {shown[-800:]!r}")
        return shown.decode(errors="replace")

    def close(self):
        for process in self.background:
            end(process)
        self.folder.cleanup()


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    if process.stdout:
        process.stdout.close()


def test(name, code):
    situation, seats, keys, expected = HOW[name]
    flags = ("--bot-delay-ms", "150" if situation == "playing" else "0", "--bot-budget-ms", "20")
    with Server(*flags) as server:
        reader = Reader(server)
        try:
            if seats is not None:
                room = server.room(seats=seats, options={"preset": "classic"})
                code, expected = code.replace("K7WMA2QX", room), expected.replace("K7WMA2QX", room)
            if situation == "playing":  # a bot of a reader's takes the one seat, the server's the other
                bot = f"engawa bot --quiet --room {room} --start --exec 'python3 {ROOT / 'tests/cli/random_bot.py'}'"
                reader.background.append(reader.start(bot, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
                time.sleep(0.5)
            code = code.replace("export PATH=$PWD/build/release/bin:$PATH\n", "")
            output = reader.type(code, keys) if keys else reader.run(code)
            if not re.search(expected, output):
                fail(f"no {expected!r} in what it printed: {output[-800:]}")
        finally:
            reader.close()


def blocks(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    return [(match["mark"] or "", match["code"]) for match in BLOCK.finditer(text)]


def case(name, action):
    try:
        action()
    except Exception as error:  # each case on its own
        print(f"failed: {name}: {error}")
        return False
    print(f"ok: {name}")
    return True


def same_commands():
    english, japanese = blocks("README.md"), blocks("README.ja.md")
    for (_, one), (_, other) in zip(english, japanese):
        if one != other:
            fail(f"README.ja.md has {other!r} where README.md has {one!r}")
    if len(english) != len(japanese):
        fail(f"{len(english)} blocks in README.md, {len(japanese)} in README.ja.md")


def links():
    for name in ("README.md", "README.ja.md", "docs/reference/bots.md", "docs/reference/bots.ja.md", "protocol/README.md", "docs/README.md", "tools/lab/README.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
            if not (ROOT / name).parent.joinpath(target).exists():
                fail(f"{name}: {target} does not exist")


def same_figures():
    """The tables of docs/reference/bots.md, which tools/rate-bots fills."""
    english, japanese = ([line.replace("not measured yet", "未測定") for line in (ROOT / name).read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
                         for name in ("docs/reference/bots.md", "docs/reference/bots.ja.md"))
    if not english or english != japanese:
        fail(f"docs/reference/bots.md has {len(english)} figures, docs/reference/bots.ja.md {len(japanese)}, or others")


def settings():
    """What the README says of flags is what the server has."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    known = subprocess.run([BIN / "engawad", "--help"], capture_output=True, text=True, check=True).stdout
    known += "".join(subprocess.run([BIN / "engawa", verb, "--help"], capture_output=True, text=True, check=True).stdout
                     for verb in ("play", "watch", "rooms", "pipe", "bot", "rules", "verify", "replay"))
    known += "".join(subprocess.run([BIN / "engawa-lab", verb, "--help"], capture_output=True, text=True, check=True).stdout for verb in ("arena", "rate", "bench"))
    known += subprocess.run([ROOT / "tests/faults/faults.py", "--help"], capture_output=True, text=True, check=True).stdout
    known += (ROOT / "serve").read_text() + (ROOT / "check").read_text() + "--check"
    docker = {"--build", "--build-arg", "--project-directory"}
    for flag in set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) - docker - {"--print-config"}:
        if flag not in known:
            fail(f"README.md names {flag}, which no program has")


def image():
    """What the image is built from is copied, and not ignored: docker itself is not at hand everywhere."""
    copied = re.findall(r"^COPY ([^-].*) \S+$", (ROOT / "docker/Dockerfile").read_text(), re.M)
    sources = {source for line in copied for source in line.split()}
    let_in = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.M))
    built = set(re.findall(r"^add_subdirectory\((\w+)", (ROOT / "CMakeLists.txt").read_text(), re.M))
    if missing := built - {source.split("/")[0] for source in sources}:
        fail(f"docker/Dockerfile does not copy {missing}")
    if missing := {source for source in sources if not any(source == name or source.startswith(name + "/") for name in let_in)}:
        fail(f".dockerignore keeps out {missing}")


def main():
    cases = [("both languages have the same commands", same_commands), ("links lead somewhere", links), ("both languages have the same figures", same_figures), ("flags exist", settings), ("the image has what it is built from", image)]
    for mark, code in blocks("README.md"):
        first = code.strip().splitlines()[0]
        if mark.startswith("test: ") and mark[6:] in HOW:
            cases.append((f"{mark[6:]}: {first}", lambda mark=mark, code=code: test(mark[6:], code)))
        elif not mark.startswith("not run"):
            cases.append((first, lambda mark=mark: fail(f"no mark above the block says how it is tested: {mark!r}")))
    wanted = sys.argv[1:]
    results = [case(name, action) for name, action in cases if not wanted or any(word in name for word in wanted)]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    sys.exit(0 if results and all(results) else 1)


main()
