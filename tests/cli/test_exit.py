"""How the client ends: every exit code, the messages on stderr, usage, colours."""
import json
import os
import signal
import unittest

from client import BOT, Case, first_legal, on_terminal
from harness import refusing_port
from listener import Listener
from relay import Relay


def http_answer(status, body):
    text = json.dumps(body).encode()
    return b"HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (status.encode(), len(text), text)


class ExitCodes(Case):
    def stub(self, answer=None):
        """The address of a listener that gives every connection the same answer, or none."""
        def take(connection):
            if answer:
                connection.recv(65536)
                connection.sendall(answer)
        listener = Listener(take)
        self.addCleanup(listener.close)
        return listener.url

    def test_a_server_that_says_goodbye_and_does_not_hang_up(self):
        room = self.server.room(options={"preset": "classic"}, seats=["open", {"bot": "random", "level": 1}])
        relay = Relay(self.server, close=(4005, "removed"), hangs_up=False)
        self.addCleanup(relay.close)
        for verb in ("watch", "play", "bot"):
            with self.subTest(verb):
                program = ("--exec", BOT) if verb == "bot" else ("--plain",)
                run = self.run_client(verb, *(("--room",) if verb == "bot" else ()), room, *program, server=relay.url)
                self.assertEqual(run.end(), 5, run.errors)  # not for ever

    def test_the_table(self):
        nowhere = f"http://127.0.0.1:{refusing_port(self)}"
        silent = self.stub()
        newer = self.stub(http_answer("400 Bad Request", {"type": "error", "code": "unsupported_version", "message": "engawa.v2"}))
        away = self.stub(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
        full = self.stub(http_answer("503 Service Unavailable", {"type": "error", "code": "limit_reached", "message": "full"}))
        room = self.table("classic")
        taken = self.server.room(options={"preset": "classic"}, seats=["closed", "open"])
        no_seat = self.server.room(options={"preset": "classic"}, seats=["closed", {"bot": "random", "level": 1}])
        hello = json.dumps({"type": "hello", "id": 1, "token": "no such token"}) + "\n"
        table = [
            # exit code, required text on stderr, arguments, stdin, server
            (0, "", ["rooms"], "", None),
            (0, "", ["--help"], "", None),
            (0, "", ["--version"], "", None),
            (0, "", [], "", None),
            (0, "", ["pipe", room], hello.replace(', "token": "no such token"', ""), None),
            (1, "bot_ended", ["bot", "--room", room, "--exec", "true"], "", None),
            (2, "did you mean \"engawa play\"", ["paly"], "", None),
            (2, "--nonsense", ["play", "--nonsense"], "", None),
            (2, "code", ["watch"], "", None),
            (2, "seat", ["play", "--seat", "99"], "", None),
            (2, "is no server", ["rooms", "--server", "http://"], "", None),
            (2, "is no server", ["rooms", "--server", "ftp://localhost"], "", None),
            (2, "", ["rules", "no-such-game"], "", None),
            (3, "502 of a proxy", ["rooms"], "", away),
            (3, "cannot connect", ["rooms"], "", nowhere),
            (3, "cannot connect", ["play", "--plain"], "", nowhere),
            (3, "cannot connect", ["watch", "K7WMA2QX", "--plain"], "", nowhere),
            (3, "cannot connect", ["pipe", "K7WMA2QX"], "", nowhere),
            (3, "cannot connect", ["bot", "--room", "K7WMA2QX", "--exec", BOT], "", nowhere),
            (4, "closed_4003", ["pipe", room], hello, None),
            (5, "[", ["play", "--plain", "--game", "chess"], "", None),
            (5, "closed_4002", ["pipe", room], '{"type":"sync","id":1}\n', None),
            (5, "seat_closed", ["play", taken, "--plain", "--seat", "0"], "", None),
            (5, "limit_reached", ["watch", "K7WMA2QX", "--plain"], "", full),
            (5, "limit_reached", ["play", "--plain"], "", full),
            (6, "does not answer", ["rooms", "--timeout", "1"], "", silent),
            (6, "does not answer", ["watch", "K7WMA2QX", "--plain", "--timeout", "1"], "", silent),
            (6, "does not answer", ["pipe", "K7WMA2QX", "--timeout", "1"], "", silent),
            (7, "there is no room", ["watch", "AAAAAAAA", "--plain"], "", None),
            (7, "there is no room", ["play", "AAAAAAAA", "--plain"], "", None),
            (7, "closed_4006", ["pipe", "AAAAAAAA"], '{"type":"hello","id":1}\n', None),
            (7, "8 letters", ["watch", "nonsense!", "--plain"], "", None),
            (7, "room_full", ["play", no_seat, "--plain"], "", None),
            (8, "unsupported_version", ["watch", "K7WMA2QX", "--plain"], "", newer),
            (8, "unsupported_version", ["pipe", "K7WMA2QX"], "", newer),
        ]
        for code, words, arguments, stdin, server in table:
            with self.subTest(arguments=arguments, expected=code):
                got, out, err = self.finished(*arguments, stdin=stdin, server=server or self.server)
                self.assertEqual(got, code, out + err)
                self.assertIn(words, err)
                if code != 0:
                    self.assertNotEqual(err, "")

    def test_a_started_game_has_no_seat(self):
        room = self.table("classic")
        first = self.run_client("play", room, "--plain")
        first.until(first_legal)
        code, _, err = self.finished("play", room, "--plain", "--guest-file", self.home + "/other")
        self.assertEqual(code, 7)
        self.assertIn(f"engawa watch {room}", err)

    def test_a_newer_connection_of_the_same_guest(self):
        room = self.table("classic")
        first = self.run_client("play", room, "--plain")
        first.until(first_legal)
        second = self.run_client("play", room, "--plain")
        second.until(first_legal)
        self.assertEqual(first.process.wait(20), 5)
        first.end()
        self.assertIn("closed_4004", first.errors)

    def test_errors_in_json(self):
        code, out, err = self.finished("watch", "AAAAAAAA", "--json")
        self.assertEqual(code, 7)
        self.assertEqual(json.loads(out)["error"]["code"], "not_found")
        self.assertIn("[not_found]", err)

    def test_interrupts(self):
        silent = self.stub()
        watching = self.table("classic")
        runs = {
            "play": (["play", self.table("classic"), "--plain"], None, first_legal),
            "watch": (["watch", watching, "--plain"], None, lambda line: watching in line),
            "pipe": (["pipe", watching, "--hello"], None, lambda line: "welcome" in line),
            "rooms": (["rooms"], silent, None),
        }
        for name, (arguments, server, ready) in runs.items():
            with self.subTest(name):
                run = self.run_client(*arguments, server=server or self.server)
                if ready:
                    run.until(ready)
                else:
                    wait_for_connection(silent)
                run.process.send_signal(signal.SIGINT)
                self.assertEqual(run.process.wait(20), 130)
        bot = self.run_client("bot", "--room", self.table("classic"), "--exec", "echo ready >&2; cat > /dev/null")
        bot.until_error("ready")
        bot.process.send_signal(signal.SIGINT)
        self.assertEqual(bot.process.wait(20), 130)


class Usage(Case):
    def test_short_help_has_two_examples(self):
        code, out, err = self.finished()
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(out.count("  engawa play"), 2)

    def test_every_verb_has_help(self):
        for verb in ("play", "watch", "rooms", "pipe", "bot", "rules"):
            code, out, err = self.finished(verb, "--help")
            self.assertEqual((code, err), (0, ""))
            self.assertIn("--help", out)
            self.assertNotIn("token TEXT", out)

    def test_full_width_codes_and_links(self):
        room = self.table("classic")
        wide = "".join(chr(ord(c) + 0xFEE0) for c in room.lower())
        for name in (room.lower(), wide, f"http://127.0.0.1:{self.server.port}/r/{room}?x=1"):
            code, out, err = self.finished("pipe", name, stdin='{"type":"hello","id":1}\n{"type":"ping","id":2}\n')
            self.assertEqual(code, 0, err)
            self.assertIn(room, out)

    def test_a_damaged_guest_file_is_left_alone(self):
        path = self.home + "/guests.json"
        with open(path, "w", encoding="utf-8") as file:
            file.write("{half")
        code, _, err = self.finished("play", "--plain", "--guest-file", path)
        self.assertEqual(code, 1)
        self.assertIn("damaged", err)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "{half")

    def test_bad_utf8(self):
        self.assertEqual(self.finished("play", "--nick", os.fsdecode(b"\xff"))[0], 2)


class Colours(Case):
    """Only on a terminal, and only on request."""

    def play_on_terminal(self, env, *more):
        def quit_game(_, master):
            os.write(master, b"quit\n")

        return on_terminal("play", self.table("classic"), "--plain", *more, server=self.server, home=self.home, env=env, until=b"Your turn", then=quit_game)

    def test_colours(self):
        output, code = self.play_on_terminal({})
        self.assertEqual(code, 0)
        self.assertIn("\033[38;5;231;48;5;16mB\033[0m", output)
        self.assertIn("> ", output)  # the prompt
        for env, flags in (({"NO_COLOR": "1"}, []), ({"TERM": "dumb"}, []), ({}, ["--no-color"])):
            with self.subTest(env=env, flags=flags):
                output, code = self.play_on_terminal(env, *flags)
                self.assertEqual(code, 0)
                self.assertNotIn("\033", output)

    def test_control_c_at_the_prompt(self):
        output, code = on_terminal("play", self.table("classic"), "--plain", server=self.server, home=self.home, until=b"Your turn",
                                   then=lambda _, master: os.write(master, b"\x03"))
        self.assertEqual(code, 130, output)


def wait_for_connection(url):
    """Returns when a client has connected to the port of `url` (according to the kernel's table)."""
    port = f":{int(url.rsplit(':', 1)[1]):04X}"
    while True:
        with open("/proc/net/tcp", encoding="ascii") as table:
            if any(row.split()[2].endswith(port) and row.split()[3] == "01" for row in table.readlines()[1:]):
                return


if __name__ == "__main__":
    unittest.main()
