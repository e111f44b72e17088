"""Whole games as lines: play --plain, watch, rooms, pipe, and a bot; and their behaviour when the server is killed meanwhile."""
import json
import os
import stat
import sys
import threading
import unittest

from client import BOT, TIMEOUT, Case, first_legal, json_lines
from harness import Client, merge


class Plain(Case):
    def test_quick_play_to_the_end(self):
        run = self.run_client("play", "--plain", "--nick", "Taro")
        moves = run.play_to_the_end()
        self.assertEqual(run.end(), 0, run.errors)
        self.assertGreater(moves, 0)  # five play, and any of them may be eliminated soon
        text = "\n".join(filter(None, run.lines))
        for part in ("Round 1 begins", "you (black)", "The game is over", "  1. ", "flips"):
            self.assertIn(part, text)
        self.assertNotIn("\033", text)

    def test_a_script_of_moves_waits_for_its_turns(self):
        room = self.table("classic")
        code, out, err = self.finished("play", room, "--plain", stdin="help\nd3\nboard\nnonsense\na9\nsay よろしく\nresign\n")
        self.assertEqual(code, 0, err)
        self.assertIn("you (black) d3: flips 1", out)
        self.assertIn("[Guest] よろしく", out)
        self.assertIn("you (black) resigned", out)
        self.assertIn("(by resignation)", out)
        self.assertIn("[usage]", err)
        self.assertIn("[illegal_move]", err)

    def test_a_japanese_keyboard_types_wide_letters_and_spaces(self):
        room = self.table("classic")
        code, out, err = self.finished("play", room, "--plain", stdin="　ｄ３　\nｓａｙ　Ｄ３　です\nsay　よろしく　ね\nｋｉｃｋ　９\nｎｏｎｓｅｎｓｅ\nｒｅｓｉｇｎ\n")
        self.assertEqual(code, 0, err)
        self.assertIn("you (black) d3: flips 1", out)
        self.assertIn("[Guest] Ｄ３ です", out)  # what people say is not changed
        self.assertIn("[Guest] よろしく ね", out)
        self.assertIn("nobody here has that name or seat", err)
        self.assertIn("[usage]", err)
        self.assertIn("you (black) resigned", out)

    def test_the_numbers_of_a_move_may_be_wide(self):
        code, out, err = self.finished("play", "--plain", "--game", "nim", stdin="１　１　２\nｒｅｓｉｇｎ\n")
        self.assertEqual(code, 0, err)
        self.assertIn("took cells 1-2 of row 1", out)

    def test_input_from_a_file_and_its_end(self):
        room = self.table("classic")
        path = os.path.join(self.home, "moves")
        with open(path, "w", encoding="utf-8") as file:
            file.write("d3")  # the last line may lack its line feed
        with open(path, encoding="utf-8") as file:
            run = self.run_client("play", room, "--plain", stdin=file)
            self.assertEqual(run.end(), 1)
        self.assertTrue(any("you (black) d3" in line for line in run.lines if line))
        self.assertIn("the input has ended", run.errors)

    def test_japanese(self):
        run = self.run_client("play", self.table("classic"), "--plain", "--lang", "ja")
        run.until(lambda line: line.startswith("あなたの番です。打てる場所：d3"))
        run.send("d3")
        run.until(lambda line: line.startswith("あなた（黒） d3 1枚を返しました"))
        run.send("a1")
        run.until_error("その手は打てません。（a1 flips nothing） [illegal_move]")
        run.send("quit")
        self.assertEqual(run.end(), 0)

    def test_two_people_host_start_and_rematch_is_refused_early(self):
        room = self.server.room(options={"preset": "classic"}, seats=["open", "open"])
        host = self.run_client("play", room, "--plain", "--guest-file", self.home + "/a", "--nick", "A")
        host.until(lambda line: line.startswith("You are the host"))
        other = self.run_client("play", f"http://127.0.0.1:{self.server.port}/r/{room}", "--plain", "--guest-file", self.home + "/b", "--nick", "B")
        host.until(lambda line: "(B) took a seat" in line)
        host.send("rematch")
        host.until_error("[not_started]")
        host.send("start")
        play = threading.Thread(target=other.play_to_the_end)
        play.start()
        host.play_to_the_end()
        play.join()
        self.assertEqual((host.end(), other.end()), (0, 0))
        self.assertIn("The game is over", other.lines)

    def test_json_is_one_document_a_line(self):
        run = self.run_client("play", self.table("classic"), "--plain", "--json")
        seq, frame = None, {}
        while (line := run.line()) is not None:
            frame = json.loads(line)
            self.assertIn(frame["room"]["phase"], ("lobby", "playing", "over"))
            self.assertTrue(seq is None or frame["seq"] == seq + 1)
            seq = frame["seq"]
            if frame["room"].get("to_act") == frame.get("you") and frame["room"]["phase"] == "playing":
                run.send(frame["room"]["legal"].split()[0])
        self.assertEqual(run.end(), 0, run.errors)
        self.assertIn("ranking", frame["room"]["result"])

    def test_the_seat_is_ours_again_in_the_next_run(self):
        room = self.table("classic")
        first = self.run_client("play", room, "--plain")
        first.until(first_legal)
        first.process.kill()
        first.end()
        mode = os.stat(self.home + "/engawa/guests.json").st_mode
        self.assertEqual(stat.S_IMODE(mode), 0o600)
        again = self.run_client("play", room, "--plain")
        again.play_to_the_end()
        self.assertEqual(again.end(), 0, again.errors)

    def test_killed_server(self):
        run = self.run_client("play", self.table("five"), "--plain")
        self.assertEqual(run.play_to_the_end(stop=lambda moves: moves == 3), 3)
        self.server.kill()
        run.until_error("connection lost")
        self.server.start()
        run.until_error("connected again")
        run.play_to_the_end()
        self.assertEqual(run.end(), 0, run.errors)
        self.assertIn("The game is over", run.lines)

    def test_forgotten_by_the_server(self):
        with open(self.home + "/g", "w", encoding="utf-8") as file:
            json.dump({f"http://127.0.0.1:{self.server.port}": {"id": "g_x", "token": "bad", "nick": "x"}}, file)
        os.mkdir(self.home + "/engawa")
        with open(self.home + "/g", encoding="utf-8") as file, open(self.home + "/engawa/guests.json", "w", encoding="utf-8") as copy:
            copy.write(file.read())
        for arguments in (["play", self.table("classic"), "--plain"], ["play", "--plain"]):
            with self.subTest(arguments):
                run = self.run_client(*arguments)
                run.until(first_legal)  # enters as a new guest
                run.send("quit")
                self.assertEqual(run.end(), 0)
                code, _, err = self.finished(*arguments, "--guest-file", self.home + "/g")
                self.assertEqual(code, 4, err)  # a user who names a file wants to be that guest

    def test_hostile_text_does_not_steer_the_terminal(self):
        room = self.table("classic")
        run = self.run_client("play", room, "--plain")
        run.until(first_legal)
        run.send("say \\u001b[2J\x1b[31mred")
        run.until(lambda line: line.startswith("[Guest]"))
        run.send("quit")
        run.end()
        self.assertFalse(any("\x1b" in line for line in run.lines if line))


class WatchAndRooms(Case):
    def test_rooms(self):
        code, out, err = self.finished("rooms")
        self.assertEqual((code, out), (0, ""))
        self.assertIn("no public rooms", err)
        room = self.table("classic")
        people = [Client(self.server, code, nick="Here") for code in (room, self.server.room(visibility="private"))]
        for person in people:
            self.addCleanup(person.close)
        code, out, _ = self.finished("rooms")
        self.assertEqual(code, 0)
        self.assertRegex(out, rf"{room} +Multiplayer reversi · Classic reversi +lobby")
        self.assertEqual(len(out.splitlines()), 2)
        code, out, _ = self.finished("rooms", "--json")
        self.assertEqual([(r["code"], r["game"], r["phase"]) for r in json_lines(out)], [(room, "reversi", "lobby")])
        self.assertEqual(self.finished("rooms", "--json", "--phase", "over")[:2], (0, ""))

    def test_watch_a_game(self):
        room = self.table("five")
        plain = self.run_client("watch", room, "--plain")
        documents = self.run_client("watch", room.lower(), "--json")
        plain.until(lambda line: line.startswith("  seat 1: "))
        documents.line()
        player = self.run_client("play", room, "--plain")
        player.play_to_the_end()
        self.assertEqual((player.end(), plain.end(), documents.end()), (0, 0, 0))
        self.assertIn("The game is over", plain.lines)
        frames = json_lines("\n".join(documents.lines[:-1]))
        self.assertEqual([f["seq"] for f in frames], list(range(frames[0]["seq"], frames[-1]["seq"] + 1)))
        self.assertEqual(frames[-1]["room"]["phase"], "over")
        self.assertTrue(all("you" not in f for f in frames))
        code, out, _ = self.finished("watch", room, "--plain")  # a finished game can still be viewed
        self.assertEqual(code, 0)
        self.assertIn("  1. ", out)


    def test_who_comes_late_reads_what_has_happened(self):
        room = self.table("classic")
        player = self.run_client("play", room, "--plain", "--nick", "Taro")
        for _ in range(3):
            player.send(first_legal(player.until(first_legal)))
        player.until(first_legal)
        # For spectators it is "black (Taro)" instead of the player's "you (black)".
        told = [line.replace("you (black)", "black (Taro)") for line in player.lines if line]
        told = [line for line in told[told.index("Round 1 begins"):] if ": flips" in line or ": the bomb" in line or " begins" in line or " passed" in line]
        watcher = self.run_client("watch", room, "--plain")
        watcher.until(lambda line: line == "So far:")
        self.assertEqual([watcher.line() for _ in told], ["  " + line for line in told])
        self.server.kill()
        self.server.start()
        player.until_error("connected again")
        player.send("resign")
        self.assertEqual((player.end(), watcher.end()), (0, 0))
        code, out, _ = self.finished("watch", room, "--plain")  # and when it is over, before the result
        lines = out.splitlines()
        past = lines[lines.index("So far:") + 1:]
        self.assertEqual(code, 0)
        self.assertEqual(past[:len(told)], ["  " + line for line in told])
        self.assertIn("  The server is back", past)
        self.assertIn("  black (Taro) resigned", past)
        self.assertLess(past.index("  The game is over"), past.index(next(line for line in past if line.startswith("  1. "))))

    def test_who_comes_back_reads_it_too_and_json_does_not(self):
        room = self.table("classic")
        first = self.run_client("play", room, "--plain")
        first.send(first_legal(first.until(first_legal)))
        move = first.until(lambda line: line.startswith("you (black) "))
        first.until(first_legal)
        first.process.kill()
        first.end()
        again = self.run_client("play", room, "--plain")
        again.until(lambda line: line == "So far:")
        again.until(lambda line: line == "  " + move)
        again.until(first_legal)  # it is printed before our turn
        documents = self.run_client("watch", room, "--json")
        self.assertEqual(json.loads(documents.line())["room"]["phase"], "playing")


class Pipe(Case):
    def ask(self, run, kind, **fields):
        self.number = getattr(self, "number", 0) + 1
        run.send(json.dumps({"type": kind, "id": self.number, **fields}))

    def test_a_whole_game(self):
        run = self.run_client("pipe", self.table("classic"))
        self.ask(run, "hello")
        guest, document = None, {}
        while (line := run.line()) is not None:
            frame = json.loads(line)
            if frame["type"] == "welcome":
                guest = frame["guest"]["id"]
                self.assertTrue(frame["token"])
                self.ask(run, "sit", seat=0)
            self.assertNotEqual(frame["type"], "error", frame)
            document = merged(document, frame)
            if frame["type"] == "step" and document["phase"] == "playing" and document["to_act"] == "s0":
                self.ask(run, "move", ply=document["ply"], move={"cell": document["legal"].split()[0]})
            if document.get("phase") == "over":
                break
        self.assertEqual(run.end(), 0, run.errors)
        self.assertEqual(document["seats"]["s0"]["guest"], guest)
        self.assertIn("ranking", document["result"])

    def test_waits_for_outstanding_answers(self):
        lines = [{"type": "hello", "id": "a"}, {"type": "ping", "id": 2}, {"type": "dance", "id": 3}, "no json", {"type": "ping"}, {"type": "sync", "id": 5}]
        text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
        code, out, err = self.finished("pipe", self.table("classic"), stdin=text + "\n\n")
        self.assertEqual((code, err), (0, ""))
        frames = json_lines(out)
        self.assertCountEqual([f["re"] for f in frames if "re" in f], ["a", 2, 3, 5])
        self.assertEqual(len([f for f in frames if f["type"] == "error" and "re" not in f]), 2)

    def test_hello_flag_is_the_stored_guest(self):
        room = self.table("classic")
        names = []
        for _ in range(2):
            code, out, _ = self.finished("pipe", room, "--hello", "--nick", "Piper")
            self.assertEqual(code, 0)
            names.append(json_lines(out)[0]["guest"])
        self.assertEqual(names[0], names[1])
        self.assertEqual(names[0]["nick"], "Piper")


class Bots(Case):
    def bot(self, room, *more, command=BOT):
        return self.run_client("bot", "--game", "reversi", "--exec", command, "--room", room, *more)

    def test_a_whole_game(self):
        run = self.bot(self.table("five"), "--json")
        self.assertEqual(run.end(), 0, run.errors)
        result = json.loads(run.lines[0])
        self.assertEqual((result["seat"], result["round"]), ("s0", 1))
        self.assertEqual(len(result["result"]["ranking"]), 5)

    def test_five_of_them_in_an_empty_room(self):
        room = self.server.room(seats=["open"] * 5)
        run = self.bot(room, "--count", "5", "--start", "--json")
        self.assertEqual(run.end(), 0, run.errors)
        self.assertEqual(sorted(json.loads(line)["seat"] for line in run.lines[:-1]), ["s0", "s1", "s2", "s3", "s4"])

    def test_refusals_are_told_to_the_program(self):
        # Answers a1 first, then junk, and only then a legal move; records its input.
        log = self.home + "/heard"
        script = self.home + "/stubborn.py"
        with open(script, "w", encoding="utf-8") as file:
            file.write(f"""
import json, sys
log = open({log!r}, "w")
wrong = ['{{"move":{{"cell":"a1"}}}}', 'junk', '[]']
for line in sys.stdin:
    log.write(line); log.flush()
    message = json.loads(line)
    if "result" in message: break
    if "legal" in message: legal = message["legal"].split()
    print(wrong.pop(0) if wrong else json.dumps({{"move": {{"cell": legal[0]}}}}), flush=True)
""")
        run = self.bot(self.table("classic"), command=f"python3 {script}")
        self.assertEqual(run.end(), 0, run.errors)
        with open(log, encoding="utf-8") as file:
            heard = [json.loads(line) for line in file]
        self.assertEqual(sorted(heard[0]), ["deadline_ms", "legal", "ply", "seat", "view"])
        self.assertTrue(55000 < heard[0]["deadline_ms"] <= 60000)
        self.assertEqual([h["error"]["code"] for h in heard[1:4]], ["illegal_move", "bad_json", "bad_message"])
        self.assertEqual(heard[-1]["seat"], "s0")
        self.assertIn("ranking", heard[-1]["result"])

    def test_waits_in_the_lobby(self):
        room = self.server.room(options={"preset": "classic"}, seats=["open", "open"])
        host = self.run_client("play", room, "--plain")
        host.until(lambda line: line.startswith("You are the host"))
        bot = self.bot(room, "--nick", "Robo")
        host.until(lambda line: "(Robo) took a seat" in line)
        host.send("start")
        host.play_to_the_end()
        self.assertEqual((host.end(), bot.end()), (0, 0), bot.errors)

    def test_killed_server(self):
        gate = self.home + "/gate"
        os.mkfifo(gate)
        script = self.home + "/gated.py"
        with open(script, "w", encoding="utf-8") as file:
            file.write(GATED_BOT.format(gate=gate))
        run = self.bot(self.table("five"), command=f"{sys.executable} {script}")
        with open(gate, "w", encoding="utf-8", buffering=1) as permits:
            for kill in range(4):
                run.until_error(f"turn {kill}\n")
                self.server.kill()
                if kill % 2 == 0:  # it answers while the server is down
                    permits.write("go\n")
                    run.until_error(f"answered {kill}\n")
                self.server.start()
                with run.arrived:
                    run.arrived.wait_for(lambda: run.errors.count("connected again") == kill + 1, TIMEOUT)
                if kill % 2 == 1:
                    permits.write("go\n")
            permits.write("go\n" * 100)
            self.assertEqual(run.end(), 0, run.errors)
        self.assertEqual(run.errors.count("connected again"), 4)

    def test_a_program_that_ends_early(self):
        code, _, err = self.finished("bot", "--exec", "exit 0", "--room", self.table("classic"))
        self.assertEqual(code, 1)
        self.assertIn("[bot_ended]", err)

    def test_another_game(self):
        code, _, err = self.finished("bot", "--game", "nim", "--exec", BOT, "--room", self.table("classic"))
        self.assertEqual(code, 2, err)


# Prints to stderr when it is asked and when it has answered; answers only when the gate permits it.
GATED_BOT = """
import json, sys
gate = open({gate!r})
for turn, line in enumerate(sys.stdin):
    message = json.loads(line)
    if "result" in message:
        break
    sys.stderr.write(f"turn {{turn}}\\n")
    gate.readline()
    print(json.dumps({{"move": {{"cell": message["legal"].split()[0]}}}}), flush=True)
    sys.stderr.write(f"answered {{turn}}\\n")
"""


def merged(document, frame):
    if frame["type"] == "state":
        return frame["room"]
    return merge(document, frame["set"]) if frame["type"] == "step" else document


if __name__ == "__main__":
    unittest.main()
