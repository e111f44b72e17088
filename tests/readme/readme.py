#!/usr/bin/env python3
"""Runs the commands of README.md and of the documents for players, operators and developers as a reader would, each against a real server.

Every ```sh block is below a comment that tells how it is tested (documents.py checks that both languages have the same blocks):
  <!-- test: NAME -->           run it, once however many documents have it: HOW[NAME] has the situation, and the required output
  <!-- not run here: WHY -->    it is not run, with the reason
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
from documents import blocks, text_of  # noqa: E402
from harness import Server  # noqa: E402

BIN = pathlib.Path(os.environ.get("ENGAWA_BIN", ROOT / "build/test/bin"))
SECONDS = 60
DOCUMENTS = ["README.md", "CONTRIBUTING.md",
             *sorted(str(path.relative_to(ROOT)) for part in ("play", "host", "develop") for path in (ROOT / "docs" / part).glob("*.md") if ".ja." not in path.name)]

# Situation, the seats of the room there (None: no room), terminal input (None: no terminal), required output.
HOW = {
    "screen": ("terminal", None, ["?", "\x1b", "q", "y"], "Taro"),
    "lines": ("terminal", None, ["legal\n", "quit\n"], "legal|d3"),
    "make": ("terminal", None, ["start\n", "legal\n", "stand\n", "quit\n"], "300 s left|left the seat"),
    "playing": ("playing", ["open", {"bot": "random", "level": 1}], None, r"K7WMA2QX(.|\n)*The game is over"),
    "record": ("playing", ["open", {"bot": "random", "level": 1}], None, r"hash chain, positions and result all match(.|\n)*The game is over"),
    "bot": ("room", None, None, r"/r/[0-9A-Z]{8}\n[0-9A-Z]{8} s0: "),
    "rules": ("room", None, None, r'"move":\{"cell":'),
    "moves": ("room", None, None, r'"legal":\[\{"count":1,"from":0,"row":0\},\{"count":1,"from":0,"row":1\},\{"count":2,'),
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
    """A user at a shell in a separate folder, with the repository's programs in the path and a server."""

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
        """Runs it at a new terminal, types `keys` with pauses, and waits for the end."""
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
            if situation == "playing":  # a reader's bot takes one seat, the server's the other
                bot = f"engawa bot --quiet --room {room} --start --exec 'python3 {ROOT / 'tests/cli/random_bot.py'}'"
                reader.background.append(reader.start(bot, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
                time.sleep(0.5)
            code = code.replace("export PATH=$PWD/build/release/bin:$PATH\n", "")
            output = reader.type(code, keys) if keys else reader.run(code)
            if not re.search(expected, output):
                fail(f"no {expected!r} in what it printed: {output[-800:]}")
        finally:
            reader.close()


def case(name, action):
    try:
        action()
    except Exception as error:  # each case separately
        print(f"failed: {name}: {error}")
        return False
    print(f"ok: {name}")
    return True


def same_figures():
    """The tables in both languages of docs/reference/bots.md."""
    english, japanese = ([line for line in text_of(name).splitlines() if line.startswith("| `")]
                         for name in ("docs/reference/bots.md", "docs/reference/bots.ja.md"))
    if not english or english != japanese:
        fail(f"docs/reference/bots.md has {len(english)} figures, docs/reference/bots.ja.md {len(japanese)}, or others")


# Commands for docker, apt, PostgreSQL, and other programs of an operator.
FLAGS_OF_OTHERS = set("""--add-port --build --build-arg --cap-drop --data-checksums --dbname --detach --entrypoint --file --format --host --http1 --name --now --pipe
--no-install-recommends --no-owner --notice-s --owner --project-directory --read-only --restart --rm --security-opt --stop-timeout --subnet
--table --tag --url --username --wait --write""".split())


def settings():
    """docs/host/settings.md lists every setting of the server, in both languages; the Japanese one uses the server's explanations."""
    for name, language in (("docs/host/settings.md", "C.UTF-8"), ("docs/host/settings.ja.md", "ja_JP.UTF-8")):
        environment = {variable: value for variable, value in os.environ.items() if not variable.startswith(("ENGAWA_", "LC_"))}
        printed = subprocess.run([BIN / "engawad", "--print-config", "--config", "/dev/null"], capture_output=True, text=True, check=True, encoding="utf-8",
                                 env={**environment, "LANG": language}).stdout
        wanted, section, names, meaning = [], "", ("", ""), ""
        for line in printed.splitlines():
            if match := re.match(r"\[(.*)\]$", line):
                section = match[1]
            elif match := re.match(r"# (.*) \((--[\w-]+), (ENGAWA_\w+)\)$", line):
                meaning, *names = match.groups()
            elif match := re.match(r"(\w+) = (.*)$", line):
                value = match[2] if match[2] == '""' else match[2].strip('"')
                row = f"| {section}.{match[1]} | {names[0]} | {names[1]} | {value} |"
                wanted.append(f"{row} {meaning} |" if language.startswith("ja") else row)
        if len(wanted) < 60:
            fail(f"--print-config shows {len(wanted)} settings")
        document = text_of(name).replace("`", "")
        if missing := [row for row in wanted if row not in document]:
            fail(f"{name} lacks {missing}")


def flags():
    """The flags in the documents exist in the programs."""
    known = subprocess.run([BIN / "engawad", "--help"], capture_output=True, text=True, check=True).stdout
    known += "".join(subprocess.run([BIN / "engawa", verb, "--help"], capture_output=True, text=True, check=True).stdout
                     for verb in ("play", "watch", "rooms", "pipe", "bot", "bots", "rules", "verify", "replay", "admin", "doctor"))
    known += "".join(subprocess.run([BIN / "engawa-lab", verb, "--help"], capture_output=True, text=True, check=True).stdout for verb in ("arena", "rate", "bench", "train"))
    known += subprocess.run([ROOT / "tests/faults/faults.py", "--help"], capture_output=True, text=True, check=True).stdout
    known += "".join((ROOT / script).read_text() for script in ("serve", "check", "tools/package", "tools/bare-debian.sh"))
    names = set(re.findall(r"--[a-z][a-z0-9-]+", known)) | FLAGS_OF_OTHERS
    for document in DOCUMENTS:
        if unknown := set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]+", text_of(document))) - names:
            fail(f"{document} names {', '.join(sorted(unknown))}, which no program has")


def image():
    """The sources of the image are copied, and not ignored: checked here because docker is not available everywhere."""
    copied = re.findall(r"^COPY ([^-].*) \S+$", (ROOT / "docker/Dockerfile").read_text(), re.M)
    sources = {source for line in copied for source in line.split()}
    let_in = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.M))
    built = set(re.findall(r"^add_subdirectory\((\w+)", (ROOT / "CMakeLists.txt").read_text(), re.M))
    if missing := built - {source.split("/")[0] for source in sources}:
        fail(f"docker/Dockerfile does not copy {missing}")
    if missing := {source for source in sources if not any(source == name or source.startswith(name + "/") for name in let_in)}:
        fail(f".dockerignore keeps out {missing}")


def commands():
    """The commands of all documents by the name of their test; one name is one block."""
    found = {}
    for document in DOCUMENTS:
        for mark, kind, code in blocks(document):
            name = mark.removeprefix("test: ")
            if kind != "sh" or name == mark:
                continue
            if found.setdefault(name, code) != code:
                fail(f"{document}: the block {name} is another one elsewhere")
    if found.keys() != HOW.keys():
        fail(f"without a test or without a block: {', '.join(sorted(found.keys() ^ HOW.keys()))}")
    return found


def main():
    cases = [("both languages have the same figures", same_figures), ("the settings are listed", settings), ("flags exist", flags), ("the image has what it is built from", image),
             ("every block has its test, and every test a block", commands)]
    for name, code in commands().items():
        cases.append((f"{name}: {code.strip().splitlines()[0]}", lambda name=name, code=code: test(name, code)))
    wanted = sys.argv[1:]
    results = [case(name, action) for name, action in cases if not wanted or any(word in name for word in wanted)]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    sys.exit(0 if results and all(results) else 1)


main()
