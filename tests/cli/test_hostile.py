"""A server (a file, a bot program, a command line) that puts terminal control sequences into every text: none of them may be printed."""
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

from client import ENGAWA, TIMEOUT, Case, environment, on_terminal
from harness import Client
from relay import Relay

# Title, clipboard, an answer that would be typed, colours, C1 forms of the same, DEL, BEL, backspace, lines, direction, line separators, noncharacters.
EVIL = ("\x1b]0;PWNED\x07\x1b]52;c;UFdORUQ=\x07\x1bP+q\x1b\\\x1b[66;66y\x1b[6n\x1bc\x9b31;1z\x9d0;PWNED\x9c\x90q\x9c\x84\x85\x7f\x07\x08\x0b\x0c\x0e\r\nFORGED\t"
        "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u206a\ufff9\ufdd0\ufdd1\ufdd2\ufdda\uffff")
RAW = b"\x1b]0;PWNED\x07\x9b31;1z\xff\xfe\x00\r\nFORGED\x7f"

# The conversation needs these; each of them is poisoned alone, and once all together.
STRUCTURE = ("type", "re", "id", "token", "hash", "code", "room", "phase", "game", "kind", "seat", "to_act", "legal", "running", "guest", "host", "by", "winner",
             "record", "preset", "cell", "bot", "commitment", "start")

STEERS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066\u2067\u206a-\u206f\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff]")
# The sequences that the full screen itself sends to an xterm: cells, colours, modes, character sets. No string (OSC, DCS), no report, no reset.
OWN = re.compile(r"\x1b\[[?>]?[0-9;]*[A-HJKLMPSTXZabdfghlmrt]|\x1b[()][AB0]|\x1b[=>78M]|[\r\n\b]|\x0f")


def poison(value, keep=(), only=None, key=None):
    """`value` with EVIL in every string, but not in members of these names."""
    if isinstance(value, str):
        return value + EVIL if key not in keep and (only is None or key == only) else value
    if isinstance(value, list):
        return [poison(item, keep, only, key) for item in value]
    if isinstance(value, dict):
        return {name: poison(item, keep, only, name) for name, item in value.items()}
    return value


class Hostile(Case):
    server_flags = ("--messages-per-s", "1000", "--messages-burst", "1000", "--rooms-per-min", "1000")

    def clean(self, output, own=False, colour=False):
        text = output.decode()  # bad UTF-8 fails here
        if own:
            text = OWN.sub("", text)
        if colour:
            text = re.sub(r"\x1b\[[0-9;]*m", "", text)
        found = STEERS.search(text)
        self.assertIsNone(found, found and ascii(text[max(0, found.start() - 60):found.end() + 20]))
        self.assertNotRegex(text, r"(?m)^FORGED", "a line of its own")
        for line in text.split("\n"):
            depth = 0
            for mark in re.findall("[\u2068\u2069]", line):
                depth += 1 if mark == "\u2068" else -1
                self.assertGreaterEqual(depth, 0, ascii(line))
            self.assertEqual(depth, 0, ascii(line))

    def relay(self, change=None, **more):
        relay = Relay(self.server, change, **more)
        self.addCleanup(relay.close)
        return relay

    def said(self, *arguments, url=None, stdin="", env=None, home=None):
        """Checks all output of this run; returns (exit code, stdout, stderr)."""
        done = subprocess.run([ENGAWA, *map(str, arguments)], input=stdin.encode(), capture_output=True, timeout=TIMEOUT, check=False,
                              env=environment(url, home or self.home, env))
        with self.subTest(arguments=arguments):
            self.assertLessEqual(done.returncode, 8, done.stderr)
            self.assertGreaterEqual(done.returncode, 0, done.stderr)
            self.clean(done.stdout)
            self.clean(done.stderr)
            if "--json" in arguments:
                for line in done.stdout.decode().splitlines():
                    json.loads(line)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def record(self):
        room = self.server.room(game="nim", options={"preset": "753"}, seats=["open", {"bot": "random"}], start="full")
        player = Client(self.server, room)
        player.ok("sit", seat=0)
        player.until(lambda: player.document["phase"] == "playing")
        player.ok("resign")
        player.until(lambda: player.document["phase"] == "over")
        player.close()
        return player.document["result"]["record"]

    def renamed(self, text, name):
        """The record with that name on its seats, with new hashes: as valid as before."""
        link, lines = "0" * 64, []
        for number, line in enumerate(text.splitlines()):
            body = re.sub(r',"hash":"[0-9a-f]{64}"}$', "", line)
            if number == 0:
                body = body.replace('"nick":"Guest"', f'"nick":{json.dumps(name, ensure_ascii=False)}')
                self.assertNotEqual(body, line)
            link = hashlib.sha256((link + body).encode()).hexdigest()
            lines.append(f'{body},"hash":"{link}"}}\n')
        return "".join(lines)

    def verbs(self, room, record):
        moves = "hint\nbots\nboard\nlegal\nsay hello\nresign\n"
        program = f"{sys.executable} {os.path.join(os.path.dirname(__file__), 'random_bot.py')}"
        hello = '{"type":"ping","id":1}\n'
        for manner in ([], ["--json"], ["--lang", "ja"]):
            yield ["rooms", *manner], ""
            yield ["bots", *manner], ""
            yield ["verify", record, *manner], ""
            yield ["replay", record, "--plain", *manner], ""
            # Output requested in a --json game is shown as text.
            typed = "say hello\nresign\n" if manner == ["--json"] else moves
            yield ["play", room(), "--plain", "-v", *manner], typed
            yield ["play", "--plain", "--preset", "classic", *manner], typed
            yield ["watch", room(), "--plain", *manner], ""
            yield ["pipe", room(), "--hello", *manner], hello
            yield ["bot", "--room", room(), "--exec", program, "-v", *manner], ""

    def run_all(self, relay, only=None):
        runs = [(arguments, stdin, tempfile.mkdtemp(dir=self.home)) for arguments, stdin in self.verbs(lambda: self.table("classic"), self.record())
                if only is None or only(arguments)]

        def one(run):
            arguments, stdin, home = run
            limits = ["--timeout", "1"] if arguments[0] in ("rooms", "bots", "verify", "replay", "pipe") else ["--timeout", "1", "--reconnect", "1"]
            if arguments[0] == "watch":  # it would wait for the end of an idle game
                return self.followed([*arguments, *limits], relay.url, home)
            return self.said(*arguments, *limits, url=relay.url, stdin=stdin, home=home)

        with ThreadPoolExecutor(4) as pool:
            return list(pool.map(one, runs))

    def followed(self, arguments, url, home):
        """Until it has printed something, or given up."""
        process = subprocess.Popen([ENGAWA, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(url, home))
        first = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=TIMEOUT)
        with self.subTest(arguments=arguments):
            self.clean(first + out)
            self.clean(err)
        return process.returncode, (first + out).decode(), err.decode()

    def test_every_text_of_every_answer(self):
        results = self.run_all(self.relay(lambda value: poison(value, keep=STRUCTURE)))
        told = "".join(out + err for _, out, err in results)
        self.assertIn("PWNED", told)  # it was printed
        self.assertGreater(told.count("PWNED"), 50)

    def test_every_string_of_every_answer(self):
        self.run_all(self.relay(poison))

    def test_each_kind_of_string_alone(self):
        for key in STRUCTURE:
            with self.subTest(key=key):
                self.run_all(self.relay(lambda value, key=key: poison(value, only=key)), only=lambda verb: verb[0] == "play" and verb[1] != "--plain" and "ja" not in verb)

    def test_refusals(self):
        refusal = {"type": "error", "code": "E" + EVIL, "message": "M" + EVIL, "re": None}
        body = json.dumps(refusal, ensure_ascii=False).encode()
        for status in ("400 Bad", "404 Not Found", "401 No", "503 Away", "502 Gone"):
            for text in (body, RAW, b"{" + RAW, json.dumps({**refusal, "code": "not_found"}).encode()):
                answer = b"HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s" % (status.encode(), len(text), text)
                relay = self.relay(answer=answer)
                for arguments in (["verify", relay.url + "/api/records/x"], ["verify", relay.url + "/g/K7WMA2QX-1", "--json"], ["rooms"], ["bots", "--json"],
                                  ["watch", "K7WMA2QX", "--plain"], ["pipe", "K7WMA2QX"], ["replay", "K7WMA2QX-1", "--lang", "ja"], ["play", "--plain"]):
                    code, _, err = self.said(*arguments, "--timeout", "1", url=relay.url)
                    self.assertNotEqual((code, err), (0, ""))

    def test_redirects_and_reasons(self):
        for answer in (b"HTTP/1.1 301 Moved\r\nLocation: https://x/\x9b31;1z\xc2\x9b\xe2\x80\xae\r\nContent-Length: 0\r\n\r\n",
                       b"HTTP/1.1 200 \x9bOK\r\nContent-Length: 3\r\n\r\n\x1b[H", RAW):
            relay = self.relay(answer=answer)
            for verb in (["rooms"], ["verify", "K7WMA2QX-1"], ["watch", "K7WMA2QX", "--plain"], ["pipe", "K7WMA2QX"]):
                self.said(*verb, "--timeout", "1", url=relay.url)

    def test_reasons_of_a_close(self):
        reason = EVIL[:40]
        for code in (4001, 4005, 1008):  # after which a client does not reconnect
            relay = self.relay(close=(code, reason))
            for verb in (["play", self.table("classic"), "--plain"], ["watch", self.table("classic"), "--plain"], ["pipe", self.table("classic"), "--hello"]):
                self.said(*verb, "--reconnect", "1", url=relay.url)

    def test_files(self):
        name = self.record()
        _, text = self.server.http("GET", f"/api/records/{name}")
        lines = [json.loads(line) for line in text.splitlines()]
        changed = ["".join(json.dumps(poison(line), ensure_ascii=False) + "\n" for line in lines).encode(), RAW, b"{" + RAW + b"}\n", EVIL.encode(),
                   json.dumps({**lines[0], "game": EVIL}, ensure_ascii=False).encode()]
        for content in changed:
            path = os.path.join(self.home, "record" + EVIL.replace("/", ""))
            with open(path, "wb") as file:
                file.write(content)
            for verb in (["verify"], ["verify", "--json"], ["replay", "--plain"], ["replay", "--json"], ["verify", "--lang", "ja"]):
                self.assertNotEqual(self.said(verb[0], path, *verb[1:])[0], 0)
            os.unlink(path)
            self.assertEqual(self.said("verify", path)[0], 2)
        path = os.path.join(self.home, "renamed.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.renamed(text, "N" + EVIL))
        for verb in (["verify"], ["replay", "--plain"], ["replay", "--json"], ["replay", "--plain", "--lang", "ja"]):
            self.assertEqual(self.said(verb[0], path, *verb[1:])[0], 0)
        out, _ = on_terminal("replay", path, "--delay-ms", "10", home=self.home, until=b"game is over", then=lambda pid, master: os.write(master, b"q"))
        self.clean(out.encode(), own=True)
        guests = os.path.join(self.home, "guests" + EVIL.replace("/", ""))
        with open(guests, "wb") as file:
            file.write(RAW)
        self.assertEqual(self.said("play", "--plain", "--guest-file", guests, url=f"http://127.0.0.1:{self.server.port}")[0], 1)

    def test_the_command_line_and_the_environment(self):
        evil = EVIL.replace("\n", "")  # typed text keeps its line breaks
        for arguments in ([evil], ["play", "--" + evil], ["play", evil, "--plain"], ["rules", evil], ["rooms", "--server", evil], ["rooms", "--game", evil],
                          ["play", "--options", evil], ["play", "--make", "--clock", evil], ["watch", "http://x/r/" + evil], ["verify", "http://x" + evil],
                          ["play", "--lang", evil], ["play", "--timeout", evil], ["bots", "--help", evil]):
            self.said(*arguments)
            self.said(*arguments, env={"ENGAWA_SERVER": evil})
        self.said("rules", "nim", stdin='{"do":"' + evil + '"}\n{"do":"bot","bot":"' + evil + '"}\n' + evil + "\n")

    def test_what_a_bot_program_says(self):
        room = self.table("classic")
        program = os.path.join(self.home, "bot.py")
        with open(program, "w", encoding="utf-8") as file:
            file.write(f"import sys\nsys.stdout.buffer.write({EVIL.replace(chr(10), '').encode()!r} + b'\\n' + {RAW!r} + b'\\n')\nsys.stdout.flush()\n"
                       f"for line in sys.stdin:\n    sys.stdout.buffer.write({RAW!r} + b'\\n')\n    sys.stdout.flush()\n")
        run = self.run_client("bot", "--room", room, "--exec", f"{sys.executable} {program}", "-v", server=self.server)
        run.until_error("ignored")
        run.process.send_signal(signal.SIGTERM)
        run.end()
        self.clean("".join(line + "\n" for line in run.lines if line).encode())
        self.clean(run.errors.encode())

    def test_on_the_full_screen(self):
        def leave(pid, _):
            os.kill(pid, signal.SIGTERM)

        relay = self.relay(lambda value: poison(value, keep=STRUCTURE))
        for verb in ("play",):
            for lang in ("en", "ja"):
                out, _ = on_terminal(verb, self.table("classic"), "--lang", lang, server=relay.url, home=self.home, until=b"PWNED", then=leave)
                self.clean(out.encode(), own=True)
                self.assertNotIn("\x1b[66;66y", out)


if __name__ == "__main__":
    unittest.main()
