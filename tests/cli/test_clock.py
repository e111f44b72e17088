"""Byo-yomi in the terminal: chosen when a room is created, shown in lines, on the full screen and in JSON, and sent to programs."""
import json
import shutil
import unittest

from client import Case
from screen import Screen


class Lines(Case):
    def made(self, *flags):
        return self.run_client("play", "--make", "--preset", "classic", "--guest-file", self.home + "/host", "--nick", "Host", *flags)

    def leave(self, run):
        run.send("quit")
        self.assertEqual(run.end(), 0)

    def test_each_turn_says_what_is_left_of_the_period(self):
        for lang, clock, words in (("en", "0+3x30", r"Your turn.*\(byo-yomi: (30|29) s, 3 left\)"), ("en", "10+1x30", r"Your turn.*\((600|599) s left\)"),
                                   ("ja", "0+3x30", r"あなたの番です.*（秒読み(30|29)秒、残り3回）")):
            host = self.made("--plain", "--clock", clock, "--lang", lang)
            host.send("start")
            self.assertRegex(host.until(lambda line: line.startswith("Your turn") or line.startswith("あなたの番")), words)
            self.leave(host)

    def test_json_has_the_whole_clock(self):
        host = self.made("--json", "--clock", "2+5x20")
        room = json.loads(host.line())["room"]
        self.assertEqual(room["clock"], {"kind": "byoyomi", "initial_ms": 120000, "period_ms": 20000, "periods": 5})
        host.send("start")
        room = json.loads(host.until(lambda line: json.loads(line)["room"]["phase"] == "playing"))["room"]
        self.assertEqual(room["clock"]["left"], {"s0": 220000})
        self.leave(host)

    def test_wishes_that_make_no_sense(self):
        for wish in ("10+3x2", "10+0x30", "10+31x30", "10+3x", "+3x30", "181+3x30", "3x30", "10+x30", "10+3x30x"):
            code, _, err = self.finished("play", "--plain", "--make", "--clock", wish, stdin="")
            self.assertEqual(code, 2, err)
            self.assertIn("--clock must be none", err)
            self.assertIn("10+3x30", err)

    def test_a_program_is_told_what_costs_no_period(self):
        log = self.home + "/heard"
        script = self.home + "/first.py"
        with open(script, "w", encoding="utf-8") as file:
            file.write(f"""
import json, sys
log = open({log!r}, "w")
for line in sys.stdin:
    log.write(line); log.flush()
    message = json.loads(line)
    if "result" in message: break
    print(json.dumps({{"move": {{"cell": message["legal"].split()[0]}}}}), flush=True)
""")
        room = self.table("classic", clock={"kind": "byoyomi", "initial_ms": 0, "period_ms": 30000, "periods": 3})
        run = self.run_client("bot", "--exec", f"python3 {script}", "--room", room)
        self.assertEqual(run.end(), 0, run.errors)
        with open(log, encoding="utf-8") as file:
            turns = [line for line in map(json.loads, file) if "legal" in line]
        self.assertTrue(turns)
        for turn in turns:  # each has the whole period again
            self.assertEqual(turn["deadline_ms"] - turn["free_ms"], 60000)
            self.assertTrue(25000 < turn["free_ms"] <= 30000, turn)


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class FullScreen(Screen):
    def test_periods_run_out_one_by_one(self):
        self.start("play", self.table("classic", clock={"kind": "byoyomi", "initial_ms": 1000, "period_ms": 4000, "periods": 2}), "--nick", "Taro")
        self.until(r"Your turn")
        self.until(r"Taro \(you\) .* 0:0[1-4] x2")
        self.until(r"Taro \(you\) .* 0:0[1-4] x1")
        shown = self.until(r"The game is over\.")
        self.assertRegex(shown, r"lost\s+on\s+time")
        self.keys("q")
        self.until(r"exit=0")

    def test_a_narrow_terminal_has_room_for_it(self):
        self.start("play", self.table("five", clock={"kind": "byoyomi", "initial_ms": 0, "period_ms": 3600000, "periods": 30}), "--nick", "Nanasisan", columns=60)
        shown = self.until(r"Your turn")
        self.assertRegex(shown, r"(?m)Nanasisan.* (60:00|59:5\d) x30$")
        self.keys("q", "y")
        self.until(r"exit=0")


if __name__ == "__main__":
    unittest.main()
