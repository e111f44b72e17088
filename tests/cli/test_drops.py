"""A network that fails between a request and its answer: the client repeats it with the same id, and nothing happens twice."""
import json
import pathlib
import unittest

from client import BOT, Case, first_legal
from harness import Client
from listener import Wire


def answer(status, text=""):
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()


class Cut(Wire):
    """After cut() it lets one more message of the client through, swallows the answer and hangs up; before that it calls `swallowed`, if there is one: the server
    has stored what it answers."""

    def __init__(self, port):
        self.armed = self.cutting = False
        self.swallowed = None
        self.away = []  # what it answers to the next connections, as a proxy does whose server is away
        super().__init__(port)

    def lead(self, client):
        if not self.away:
            return super().lead(client)
        client.recv(65536)
        client.sendall(self.away.pop(0))
        client.close()

    def cut(self):
        self.armed = True

    def passes(self, data, is_answer):
        if not is_answer and self.armed:
            self.armed, self.cutting = False, True
        if not is_answer or not self.cutting:
            return True
        self.cutting = False
        if self.swallowed:
            self.swallowed()
        return False


class Drops(Case):
    def setUp(self):
        super().setUp()
        self.trace = pathlib.Path(self.home) / "traffic.jsonl"
        self.server.kill()
        self.server.flags += ["--trace-traffic", str(self.trace)]
        self.server.start()
        self.wire = Cut(self.server.port)
        self.addCleanup(self.wire.close)

    def test_an_unanswered_move_is_sent_again_under_the_same_id(self):
        room = self.table("classic")
        run = self.run_client("play", room, "--plain", server=f"http://127.0.0.1:{self.wire.port}")
        for cut in range(3):
            move = first_legal(run.until(first_legal))
            # Requests repeated at the last reconnect may still be in flight: when a refusal arrives, all of them have been answered.
            run.send("start")
            with run.arrived:
                self.assertTrue(run.arrived.wait_for(lambda: run.errors.count("[already_started]") == cut + 1, 20), run.errors)
            self.wire.cut()
            run.send(move)
            with run.arrived:
                self.assertTrue(run.arrived.wait_for(lambda: run.errors.count("connected again") == cut + 1, 20), run.errors)
        run.play_to_the_end()
        self.assertEqual(run.end(), 0, run.errors)
        self.assertEqual(run.errors.count("engawa: "), 9, run.errors)  # lost, back and our own refusals, three times; no others
        sent = {}
        for line in self.trace.read_text(encoding="utf-8").splitlines():
            frame = find_frame(json.loads(line))
            if frame.get("type") == "move" and "id" in frame and "ply" in frame:
                sent.setdefault(frame["id"], []).append(frame["ply"])
        self.assertEqual(sorted(map(len, sent.values()))[-4:], [1, 2, 2, 2])
        self.assertTrue(all(len(set(plies)) == 1 for plies in sent.values()))

    def test_a_proxy_that_answers_for_a_server_that_is_away_is_no_refusal(self):
        room = self.table("classic")
        run = self.through_the_wire("play", room, "--plain")
        move = first_legal(run.until(first_legal))
        self.wire.away = [answer(status) for status in ("502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout")]
        self.wire.cut()
        run.send(move)
        with run.arrived:
            self.assertTrue(run.arrived.wait_for(lambda: "connected again" in run.errors, 20), run.errors)
        self.assertEqual(self.wire.away, [])
        run.play_to_the_end()
        self.assertEqual(run.end(), 0, run.errors)

    def test_a_busy_server_is_asked_again_also_before_the_game(self):
        busy = answer("503 Service Unavailable", '{"type":"error","code":"busy","message":"the server that has this room cannot be reached now; try again","retry_ms":1000}')
        room = self.table("classic")
        for arguments in (("play", room), ("play", "--preset", "classic")):
            self.wire.away = [busy, busy]
            run = self.through_the_wire(*arguments, "--plain")
            run.until(first_legal)
            self.assertEqual((self.wire.away, run.errors), ([], ""))
            run.drop()
        self.wire.away = [busy] * 20
        run = self.through_the_wire("play", room, "--plain")
        self.assertEqual(run.end(), 5)
        self.assertIn("try again [busy]", run.errors)

    def crash_on_answers(self):
        """From now on cut() is a crash: the answer is lost, and the server is killed and started again before the client receives it."""
        def crash():
            self.server.kill()
            self.server.start()
        self.wire.swallowed = crash

    def through_the_wire(self, *arguments, **more):
        return self.run_client(*arguments, server=f"http://127.0.0.1:{self.wire.port}", **more)

    def test_every_request_that_a_crash_left_without_an_answer_counts_once(self):
        room = self.server.room(game="nim", options={"preset": "753"}, seats=["open", {"bot": "random", "level": 1}], clock={"kind": "none"})
        watcher = Client(self.server, room, nick="Watcher")
        self.addCleanup(lambda: watcher.close())
        run = self.through_the_wire("pipe", room, "--hello")
        run.until(lambda line: '"state"' in line)
        self.crash_on_answers()
        requests = [{"type": "say", "text": "hello"}, {"type": "sit", "seat": 0}, {"type": "start"}, {"type": "move", "move": {"row": 0, "from": 0, "count": 1}},
                    {"type": "resign"}, {"type": "rematch"}, {"type": "move", "move": {"row": 1, "from": 2, "count": 1}}]
        for number, request in enumerate(requests):
            if request["type"] == "move":
                request["ply"] = 0
            # The line before has been answered, so that this one is the next message.
            self.wire.cut()
            run.send(json.dumps({"id": f"r{number}", **request}))
            answer = json.loads(run.until(lambda line: f'"re":"r{number}"' in line))
            self.assertEqual(answer["type"], "ok", answer)
            watcher.connect(resume=True)
            watcher.until(lambda: watcher.seq >= answer["seq"])
        self.assertEqual(run.end(), 0, run.errors)
        self.assertEqual(run.errors.count("connected again"), len(requests), run.errors)
        answers = [json.loads(line)["re"] for line in run.lines if line and '"re":"r' in line]
        self.assertEqual(answers, [f"r{number}" for number in range(len(requests))])
        # A request executed twice would show as two lines, or a third round; a repeated move would have been refused as stale.
        room = watcher.document
        self.assertEqual([line["text"] for line in room["chat"].values()], ["hello"])
        self.assertEqual((room["round"], room["phase"], room["seats"]["s0"]["kind"]), (2, "playing", "human"))
        watcher.until(lambda: watcher.document["ply"] == 2)  # ours and the bot's

    def test_a_bot_and_a_player_go_on_after_crashes(self):
        room = self.server.room(options={"preset": "classic"}, seats=["open", "open"], start="full", clock={"kind": "none"})
        self.crash_on_answers()
        bot = self.through_the_wire("bot", "--room", room, "--exec", BOT)
        player = self.run_client("play", room, "--plain", home=self.home + "/other")
        for crash in range(3):
            move = first_legal(player.until(first_legal))
            self.wire.cut()
            player.send(move)
            bot.until_errors("connected again", crash + 1)
        player.play_to_the_end()
        self.assertEqual((player.end(), bot.end()), (0, 0), player.errors + bot.errors)
        self.assertIn("connected again", player.errors)
        self.assertNotRegex(player.errors + bot.errors, r"\[\w+\]")  # no refusal: nothing was executed twice

    def test_gives_up_when_the_server_stays_away(self):
        run = self.run_client("play", self.table("classic"), "--plain", "--reconnect", "0")
        run.until(first_legal)
        self.server.kill()
        self.assertEqual(run.process.wait(20), 3)


def find_frame(entry):
    """The frame in a line of the traffic file, without the text around it."""
    for value in [entry, *entry.values()] if isinstance(entry, dict) else []:
        if isinstance(value, str) and value.startswith("{"):
            value = json.loads(value)
        if isinstance(value, dict) and "type" in value:
            return value
    return {}


if __name__ == "__main__":
    unittest.main()
